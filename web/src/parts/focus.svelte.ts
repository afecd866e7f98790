/** The focus is never lost: when the control that had it goes away or is done, the next sensible one gets it. */

import { tick } from "svelte";

/**
 * `changed` reads whatever makes controls come and go; `next` finds where to go then, if there is anything to do.
 * Somebody whose focus is elsewhere on the page is left in peace.
 */
export function keepFocus(
  board: () => HTMLElement | undefined,
  changed: () => unknown,
  next: () => HTMLElement | null | undefined,
): void {
  let inside = false;
  $effect(() => {
    const look = (event: Event) => {
      inside = board()?.contains(event.target as Node) ?? false;
    };
    document.addEventListener("focusin", look);
    document.addEventListener("pointerdown", look);
    return () => {
      document.removeEventListener("focusin", look);
      document.removeEventListener("pointerdown", look);
    };
  });
  $effect(() => {
    changed();
    tick().then(() => {
      const now = document.activeElement;
      if (inside && (!now || now === document.body || now.ariaDisabled === "true"))
        next()?.focus({ preventScroll: true });
    });
  });
}
