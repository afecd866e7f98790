/** The cells of the board, named "row,column" as in the names of moves. */

import type { Figures } from "./figures.ts";

/** A cell of the board, as it is drawn. */
export interface Cell {
  id: string;
  row: number;
  column: number;
  double: boolean;
  centre: boolean;
  /** The tile on it, 0: empty. */
  pips: number;
}

export function cellsOf(figures: Figures): Cell[][] {
  return figures.map.map((line, row) =>
    [...line].flatMap((mark, column) =>
      mark === " "
        ? []
        : [
            {
              id: `${row},${column}`,
              row,
              column,
              double: mark !== ".",
              centre: mark === "C",
              pips: Number(figures.rows[row]?.[column]) || 0,
            },
          ],
    ),
  );
}

export function lay(pips: number, id: string): string {
  return `lay ${pips} ${id}`;
}

export function at(id: string): [number, number] {
  const [row = 0, column = 0] = id.split(",").map(Number);
  return [row, column];
}
