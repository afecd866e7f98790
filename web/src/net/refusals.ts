/** Why something was refused, in words. What the server says of a move is in its own words, in the same language. */

import { t } from "../words.ts";
import { Refused } from "./api.ts";

const WORDS: Record<string, () => string> = {
  offline: () => t("The server cannot be reached. Nothing is lost: try again when you are connected."),
  no_tournament: () => t("There is no such tournament."),
  no_table: () => t("There is no such table."),
  not_found: () => t("There is nothing here."),
  not_signed_in: () => t("The server does not know you any more. Choose a name again."),
  not_invited: () => t("This seat needs its invitation: ask the host for the link."),
  not_host: () => t("Only who opened the table may do that."),
  not_seated: () => t("Only who has a seat at this table may do that."),
  taken: () => t("Somebody else has taken this seat."),
  seated: () => t("You sit at this table already."),
  started: () => t("The game has begun. You can watch it."),
  over: () => t("The game is over."),
  not_over: () => t("The game is not over yet."),
  not_your_turn: () => t("It is not your turn."),
  not_undoable: () => t("This cannot be taken back: dice have fallen or somebody else has moved since."),
  asked: () => t("Somebody is asking already."),
  throw_due: () => t("Wait until the throw has fallen."),
  away: () => t("A bot plays for you. Say that you are back first."),
  stale: () => t("The table had changed before your move arrived. Look again."),
  too_many: () => t("That was too much at once. Wait a minute."),
  no_person: () => t("There is nobody here who wants to be seen."),
  banned: () => t("The operator of this server has banned you."),
  no_chat: () => t("There is no chat at this table."),
  no_hints: () => t("There are no hints at this table."),
  bad_name: () => t("This name cannot be used: take 1 to 24 letters, and none that are invisible."),
  bad_handle: () =>
    t(
      "This handle cannot be used: take 3 to 20 letters from a to z, digits, “-” and “_”, and no name that could be the house's own.",
    ),
  handle_taken: () => t("Somebody has this handle, or one that looks like it."),
  weak_password: () => t("Take at least 10 letters, and nothing that anybody would try first."),
  wrong_password: () => t("There is no such handle, or it has another password."),
  has_account: () => t("You have an account already."),
  no_account: () => t("You have no account."),
  no_session: () => t("This device is logged out already."),
  dice: () => t("The dice of this table do not prove themselves. Do not trust them."),
  wrong_element: () => t("The server does not take this device's part of the dice."),
};

export function words(why: unknown): string {
  if (why instanceof Refused) return inWords(why.code, why.message);
  return t("Something went wrong: {what}", { what: String(why) });
}

export function inWords(code: string, reason: string): string {
  return WORDS[code]?.() ?? t("The server refused: {reason}", { reason });
}
