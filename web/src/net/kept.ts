/**
 * What this device keeps for when there is no network: its finished games, the rules and the lessons. The service worker
 * (web/worker.js) keeps the answers of the server in the same cache; this asks for them in time.
 */

import type { GameShown, Welcome } from "../protocol.ts";
import { stored } from "./storage.ts";

const CACHE = "answers"; // that of worker.js
const GAMES = 20; // finished ones: as many as the start page knows
const DAY = 24 * 3600 * 1000;

/** Where browsers keep no answers, there is no service worker either: they have both for safe addresses only. */
const canKeep = () => "caches" in globalThis && Boolean(navigator.serviceWorker?.controller);

const at = (table: string) => `/ws/${encodeURIComponent(table)}`;

/** Keep a game that is over, as the server would tell it to whoever comes to its table now. */
export async function keep(table: string, welcome: Welcome): Promise<void> {
  if (!canKeep()) return;
  const cache = await caches.open(CACHE);
  const isNew = !(await cache.match(at(table)));
  await cache.put(at(table), new Response(JSON.stringify(welcome)));
  const games = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/ws/"));
  for (const old of games.slice(0, -GAMES)) await cache.delete(old);
  // The worker keeps the answer: the dice can then be verified without the server.
  if (isNew) await fetch(`/api/tables/${encodeURIComponent(table)}/transcript.jsonl`);
}

/** A finished game that was kept here; null: it was not. */
export async function kept(table: string): Promise<Welcome | null> {
  if (!canKeep()) return null;
  const found = await (await caches.open(CACHE)).match(at(table));
  return found ? ((await found.json()) as Welcome) : null;
}

/** Somebody leaves this device: nothing of his games stays. */
export async function forgetAll(): Promise<void> {
  if ("caches" in globalThis) await caches.delete(CACHE);
  asked.set({});
}

/** When the rules and lessons were fetched last, by language. */
const asked = stored<Record<string, number>>("read-ahead", {});

/** Fetch the rules and lessons of all games, once a day, when there is nothing else to do. */
export function readAhead(games: GameShown[], language: string): void {
  if (!canKeep() || !games.length || (asked.get()[language] ?? 0) > Date.now() - DAY) return;
  const wanted = games.flatMap(({ game, lesson }) => [
    `/api/games/${game}/rules?language=${language}`,
    ...(lesson ? [`/api/games/${game}/lesson?language=${language}`] : []),
  ]);
  const idle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 2000));
  idle(async () => {
    for (const path of wanted) if (!(await fetch(path).catch(() => null))) return; // another time
    asked.set({ ...asked.get(), [language]: Date.now() });
  });
}
