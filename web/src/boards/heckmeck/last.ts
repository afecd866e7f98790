/** How the last turn ended, in words. */

import { t } from "../../translation.ts";
import type { Player } from "../board.ts";
import type { LastTurn } from "./figures.ts";

export function lastInWords({ by, won, rival, lost }: LastTurn, players: Player[]): string {
  const name = players[by]?.name ?? "";
  if (won !== null && rival === null) return t("{name} took {tile}.", { name, tile: won });
  if (won !== null)
    return t("{name} stole {tile} from {rival}.", {
      name,
      tile: won,
      rival: players[rival ?? 0]?.name ?? "",
    });
  const { back, down } = lost ?? { back: null, down: [] };
  const turned = down.join(", ");
  if (back !== null && down.length)
    return t("{name} failed: {tile} went back, {turned} turned face down.", { name, tile: back, turned });
  if (back !== null) return t("{name} failed: {tile} went back.", { name, tile: back });
  if (down.length) return t("{name} failed: {turned} turned face down.", { name, turned });
  return t("{name} failed, with no tile to lose.", { name });
}
