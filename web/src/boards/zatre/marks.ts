/** The chalk marks on the board: runs with their sums. */

import { at } from "./cells.ts";
import type { Figures } from "./figures.ts";

export interface Mark {
  key: string;
  row: number;
  column: number;
  length: number;
  down: boolean;
  sum: number;
  grade: "scores" | "low" | "over";
  /** It would be made by the tile that somebody is about to lay. */
  aimed: boolean;
  /** The turn before made it. */
  old: boolean;
  /** Its sum is left out: where it would stand one may lay. */
  bare: boolean;
}

export function grade(sum: number, [least, most]: [number, number]): Mark["grade"] {
  return sum > most ? "over" : sum < least ? "low" : "scores";
}

/** The runs that this turn has made, or while nothing is laid those by which the last one scored; and those aimed at. */
export function marksOf(figures: Figures, aim: string | null, pips: number, open: string[]): Mark[] {
  const aimed = aim && pips ? aimedAt(figures, aim, pips) : [];
  const turn = figures.fresh.length ? 2 : 1;
  const made = figures.runs.flatMap(([row, column, length, down, sum, made]): Mark[] => {
    const mark = markOf(figures, row, column, length, down === 1, sum, { old: turn === 1 });
    const behind = down ? `${row + length},${column}` : `${row},${column + length}`;
    return made === turn && (turn === 2 || mark.grade === "scores")
      ? [{ ...mark, bare: mark.old && open.includes(behind) }]
      : [];
  });
  const kept = made.filter(
    (mark) => !aimed.length || (!mark.old && !aimed.some((other) => covers(other, mark))),
  );
  return [...kept, ...aimed];
}

function aimedAt(figures: Figures, aim: string, pips: number): Mark[] {
  const spot = figures.spots[aim];
  const sums = spot?.sums[pips];
  if (!spot || !sums) return [];
  const [row, column] = at(aim);
  const [left, right, above, below] = spot.reach;
  const across = markOf(figures, row, column - left, left + 1 + right, false, sums[0], { aimed: true });
  const down = markOf(figures, row - above, column, above + 1 + below, true, sums[1], { aimed: true });
  return [across, down].filter((mark) => mark.sum);
}

function markOf(
  figures: Figures,
  row: number,
  column: number,
  length: number,
  down: boolean,
  sum: number,
  { aimed = false, old = false },
): Mark {
  const key = `${row},${column} ${length} ${down} ${aimed}`;
  return { key, row, column, length, down, sum, grade: grade(sum, figures.scoring), aimed, old, bare: false };
}

/** One run lengthens the other. */
function covers(longer: Mark, mark: Mark): boolean {
  if (longer.down !== mark.down) return false;
  const [a, b] = longer.down ? [longer.row, mark.row] : [longer.column, mark.column];
  const inLine = longer.down ? longer.column === mark.column : longer.row === mark.row;
  return inLine && a <= b && b + mark.length <= a + longer.length;
}
