/** Opening tables and sitting down at them. */

import type { Finished, ListedTable, MyTable, Opening, SeatKept, SeatTaken, TableMade } from "../protocol.ts";
import { sitLink } from "../route.svelte.ts";
import { call, Refused } from "./api.ts";
import { sittingOf } from "./hand.ts";
import { become, newGuest, type Person, seatedHere, seatHere, sitsHere, whoAmI } from "./identity.ts";
import { stored } from "./storage.ts";

/** Who is to sit at a seat of a new table: me, a friend by invitation, somebody else at this screen, or a bot. */
export type SeatChoice =
  | { who: "me" }
  | { who: "friend" }
  | { who: "here"; name: string }
  | { who: "bot"; bot: string };

export async function me(name: string): Promise<Person> {
  return whoAmI() ?? become(name);
}

export async function sit(table: string, seat: number, person: Person, invite?: string): Promise<void> {
  const sitting = { ...sittingOf(person, table, seat), ...(invite ? { invite } : {}) };
  await call<SeatTaken>("POST", `/api/tables/${table}/seats/${seat}`, sitting, person.token);
  sitsHere(table, seat);
}

/** Take the first of these seats that can be had: somebody may be faster, or a seat may be kept for somebody. */
export async function sitAtOneOf(
  table: string,
  seats: number[],
  person: Person,
  invite?: string,
): Promise<void> {
  for (const seat of seats) {
    try {
      return await sit(table, seat, person, invite);
    } catch (why) {
      const elsewhere = why instanceof Refused && ["taken", "not_invited"].includes(why.code);
      if (!elsewhere || seat === seats.at(-1)) throw why;
    }
  }
}

/** The keys of the tables that were opened here, the last ones. */
const kept = stored<Record<string, string>>("keys", {});
const KEPT = 20;

/** Open a table, seat everybody who is at this screen, and keep the invitations of the others. */
export async function open(
  host: Person,
  chosen: SeatChoice[],
  opening: Omit<Opening, "seats">,
): Promise<string> {
  const seats = chosen.map((choice) =>
    choice.who === "bot" ? ({ kind: "bot", bot: choice.bot } as const) : ({ kind: "person" } as const),
  );
  const made = await call<TableMade>("POST", "/api/tables", { ...opening, seats }, host.token);
  keepInvites(made.table, made.invites);
  kept.set({ ...Object.fromEntries(Object.entries(kept.get()).slice(-KEPT)), [made.table]: made.key });
  for (const [seat, choice] of chosen.entries()) {
    if (choice.who === "me") await sit(made.table, seat, host);
    if (choice.who !== "here") continue;
    const person = await newGuest(choice.name);
    seatHere(made.table, seat, person);
    await sit(made.table, seat, person, made.invites[seat] ?? undefined);
  }
  return made.table;
}

/** Where I can call somebody to: the table where I wait for players, else a new one; its key lets others sit down. */
export async function callTable(host: Person, game: string): Promise<{ table: string; key: string | null }> {
  const waiting = (await mine()).find(
    (each) => each.status === "waiting" && each.seats.some(({ free }) => free),
  );
  const key = waiting && kept.get()[waiting.table];
  if (waiting && key) return { table: waiting.table, key };
  const table = await open(host, [{ who: "me" }, { who: "friend" }], { game });
  return { table, key: kept.get()[table] ?? null };
}

/** Where somebody sits, or the seat that a rematch keeps for him. */
export async function keptSeat(table: string, { token }: Person): Promise<number | null> {
  return (await call<SeatKept>("GET", `/api/tables/${table}/seats/mine`, undefined, token)).seat;
}

/** Get up before the game begins. */
export async function leave(table: string, person: Person | null): Promise<void> {
  await call("DELETE", `/api/tables/${table}/seats/mine`, undefined, person?.token);
}

/** Sit down again at the table where the players of one that is over meet: everybody who is at this screen. */
export async function sitAgain(over: string, next: string): Promise<void> {
  for (const person of peopleHere(over)) {
    const seat = await keptSeat(next, person);
    if (seat === null) continue;
    if (person.token !== whoAmI()?.token) seatHere(next, seat, person);
    await sit(next, seat, person);
  }
}

/** The people at this screen who may sit at a table: me, and who plays here with me. */
export function peopleHere(table: string): Person[] {
  const mine = whoAmI();
  return [...(mine ? [mine] : []), ...Object.values(seatedHere(table))];
}

/** My tables: those that wait for me first. */
export async function mine(): Promise<MyTable[]> {
  const person = whoAmI();
  return person ? call<MyTable[]>("GET", "/api/my/tables", undefined, person.token) : [];
}

/** My games that are over, the latest first: those after the one that is named. */
export function finished(before?: string): Promise<Finished> {
  const rest = before ? `?before=${before}` : "";
  return call<Finished>("GET", `/api/my/finished${rest}`, undefined, whoAmI()?.token);
}

/** Does everybody wait for me there? */
export function waitsForMe(table: MyTable): boolean {
  return table.awaited !== null && table.awaited === table.seat;
}

export function listed(status: "waiting" | "playing" | "over"): Promise<ListedTable[]> {
  return call<ListedTable[]>("GET", `/api/tables?status=${status}`);
}

const KEY = (table: string) => `stammtisch.invites.${table}`;

function keepInvites(table: string, invites: (string | null)[]): void {
  try {
    sessionStorage.setItem(KEY(table), JSON.stringify(invites));
  } catch {
    // without storage the links are shown only where the table was opened, as long as that page is open
  }
}

/** The links that invite to the seats of a table that was opened here. */
export function invitations(table: string): (string | null)[] {
  try {
    const keys = JSON.parse(sessionStorage.getItem(KEY(table)) ?? "[]") as (string | null)[];
    return keys.map((key, seat) => key && location.origin + sitLink(table, seat, key));
  } catch {
    return [];
  }
}
