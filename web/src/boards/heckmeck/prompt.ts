/** What is to be done now, in one sentence. It reads the moves and figures, not the rules. */

import { t } from "../../translation.ts";
import type { Player } from "../board.ts";
import { KEEPING, THROWING } from "../keeping/figures.ts";
import type { Figures, State } from "./figures.ts";

export function prompt(
  state: State,
  figures: Figures,
  legal: string[],
  players: Player[],
  mine: boolean,
  begins: boolean,
): string {
  const name = players[state.player]?.name ?? "";
  if (begins) return t("Your turn: roll the dice.");
  if (state.phase === THROWING) return mine ? "" : t("{name} is rolling.", { name });
  if (!legal.length && mine) return ""; // a move is on its way
  if (!legal.length)
    return state.phase === KEEPING
      ? t("{name} is choosing a symbol.", { name })
      : t("{name} is thinking: roll again or stop?", { name });
  if (legal.includes("pass")) return t("Nothing new in this roll: the turn has failed.");
  if (state.phase === KEEPING) return t("Choose a symbol to set aside all its dice.");
  const [can, throws] = [figures.dice.gain !== null, legal.includes("roll")];
  if (can) return throws ? t("Roll again, or take a highlighted tile.") : t("Take a highlighted tile.");
  if (!throws) return t("Nothing to take: the turn has failed.");
  return figures.dice.worm
    ? t("Nothing to take yet: roll again?")
    : t("Without a worm you cannot take anything: roll again?");
}
