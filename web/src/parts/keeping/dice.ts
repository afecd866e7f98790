/** The dice of a turn, as games/keeping/page.py gives them. `Gain` is what stopping would win: each game's own. */

export type Face = number | "worm";

/** The dice of one symbol on the table. */
export interface Thrown<Gain> {
  move: string;
  face: Face;
  dice: number;
  /** It may be set aside: the total that would make, and what that would win. */
  new: boolean;
  total: number | null;
  gain: Gain | null;
}

/** The dice of one symbol that are set aside. */
export interface Kept {
  face: Face;
  dice: number;
  points: number;
}

export interface DiceFigures<Gain> {
  throw: Thrown<Gain>[];
  tray: Kept[];
  total: number;
  /** A worm is set aside. */
  worm: boolean;
  /** Dice not set aside. */
  left: number;
  gain: Gain | null;
}
