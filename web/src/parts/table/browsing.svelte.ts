/** Going back in a game: the past of one in play is what was seen of it, that of a finished one is the server's. */

import { call } from "../../net/api.ts";
import { words } from "../../net/refusals.ts";
import type { TableConnection } from "../../net/tableConnection.svelte.ts";
import type { Moment, Story } from "../../protocol.ts";
import { go, place, said } from "../../route.svelte.ts";
import { language, t } from "../../translation.ts";

export class Browsing {
  /** The event that is looked at; null: the table as it is now. */
  at: number | null = $state(null);
  moment: Moment | null = $state.raw(null);
  /** The event whose moment is shown: it may take a while to come. */
  shown: number | null = $state(null);
  /** Everything in words, once the game is over. */
  story: Story | null = $state.raw(null);
  readonly #connection: () => TableConnection | undefined;
  readonly #trouble: (text: string) => void;

  constructor(connection: () => TableConnection | undefined, trouble: (text: string) => void) {
    this.#connection = connection;
    this.#trouble = trouble;
  }

  get #isOver(): boolean {
    return this.#connection()?.view?.status === "over";
  }

  /** The events one can look at, in order. */
  get steps(): number[] {
    return this.#isOver
      ? (this.story?.told ?? []).filter((line) => line.scores).map((line) => line.seq)
      : (this.#connection()?.past ?? []).filter((each) => each.view.state).map((each) => each.seq);
  }

  /** The game is over: fetch its story, and go to the event that the address names. */
  async read(): Promise<void> {
    const connection = this.#connection();
    if (!connection) return;
    const link = said(place.hash, place.query);
    try {
      this.story = await call<Story>(
        "GET",
        `/api/tables/${connection.table}/story?language=${language()}`,
        undefined,
        connection.person?.token,
      );
      if (link.kind === "broken") this.#trouble(t("The link is not whole. This is how the game ended."));
      else if (link.kind !== "moment") return;
      else if (link.seq > (this.story.told.at(-1)?.seq ?? 0))
        this.#trouble(t("This game has no moment {n}. This is how it ended.", { n: link.seq }));
      else await this.look(link.seq);
    } catch (why) {
      this.#trouble(words(why));
    }
  }

  /** `hash`: what the address says of it, where that is not the event alone. */
  async look(seq: number | null, hash = seq === null ? "" : `#${seq}`): Promise<void> {
    this.at = seq;
    if (this.#isOver) await this.#fetch(seq, hash);
    else this.#remember(seq);
  }

  async #fetch(seq: number | null, hash: string): Promise<void> {
    const connection = this.#connection();
    const table = connection?.table ?? "";
    if (hash !== place.hash) go(`/t/${table}${hash}`, true);
    if (seq === null) {
      this.moment = null;
      this.shown = null;
      return;
    }
    try {
      const found = await call<Moment>(
        "GET",
        `/api/tables/${table}/moment?to=${seq}&language=${language()}`,
        undefined,
        connection?.person?.token,
      );
      if (this.at !== seq) return; // somebody has gone on meanwhile
      this.moment = found;
      this.shown = seq;
    } catch (why) {
      this.#trouble(words(why));
    }
  }

  #remember(seq: number | null): void {
    const seen = seq === null ? undefined : this.#connection()?.past.findLast((each) => each.seq <= seq);
    const state = seen?.view.state;
    this.moment =
      seen && state
        ? {
            line: "", // a game in play is not analysed
            turn: seen.view.turn ?? -1,
            state,
            scores: seen.view.scores ?? [],
            figures: seen.page?.figures ?? null,
            aloud: seen.page?.aloud ?? "",
          }
        : null;
    if (!this.moment) this.at = null;
  }
}
