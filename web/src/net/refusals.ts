/** Why something was refused, in words. What the server says of a move is in its own words, in the same language. */

import { t } from "../translation.ts";
import { Refused } from "./api.ts";

const WORDS: Record<string, () => string> = {
  offline: () => t("The server cannot be reached. Nothing is lost: try again when you are connected."),
  no_tournament: () => t("There is no such tournament."),
  no_deal: () => t("There is no such game of the day, or it is not open."),
  sealed: () =>
    t("Others are still to meet these dice. Until the deal has closed, nobody else can see this game."),
  no_table: () => t("There is no such table."),
  not_found: () => t("There is nothing here."),
  not_signed_in: () => t("The server does not know you any more. Choose a name again."),
  not_invited: () => t("You need an invitation for this seat: ask the host for the link."),
  not_host: () => t("Only the host can do that."),
  not_seated: () => t("Only players at this table can do that."),
  taken: () => t("Somebody else has taken this seat."),
  seated: () => t("You already have a seat at this table."),
  started: () => t("The game has begun. You can watch it."),
  over: () => t("The game is over."),
  not_over: () => t("The game is not over yet."),
  not_your_turn: () => t("It is not your turn."),
  not_undoable: () => t("This cannot be undone: dice have been rolled or somebody else has moved since."),
  asked: () => t("Somebody is already asking to undo a move."),
  throw_due: () => t("Wait until the dice have landed."),
  away: () => t("A bot is playing for you. First say that you are back."),
  late: () => t("Your time for this move is up, so a bot makes it. After that you can come back."),
  stale: () => t("The table changed before your move arrived. Please look again."),
  busy: () => t("The server has much to compute just now. Please try again in a minute."),
  too_many: () => t("Too many requests. Please wait a minute."),
  no_person: () => t("This player has no public page."),
  banned: () => t("The operator of this server has banned you."),
  no_chat: () => t("There is no chat at this table."),
  no_hints: () => t("There are no hints at this table."),
  warming_up: () => t("The server has just started and is not ready for this yet. Ask again in a moment."),
  bad_name: () => t("This name cannot be used: choose 1 to 24 visible characters."),
  bad_handle: () =>
    t(
      "This username cannot be used: choose 3 to 20 letters from a to z, digits, “-” and “_”, and no reserved name.",
    ),
  handle_taken: () => t("This username is taken, or looks too much like one that is."),
  weak_password: () => t("Choose at least 10 characters, and nothing easy to guess."),
  wrong_password: () => t("Wrong username or password."),
  has_account: () => t("You already have an account."),
  no_account: () => t("You have no account."),
  no_session: () => t("This device is already logged out."),
  bad_channel: () => t("Nothing can be sent to this address. Please check it."),
  no_channel: () => t("This no longer exists."),
  no_notices: () => t("This server cannot send such notifications."),
  dice: () => t("The dice of this table could not be verified. Do not trust them."),
  wrong_element: () => t("The server does not accept this device's part of the dice."),
};

export function words(why: unknown): string {
  if (why instanceof Refused) return inWords(why.code, why.message);
  return t("Something went wrong: {what}", { what: String(why) });
}

export function inWords(code: string, reason: string): string {
  return WORDS[code]?.() ?? t("The server refused: {reason}", { reason });
}
