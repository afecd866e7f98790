/**
 * How the table stands, in one line: whose turn it is, and whether anybody waits for this viewer. Several people
 * at one screen (`shared`) are called by their names.
 */

import type { Player } from "../../boards/board.ts";
import type { TableConnection } from "../../net/tableConnection.svelte.ts";
import { t } from "../../translation.ts";

export function statusLine(
  connection: TableConnection,
  players: Player[],
  mayMove: boolean,
  shared: boolean,
): string {
  const { view, seat } = connection;
  if (!view) return "";
  if (connection.state === "lost") return t("Connection lost.");
  if (view.status === "over") return t("The game is over.");
  if (seat !== null && view.seats[seat]?.resigned) return t("You have resigned. You can watch.");
  const due = view.throw;
  const owner = Number(view.state?.player); // whose turn it is; every game's state has it
  const name = players[owner]?.name ?? "";
  if (shared)
    return t("It is {name}'s turn.", { name: players[mayMove ? (seat ?? owner) : owner]?.name ?? "" });
  if (mayMove && owner !== seat) return t("{name}'s turn, and your decision.", { name });
  if (mayMove || owner === seat) return t("It is your turn.");
  const late =
    due && due.from !== due.by && due.from !== seat && connection.latest?.throw?.number === due.number;
  const owes = view.turn === -1 && !due && view.awaited !== seat ? view.awaited : null; // a new chain, before the throw
  const giver = late ? due.from : owes;
  if (giver != null) return t("Waiting for {name}'s part of the dice.", { name: players[giver]?.name ?? "" });
  return t("It is {name}'s turn.", { name });
}
