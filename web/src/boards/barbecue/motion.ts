/** What moves on the grill, so that one sees what happened: snails creep, plates are served and go back. */

import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { flights, time } from "../../parts/motion.ts";

/** A snail goes from the lettuce to the grill, and from either to a player. There is one on the move at a time. */
export const [leaves, arrives] = flights(300);

/** A plate comes from before its owner's mat, a little too fast, and clinks; or it goes back there. */
export function serve(node: Element, seat: number): TransitionConfig {
  const from = document.querySelector(`[data-plates-of="${seat}"]`)?.getBoundingClientRect();
  if (!from) return { duration: 0 };
  const to = node.getBoundingClientRect();
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  const size = from.width / (to.width || 1);
  return {
    duration: time(280),
    easing: cubicOut,
    css: (at, away) =>
      `z-index: 5; transform: translate(${x * away}px, ${y * away}px) scale(${at + size * away}) rotate(${-40 * away}deg)`,
  };
}
