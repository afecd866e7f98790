/**
 * A game that is over, looked at again: whose mistakes are listed, and which of them is on the board.
 *
 * The address says where we are, so that the browser's Back does what one expects: #review is the list, #review-17 the
 * mistake that was event 17.
 */

import { untrack } from "svelte";
import type { Marked } from "../../boards/board.ts";
import { call, Refused } from "../../net/api.ts";
import { whenReady } from "../../net/ready.ts";
import { words } from "../../net/refusals.ts";
import type { TableConnection } from "../../net/tableConnection.svelte.ts";
import type { DecisionShown, ReviewShown } from "../../protocol.ts";
import { go, place } from "../../route.svelte.ts";
import { language } from "../../translation.ts";
import type { Browsing } from "./browsing.svelte.ts";

const LIST = "#review";
const ONE = /^#review-(\d+)$/;

export class Reviewing {
  /** The seat whose mistakes are listed; null: everybody's. */
  whose: number | null = $state(null);
  found: ReviewShown | null = $state.raw(null);
  trouble = $state("");
  /** The server still compiles what a review needs. */
  warming = $state(false);
  /** The mistake that was looked at last: the list is shown from there. */
  last: number | null = $state(null);
  readonly #connection: () => TableConnection | undefined;
  readonly #browsing: Browsing;
  /** The list is the page before this one in the browser's history. */
  #came = false;

  constructor(connection: () => TableConnection | undefined, browsing: Browsing) {
    this.#connection = connection;
    this.#browsing = browsing;
    $effect(() => {
      const isOver = connection()?.view?.status === "over";
      if (isOver && this.isOpen) {
        language();
        untrack(() => this.read());
      }
    });
    $effect(() => {
      const [isOver, event] = [connection()?.view?.status === "over", this.#event];
      if (isOver) untrack(() => this.#follow(event));
    });
  }

  get isOpen(): boolean {
    return place.hash === LIST || this.#event !== null;
  }

  get #event(): number | null {
    const found = ONE.exec(place.hash)?.[1];
    return found ? Number(found) : null;
  }

  /** The largest first. */
  readonly mistakes: DecisionShown[] = $derived(
    (this.found?.decisions ?? [])
      .filter((each) => each.instead && (this.whose === null || each.seat === this.whose))
      .sort((a, b) => b.gives_away - a.gives_away),
  );

  /** The one on the board. */
  get mistake(): DecisionShown | null {
    const event = this.#event;
    return (event !== null && this.found?.decisions.find((each) => each.event === event)) || null;
  }

  /** Its place among those that are listed, from 0. */
  get at(): number {
    return this.mistake ? this.mistakes.indexOf(this.mistake) : -1;
  }

  /** For the board, once it shows that moment. */
  get marked(): Marked | null {
    const { mistake } = this;
    if (!mistake || this.#browsing.shown !== mistake.event - 1) return null;
    return { played: mistake.move, best: mistake.best, mine: mistake.seat === this.#connection()?.seat };
  }

  open(): void {
    go(`${place.path}${LIST}`, true);
  }

  choose(event: number): void {
    this.#came = this.#event === null;
    go(`${place.path}#review-${event}`);
  }

  /** Go to the next mistake of the list, or back to the one before. */
  step(by: 1 | -1): void {
    const to = this.mistakes[this.at + by];
    if (to) go(`${place.path}#review-${to.event}`, true);
  }

  back(): void {
    if (this.#came) history.back();
    else this.open();
  }

  async read(): Promise<void> {
    const connection = this.#connection();
    if (!connection) return;
    if (!this.found) this.whose = connection.seat;
    this.trouble = "";
    try {
      this.found = await this.#ask(connection);
      // A link may lead to a mistake of somebody else.
      if (this.mistake && this.at < 0) this.whose = null;
    } catch (why) {
      this.trouble = words(why);
    }
  }

  /** The first review of a game may take the server longer than it gives a thought; the next try is quicker. */
  async #ask(connection: TableConnection, tries = 3): Promise<ReviewShown> {
    const path = `/api/tables/${connection.table}/review?language=${language()}`;
    try {
      return await whenReady(
        () => call<ReviewShown>("GET", path, undefined, connection.person?.token),
        () => this.isOpen && this.#connection() === connection,
        () => (this.warming = true),
      );
    } catch (why) {
      if (tries > 1 && why instanceof Refused && why.code === "no_answer")
        return this.#ask(connection, tries - 1);
      throw why;
    }
  }

  #follow(event: number | null): void {
    if (event !== null) {
      this.last = event;
      this.#browsing.look(event - 1, place.hash);
    } else if (place.hash === LIST || place.hash === "") {
      this.#came = false;
      if (this.#browsing.at !== null) this.#browsing.look(null, place.hash);
    }
  }
}
