/** What is wrong with the dice of a table, in words that a player understands. */

import type { Fault } from "../fair/index.ts";
import { t } from "../translation.ts";

const WORDS: Record<string, () => string> = {
  rules: () => t("The server gave a die or tile another name than the one that was rolled."),
  shown: () => t("The board shows something else than the server has proved."),
  away: () => t("The server says that you are away and lets a bot play for you, although you are here."),
  contributor: () =>
    t("The server leaves out a player who has to take part in this roll, so it could choose the dice."),
  element: () => t("The server does not use this device's part of the dice, so it could choose them."),
  waived: () => t("The server had your part of a roll and had it rolled again all the same."),
  tag: () => t("The server shows a move or a message about the dice that its player has not sent."),
  proof: () => t("The server did not use the secret that it had fixed before the game."),
  lots: () => t("The dice are not those that the secrets give."),
  log: () => t("The game was changed afterwards."),
};

export function faultInWords(fault: Fault): string {
  return WORDS[fault.code]?.() ?? t("The dice of this table could not be verified. Do not trust them.");
}
