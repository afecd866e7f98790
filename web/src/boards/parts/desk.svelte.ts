/** What every control of a board does alike: it is chosen or asked about, shows what it leads to, and may be lit. */

import type { BoardProps } from "../board.ts";

const HOLD = 350; // ms: a finger that rests so long asks, and does not choose

type Given = Pick<BoardProps, "legal" | "leads" | "lit" | "play" | "why">;

export class Desk {
  /** The move somebody looks at: under the mouse, in focus, or under a resting finger. */
  shown: string | null = $state(null);
  readonly #given: () => Given;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #held = false;

  constructor(given: () => Given) {
    this.#given = given;
  }

  can(move: string): boolean {
    return this.#given().legal.includes(move);
  }

  /** What the move under the eyes leads to; empty: none is looked at. */
  get leads(): string {
    return this.shown === null ? "" : (this.#given().leads[this.shown] ?? "");
  }

  /** Make a move; one that is not allowed is asked about. While others decide nothing happens. */
  choose(move: string): void {
    const { legal, play, why } = this.#given();
    if (!legal.length) return;
    this.shown = null;
    if (legal.includes(move)) play(move);
    else why(move);
  }

  /** The attributes of a button that stands for a move. */
  button(move: string, name: string) {
    const { leads, lit } = this.#given();
    const can = this.can(move);
    return {
      type: "button" as const,
      "data-move": move,
      "data-can": can || undefined,
      "data-lit": lit.includes(move) || undefined,
      "aria-label": name,
      "aria-description": leads[move],
      "aria-disabled": !can,
      onclick: () => {
        if (!this.#held) this.choose(move);
        this.#held = false;
      },
      onpointerenter: () => this.#look(move),
      onpointerleave: () => this.#leave(move),
      // Where the focus only follows the mouse, nobody looks at it.
      onfocus: (event: FocusEvent) => (event.target as Element).matches(":focus-visible") && this.#look(move),
      onblur: () => this.#leave(move),
      onpointerdown: (event: PointerEvent) => {
        this.#held = false;
        if (event.pointerType !== "touch") return;
        this.#timer = setTimeout(() => {
          this.#held = true;
          this.#look(move);
        }, HOLD);
      },
      onpointerup: () => clearTimeout(this.#timer),
      onpointercancel: () => clearTimeout(this.#timer),
      oncontextmenu: (event: Event) => this.#held && event.preventDefault(),
    };
  }

  #look(move: string): void {
    this.shown = move;
  }

  #leave(move: string): void {
    clearTimeout(this.#timer);
    if (this.shown === move && !this.#held) this.shown = null;
  }
}
