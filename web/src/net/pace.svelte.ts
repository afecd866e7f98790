/** What happens is shown one thing after another, at a pace that people can follow. */

import { settings } from "../settings.svelte.ts";

/** What is to be seen of one step. */
export type Kind = "nothing" | "roll" | "move" | "throw" | "turn";

/**
 * ms that a step stays in sight before the next one: somebody takes up the dice, decides, throws, or ends a turn. Dice
 * roll for `rolling` ms of that.
 */
export const PACES = {
  calm: { nothing: 0, roll: 300, move: 800, throw: 1500, turn: 1800, rolling: 600 },
  brisk: { nothing: 0, roll: 150, move: 400, throw: 950, turn: 1100, rolling: 420 },
  none: { nothing: 0, roll: 0, move: 0, throw: 0, turn: 0, rolling: 420 },
} as const;

/**
 * A queue of steps. Only an own action shows what waits at once; how much waits never changes the pace, and a page that
 * nobody looks at stands still.
 */
export class Pace<T> {
  /** How many steps are still to be shown. */
  waiting = $state(0);
  readonly #show: (item: T) => void;
  readonly #kind: (item: T) => Kind;
  #queue: T[] = [];
  #free = 0; // when the next one may be shown
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `kind` is asked before `show`. */
  constructor(show: (item: T) => void, kind: (item: T) => Kind) {
    this.#show = show;
    this.#kind = kind;
    document.addEventListener("visibilitychange", this.#wait);
  }

  add(item: T, atOnce: boolean): void {
    this.#queue.push(item);
    if (atOnce || settings.pace === "none") this.skip();
    else this.#wait();
  }

  /** Show everything that waits, or all up to the first step of a kind. */
  skip(to?: Kind): void {
    while (this.#queue.length) if (this.#next() === to) break;
    this.#wait();
  }

  close(): void {
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#wait);
  }

  #next(): Kind {
    const item = this.#queue.shift() as T;
    const kind = this.#kind(item);
    this.#show(item);
    this.#free = performance.now() + PACES[settings.pace][kind];
    this.waiting = this.#queue.length;
    return kind;
  }

  readonly #wait = (): void => {
    clearTimeout(this.#timer);
    this.waiting = this.#queue.length;
    if (!this.#queue.length || document.hidden) return;
    this.#timer = setTimeout(
      () => {
        this.#next();
        this.#wait();
      },
      Math.max(0, this.#free - performance.now()),
    );
  };
}
