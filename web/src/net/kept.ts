/** The games that ended on this device, as they are shown without a network; offline.ts asks for everything else. */

import type { Welcome } from "../protocol.ts";

export const CACHE = "answers"; // in which worker.js keeps the answers of the server
const GAMES = 20; // finished ones: as many as the start page knows

/** Where browsers keep no answers, there is no service worker either: they have both for safe addresses only. */
const canKeep = () => "caches" in globalThis && Boolean(navigator.serviceWorker?.controller);

const at = (table: string) => `/ws/${encodeURIComponent(table)}`;

/** Keep a game that is over, as the server would tell it to whoever comes to its table now. */
export async function keep(table: string, welcome: Welcome, token?: string): Promise<void> {
  if (!canKeep()) return;
  const cache = await caches.open(CACHE);
  const isNew = !(await cache.match(at(table)));
  await cache.put(at(table), new Response(JSON.stringify(welcome)));
  const games = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/ws/"));
  for (const old of games.slice(0, -GAMES)) await cache.delete(old);
  if (!isNew) return;
  // The worker keeps the answer: the dice can then be verified without the server.
  const headers: HeadersInit = token ? { Authorization: `Bearer ${token}` } : {};
  await fetch(`/api/tables/${encodeURIComponent(table)}/transcript.jsonl`, { headers });
}

/** A finished game that was kept here; null: it was not. */
export async function kept(table: string): Promise<Welcome | null> {
  if (!canKeep()) return null;
  const found = await (await caches.open(CACHE)).match(at(table));
  return found ? ((await found.json()) as Welcome) : null;
}
