/** A group of buttons is one stop of the Tab key; arrow keys go to the nearest button in their direction. */

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function roving(group: HTMLElement): () => void {
  const buttons = () => [...group.querySelectorAll("button")];

  /** The stop is the button that has the focus or had it last, else the first that can be used. */
  function settle(wanted?: Element | null): void {
    const all = buttons();
    const stop =
      all.find((each) => each === wanted) ??
      all.find((each) => each.tabIndex === 0 && each.ariaDisabled !== "true" && group.dataset.roved) ??
      all.find((each) => each.ariaDisabled !== "true") ??
      all[0];
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
  }

  function focused(event: FocusEvent): void {
    group.dataset.roved = "yes";
    settle((event.target as Element).closest("button"));
  }

  function pressed(event: KeyboardEvent): void {
    const way = WAYS[event.key];
    const here = (event.target as Element).closest("button");
    if (!way || !here || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    nearest(here, way, buttons())?.focus();
  }

  group.addEventListener("focusin", focused);
  group.addEventListener("keydown", pressed);
  const watch = new MutationObserver(() =>
    settle(group.contains(document.activeElement) ? document.activeElement : null),
  );
  watch.observe(group, { childList: true, subtree: true, attributeFilter: ["aria-disabled"] });
  settle();
  return () => {
    watch.disconnect();
    group.removeEventListener("focusin", focused);
    group.removeEventListener("keydown", pressed);
  };
}

function nearest(here: HTMLElement, [x, y]: [number, number], all: HTMLElement[]): HTMLElement | undefined {
  const middle = (each: HTMLElement): [number, number] => {
    const box = each.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [fromX, fromY] = middle(here);
  let best: HTMLElement | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const each of all) {
    const [dx, dy] = [middle(each)[0] - fromX, middle(each)[1] - fromY];
    const along = dx * x + dy * y;
    const aside = Math.abs(dx * y + dy * x);
    if (each === here || along < 4) continue;
    if (along + 6 * aside < least) {
      best = each;
      least = along + 6 * aside;
    }
  }
  return best;
}
