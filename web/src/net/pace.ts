/** What others do is shown at a pace that people can follow; what one does oneself is shown at once. */

import { settings } from "../settings.svelte.ts";

/** ms between two things that others do. */
export const PACES = { calm: 900, brisk: 450, none: 0 } as const;

export class Pace<T> {
  readonly #show: (item: T) => void;
  #waiting: T[] = [];
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(show: (item: T) => void) {
    this.#show = show;
  }

  add(item: T, atOnce: boolean): void {
    this.#waiting.push(item);
    if (atOnce || document.hidden || PACES[settings.pace] === 0) this.flush();
    else this.#wait();
  }

  /** Show everything that waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const item of this.#waiting.splice(0)) this.#show(item);
    this.#last = performance.now();
  }

  #wait(): void {
    if (this.#timer !== undefined) return;
    // Whoever was away for a while need not watch all of it.
    const pause = PACES[settings.pace] / (1 + this.#waiting.length / 10);
    const left = Math.max(0, this.#last + pause - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const item = this.#waiting.shift();
      if (item === undefined) return;
      this.#show(item);
      this.#last = performance.now();
      if (this.#waiting.length) this.#wait();
    }, left);
  }
}
