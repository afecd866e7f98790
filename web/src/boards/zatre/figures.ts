// Made from src/stammtisch/games/zatre/figures.py and the State of its rules.py by `python -m tools.figures`; edit that.

/** What the outcomes of chance are called, by their numbers. */
export const OUTCOMES: readonly string[] = ["1", "2", "3", "4", "5", "6"];

/** Is the number of an outcome that of its lot? Otherwise it depends on the position. */
export const BY_LOT = false;

/** The position, as rules.py declares it. */
export interface State {
  /** the number of this turn in the game, from 1; an opening that is dealt again counts */
  turns: number;
  /** whose turn it is, or who draws */
  player: number;
  starter: number;
  phase: number;
  /** 1 until the first tiles lie on the board */
  opening: number;
  /** tiles still to be drawn in this phase */
  drawing: number;
  /** 1 if the bag was empty when this turn began [Z7.1] */
  dry: number;
  /** passes in succession [Z7.1] */
  passes: number;
  /** tiles in the bag; everybody can count them, whatever `hide` adds to `bag` */
  left: number;
  /** tiles in the bag by kind */
  bag: number[];
  /** each seat's lot [Z3.1] */
  lot: number[];
  /** how many tiles each seat holds */
  held: number[];
  /** seat 0: 1s 2s … 6s, seat 1: 1s 2s … 6s, … */
  hand: number[];
  board: number[];
  beside: number[];
  /** how they lie, and why they suffice, stands in card.py */
  box: number[];
  /** boxes filled: column 10: seat 0 … 7, column 11: seat 0 … 7, column 12: … */
  filled: number[];
  crosses: number[];
  /** tiles laid in this turn */
  count: number;
  /** and the cells they lie on, in ascending order */
  laid: number[];
  /** 1 if one of them made a run of 10 to 12 */
  made: number;
  /** 1: double cells may be covered without a cross [Z5.3] */
  fallback: number;
  /** what must be made: A_RUN, ONLY_RUNS or PIPS [Z3.3, Z4.3, Z4.4] */
  owed: number;
  /** how many tiles must be laid */
  least: number;
  /** how many may be laid; 0: none can be */
  most: number;
  spots: number;
  spot: number[];
  /** scratch of `can_finish`: the candidate to be tried next as the n-th tile */
  next: number[];
}

export type Phase = "lots" | "dealing" | "drawing" | "laying" | "ended";

/**
 * Row and column of the first tile, how many tiles, 1 if it goes down, the sum; and 2 if this turn made it, 1
 * if the turn before did, 0 if it is older.
 */
export type Run = [number, number, number, number, number, number];

/** What makes a turn of the player to move legal. */
export interface Duty {
  least: number;
  most: number;
  /** A run that scores is still to be made; in an opening by pips, a sum of all its tiles. */
  score: boolean;
  /** It is an opening by the sum of all its tiles. */
  pips: boolean;
  /** No run may be made that is too low to score. */
  only: boolean;
  /** Double cells need no cross. */
  free: boolean;
}

/** An empty cell next to a tile. */
export interface Spot {
  /** How many tiles one laid here joins: to the left, right, above, below. */
  reach: [number, number, number, number];
  /** What it would make across and down, by the kind of tile in hand; 0 where it makes no run. */
  sums: Record<number, [number, number]>;
}

export interface CardRow {
  cross: boolean;
  /** Of the columns 10, 11 and 12. */
  boxes: (number | null)[];
  bonus: number;
  doubled: boolean;
  points: number;
}

/** A player's card, as it would be if his turn ended now. */
export interface Card {
  rows: CardRow[];
  total: number;
  /** What this turn brings. */
  gain: number;
  /**
   * The first row that this turn writes in each of the columns 10, 11, 12 and double; null: it writes nothing
   * yet.
   */
  fresh: number[] | null;
}

export interface Figures {
  phase: Phase;
  /** Nothing lies on the board but what this turn lays. */
  opening: boolean;
  /**
   * The board without tiles, by rows: " " is no cell, "." a plain one, "C" the centre, anything else is
   * double.
   */
  map: string[];
  /** The board with its tiles. */
  rows: string[];
  /** The least and the most that a run must sum to in order to score. */
  scoring: [number, number];
  runs: Run[];
  /** The cells that this turn has covered. */
  fresh: string[];
  /** The cells that the turn before has covered. */
  last: string[];
  /** By seat; null: this viewer cannot see it. */
  hands: (number[] | null)[];
  /** By seat: how many tiles there are in the hand. */
  held: number[];
  /** By seat: the pips drawn for the start, 0 if the draw is still to come; null: out, or lots are over. */
  lots: (number | null)[];
  bag: number;
  /** null: there is nothing to do, or it is not to be known. */
  duty: Duty | null;
  /** By cell; none where it is another's turn. */
  spots: Record<string, Spot>;
  /** By row of the cards. */
  bonuses: number[];
  cards: Card[];
  /** By seat: what is subtracted for tiles left in hand; null: the game is not over. */
  left: number[] | null;
}
