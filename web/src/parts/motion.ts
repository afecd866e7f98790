/** Things that have gone from one place to another are seen to go there. */

import { prefersReducedMotion } from "svelte/motion";
import { crossfade, fade } from "svelte/transition";

/** No motion is wanted. */
export const still = (): boolean => prefersReducedMotion.current;

/** How long a motion takes, in ms. */
export const time = (ms: number): number => (still() ? 0 : ms);

/** Wait until the dice in an element lie; every die's motion is called `roll`. */
export async function lying(root: HTMLElement): Promise<void> {
  const rolling = root
    .getAnimations({ subtree: true })
    .filter((each) => each instanceof CSSAnimation && each.animationName.endsWith("roll"));
  await Promise.allSettled(rolling.map((each) => each.finished));
}

/** Transitions of what leaves one place and arrives at another; what comes from nowhere appears. */
export function flights(ms: number) {
  return crossfade({
    duration: () => time(ms),
    fallback: (node) => fade(node, { duration: time(ms / 2) }),
  });
}
