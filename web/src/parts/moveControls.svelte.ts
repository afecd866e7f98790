/** What every control of a board does alike: it is chosen or asked about, shows what it leads to, and may be lit. */

import type { BoardProps, Marked } from "../boards/board.ts";
import { t } from "../translation.ts";
import { LongPress } from "./longPress.ts";

type Given = Pick<BoardProps, "legal" | "leads" | "loses" | "lit" | "marked" | "play" | "why">;

export class MoveControls {
  /** The move somebody looks at: under the mouse, in focus, or under a resting finger. */
  shown: string | null = $state(null);
  readonly #given: () => Given;
  readonly #legal = $derived.by(() => new Set(this.#given().legal));
  readonly #press = new LongPress();

  constructor(given: () => Given) {
    this.#given = given;
  }

  can(move: string): boolean {
    return this.#legal.has(move);
  }

  isLit(move: string): boolean {
    return this.#given().lit.includes(move);
  }

  /** The name of a move: what it loses for certain, else what the board calls it. */
  named(move: string, name: string): string {
    return (this.can(move) && this.#given().loses[move]) || name;
  }

  /** It throws something away, and one could do something else. */
  isDanger(move: string): boolean {
    return this.can(move) && this.#legal.size > 1 && Boolean(this.#given().loses[move]);
  }

  /** The decision of the past that is looked at. */
  get marked(): Marked | null {
    return this.#given().marked;
  }

  /** What a review says of a move, in a word; empty: nothing. */
  markOf(move: string): { played: string; best: string } {
    const { played, best, mine } = this.marked ?? {};
    return {
      played: move === played ? (mine ? t("You") : t("Played")) : "",
      best: move === best ? t("Best") : "",
    };
  }

  /** The move somebody looks at, if it may be made. */
  get seen(): string | null {
    return this.shown !== null && this.can(this.shown) ? this.shown : null;
  }

  /** What a move leads to, or the one under the eyes; empty: it may not be made, or none is looked at. */
  leads(move: string | null = this.shown): string {
    return move === null ? "" : (this.#given().leads[move] ?? "");
  }

  /** Make a move; one that is not allowed is asked about. While others decide nothing happens. */
  choose(move: string): void {
    const { play, why } = this.#given();
    if (!this.#legal.size) return;
    this.shown = null;
    if (this.can(move)) play(move);
    else why(move);
  }

  /** The attributes of a button that stands for a move. */
  button(move: string, name: string) {
    const can = this.can(move);
    const { played, best } = this.markOf(move);
    return {
      type: "button" as const,
      "data-move": move,
      "data-can": can || undefined,
      "data-lit": this.isLit(move) || undefined,
      "data-mark": (played && "played") || (best && "best") || undefined,
      "aria-label": name,
      "aria-description": this.leads(move) || played || best || undefined,
      "aria-disabled": !can,
      onclick: (event: MouseEvent) => {
        // The second click of a double click was not meant. A tap after a question counts as a second one, too.
        const again = event.detail > 1 && (event as PointerEvent).pointerType !== "touch";
        if (!this.#press.asked && !again) this.choose(move);
        this.#press.asked = false;
      },
      onpointerenter: (event: PointerEvent) => event.pointerType !== "touch" && this.#look(move),
      onpointerleave: () => this.#leave(move),
      // Where the focus only follows the mouse, nobody looks at it.
      onfocus: (event: FocusEvent) => (event.target as Element).matches(":focus-visible") && this.#look(move),
      // It may come from a button that goes away, in the middle of drawing.
      onblur: () => queueMicrotask(() => this.#leave(move)),
      onpointerdown: (event: PointerEvent) => this.#press.press(event, () => this.#look(move)),
      onpointerup: (event: PointerEvent) => this.#press.release(event),
      onpointercancel: () => this.#press.release(),
      oncontextmenu: (event: Event) => this.#press.asked && event.preventDefault(),
    };
  }

  #look(move: string): void {
    this.shown = move;
  }

  /** What a finger has asked about stays in sight until it touches something else. */
  #leave(move: string): void {
    this.#press.release();
    if (this.shown === move && !this.#press.asked) this.shown = null;
  }
}
