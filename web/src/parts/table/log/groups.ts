/** What has happened, turn by turn. */

import type { EventText } from "../../../protocol.ts";

export interface Group {
  /** The first event in it. */
  seq: number;
  /** Whose turn it is; null: it is no turn. */
  seat: number | null;
  lines: EventText[];
}

export function groupsOf(told: EventText[]): Group[] {
  const found: Group[] = [];
  let turns: number | null | undefined;
  for (const line of told) {
    const last = found.at(-1);
    if (last && (line.turns ?? null) === turns) last.lines.push(line);
    else found.push({ seq: line.seq, seat: null, lines: [line] });
    turns = line.turns ?? null;
  }
  for (const group of found) group.seat = group.lines[0]?.turns ? owner(group.lines) : null;
  return found;
}

/** Others may act in a turn, but nobody as often as the one whose turn it is. */
function owner(lines: EventText[]): number | null {
  const acts = new Map<number, number>();
  for (const { seat } of lines) if (seat !== null) acts.set(seat, (acts.get(seat) ?? 0) + 1);
  const most = Math.max(0, ...acts.values());
  return [...acts].find(([, count]) => count === most)?.[0] ?? null;
}
