/** How the last turn ended, in words. */

import { t } from "../../translation.ts";
import type { Player } from "../board.ts";
import type { LastTurn } from "./figures.ts";
import { gainInWords } from "./words.ts";

export function lastInWords(last: LastTurn, players: Player[]): string {
  const name = players[last.by]?.name ?? "";
  if (last.gain) return t("{name}: {gain}.", { name, gain: gainInWords(last.gain, players) });
  if (last.snail === null) return t("{name} failed.", { name });
  if (last.pushed === null)
    return t("{name} failed: a snail is on {place} now.", { name, place: last.snail });
  return t("{name} failed: a snail is on {place} now, where {rival} had a plate.", {
    name,
    place: last.snail,
    rival: players[last.pushed]?.name ?? "",
  });
}
