/** Barbecue in words: what a total wins, why it wins nothing, what lies on a place. */

import { t, tn } from "../../translation.ts";
import type { Player } from "../board.ts";
import { EMPTY, type Figures, type Gain, SNAIL } from "./figures.ts";

/** In the words of the log. */
export function gainInWords(gain: Gain, players: Player[]): string {
  const place = gain.place ?? 0;
  const worms = tn(gain.worms, "{n} worm", "{n} worms");
  switch (gain.kind) {
    case "plate":
      return t("{worms} and a plate on {place}", { worms, place });
    case "second":
      return t("{worms} and the second plate on {place}", { worms, place });
    case "steal": {
      const rival = players[gain.from ?? 0]?.name ?? "";
      return t("{worms} from {rival} and the place {place}", { worms, rival, place });
    }
    case "snail":
      return t("the snail on {place}", { place });
    case "supply":
      return t("a snail from the supply");
    case "end":
      return t("no snail, for none is left: the game ends");
    case "declined":
      return t("no worms, and {place} stays open", { place });
  }
}

export function obstacleInWords(figures: Figures): string {
  const place = figures.at ?? 0;
  switch (figures.obstacle) {
    case "worm":
      return t("Without a worm you win nothing.");
    case "low":
      return t("The grill begins at {place}.", { place: figures.places[0]?.number ?? 0 });
    case "closed":
      return t("There are two plates on {place}: it is closed.", { place });
    case "plate":
      return t("All your plates are on the grill, and {place} needs one.", { place });
    default:
      return "";
  }
}

/** "29, 3 worms: a plate of Ana". */
export function placeInWords(
  number: number,
  worms: number,
  holds: number,
  plates: number,
  players: Player[],
): string {
  const name = players[holds]?.name ?? "";
  const what = tn(worms, "{number}, {n} worm", "{number}, {n} worms", { number });
  if (holds === EMPTY) return t("{what}: empty", { what });
  if (holds === SNAIL) return t("{what}: a snail", { what });
  return plates === 2
    ? t("{what}: two plates of {name}, closed", { what, name })
    : t("{what}: a plate of {name}", { what, name });
}
