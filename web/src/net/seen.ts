/** What this device has seen of each table, and when: so that who comes back is told what happened meanwhile. */

import { stored } from "./storage.ts";

export interface Seen {
  /** The last event that was shown. */
  seq: number;
  /** When the table was last looked at. */
  at: number;
}

const MOST = 100; // tables
const store = stored<Record<string, Seen>>("seen", {});

export function lastSeen(table: string): Seen | null {
  return store.get()[table] ?? null;
}

export function saw(table: string, seq: number): void {
  const all = Object.entries({ ...store.get(), [table]: { seq, at: Date.now() } });
  all.sort(([, a], [, b]) => b.at - a.at);
  store.set(Object.fromEntries(all.slice(0, MOST)));
}
