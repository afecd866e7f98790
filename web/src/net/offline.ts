/**
 * What is asked for ahead, so that the service worker has it when there is no server: lessons and rules, the puzzles of
 * the day with their solutions, and the dice of the last games of this device. Once a day, and one after another.
 */

import type { GameShown, MyTable } from "../protocol.ts";
import { CACHE } from "./kept.ts";
import { allPuzzles, explanationOf, forgetUnsent, puzzleOf } from "./puzzles.ts";
import { stored } from "./storage.ts";

const GAMES = 5; // the last ones that are over
const kept = stored("kept", "");

export async function keepForLater(games: GameShown[], tables: MyTable[], language: string): Promise<void> {
  if (!navigator.serviceWorker?.controller || !games.length) return;
  try {
    const { day, games: puzzles } = await allPuzzles();
    const over = tables.filter(({ status }) => status === "over").slice(0, GAMES);
    const now = [day, language, ...over.map(({ table }) => table)].join(" ");
    if (kept.get() === now) return;
    for (const { table } of over)
      for (const file of ["transcript.jsonl", "record.txt"]) await fetch(`/api/tables/${table}/${file}`);
    for (const { game, lesson } of games) {
      await fetch(`/api/games/${game}/rules?language=${language}`);
      if (lesson) await fetch(`/api/games/${game}/lesson?language=${language}`);
    }
    for (const { game, today } of puzzles)
      for (const { puzzle } of today) {
        await puzzleOf(game, puzzle, language);
        await explanationOf(game, puzzle, language);
      }
    kept.set(now);
  } catch {
    // what is still lacking is asked for at the next visit
  }
}

/** Somebody leaves this device: nothing of his stays. */
export async function forgetAll(): Promise<void> {
  kept.set("");
  forgetUnsent();
  if ("caches" in globalThis) await caches.delete(CACHE);
}
