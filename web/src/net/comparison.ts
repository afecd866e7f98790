/**
 * What the page shows is compared with what it checks. The lines prove the dice, but nobody looks at lines: a server
 * could name the outcomes falsely, or show other dice than it proves.
 */

import type { AnyChance } from "../boards/chance.ts";
import { chanceOf } from "../boards/found.ts";
import { Fault } from "../fair/index.ts";
import type { Page, TableEvent, View } from "../protocol.ts";

const DECISIONS = new Set(["seat", "draft", "laid", "undo"]);

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
  #end: { scores: number[] } | null = null;

  /** An event whose line was found good. */
  take(event: TableEvent): void {
    if (DECISIONS.has(event.type)) {
      this.#last = null;
      this.#held = null;
    }
    if (!("line" in event)) return;
    const line = JSON.parse(event.line);
    if (event.type === "fair") this.#chance = chanceOf(line.game);
    else if ((event.type === "throw" && line.lots) || event.type === "show") {
      const number: number = line.throw ?? line.show;
      this.#checkNames(number, line.lots, line.are);
      const hidden = event.type === "show";
      this.#last = { number, names: line.are, hidden };
      if (!hidden) this.#held = null; // it may have given somebody something
    } else if (event.type === "throw") this.#last = null;
    else if (event.type === "end" && line.scores) this.#end = line;
  }

  /** How the table is shown after these events; all of it is thought to be seen by one seat, or a spectator (null). */
  compare(view: View, page: Page | null, seat: number | null): void {
    const { state } = view;
    if (!state) return;
    if (this.#end && view.result && String(view.result.scores) !== String(this.#end.scores))
      throw new Fault("shown", "the result has other scores than the lines say");
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

/** Is the transcript of a finished game that of another one than was seen here? What is wrong with it; null: nothing. */
export function otherGame(data: Uint8Array, events: TableEvent[]): Fault | null {
  const seen = events.flatMap((event) => ("line" in event && event.type !== "show" ? [event.line] : []));
  let drafts = events.filter(({ type }) => type === "hidden").length; // of others; what is shown in them comes later
  let at = 0;
  const lines = new TextDecoder().decode(data).trimEnd().split("\n");
  for (const [number, line] of lines.entries()) {
    if (line.startsWith('{"show":')) continue;
    if (line === seen[at]) at += 1;
    else if (drafts > 0 && /^\{"(seat|undo)":/.test(line)) drafts -= 1;
    else return new Fault("log", "this is not the game that was seen here", 0, number + 1);
  }
  return at < seen.length
    ? new Fault("log", "this is not the game that was seen here: it lacks lines")
    : null;
}

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
