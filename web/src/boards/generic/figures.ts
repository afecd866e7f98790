/** What every game's position can be shown as; see `Shown` in core/contract/page.py. */

export interface Row {
  label: string;
  cells: string[];
}

export interface Figures {
  /** What lies on the table. */
  rows: Row[];
  /** What each player has, by seat. */
  seats?: Row[][];
  /** What was thrown or drawn last in this turn, as far as the viewer may know it. */
  thrown?: string[];
  /** A number for every throw. */
  roll?: number;
}
