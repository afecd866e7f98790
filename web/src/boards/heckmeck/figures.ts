// Made from src/stammtisch/games/heckmeck/figures.py and the State of its rules.py by `python -m tools.figures`; edit that.

import type { Dice } from "../keeping/figures.ts";

export const GRILL = -1;
export const FACE_DOWN = -2;

/** What the outcomes of chance are called, by their numbers. */
export const OUTCOMES: readonly string[] = ["1", "2", "3", "4", "5", "worm"];

/** Is the number of an outcome that of its lot? Otherwise it depends on the position. */
export const BY_LOT = true;

/** The position, as rules.py declares it. */
export interface State {
  /** the number of this turn in the game, from 1 */
  turns: number;
  /** whose turn it is; seat 0 starts [H1.3] */
  player: number;
  phase: number;
  /** dice of this throw still to come to rest */
  falling: number;
  /** dice not set aside */
  dice: number;
  /** dice lying on the table, by symbol */
  thrown: number[];
  /** dice set aside this turn, by symbol */
  kept: number[];
  /** where each tile lies */
  lies: number[];
  /** the highest face-up tile of the grill, or NO_TILE */
  highest: number;
  /** the tile under it in the same stack */
  below: number[];
  /** the top tile of each player's stack */
  top: number[];
}

export interface TileWorth {
  number: number;
  worms: number;
}

/** What a failed turn costs. */
export interface Failing {
  /** The tile that goes back to the grill. */
  back: number | null;
  /** The tiles that are turned face down. */
  down: number[];
}

/** The turn that ended last. */
export interface LastTurn {
  by: number;
  /** The tile that was taken; null: the turn failed. */
  won: number | null;
  /** From whom it was stolen; null: it lay on the grill. */
  rival: number | null;
  /** What it cost that the turn failed. */
  lost: Failing | null;
}

export interface Figures {
  tiles: TileWorth[];
  /** Every player's tiles from the bottom to the top. */
  stacks: number[][];
  /** Its `gain` are the tiles among which one who stops may choose. */
  dice: Dice<number[]>;
  /** null: the game is over. */
  failing: Failing | null;
  /** null: nobody's turn has ended yet. */
  last: LastTurn | null;
  /** By seat; null: the game is not over. */
  places: number[] | null;
}
