/** A tournament as the server knows it: asked for again and again, so that every page of it follows by itself. */

import { fresh, hex } from "../fair/index.ts";
import type { TournamentShown } from "../protocol.ts";
import { language, t } from "../translation.ts";
import { call, Refused } from "./api.ts";
import { whoAmI } from "./identity.ts";
import { words } from "./refusals.ts";
import { stored } from "./storage.ts";
import { me } from "./tables.ts";

/** Something that is to happen: its kind, and its fields as docs/tournament.md lists them. */
export interface EventData {
  kind: string;
  [field: string]: unknown;
}

const WAIT = 20; // seconds that the server may keep a question
const SOON = 3; // while tables online wait for their players: who sits down there is no event of the tournament
const AGAIN = 3000; // milliseconds until it is asked again after a failure
const AT_ONCE = 1000; // an answer without news should have taken longer

/** Keys of links that were opened on this device, by tournament: the organiser's, or a table's. */
const keys = stored<Record<string, string>>("cups", {});

/** The key of the link that led here is kept, and taken out of the address: it must not be seen over a shoulder. */
export function keyOf(name: string): string | undefined {
  const found = /^#key=([A-Za-z0-9_-]{20,100})$/.exec(location.hash)?.[1];
  if (found) {
    keys.set({ ...keys.get(), [name]: found });
    history.replaceState(null, "", location.pathname + location.search);
  }
  return keys.get()[name];
}

export function keepKey(name: string, key: string): void {
  keys.set({ ...keys.get(), [name]: key });
}

export class TournamentConnection {
  readonly id: string;
  /** How it stands; null: not known yet. */
  shown: TournamentShown | null = $state.raw(null);
  /** Why it cannot be shown, or what was refused last. */
  trouble = $state("");
  /** The code of what was refused last. */
  code = "";
  /** There is no such tournament, and nobody asks for it again. */
  missing = $state(false);
  connected = $state(false);
  busy = $state(false);
  readonly #key: string | undefined;
  readonly #stop = new AbortController();
  #asking = new AbortController();

  /** `place` names what a key is for, where a device may have several: a table's sheet. */
  constructor(id: string, place = "") {
    this.id = id;
    this.#key = keyOf(`${id}${place}`) ?? keyOf(id);
    this.#follow();
  }

  close(): void {
    this.#stop.abort();
  }

  /** Let something happen, all of it or nothing; true if it did. What was refused is told in `trouble`. */
  async do(what: EventData[], player: number | null = null): Promise<boolean> {
    this.busy = true;
    this.trouble = this.code = "";
    try {
      const person = await me(t("Guest"));
      const cid = hex(fresh()).slice(0, 32);
      const seq = this.shown?.seq ?? 0;
      const body = { cid, seq, key: this.#key ?? null, player, what };
      this.#take(
        await call<TournamentShown>("POST", this.#path("/events"), body, person.token, this.#headers),
      );
      return true;
    } catch (why) {
      this.trouble = inWords(why);
      this.code = why instanceof Refused ? why.code : "";
      if (this.code === "stale") await this.#look().catch(() => {});
      if (isLost(why)) {
        this.connected = false;
        this.#asking.abort(); // it may wait on a connection that is gone: ask anew
      }
      return false;
    } finally {
      this.busy = false;
    }
  }

  #path(rest = "", more = ""): string {
    return `/api/tournaments/${this.id}${rest}?language=${language()}${more}`;
  }

  get #headers(): Record<string, string> {
    return this.#key ? { "X-Key": this.#key } : {};
  }

  #take(shown: TournamentShown): void {
    if (!this.shown || shown.seq >= this.shown.seq) this.shown = shown;
    this.connected = true;
  }

  async #look(more = ""): Promise<void> {
    const token = whoAmI()?.token;
    const path = this.#path("", more);
    const signal = AbortSignal.any([this.#stop.signal, this.#asking.signal]);
    const shown = await call<TournamentShown>("GET", path, undefined, token, this.#headers, signal);
    // Whoever has become somebody since must not see the tournament as a stranger does.
    if (token === whoAmI()?.token) this.#take(shown);
  }

  async #follow(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const since =
        this.connected && this.shown
          ? `&since=${this.shown.seq}&wait=${gathering(this.shown) ? SOON : WAIT}`
          : "";
      this.#asking = new AbortController();
      try {
        const [seq, asked] = [this.shown?.seq, performance.now()];
        await this.#look(since);
        // With too many people a server answers at once: then we wait ourselves.
        if (since && this.shown?.seq === seq && performance.now() - asked < AT_ONCE) await wait();
      } catch (why) {
        if (this.#stop.signal.aborted) return;
        this.connected = false;
        if (!this.shown || !isLost(why)) this.trouble = inWords(why);
        this.missing = why instanceof Refused && ["no_tournament", "not_found"].includes(why.code);
        if (this.missing) return;
        await wait();
      }
    }
  }
}

/** Are there tables online that have not begun? */
function gathering(shown: TournamentShown): boolean {
  const tables = (shown.online && shown.view.rounds.at(-1)?.tables) || [];
  return tables.some((each) => each.played && !each.lines.length && (each.status ?? "waiting") === "waiting");
}

function wait(): Promise<void> {
  return new Promise((again) => setTimeout(again, AGAIN));
}

function isLost(why: unknown): boolean {
  return why instanceof Refused && why.code === "offline";
}

/** Where the reason is a sentence for people, in the language of the page. */
const SAID = [
  "bad_tournament",
  "bad_options",
  "doubtful",
  "stale",
  "not_organiser",
  "taken",
  "not_invited",
  "seated",
  "no_bot",
];

export function inWords(why: unknown): string {
  return why instanceof Refused && SAID.includes(why.code) ? why.message : words(why);
}
