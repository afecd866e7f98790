/** What a verifier says of a table's dice, in words that a player understands. */

import type { Fault, Remark } from "../fair/index.ts";
import { t, tn } from "../translation.ts";

const FAULTS: Record<string, () => string> = {
  rules: () => t("The server gave a die or tile another name than the one that was rolled."),
  shown: () => t("The board shows something else than the server has proved."),
  away: () => t("The server says that you are away and lets a bot play for you, although you are here."),
  contributor: () => t("The server left a player out of the dice, so it could choose them."),
  element: () => t("The server does not use this device's part of the dice, so it could choose them."),
  waived: () => t("The server gave a roll up that it could have made, and made another instead."),
  tag: () => t("The server shows a move or a part of the dice that its player has not sent."),
  seal: () => t("The server shows a signature that a player has not given."),
  proof: () => t("The server did not use the secret that it had fixed before the game."),
  lots: () => t("The dice are not those that the secrets give."),
  log: () => t("The server gives out another game than the one that was played."),
};

/** Why the dice are wrong. */
export function faultInWords(fault: Fault): string {
  return FAULTS[fault.code]?.() ?? t("The dice of this table could not be verified. Do not trust them.");
}

/** What is to be said of dice that are right; `names` are those of the seats. */
export function remarkInWords({ code, seat, count }: Remark, names: string[]): string {
  const name = (seat === null ? undefined : names[seat]) ?? t("Seat {n}", { n: (seat ?? 0) + 1 });
  switch (code) {
    case "version":
      return t(
        "This game is recorded in the old form, which the players' devices do not sign. It cannot show whether moves were changed, or whether everybody saw the same game.",
      );
    case "alone":
      return tn(
        count,
        "No player contributed to {n} roll: the server made it alone.",
        "No player contributed to {n} rolls: the server made them alone.",
      );
    case "waived":
      return tn(
        count,
        "{n} roll that waited for {name} was given up and made anew. If {name} was there, the server cheated.",
        "{n} rolls that waited for {name} were given up and made anew. If {name} was there, the server cheated.",
        { name },
      );
    case "replaced":
      return tn(
        count,
        "{name} changed to another device {n} time, without proof from the first one. If there was no other device, the server cheated.",
        "{name} changed to another device {n} times, without proof from the one before. If there was no other device, the server cheated.",
        { name },
      );
    case "away":
      return tn(
        count,
        "{name} was marked as away {n} time. If {name} was there, the server cheated.",
        "{name} was marked as away {n} times. If {name} was there, the server cheated.",
        { name },
      );
    case "untagged":
      return tn(
        count,
        "There is no proof that {name} made {n} move.",
        "There is no proof that {name} made {n} moves.",
        { name },
      );
    case "unsealed":
      return t("{name} has not signed the end of the game: nothing proves that {name} saw the same game.", {
        name,
      });
    case "unfinished":
      return t("The game ended before it was over.");
  }
}
