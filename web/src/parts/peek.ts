/** Looking at a move without making it: by hovering, by focus, or by a long press, which then does not act. */

const LONG = 400; // ms

export type Peek = (move: string | null) => void;

export function peeks(move: string, peek: Peek): (node: HTMLElement) => () => void {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let looked = false;
    let shown = false;

    function show(): void {
      shown = true;
      peek(move);
    }
    function hide(): void {
      clearTimeout(timer);
      if (shown) peek(null);
      shown = false;
    }
    function enter(event: PointerEvent): void {
      if (event.pointerType !== "touch") show();
    }
    function press(event: PointerEvent): void {
      looked = false;
      if (event.pointerType !== "touch") return;
      timer = setTimeout(() => {
        looked = true;
        show();
      }, LONG);
    }
    /** What was looked at stays in sight until something else is touched. */
    function lift(event: PointerEvent): void {
      if (event.pointerType !== "touch") hide();
      else clearTimeout(timer);
    }
    function click(event: MouseEvent): void {
      if (!looked) return;
      looked = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    function menu(event: Event): void {
      if (looked) event.preventDefault();
    }
    const on: [string, EventListener, boolean][] = [
      ["pointerenter", enter as EventListener, false],
      ["pointerdown", press as EventListener, false],
      ["pointerleave", lift as EventListener, false],
      ["pointercancel", hide, false],
      ["click", click as EventListener, true],
      ["contextmenu", menu, false],
      ["focus", show, false],
      ["blur", () => queueMicrotask(hide), false], // it may come from a button that goes away, in the middle of drawing
    ];
    for (const [type, act, capture] of on) node.addEventListener(type, act, capture);
    return () => {
      hide();
      for (const [type, act, capture] of on) node.removeEventListener(type, act, capture);
    };
  };
}
