// Made from src/stammtisch/games/keeping/figures.py by `python -m tools.figures`; edit that.

export const THROWING = 0;
export const KEEPING = 1;
export const CHOOSING = 2;

/** What a die shows. */
export type Face = number | "worm";

/** The dice of one symbol in a throw, and where setting them aside leads. */
export interface Thrown<Gain> {
  move: string;
  face: Face;
  dice: number;
  /** They may be set aside. */
  new: boolean;
  /** The points after setting them aside. */
  total: number | null;
  /** What stopping would win then; null: nothing. */
  gain: Gain | null;
}

/** The dice of one symbol that are set aside. */
export interface Kept {
  face: Face;
  dice: number;
  points: number;
}

/** The throw on the table, what is set aside, and what it is worth. */
export interface Dice<Gain> {
  /** What the dice of this game show. */
  faces: Face[];
  throw: Thrown<Gain>[];
  tray: Kept[];
  total: number;
  worm: boolean;
  /** Dice that are not set aside. */
  left: number;
  /** What stopping would win; null: nothing. */
  gain: Gain | null;
}
