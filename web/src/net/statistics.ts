/** Ratings, figures of people, and the audit of the dice, as the server tells them. */

import type { DiceShown, ListingKept, PersonShown, RatingsShown } from "../protocol.ts";
import { number } from "../translation.ts";
import { call } from "./api.ts";
import { whoAmI } from "./identity.ts";

export function ratings(game?: string, players?: number): Promise<RatingsShown> {
  const asked = new URLSearchParams();
  if (game) asked.set("game", game);
  if (players) asked.set("players", String(players));
  return call("GET", `/api/ratings?${asked}`);
}

/** My own figures; null: I am nobody yet. */
export async function myFigures(language: string): Promise<PersonShown | null> {
  const person = whoAmI();
  return person ? call("GET", `/api/my/statistics?language=${language}`, undefined, person.token) : null;
}

export function figuresOf(person: string, language: string): Promise<PersonShown> {
  return call("GET", `/api/people/${person}/statistics?language=${language}`);
}

export function listMe(listed: boolean): Promise<ListingKept> {
  return call("PUT", "/api/my/listed", { listed }, whoAmI()?.token);
}

export function dice(language: string): Promise<DiceShown> {
  return call("GET", `/api/dice?language=${language}`);
}

export const ONE = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

export function percent(share: number, digits = 0): string {
  return number(share, { style: "percent", maximumFractionDigits: digits });
}
