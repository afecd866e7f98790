/** Puzzles, as the server tells them. Whoever is a guest has a rating; everybody else solves them all the same. */

import type { PuzzleExplained, PuzzleJudged, PuzzleShown, PuzzlesShown } from "../protocol.ts";
import { call } from "./api.ts";
import { whoAmI } from "./identity.ts";

const token = () => whoAmI()?.token;

export function allPuzzles(): Promise<PuzzlesShown> {
  return call("GET", "/api/puzzles", undefined, token());
}

/** A puzzle by its name; without one, the next. */
export function puzzleOf(game: string, puzzle: string, language: string): Promise<PuzzleShown> {
  return call("GET", `/api/puzzles/${game}/${puzzle || "next"}?language=${language}`, undefined, token());
}

export function answerTo(game: string, puzzle: string, move: string): Promise<PuzzleJudged> {
  return call("POST", `/api/puzzles/${game}/${puzzle}/answer`, { move }, token());
}

export function explanationOf(game: string, puzzle: string, language: string): Promise<PuzzleExplained> {
  return call("GET", `/api/puzzles/${game}/${puzzle}/explanation?language=${language}`);
}
