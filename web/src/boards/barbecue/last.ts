/** How the last turn ended, seen from what has changed. */

import { t } from "../../translation.ts";
import type { Player } from "../board.ts";
import { type Figures, type Gain, SNAIL, type State } from "./figures.ts";
import { gainInWords } from "./words.ts";

export interface Last {
  by: number;
  /** What it won; null: it failed. */
  gain: Gain | null;
  /** Where a snail has crept to. */
  snail: number | null;
  /** Whose plate it has pushed off. */
  pushed: number | null;
}

export function lastTurn(before: State, now: State, figures: Figures): Last | null {
  if (now.turns !== before.turns + 1) return null;
  const by = before.player;
  const at = now.holds.findIndex((what, g) => what !== before.holds[g] || now.plates[g] !== before.plates[g]);
  const place = figures.places[at]?.number ?? null;
  const was = before.holds[at] ?? SNAIL;
  const worms = (now.worms[by] ?? 0) - (before.worms[by] ?? 0);
  const owner = was >= 0 ? was : null;
  if ((now.snails[by] ?? 0) > (before.snails[by] ?? 0))
    return won(by, { kind: place === null ? "supply" : "snail", place, worms: 0, from: null });
  if (worms > 0)
    return won(by, {
      kind: was === by ? "second" : owner === null ? "plate" : "steal",
      place,
      worms,
      from: owner,
    });
  return { by, gain: null, snail: place, pushed: owner };
}

function won(by: number, gain: Gain): Last {
  return { by, gain, snail: null, pushed: null };
}

export function lastInWords(last: Last, players: Player[]): string {
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
