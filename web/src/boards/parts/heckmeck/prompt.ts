/** What is to be done now, in one sentence. It reads the moves and figures, not the rules. */

import { t } from "../../../words.ts";
import type { Player } from "../../board.ts";
import { KEEPING, THROWING } from "../keeping/dice.ts";
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
  if (state.phase === THROWING) return mine ? "" : t("{name} throws.", { name });
  if (!legal.length && mine) return ""; // a move is on its way
  if (!legal.length)
    return state.phase === KEEPING
      ? t("{name} chooses a symbol.", { name })
      : t("{name} considers: throw again, or stop?", { name });
  if (legal.includes("pass")) return t("Nothing new in this throw: the turn has failed.");
  if (state.phase === KEEPING) return t("Choose a symbol: all its dice are set aside.");
  const [can, throws] = [figures.dice.gain !== null, legal.includes("roll")];
  if (can) return throws ? t("Throw again, or take what is lit up.") : t("Take what is lit up.");
  if (!throws) return t("Nothing can be taken: the turn has failed.");
  return figures.dice.worm
    ? t("Nothing can be taken yet: throw again?")
    : t("Nothing can be taken without a worm: throw again?");
}
