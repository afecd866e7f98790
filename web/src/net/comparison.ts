/**
 * What the page shows is compared with what it checks. The lines prove the dice, but nobody looks at lines: a server
 * could name the outcomes falsely, or show other dice than it proves; or write a version of the transcript that proves
 * less.
 */

import type { AnyChance } from "../boards/chance.ts";
import { chanceOf } from "../boards/found.ts";
import { Fault, type Header } from "../fair/index.ts";
import type { Page, Result, TableEvent, View } from "../protocol.ts";

const DECISIONS = new Set(["seat", "draft", "laid", "undo"]);
/** Besides lines of the transcript, only these may change what the board shows. */
const CHANGES = new Set(["lines", "draft", "laid", "hidden", "result"]);

/** Why a game ended that was not over. */
const UNFINISHED = new Set(["resigned", "closed"]);

/** What everybody saw before sitting down, and what the header must have. */
interface Agreed {
  game: string;
  version: number;
  options: Record<string, unknown>;
  seats: unknown[];
  deal: { name: string; hash: string } | null;
}

/** The last throw, which nobody has moved since. */
interface Last {
  number: number;
  names: string[];
  /** It was for one seat only. */
  hidden: boolean;
}

export class Comparison {
  #chance: AnyChance | undefined;
  #last: Last | null = null;
  #held: string[][] | null = null; // what was held before; null: not known
  #opened: Agreed | null = null;
  #end: { end: string; scores: number[]; places: number[] } | null = null;
  readonly #resigned = new Set<number>();
  /** Who sits there: with which head, and has he given the key of a seal? */
  readonly #sat = new Map<number, { head: string; key: boolean }>();
  #begun = false;
  #state: string | null = null; // as it was shown; null: it may be another one now

  /** An event whose line was found good; `signs` is the seat that this device sat down at with a key. */
  take(event: TableEvent, signs: number | null): void {
    if (event.type === "sat")
      this.#sat.set(event.seat, { head: event.head, key: event.seat === signs || event.key != null });
    if (event.type === "left") this.#sat.delete(event.seat);
    if (event.type === "opened")
      this.#opened = { ...event.opening, version: event.version, deal: event.deal };
    if (event.type === "resigned") this.#resigned.add(event.seat);
    if ("line" in event || CHANGES.has(event.type)) this.#state = null;
    if (DECISIONS.has(event.type)) {
      this.#last = null;
      this.#held = null;
    }
    if (!("line" in event)) return;
    const line = JSON.parse(event.line);
    if (event.type === "fair") {
      this.#begun = true;
      this.#chance = chanceOf(line.game);
      this.#checkHeader(line);
    } else if ((event.type === "throw" && line.lots) || event.type === "show") {
      const number: number = line.throw ?? line.show;
      this.#checkNames(number, line.lots, line.are);
      const hidden = event.type === "show";
      if (!hidden || this.#last?.hidden) this.#held = null; // it may have given somebody something
      this.#last = { number, names: line.are, hidden };
    } else if (event.type === "throw") this.#last = null;
    else if (event.type === "end") this.#end = line;
  }

  /**
   * How the table is shown after these events; all of it is thought to be seen by one seat, or a spectator (null). `open`
   * is the throw that waits for somebody, by the lines.
   */
  compare(view: View, page: Page | null, seat: number | null, open: number | null): void {
    const { state } = view;
    this.#checkResult(view);
    if (view.status === "playing" && (!this.#begun || !state))
      throw new Fault("shown", "a game is shown without any proof of its dice");
    if (view.status === "playing" && (view.throw?.number ?? null) !== open)
      throw new Fault("shown", "a throw is said to be open or to have fallen, but the lines say otherwise");
    if (!state) return;
    const shown = JSON.stringify(state);
    if (shown !== (this.#state ?? shown))
      throw new Fault("shown", "the board shows something new, but nothing has happened");
    this.#state = shown;
    const figures = page?.figures;
    if (!figures || !this.#chance) return;
    const held = seat === null ? null : (this.#chance.held?.(state, figures, seat) ?? null);
    const last = this.#last;
    if (last && !last.hidden && view.status === "playing") {
      for (const shown of this.#chance.thrown?.(state, figures) ?? []) differ(last, shown, last.names);
    } else if (last && held && view.status === "playing") {
      held.forEach((shown, at) => {
        const before = this.#held?.[at];
        if (before) differ(last, shown, [...before, ...last.names]);
        else if (!includes(shown, last.names)) differ(last, shown, last.names);
      });
      this.#last = null; // it is in the hand now; what comes later adds to that
    }
    this.#held = held;
  }

  /**
   * It is that of the game for which the table was opened, and has the heads with which people sat down, and no others:
   * the chain of a bot would be the server's.
   */
  #checkHeader(header: Header): void {
    const { fair, heads = [], deal = null, hash = null } = header;
    const agreed = this.#opened?.deal ?? null;
    if (deal !== (agreed?.name ?? null) || hash !== (agreed?.hash ?? null))
      throw new Fault("opened", "the dice are not those with which the table was opened");
    if (!this.#opened || inWords(header) !== inWords(this.#opened))
      throw new Fault("opened", "the header is not that of the game for which the table was opened");
    heads.forEach((head, seat) => {
      if (head !== (this.#sat.get(seat)?.head ?? null))
        throw new Fault("contributor", `the header does not have the head that was given at seat ${seat}`);
    });
    if (fair === 1 && this.#sat.size && [...this.#sat.values()].every(({ key }) => key))
      throw new Fault(
        "version",
        "everybody gave the key of a seal, but the transcript is of the version without",
      );
  }

  /** A game that is shown as over has ended by its lines, and in that way. What the scores are, only the rules can tell. */
  #checkResult({ status, result }: View): void {
    if ((status === "over") !== Boolean(result))
      throw new Fault("shown", "a game is shown as over without a result, or a result before the end");
    if (result && !this.#endsSo(result))
      throw new Fault("shown", "the result is another one than the lines and what happened say");
  }

  #endsSo({ scores, places, reason }: Result): boolean {
    const end = this.#end;
    const nobody = !places.some(Boolean);
    if (!this.#begun) return reason === "closed" && nobody && !scores.some(Boolean);
    if (end?.end === "over")
      return (
        reason === "played" &&
        String(scores) === String(end.scores) &&
        String(places) === String(this.#placed(end.places))
      );
    if (end?.end !== "unfinished" || !UNFINISHED.has(reason)) return false;
    const stay = places.length - this.#resigned.size;
    return reason === "closed"
      ? nobody
      : this.#resigned.size > 0 &&
          places.every((place, seat) => place >= 1 && place > stay === this.#resigned.has(seat));
  }

  /** Who has resigned is last; the others are placed as they stand. */
  #placed(places: number[]): number[] {
    const mine = places.map((place, seat) => place + (this.#resigned.has(seat) ? places.length : 0));
    return mine.map((place) => 1 + mine.filter((other) => other < place).length);
  }

  #checkNames(number: number, lots: number[], names: string[]): void {
    const { outcomes, byLot } = this.#chance ?? {};
    if (!outcomes) return;
    names.forEach((name, at) => {
      const right = byLot ? outcomes[lots[at] ?? -1] === name : outcomes.includes(name);
      if (!right) {
        const fell = byLot ? `'${outcomes[lots[at] ?? -1]}' was rolled` : "there is no such outcome";
        throw new Fault("rules", `an outcome is called '${name}', but ${fell}`, number);
      }
    });
  }
}

/** The game, the version of its rules, its options and the number of seats. */
function inWords({ game, version, options, seats }: Omit<Agreed, "deal">): string {
  return JSON.stringify([game, version, Object.entries(options).sort(), seats.length]);
}

/**
 * Is the transcript of a finished game that of another one than was seen here? What is wrong with it; null: nothing.
 * In version 1 not all lines are seen before the end, so nothing is said of it.
 */
export function otherGame(data: Uint8Array, events: TableEvent[]): Fault | null {
  const seen = events.flatMap((event) => {
    if (event.type === "lines") return event.lines;
    return "line" in event && event.type !== "draft" ? [event.line] : [];
  });
  if (!/^\{"fair":[23],/.test(seen[0] ?? "")) return null;
  const all = new TextDecoder().decode(data).trimEnd().split("\n");
  const [right, found] = [seen, all].map((lines) => lines.filter((line) => !LATER.test(line)));
  const at = (right ?? []).findIndex((line, number) => line !== found?.[number]);
  if (at < 0 && right?.length === found?.length) return null;
  return new Fault("log", "this is not the game that was seen here", 0, all.indexOf(found?.[at] ?? "") + 1);
}

/** Hidden throws come in one order to those who see them and in another to the rest; anybody may sign later. */
const LATER = /^\{"(show|seal|seed)":/;

function differ(last: Last, shown: string[], right: string[]): void {
  if (String([...shown].sort()) === String([...right].sort())) return;
  const sorted = (names: string[]) => [...names].sort().join(" ");
  throw new Fault(
    "shown",
    `the board shows ${sorted(shown)}, but what fell is ${sorted(right)}`,
    last.number,
  );
}

function includes(all: string[], some: string[]): boolean {
  const left = [...all];
  return some.every((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
