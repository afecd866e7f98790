/** Dice and pawns fly from where they lay to where they lie. */

import { crossfade, fade } from "svelte/transition";

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const [leave, arrive] = crossfade({
  duration: () => (calm() ? 0 : 280),
  fallback: (node) => fade(node, { duration: calm() ? 0 : 140 }),
});
