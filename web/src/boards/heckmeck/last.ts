/** How the last turn ended. */

import { t } from "../../translation.ts";
import type { Player } from "../board.ts";
import { FACE_DOWN, type Figures, GRILL, type State } from "./figures.ts";

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

export function changeInWords({ by, won, from, back, down }: Change, players: Player[]): string {
  const name = players[by]?.name ?? "";
  if (won !== null && from === GRILL) return t("{name} took {tile}.", { name, tile: won });
  if (won !== null)
    return t("{name} stole {tile} from {rival}.", { name, tile: won, rival: players[from]?.name ?? "" });
  const turned = down.join(", ");
  if (back !== null && down.length)
    return t("{name} failed: {tile} went back, {turned} turned face down.", { name, tile: back, turned });
  if (back !== null) return t("{name} failed: {tile} went back.", { name, tile: back });
  if (down.length) return t("{name} failed: {turned} turned face down.", { name, turned });
  return t("{name} failed, with no tile to lose.", { name });
}
