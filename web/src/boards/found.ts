/** What the folders of the boards hold, found by the names of the files: nothing has to be registered. */

import type { Component } from "svelte";
import type { Board } from "./board.ts";
import type { AnyChance } from "./chance.ts";

const boards = import.meta.glob<Board>("./*/Board.svelte", { import: "default" });
const pieces = import.meta.glob<Component<{ piece: string }>>("./*/Piece.svelte", { import: "default" });
const mascots = import.meta.glob<Component>("./*/Mascot.svelte", { import: "default" });
const chances = import.meta.glob<AnyChance>("./*/chance.ts", { import: "default", eager: true });
const generic = (): Promise<Board> => import("./generic/Generic.svelte").then((found) => found.default);

/** A game's own board, or the one for any game. Its code comes when the game is played. */
export function boardOf(game: string): Promise<Board> {
  return (boards[`./${game}/Board.svelte`] ?? generic)();
}

/** How a game draws its pieces in the log; undefined: as all games do. */
export async function pieceOf(game: string): Promise<Component<{ piece: string }> | undefined> {
  return pieces[`./${game}/Piece.svelte`]?.();
}

/** What stands beside the winner of a tournament; undefined: nothing. */
export async function mascotOf(game: string): Promise<Component | undefined> {
  return mascots[`./${game}/Mascot.svelte`]?.();
}

/** Where a game's board shows what chance has given; undefined: it has none of its own. */
export function chanceOf(game: string): AnyChance | undefined {
  return chances[`./${game}/chance.ts`];
}
