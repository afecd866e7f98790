/** The dice of a turn, as games/keeping/page.py gives them. `Gain` is what stopping would win; null: nothing. */

export type Face = number | "worm";

export interface Thrown<Gain> {
  move: string;
  face: Face;
  dice: number;
  /** It may be set aside. */
  new: boolean;
  /** The points after setting it aside, and what stopping would win then. */
  total: number | null;
  gain: Gain | null;
}

export interface Dice<Gain> {
  /** What the dice of this game show. */
  faces: Face[];
  throw: Thrown<Gain>[];
  /** What is set aside. */
  tray: { face: Face; dice: number; points: number }[];
  total: number;
  worm: boolean;
  /** Dice that are not set aside. */
  left: number;
  gain: Gain | null;
}

// Phases of a turn, as games/keeping/__init__.py numbers them.
export const THROWING = 0;
export const KEEPING = 1;
export const CHOOSING = 2;
