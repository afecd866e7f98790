// Made from src/stammtisch/games/zocken/figures.py and the State of its rules.py by `python -m tools.figures`; edit that.

export const PICKING = 0;
export const THROWING = 1;
export const PLACING = 2;
export const BETTING = 3;
export const HAND = -1;
export const LEFT = 0;
export const RIGHT = 8;
export const BOX = 9;

/** What the outcomes of chance are called, by their numbers. */
export const OUTCOMES: readonly string[] = ["1", "2", "3", "4", "5", "6"];

/** Is the number of an outcome that of its lot? Otherwise it depends on the position. */
export const BY_LOT = true;

/** The position, as rules.py declares it. */
export interface State {
  /** the number of this turn in the game, from 1 */
  turns: number;
  scores: number[];
  /** the thrower; seat 0 starts [K1.3] */
  player: number;
  phase: number;
  /** dice placed this turn */
  placed: number;
  /** the colour of the die picked last */
  die: number;
  /** what each die showed when it was thrown, by colour; 0: not thrown yet */
  shows: number[];
  /** where each die lies, by colour: a slot, BOX, or HAND */
  lies: number[];
  /** the values on the slots */
  slots: number[];
  direction: number;
  /** dice on −20 */
  box: number;
  /** while the others bet: who is next */
  bettor: number;
  /** of each player: FOR, AGAINST, or 0 */
  bets: number[];
}

/**
 * For every slot the least and the greatest value that the die thrown now or next may bring there; null:
 * none.
 */
export type Room = ([number, number] | null)[];

/** A turn's points in parts, as the dice lie. */
export interface Score {
  /** A series counts when all dice lie. */
  series: number;
  /** What a series would still bring. */
  hope: number;
  matches: number;
  colours: number;
  ends: number;
  end_points: number;
  box: number;
  box_points: number;
  points: number;
}

/** What placing the die just thrown leads to. */
export interface After {
  score: Score;
  room: Room;
}

/** The turn before. */
export interface LastTurn {
  thrower: number;
  score: Score;
  bettors: number[];
  /** What a bet brought. */
  bet: number;
  /** Who bet against the thrower. */
  doubters: number[];
  /** What such a bet brought. */
  against: number;
}

/** The least that a bet can win, and what it loses. */
export interface BetStakes {
  wins: number;
  loses: number;
}

export interface Figures {
  round: number;
  rounds: number;
  /** Where the die just thrown may go, also for those who watch. */
  may: number[];
  room: Room;
  score: Score;
  /** By the name of the placement. */
  after: Record<string, After>;
  /** null: nobody's turn has ended yet. */
  last: LastTurn | null;
  /** What 1 … 7 matches count. */
  ladder: number[];
  /** By seat: whether this player bets on the thrower; null: the thrower, and who has not been asked yet. */
  bets: (boolean | null)[];
  /** Who bets against the thrower. */
  doubters: number[];
  stake: number;
  /** Exactly so many points are enough for a bet. */
  from_stake: boolean;
  bet: BetStakes;
  /** The same for a bet against the thrower; null: there is none in this game. */
  against: BetStakes | null;
  /** By seat; null: the game is not over. */
  places: number[] | null;
}
