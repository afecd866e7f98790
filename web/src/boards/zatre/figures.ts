/** What games/zatre/page.py says of a position. Cells are named "row,column", as in the names of moves. */

export interface Row {
  cross: boolean;
  /** Columns 10, 11 and 12. */
  boxes: (number | null)[];
  bonus: number;
  doubled: boolean;
  points: number;
}

export interface Card {
  rows: Row[];
  total: number;
  /** What this turn brings, if it ends now. */
  gain: number;
  /** The first row in each of the columns 10, 11, 12 and double that this turn writes; null: it writes nothing yet. */
  fresh: number[] | null;
}

export interface Duty {
  least: number;
  most: number;
  /** A run that scores is still to be made. */
  score: boolean;
  /** Double cells need no cross. */
  free: boolean;
}

export interface Spot {
  /** How many tiles one laid here joins: to the left, right, above, below. */
  reach: [number, number, number, number];
  /** By the kind of tile: the sums across and down, 0 where it makes no run. */
  sums: Record<string, [number, number]>;
}

/** Row, column, tiles, 1 if it goes down, sum, and 2 if this turn made it, 1 if the turn before did. */
export type Run = [number, number, number, number, number, number];

export interface Figures {
  phase: "lots" | "dealing" | "drawing" | "laying" | "ended";
  /** Nothing lies on the board but what this turn lays. */
  opening: boolean;
  map: string[];
  rows: string[];
  /** The least and the most that a run must sum to in order to score. */
  scoring: [number, number];
  runs: Run[];
  fresh: string[];
  last: string[];
  hands: (number[] | null)[];
  held: number[];
  lots: (number | null)[];
  bag: number;
  duty: Duty | null;
  spots: Record<string, Spot>;
  bonuses: number[];
  cards: Card[];
  left: number[] | null;
}

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
