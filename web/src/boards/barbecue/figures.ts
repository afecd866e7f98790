// Made from src/stammtisch/games/barbecue/figures.py and the State of its rules.py by `python -m tools.figures`; edit that.

import type { Dice } from "../keeping/figures.ts";

export const EMPTY = -1;
export const SNAIL = -2;

/** What the outcomes of chance are called, by their numbers. */
export const OUTCOMES: readonly string[] = ["1", "2", "3", "4", "6", "worm"];

/** Is the number of an outcome that of its lot? Otherwise it depends on the position. */
export const BY_LOT = true;

/** The position, as rules.py declares it. */
export interface State {
  /** the number of this turn in the game, from 1 */
  turns: number;
  /** whose turn it is; seat 0 starts [B1.5] */
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
  /** what lies on each place: EMPTY, SNAIL or whose plates */
  holds: number[];
  /** how many plates lie there: none, one or two */
  plates: number[];
  /** snails not yet in play */
  supply: number;
  /** of each player; all together never more than 124, see the note at [B3.6] */
  worms: number[];
  /** of each player */
  snails: number[];
}

/**
 * A first plate, a second one, a rival's place; a snail from a place, one from the supply, or none and the
 * end; and nothing, where a second plate was declined.
 */
export type GainKind = "plate" | "second" | "steal" | "snail" | "supply" | "end" | "declined";

/** What stopping wins, from which place, and from whom. */
export interface Gain {
  kind: GainKind;
  place: number | null;
  worms: number;
  from: number | null;
}

/**
 * Why dice win nothing: there is no worm, the total is below the grill, no plate is left, or the place is
 * closed.
 */
export type Obstacle = "worm" | "low" | "plate" | "closed";

export interface PlaceWorth {
  number: number;
  worms: number;
}

/** The turn that ended last. */
export interface LastTurn {
  by: number;
  /** What it won; null: it failed. */
  gain: Gain | null;
  /** Where a snail crept because it failed; null: it did not fail, or no snail could. */
  snail: number | null;
  /** Whose plate the snail has pushed off. */
  pushed: number | null;
}

export interface Figures {
  dice: Dice<Gain>;
  places: PlaceWorth[];
  /** The place of the total, even if nothing is won there. */
  at: number | null;
  /** Stopping adds a second plate, and the player may leave it away. */
  can_decline: boolean;
  /** null: the dice set aside win something, or there are none. */
  obstacle: Obstacle | null;
  /** Where a failed turn puts a snail; null: it ends the game, which may be over already. */
  next_snail: number | null;
  /** All there are. */
  snails: number;
  /** Each player's worms as figures: blue ones, which stand for five, and red ones. */
  worms: [number, number][];
  /** Of each player; null: as many as are needed. */
  plates_left: number[] | null;
  /** null: nobody's turn has ended yet. */
  last: LastTurn | null;
  /** The winner is ahead of somebody with as many points, by a plate; null: the game is not over. */
  tie: boolean | null;
}
