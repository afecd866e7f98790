/** The focus is never lost: when the control that had it goes away or is done, the next sensible one gets it. */

import { tick } from "svelte";

/**
 * `changed` reads whatever makes controls come and go; `next` finds where to go then, if there is anything to do.
 * Somebody whose focus is elsewhere on the page is left in peace, and the page scrolls only for those who use keys.
 */
export function keepFocus(
  board: () => HTMLElement | undefined,
  changed: () => unknown,
  next: () => HTMLElement | null | undefined,
): void {
  let inside = false;
  let byKeys = false;
  $effect(() => {
    const look = (event: Event) => {
      if (event.type !== "focusin") byKeys = event.type === "keydown";
      if (event.type !== "keydown") inside = board()?.contains(event.target as Node) ?? false;
    };
    const types = ["focusin", "pointerdown", "keydown"];
    for (const type of types) document.addEventListener(type, look);
    return () => {
      for (const type of types) document.removeEventListener(type, look);
    };
  });
  $effect(() => {
    changed();
    tick().then(() => {
      const now = document.activeElement;
      if (inside && (!now || now === document.body || now.ariaDisabled === "true"))
        next()?.focus({ preventScroll: !byKeys });
    });
  });
}
