/** A group of buttons is one stop of the Tab key; arrows, Home and End move within it. */

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function roving(group: HTMLElement): () => void {
  const buttons = () => [...group.querySelectorAll<HTMLElement>("button:not(:disabled)")];

  /** One of them can be reached by Tab: the one that has or last had the focus, else the first that does something. */
  function settle(wanted?: HTMLElement): void {
    const all = buttons();
    const stop =
      wanted ??
      all.find((each) => each === document.activeElement) ??
      all.find((each) => each.tabIndex === 0 && each.hasAttribute("tabindex")) ??
      all.find((each) => each.getAttribute("aria-disabled") !== "true") ??
      all[0];
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
  }

  function onFocus(event: FocusEvent): void {
    const button = (event.target as Element).closest<HTMLElement>("button");
    if (button) settle(button);
  }

  function onKey(event: KeyboardEvent): void {
    const all = buttons();
    const at = all.indexOf(event.target as HTMLElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    const to = step ? (at + step + all.length) % all.length : { Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  }

  const watch = new MutationObserver(() => settle());
  watch.observe(group, { childList: true, subtree: true });
  group.addEventListener("focusin", onFocus);
  group.addEventListener("keydown", onKey);
  settle();
  return () => {
    watch.disconnect();
    group.removeEventListener("focusin", onFocus);
    group.removeEventListener("keydown", onKey);
  };
}
