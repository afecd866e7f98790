/** Deals: games that everybody plays with the same dice, as the server tells of them. */

import { digest, hex, unhex } from "../fair/hashing.ts";
import type { DealBegun, DealCourse, DealOfDay, DealSeed, DealShown, DealsShown } from "../protocol.ts";
import { language, number } from "../translation.ts";
import { call } from "./api.ts";
import { whoAmI } from "./identity.ts";
import { me, sit } from "./tables.ts";

/** Today's deals, and the hashes of those to come. */
export function deals(): Promise<DealsShown> {
  return call("GET", "/api/deals", undefined, whoAmI()?.token);
}

/** A deal, and how those who have played it compare. */
export function deal(name: string): Promise<DealShown> {
  return call("GET", `/api/deals/${name}`, undefined, whoAmI()?.token);
}

/** The lead turn by turn, at my table and in the best line. */
export function course(name: string): Promise<DealCourse> {
  return call("GET", `/api/deals/${name}/course`, undefined, whoAmI()?.token);
}

/** Play a deal, or go on: the table. */
export async function playDeal({ name, table, status }: DealOfDay, guest: string): Promise<string> {
  if (table && status !== "waiting") return table;
  const person = await me(guest);
  const begun = await call<DealBegun>("PUT", `/api/deals/${name}`, undefined, person.token);
  await sit(begun.table, begun.seat, person);
  return begun.table;
}

/** Is this the seed whose hash was published? */
export function isRight({ name, hash }: DealOfDay, { seed, nonce }: DealSeed): boolean {
  return hex(digest("deal", name, String(BigInt(`0x${seed}`)), unhex(nonce))) === hash;
}

export const dealLink = ({ game, date }: { game: string; date: string }): string => `/today/${game}/${date}`;

/** Where the results of a deal are, by its name. */
export function resultsOf(name: string): string {
  return dealLink({ date: name.slice(0, 10), game: name.slice(11) });
}

/** A day as the reader writes it. Days are those of UTC. */
export function dayInWords(date: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "full", timeZone: "UTC" }).format(new Date(date));
}

/** When, by the reader's clock. */
export function timeInWords(at: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);
}

/** A lead, with its sign. */
export const signed = (lead: number): string =>
  number(lead, { maximumFractionDigits: 1, signDisplay: "exceptZero" });
