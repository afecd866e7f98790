/** Heckmeck's state and figures; see games/heckmeck/rules.py and page.py. Tiles are named by their numbers. */

import type { Dice } from "../keeping/dice.ts";

// Where a tile lies if with no player.
export const GRILL = -1;
export const FACE_DOWN = -2;

export interface State {
  turns: number;
  player: number;
  phase: number;
  dice: number;
  /** By tile: its owner, GRILL or FACE_DOWN. */
  lies: number[];
}

export interface Figures {
  tiles: { number: number; worms: number }[];
  /** Every player's tiles from the bottom to the top. */
  stacks: number[][];
  dice: Dice<number[]>;
  failing: { back: number | null; down: number[] } | null;
  places: number[] | null;
}

/** What a turn has changed: seen from two states, not from the rules. */
export interface Change {
  by: number;
  won: number | null;
  /** Whose the tile was; GRILL: nobody's. */
  from: number;
  back: number | null;
  down: number[];
}

/** Null: no turn has ended between the two, or more than one. */
export function change(before: State, after: State, figures: Figures): Change | null {
  if (after.turns !== before.turns + 1) return null;
  const found: Change = { by: before.player, won: null, from: GRILL, back: null, down: [] };
  figures.tiles.forEach(({ number }, t) => {
    const [was, is] = [before.lies[t] ?? GRILL, after.lies[t] ?? GRILL];
    if (was === is) return;
    if (is === found.by) Object.assign(found, { won: number, from: was });
    if (was === found.by) found.back = number;
    if (is === FACE_DOWN) found.down.push(number);
  });
  return found;
}
