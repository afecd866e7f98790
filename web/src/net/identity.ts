/** Who I am on this device. The secret never leaves it but to sign what I do; the server keeps only its hash. */

import { fresh, hex } from "../fair/index.ts";
import type { GuestMade, MeShown } from "../protocol.ts";
import { call, Refused, unknown } from "./api.ts";
import { stored } from "./storage.ts";

export interface Person {
  name: string;
  /** What shows the server who acts. */
  token: string;
  /** What my part of the dice is made of. */
  secret: string;
}

const me = stored<Person | null>("me", null);
/** Who else plays on this screen, by table and seat. */
const here = stored<Record<string, Record<number, Person>>>("here", {});

/** Whoever else this device was, so that nobody is lost by logging in as somebody else. */
const before = stored<Person[]>("before", []);
/** Where this device sat down itself, the last ones: "table seat". */
const sat = stored<string[]>("sat", []);
const REMEMBERED = 300;

export function whoAmI(): Person | null {
  return me.get();
}

/** Be somebody else from now on; whoever was here can come back. */
export function be(person: Person | null): void {
  const now = me.get();
  const others = before.get().filter((each) => each.token !== person?.token);
  before.set(now && now.token !== person?.token ? [now, ...others] : others);
  me.set(person);
}

export function wasHere(): Person[] {
  return before.get();
}

/** The server does not know this token any more. */
export function forget(token: string): void {
  if (me.get()?.token === token) me.set(null);
  before.set(before.get().filter((each) => each.token !== token));
}

/** Has the server logged this device out? Whatever asks it first finds out, not only the page that says so. */
export const loggedOut = { here: false };
unknown.token = (token) => {
  if (me.get()?.token === token) loggedOut.here = true;
  forget(token);
};

/** Become a guest under this name; whoever is known already takes it for tables to come. */
export async function become(name: string): Promise<Person> {
  const now = me.get();
  if (now?.name === name) return now;
  const person = now ? await rename(now, name) : await newGuest(name);
  me.set(person);
  return person;
}

async function rename(person: Person, name: string): Promise<Person> {
  try {
    const made = await call<MeShown>("PUT", "/api/me/name", { name }, person.token);
    return { ...person, name: made.name };
  } catch (why) {
    if (why instanceof Refused && why.code === "not_signed_in") return newGuest(name);
    throw why;
  }
}

export async function newGuest(name: string): Promise<Person> {
  const made = await call<GuestMade>("POST", "/api/guests", { name, device: deviceName() });
  return { name: made.name, token: made.token, secret: hex(fresh()) };
}

/** What this device is called in the list of one's devices. */
export function deviceName(): string {
  const find = (names: Record<string, string>) =>
    Object.entries(names).find(([mark]) => navigator.userAgent.includes(mark))?.[1];
  const browser = find({ Firefox: "Firefox", Edg: "Edge", Chrome: "Chrome", Safari: "Safari" });
  const system = find({
    Android: "Android",
    iPhone: "iPhone",
    iPad: "iPad",
    Windows: "Windows",
    Mac: "macOS",
    Linux: "Linux",
  });
  return [browser, system].filter(Boolean).join(", ");
}

/** This device sits down somewhere: the table must have the chain that it gave, and the key. */
export function sitsHere(table: string, seat: number): void {
  sat.set([`${table} ${seat} key`, ...sat.get()].slice(0, REMEMBERED));
}

export function satHere(table: string, seat: number): boolean {
  return gaveKeyHere(table, seat) || sat.get().includes(`${table} ${seat}`); // the latter: before there were keys
}

export function gaveKeyHere(table: string, seat: number | null): boolean {
  return sat.get().includes(`${table} ${seat} key`);
}

/** The people of this screen who sit at a table, by seat. */
export function seatedHere(table: string): Record<number, Person> {
  return here.get()[table] ?? {};
}

export function seatHere(table: string, seat: number, person: Person): void {
  const all = here.get();
  here.set({ ...all, [table]: { ...all[table], [seat]: person } });
}
