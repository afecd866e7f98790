/** The verdict on the dice of a game, in words for a player. Every word about it that the page says is here. */

import type { Fault, Remark, Verdict } from "../fair/index.ts";
import type { Alarm } from "../net/tableConnection.svelte.ts";
import { t, tn } from "../translation.ts";

/** The verdict in a few words. */
export function verdictInWords({ value }: Verdict): string {
  if (value === "right") return t("All dice verified.");
  return value === "wrong" ? t("These dice failed verification.") : t("All dice verified, but:");
}

/** What is wrong; what is not listed is not a transcript at all. */
const FAULTS: Partial<Record<Fault["code"], () => string>> = {
  rules: () => t("The server gave a die or tile another name than the one that was rolled."),
  opened: () => t("The dice are for another game or other rules than the table was opened for."),
  shown: () => t("The board shows something else than the server has proved."),
  version: () => t("The server keeps the players from signing this game."),
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

/** A remark; `name` is that of its seat. */
export function remarkInWords({ code, count }: Remark, name: string): string {
  const n = { name };
  switch (code) {
    case "version":
      return t(
        "The players have not signed this game, because somebody used an older version. So nothing proves that all of them saw the same game.",
      );
    case "deal":
      return t(
        "All tables of this deal have the same dice. The server knew them before the game, and nothing proves who made the moves.",
      );
    case "sealed":
      return tn(
        count,
        "{n} roll cannot be verified before the deal has closed and its seed is opened.",
        "{n} rolls cannot be verified before the deal has closed and its seed is opened.",
      );
    case "alone":
      return tn(
        count,
        "No player contributed to {n} roll: the server made it alone.",
        "No player contributed to {n} rolls: the server made them alone.",
      );
    case "taken back":
      return tn(
        count,
        "Once somebody took back dice or the moves of others. If not everybody agreed, the server cheated.",
        "{n} times somebody took back dice or the moves of others. If not everybody agreed, the server cheated.",
      );
    case "waived":
      return tn(
        count,
        "{n} roll that waited for {name} was given up. If {name} did answer, the server cheated.",
        "{n} rolls that waited for {name} were given up. If {name} did answer, the server cheated.",
        n,
      );
    case "replaced":
      return t(
        "{name} went on with other dice secrets. If {name} used no other device, the server cheated.",
        n,
      );
    case "away":
      return tn(
        count,
        "A bot took over for {name} once. If {name} was there, the server cheated.",
        "A bot took over for {name} {n} times. If {name} was there, the server cheated.",
        n,
      );
    case "untagged":
      return tn(
        count,
        "Nothing proves that {name} made {n} of the moves.",
        "Nothing proves that {name} made {n} of the moves.",
        n,
      );
    case "unsealed":
      return t("{name} has not signed the end, so nothing proves that {name} saw the same game.", n);
    case "unfinished":
      return t("The game was ended before it was over.");
  }
}

/** What this device noticed about its own seat. */
export function alarmInWords({ code }: Alarm): string {
  switch (code) {
    case "waived":
      return t("The server gave up a roll that this device had answered. It must not do that.");
    case "replaced":
      return t(
        "Another device has taken over your part of the dice. If you have no other device, the server is cheating.",
      );
    case "away":
      return t("The server says that you are away, although this device is connected.");
    case "moved":
      return t("A move was made for you that this device did not send.");
  }
}
