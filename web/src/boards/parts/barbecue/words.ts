/** Barbecue in words: what a total wins, why it wins nothing, what lies on a place. */

import { t, tn } from "../../../words.ts";
import type { Player } from "../../board.ts";
import { EMPTY, type Figures, type Gain, SNAIL } from "./types.ts";

export function gainInWords(gain: Gain, players: Player[]): string {
  const place = gain.place ?? 0;
  switch (gain.kind) {
    case "plate":
      return tn(gain.worms, "{n} worm and a plate on {place}", "{n} worms and a plate on {place}", { place });
    case "second":
      return tn(
        gain.worms,
        "{n} worm and the second plate on {place}",
        "{n} worms and the second plate on {place}",
        { place },
      );
    case "steal":
      return tn(
        gain.worms,
        "{n} worm from {name} and the place {place}",
        "{n} worms from {name} and the place {place}",
        { place, name: players[gain.from ?? 0]?.name ?? "" },
      );
    case "snail":
      return t("the snail on {place}", { place });
    case "supply":
      return t("a snail from the lettuce");
    case "end":
      return t("no snail, for none is left: the game ends");
  }
}

export function obstacleInWords(figures: Figures): string {
  const place = figures.at ?? 0;
  switch (figures.obstacle) {
    case "worm":
      return t("Without a worm it wins nothing.");
    case "low":
      return t("The grill begins at {place}.", { place: figures.places[0]?.number ?? 0 });
    case "closed":
      return t("Two plates lie on {place}: it is closed.", { place });
    case "plate":
      return t("All your plates lie on the grill, and {place} needs one.", { place });
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
  if (holds === EMPTY) return t("{place}: empty", { place: what });
  if (holds === SNAIL) return t("{place}: a snail", { place: what });
  return plates === 2
    ? t("{place}: closed by two plates of {name}", { place: what, name })
    : t("{place}: a plate of {name}", { place: what, name });
}
