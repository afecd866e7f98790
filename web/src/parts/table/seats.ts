/** The players of a table as boards show them. */

import type { Player } from "../../boards/board.ts";
import type { View } from "../../protocol.ts";
import { t } from "../../translation.ts";

export function playersOf(view: View, seat: number | null, now: number): Player[] {
  return view.seats.map((each, number) => ({
    name: called(each.name),
    level: levelOf(each.name),
    kind: each.kind,
    bot: each.bot,
    away: each.away,
    resigned: each.resigned,
    score: view.scores?.[number] ?? 0,
    // At a throw too; every game's state names whose turn it is.
    turn: view.turn === number || (view.turn === -1 && view.state?.player === number),
    me: seat === number,
    clock: clockOf(view, number, now),
  }));
}

/** Does everybody wait for this seat, to decide or to throw the dice that begin its turn? */
export function waitsFor(view: View, seat: number): boolean {
  return view.turn === seat || (view.throw?.begins === true && view.throw.by === seat);
}

/** What the log calls a bot: its level, of old the number of its kind, and the name that it has at this table. */
const PLATE = /^bot ([a-z-]+)(?: (?:(\d+)|(\S.*)))?$/;

/** The level of a bot that has a name of its own; empty for everybody else. */
export function levelOf(name: string): string {
  const [, level, , own] = PLATE.exec(name) ?? [];
  return level && own ? t(level) : "";
}

/** A player's name as the reader knows it: "bot beginner Resi", and "Somebody" who was deleted, are the log's names. */
export function called(name: string): string {
  const [gone, number] = /^Somebody(?: (\d+))?$/.exec(name) ?? [];
  if (gone) return number ? t("Somebody {n}", { n: number }) : t("Somebody");
  const [, level, again, own] = PLATE.exec(name) ?? [];
  if (!level || own) return own ?? name;
  return again ? t("{level} bot {n}", { level: t(level), n: again }) : t("{level} bot", { level: t(level) });
}

function clockOf(view: View, seat: number, now: number): string {
  const clock = view.clock;
  if (!clock) return "";
  const runs = clock.seat === seat;
  if (clock.kind === "move" && !runs) return "";
  const left = Math.max(0, (clock.left[seat] ?? 0) - (runs ? now - clock.since : 0));
  const seconds = Math.ceil(left / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[0] ? parts : parts.slice(1))
    .map((part, n) => (n ? String(part).padStart(2, "0") : String(part)))
    .join(":");
}
