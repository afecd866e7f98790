/** What there is to be played, as the server tells it in the reader's language. */

import type { GameShown } from "../protocol.ts";
import { call } from "./api.ts";

/** The games by the names of their boards, so that the start page is there at once, also without the server. */
export const GAMES = ["heckmeck", "barbecue", "zocken", "zatre"] as const;
export const TITLES: Record<string, string> = {
  heckmeck: "Heckmeck",
  barbecue: "Heckmeck Barbecue",
  zocken: "Zocken",
  zatre: "Zatre",
};
/** How many play when nobody says how many. */
export const COMPANY: Record<string, number> = { heckmeck: 3, barbecue: 3, zocken: 3, zatre: 2 };

const found = new Map<string, Promise<GameShown[]>>();

export function games(language: string): Promise<GameShown[]> {
  let asked = found.get(language);
  if (!asked) {
    asked = call<GameShown[]>("GET", `/api/games?language=${language}`);
    asked.catch(() => found.delete(language));
    found.set(language, asked);
  }
  return asked;
}
