/** What can be chosen for a table, wherever one is planned. */

import type { Clock } from "../protocol.ts";

/** Options of a game by name; what is left out is as the game has it. */
export type Chosen = Record<string, string | number | boolean>;

export const NO_CLOCK: Clock = { kind: "none", seconds: 60, increment: 0 };

export const CLOCKS: Record<string, Clock> = {
  none: NO_CLOCK,
  move60: { kind: "move", seconds: 60, increment: 0 },
  game600: { kind: "game", seconds: 600, increment: 10 },
  move86400: { kind: "move", seconds: 86_400, increment: 0 },
};
