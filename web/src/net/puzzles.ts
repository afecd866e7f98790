/**
 * Puzzles, as the server tells them. Whoever is a guest has a rating; everybody else solves them all the same.
 *
 * Without the server an answer is judged by the explanation that was kept, and sent when the server is back.
 */

import type { PuzzleExplained, PuzzleJudged, PuzzleShown, PuzzlesShown } from "../protocol.ts";
import { language } from "../translation.ts";
import { call, Refused } from "./api.ts";
import { whoAmI } from "./identity.ts";
import { stored } from "./storage.ts";

interface Unsent {
  game: string;
  puzzle: string;
  move: string;
  right: boolean;
}
const unsent = stored<Unsent[]>("answers", []);

export const forgetUnsent = () => unsent.set([]);

const token = () => whoAmI()?.token;
const path = (game: string, puzzle: string) => `/api/puzzles/${game}/${puzzle}`;

export async function allPuzzles(): Promise<PuzzlesShown> {
  await sendAll();
  const found = await call<PuzzlesShown>("GET", "/api/puzzles", undefined, token());
  const known = new Map(unsent.get().map(({ puzzle, right }) => [puzzle, right]));
  const games = found.games.map((each) => ({
    ...each,
    today: each.today.map((line) => ({ ...line, answered: line.answered ?? known.get(line.puzzle) ?? null })),
  }));
  return { ...found, games };
}

/** A puzzle by its name; without one, the next. */
export function puzzleOf(game: string, puzzle: string, spoken: string): Promise<PuzzleShown> {
  return call("GET", `${path(game, puzzle || "next")}?language=${spoken}`, undefined, token());
}

/** `kept`: there is no server; the answer is kept for when it is back. */
export async function answerTo(
  game: string,
  puzzle: string,
  move: string,
): Promise<PuzzleJudged & { kept: boolean }> {
  try {
    return { ...(await send(game, puzzle, move)), kept: false };
  } catch (why) {
    if (!(why instanceof Refused && why.code === "offline")) throw why;
    const { best } = await explanationOf(game, puzzle, language());
    const right = best.includes(move);
    const others = unsent.get().filter((each) => each.puzzle !== puzzle);
    unsent.set([...others, { game, puzzle, move, right }]);
    return { right, counted: false, best, before: null, after: null, kept: true };
  }
}

export function explanationOf(game: string, puzzle: string, spoken: string): Promise<PuzzleExplained> {
  return call("GET", `${path(game, puzzle)}/explanation?language=${spoken}`);
}

const send = (game: string, puzzle: string, move: string) =>
  call<PuzzleJudged>("POST", `${path(game, puzzle)}/answer`, { move }, token());

/** Send what was answered without the server. What it refuses is not sent again. */
async function sendAll(): Promise<void> {
  for (const each of unsent.get()) {
    try {
      await send(each.game, each.puzzle, each.move);
    } catch (why) {
      if (why instanceof Refused && why.code === "offline") return;
    }
    unsent.set(unsent.get().filter(({ puzzle }) => puzzle !== each.puzzle));
  }
}
