/** Pointing at a move without making it: by mouse, by keyboard focus, or by a long press. */

import type { Attachment } from "svelte/attachments";

const LONG = 380; // ms

/** `show` is told the move and whether it is pointed at. */
export type Show = (move: string, on: boolean) => void;

export function peek(move: string, show: Show): Attachment<HTMLElement> {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let held = false;
    const hide = () => show(move, false);
    const on = {
      pointerenter: (event: PointerEvent) => event.pointerType === "mouse" && show(move, true),
      pointerleave: (event: PointerEvent) => {
        clearTimeout(timer);
        if (event.pointerType === "mouse") hide();
      },
      focus: () => element.matches(":focus-visible") && show(move, true),
      blur: () => queueMicrotask(hide), // a button may lose focus by going away, in the middle of drawing
      pointerdown: (event: PointerEvent) => {
        held = false;
        if (event.pointerType === "mouse") return;
        timer = setTimeout(() => {
          held = true;
          show(move, true);
        }, LONG);
      },
      pointerup: () => clearTimeout(timer),
      pointercancel: () => clearTimeout(timer),
      contextmenu: (event: Event) => event.preventDefault(),
      // A long press has shown what it wanted to show; it makes no move.
      click: (event: Event) => {
        if (held) event.stopImmediatePropagation();
        held = false;
      },
    };
    const listeners = Object.entries(on) as [string, EventListener][];
    for (const [type, listener] of listeners) element.addEventListener(type, listener, type === "click");
    return () => {
      clearTimeout(timer);
      for (const [type, listener] of listeners) element.removeEventListener(type, listener, type === "click");
    };
  };
}
