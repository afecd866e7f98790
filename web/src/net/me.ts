/** Who I am on this device. The secret never leaves it but to sign what I do; the server keeps only its hash. */

import { fresh, hex } from "../fair/index.ts";
import { call } from "./api.ts";
import { kept } from "./kept.ts";

export interface Person {
  name: string;
  /** What shows the server who acts. */
  token: string;
  /** What my part of the dice is made of. */
  secret: string;
}

const me = kept<Person | null>("me", null);
/** Who else plays on this screen, by table and seat. */
const here = kept<Record<string, Record<number, Person>>>("here", {});

export function whoAmI(): Person | null {
  return me.get();
}

/** Become a guest under this name; whoever is known already only changes the name for tables to come. */
export async function become(name: string): Promise<Person> {
  const now = me.get();
  if (now && now.name === name) return now;
  const person = await newGuest(name);
  me.set(person);
  return person;
}

export async function newGuest(name: string): Promise<Person> {
  const made = await call<{ name: string; token: string }>("POST", "/api/guests", { name });
  return { name: made.name, token: made.token, secret: hex(fresh()) };
}

/** The people of this screen who sit at a table, by seat. */
export function seatedHere(table: string): Record<number, Person> {
  return here.get()[table] ?? {};
}

export function seatHere(table: string, seat: number, person: Person): void {
  const all = here.get();
  here.set({ ...all, [table]: { ...all[table], [seat]: person } });
}
