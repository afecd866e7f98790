// Made from src/stammtisch/core/contract/shown.py by `python -m tools.figures`; edit that.

export interface ShownRow {
  /** Empty: the cells are sentences. */
  label: string;
  cells: string[];
}

export interface Shown {
  /** What lies on the table. */
  rows: ShownRow[];
  /** What each player has, by seat. */
  seats: string[][];
}
