/** What Zocken's rules.py and page.py give to its board. */

export interface State {
  turns: number;
  player: number;
  phase: number;
  placed: number;
  /** The colour of the die picked last. */
  die: number;
  /** By colour: what a die showed, 0 if it was not thrown yet; and where it lies: a slot, BOX or HAND. */
  shows: number[];
  lies: number[];
  direction: number;
  bettor: number;
}

/** A turn's points in parts. */
export interface Score {
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

/** For every slot the least and the greatest value that fits; null: none. */
export type Room = ([number, number] | null)[];

export interface Figures {
  round: number;
  rounds: number;
  /** Where the die just thrown may go, also for those who watch. */
  may: number[];
  room: Room;
  score: Score;
  /** By the placement's name. */
  after: Record<string, { score: Score; room: Room }>;
  /** The turn before, who had bet on it, and what that brought each. */
  last: { thrower: number; score: Score; bettors: number[]; bet: number } | null;
  ladder: number[];
  /** By seat; null: the thrower, and who has not been asked yet. */
  bets: (boolean | null)[];
  stake: number;
  from_stake: boolean;
  /** The least that a bet can win, and what it loses. */
  bet: { wins: number; loses: number };
  places: number[] | null;
}

export const PICKING = 0;
export const THROWING = 1;
export const PLACING = 2;
export const BETTING = 3;
export const HAND = -1;
export const LEFT = 0;
export const RIGHT = 8;
export const BOX = 9;

export const DICE = [0, 1, 2, 3, 4, 5, 6];
export const PLACES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The names of moves, which are the same in every language. */
export const throwing = (die: number) =>
  `throw ${["red", "orange", "yellow", "green", "blue", "violet", "white"][die]}`;
export const placing = (place: number) =>
  `place ${place === LEFT ? "left" : place === RIGHT ? "right" : place === BOX ? "-20" : place}`;
