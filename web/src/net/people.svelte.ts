/** Other people: whom I follow, who is here, and who calls me to a table. */

import type { CallShown, Calls, Clock, FollowedSeats, PeopleShown, SeekFound } from "../protocol.ts";
import { call } from "./api.ts";
import { type Person, whoAmI } from "./identity.ts";
import { sitAtOneOf } from "./tables.ts";

const WAIT = 25; // seconds that the server may keep us waiting
const PAUSE = 5_000; // ms until we ask again, where there is nobody yet or no server
const TRIES = 5;

const token = () => whoAmI()?.token;

export function people(): Promise<PeopleShown> {
  return call<PeopleShown>("GET", "/api/my/people", undefined, token());
}

export function follow(person: string, wanted: boolean): Promise<unknown> {
  return call(wanted ? "PUT" : "DELETE", `/api/my/followed/${person}`, undefined, token());
}

export function block(person: string, wanted: boolean): Promise<unknown> {
  return call(wanted ? "PUT" : "DELETE", `/api/my/blocked/${person}`, undefined, token());
}

export function showMe(seen: boolean): Promise<unknown> {
  return call("PUT", "/api/my/visibility", { seen }, token());
}

export async function followedAt(table: string): Promise<number[]> {
  return (await call<FollowedSeats>("GET", `/api/tables/${table}/followed`, undefined, token())).seats;
}

export async function followPlayer(table: string, seat: number): Promise<number[]> {
  return (await call<FollowedSeats>("PUT", `/api/tables/${table}/followed/${seat}`, undefined, token()))
    .seats;
}

export function callTo(person: string, table: string, key: string | null): Promise<unknown> {
  return call("POST", `/api/people/${person}/call`, key === null ? { table } : { table, key }, token());
}

export interface Wish {
  game: string;
  players: number;
  clock: Clock;
  bots: boolean;
}

/** Sit down where those who wish the same meet; the table. */
export async function seek(wish: Wish, person: Person): Promise<string> {
  for (let left = TRIES; ; left--) {
    const { table, free } = await call<SeekFound>("POST", "/api/seeks", wish, person.token);
    try {
      await sitAtOneOf(table, free, person);
      return table;
    } catch (why) {
      if (left <= 1) throw why; // others were faster, each time
    }
  }
}

// ── Calls ──

export const calls: { current: CallShown[] } = $state({ current: [] });

/** Nothing more of this person is shown until he calls again. */
export async function decline(person: string): Promise<void> {
  calls.current = calls.current.filter((each) => each.person !== person);
  await call("DELETE", `/api/my/calls/${person}`, undefined, token());
}

/** Listen for calls as long as the page is open; what to do to stop. While it listens others see that I am here. */
export function listen(): () => void {
  const stop = new AbortController();
  void (async () => {
    let mark = "";
    let whose: string | undefined;
    while (!stop.signal.aborted) {
      const mine = token();
      if (mine !== whose) [whose, mark, calls.current] = [mine, "", []];
      try {
        if (!mine) throw new Error("nobody is here yet");
        const asked = mark ? `?mark=${mark}&wait=${WAIT}` : "";
        const found = await call<Calls>("GET", `/api/my/calls${asked}`, undefined, mine, {}, stop.signal);
        if (mine === token()) [mark, calls.current] = [found.mark, found.calls];
      } catch {
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    }
  })();
  return () => stop.abort();
}
