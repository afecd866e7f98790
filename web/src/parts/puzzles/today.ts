/** The puzzles of the day, in the order in which the page leads through them. */

import type { PuzzlesShown } from "../../protocol.ts";

/** Where the next one is that is not answered yet; after the last, the page that lists them. */
export function nextToday({ games }: PuzzlesShown): string {
  for (const { game, today } of games)
    for (const { puzzle, answered } of today) if (answered === null) return todayLink(game, puzzle);
  return "/puzzles";
}

export const todayLink = (game: string, puzzle: string): string => `/puzzles/${game}/${puzzle}?today`;
