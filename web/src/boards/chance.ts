/** Where a board shows what chance has given, so that the page can compare it with what was proved. No rules: places. */

export interface Chance<State, Figures> {
  /** What the outcomes are called in the lines, by their numbers. */
  outcomes: readonly string[];
  /** Is the number of an outcome that of its lot? Otherwise only who knows the rules can tell. */
  byLot: boolean;
  /** The names of what was thrown last, as it is seen until somebody moves: a list for each place that shows it. */
  thrown?(state: State, figures: Figures): string[][];
  /** The names of what a seat holds, to which a hidden draw adds: a list for each place that shows it. */
  held?(state: State, figures: Figures, seat: number): string[][];
}

// biome-ignore lint/suspicious/noExplicitAny: each board has its own state and figures, which its game gives
export type AnyChance = Chance<any, any>;
