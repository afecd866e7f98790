/** What a board is given. It knows no rules: it draws a state, offers the legal moves, and says which one was chosen. */

import type { Component } from "svelte";

export interface Player {
  name: string;
  /** The level of a bot, in words, where its name does not say it; empty for everybody else. */
  level?: string;
  kind: "person" | "program" | "bot";
  /** The level of the bot that plays here, or would take over. */
  bot: string;
  /** A bot plays for this person. */
  away: boolean;
  resigned: boolean;
  score: number;
  /** Everybody waits for this seat. */
  turn: boolean;
  /** The seat whose eyes these are. */
  me: boolean;
  /** What is left on the clock, in words; empty: there is none. */
  clock: string;
  /** What this player has said just now. */
  says?: string;
  /** Not connected at the moment. */
  gone?: boolean;
}

/** A decision of the past: the move that was made, and the best one. */
export interface Marked {
  played: string;
  best: string;
  /** It was the viewer's own. */
  mine: boolean;
}

export interface BoardProps<State = Record<string, unknown>, Figures = Record<string, unknown>> {
  /** The game's own state, as its rules.py declares it. */
  state: State;
  /** What follows from the rules, as the game's page.py gives it. */
  figures: Figures;
  /** The seat that decides; -1: a throw or draw is due; -2: the game is over. */
  turn: number | null;
  /** Whose eyes these are; null: a spectator's. */
  seat: number | null;
  players: Player[];
  options: Record<string, boolean | number | string>;
  /** The moves that may be made here and now; none while watching or browsing. */
  legal: string[];
  /** What has happened last, in sentences; nothing: it is said elsewhere. */
  told?: string[];
  /** The dice are still falling: nothing may tell what they show. */
  falling?: boolean;
  /** Throw the dice that begin the own turn; null: no such throw is due. */
  throws?: (() => void) | null;
  /** The name of each legal move, in words. */
  said: Record<string, string>;
  /** What each legal move leads to, in words. */
  leads: Record<string, string>;
  /** Moves that certainly throw something away, each named by it: "Fail the turn: lose 25". */
  loses: Record<string, string>;
  /** Moves to be pointed out, by a hint or a lesson. */
  lit: string[];
  /** What a review shows at a moment of the past; `Mark` draws it on the control of each move. */
  marked: Marked | null;
  /** What a score counts, in words: (n) => "5 worms". */
  scored: (n: number) => string;
  play: (move: string) => void;
  /** Take the last own move back; null: it cannot be. */
  undo: (() => void) | null;
  /** Somebody tried a move that is not legal: the frame asks why and shows the paragraph. */
  why: (move: string) => void;
}

// biome-ignore lint/suspicious/noExplicitAny: each board has its own state and figures, which its game gives
export type Board = Component<BoardProps<any, any>>;
