/** What there is to be played, as the server tells it in the reader's language. */

import { call } from "./api.ts";

export interface Option {
  name: string;
  about: string;
  kind: "bool" | "choice" | "number";
  choices: (string | number | boolean)[];
  default: string | number | boolean;
}

export interface GameInfo {
  game: string;
  title: string;
  summary: string;
  least: number;
  most: number;
  letter: string;
  score: [string, string];
  options: Option[];
  levels: { name: string; about: string }[];
}

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

const found = new Map<string, Promise<GameInfo[]>>();

export function games(language: string): Promise<GameInfo[]> {
  let asked = found.get(language);
  if (!asked) {
    asked = call<GameInfo[]>("GET", `/api/games?language=${language}`);
    asked.catch(() => found.delete(language));
    found.set(language, asked);
  }
  return asked;
}
