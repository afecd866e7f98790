/** What is to be done now, in a sentence. */

import { t } from "../../translation.ts";
import type { Player } from "../board.ts";
import { BETTING, type Figures, PICKING, PLACING, type State, THROWING } from "./figures.ts";
import { dieName } from "./words.ts";

export function prompt(s: State, figures: Figures, players: Player[], mine: boolean): string {
  const name = players[s.player]?.name ?? "";
  if (s.phase === BETTING) {
    const names = { name, n: figures.stake, bettor: players[s.bettor]?.name ?? "" };
    if (!mine) return t("{bettor} is thinking about a bet on {name}.", names);
    if (figures.against)
      return figures.from_stake
        ? t("Will {name} score {n} or more?", names)
        : t("Will {name} score more than {n}?", names);
    return figures.from_stake
      ? t("Bet that {name} scores {n} or more?", names)
      : t("Bet that {name} scores more than {n}?", names);
  }
  if (s.phase === PICKING)
    return mine ? t("Pick a die and roll it.") : t("{name} is picking a die.", { name });
  if (s.phase === THROWING) return t("The die is rolling …");
  if (s.phase === PLACING) {
    const die = dieName(s, s.die);
    return mine ? t("Place it: {die}.", { die }) : t("{name} is placing a die: {die}.", { name, die });
  }
  return "";
}
