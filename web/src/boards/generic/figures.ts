/** What every game's position can be shown as: `Shown` in core/contract/page.py. */

export interface Row {
  /** Empty: the cells are sentences. */
  label: string;
  cells: string[];
}

export interface Figures {
  /** What lies on the table. */
  rows: Row[];
  /** What each player has, by seat. */
  seats: string[][];
}
