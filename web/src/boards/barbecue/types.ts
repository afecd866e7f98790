/** Barbecue's state, as games/barbecue/rules.py declares it, and the figures of its page.py. */

import type { Dice } from "../keeping/dice.ts";

export interface State {
  turns: number;
  player: number;
  phase: number;
  /** What lies on each place: EMPTY, SNAIL, or whose plates. */
  holds: number[];
  plates: number[];
  /** Snails not yet in play. */
  supply: number;
  worms: number[];
  snails: number[];
}

export const EMPTY = -1;
export const SNAIL = -2;

/** What stopping wins, and from which place. */
export interface Gain {
  kind: "plate" | "second" | "steal" | "snail" | "supply" | "end";
  place: number | null;
  worms: number;
  from: number | null;
}

export interface Figures {
  dice: Dice<Gain>;
  places: { number: number; worms: number }[];
  /** The place of the total, even if nothing is won there. */
  at: number | null;
  obstacle: "worm" | "low" | "closed" | "plate" | null;
  /** Where a failed turn puts a snail; null: it ends the game. */
  next_snail: number | null;
  /** All there are. */
  snails: number;
  /** Each player's worms as figures: blue ones, which stand for five, and red ones. */
  worms: [number, number][];
  /** Of each player; null: as many as are needed. */
  plates_left: number[] | null;
  /** The winner is ahead of somebody with as many points, by a plate; null: the game is not over. */
  tie: boolean | null;
}
