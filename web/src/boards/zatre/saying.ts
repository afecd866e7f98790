/** Zatre's board in words: what a cell is called, and what is to be done. */

import { t, tn } from "../../translation.ts";
import type { Cell } from "./cells.ts";
import type { Duty, Figures } from "./figures.ts";

/** Sentences one after the other. */
export function sentences(...found: (string | false | null | undefined)[]): string {
  return found.filter(Boolean).join(" ");
}

export function placeOf({ row, column }: { row: number; column: number }): string {
  return t("Row {row}, column {column}", { row, column });
}

/** A covered cell: its tile, and the runs through it. */
export function coveredName(cell: Cell, figures: Figures): string {
  const where = { row: cell.row, column: cell.column, pips: cell.pips };
  return sentences(
    cell.double
      ? t("Row {row}, column {column}: {pips} on a double cell.", where)
      : t("Row {row}, column {column}: {pips}.", where),
    figures.fresh.includes(cell.id) && t("Laid this turn."),
    figures.last.includes(cell.id) && t("Laid last turn."),
    ...runsThrough(cell, figures),
  );
}

function runsThrough(cell: Cell, figures: Figures): string[] {
  return figures.runs.flatMap(([row, column, length, down, sum]) => {
    const along = down ? cell.row - row : cell.column - column;
    const beside = down ? cell.column - column : cell.row - row;
    if (beside || along < 0 || along >= length) return [];
    return [down ? t("{sum} down.", { sum }) : t("{sum} across.", { sum })];
  });
}

/** An empty cell: what the chosen tile would make there. `leads` is known if it may be laid. */
export function emptyName(cell: Cell, pips: number, sums: [number, number] | null, leads: string): string {
  const where = { row: cell.row, column: cell.column };
  return sentences(
    cell.double
      ? t("Row {row}, column {column}: empty double cell.", where)
      : t("Row {row}, column {column}: empty.", where),
    leads ? t("{pips} here: {leads}.", { pips, leads }) : sums && refusal(pips, sums),
  );
}

/** What a tile would make where it may not be laid now. */
export function refusal(pips: number, [across, down]: [number, number]): string {
  const names = { pips, across, down };
  if (across && down)
    return t("{pips} would make {across} across and {down} down; it cannot be laid here now.", names);
  if (across) return t("{pips} would make {across} across; it cannot be laid here now.", names);
  if (down) return t("{pips} would make {down} down; it cannot be laid here now.", names);
  return t("{pips} cannot be laid here now.", names);
}

/** What makes a turn complete. */
export function dutyInWords(duty: Duty, { opening, fresh, scoring: [ten, twelve] }: Figures): string {
  const left = duty.most - fresh.length;
  const runs = { ten, twelve };
  if (opening && duty.pips)
    return t("Open on the centre with two or three tiles that add up to {ten} to {twelve}.", runs);
  if (opening && duty.least < duty.most)
    return t("Open on the centre with two or three tiles; one run must make {ten} to {twelve}.", runs);
  if (opening) return tn(left, "Open the game: {n} tile to lay.", "Open the game: {n} tiles to lay.");
  if (left <= 0) return t("All tiles of this turn are laid.");
  return sentences(
    tilesToLay(Math.max(1, duty.least - fresh.length), left),
    duty.score && t("A run of {ten} to {twelve} must be made.", runs),
    duty.only && t("No run below {ten} may be made.", runs),
    duty.free && t("Double cells need no cross this time."),
  );
}

function tilesToLay(least: number, most: number): string {
  if (least === most) return tn(most, "Lay {n} tile.", "Lay {n} tiles.");
  if (most === 2) return t("Lay one or two tiles.");
  return least === 1 ? t("Lay one to three tiles.") : t("Lay two or three tiles.");
}
