/** What several pages of a tournament say in the same way. */

import type { RoundShown, TournamentView } from "../../protocol.ts";
import { t } from "../../words.ts";

/** "Round 2", "Final", "Final, game 3". */
export function called(round: RoundShown, view: TournamentView): string {
  if (!round.final) return t("Round {n}", { n: round.round });
  const several = Number(view.scheme.final_games) > 1;
  return several ? t("Final, game {n}", { n: round.game ?? 1 }) : t("Final");
}

/** What is counted in the games. */
export function counted(view: TournamentView): string {
  return view.scheme.game === "heckmeck" ? t("Worms") : t("Points");
}

/** Names by number. */
export function names(view: TournamentView): Record<number, string> {
  return Object.fromEntries(view.players.map((player) => [player.player, player.name]));
}

/** Where everybody can look on. */
export function link(id: string): string {
  return `${location.origin}/c/${id}`;
}

/** The same to read and to type: a browser adds the rest. */
export function address(id: string): string {
  return `${location.host}/c/${id}`;
}

/** A laptop that was asked for by this name is not found by phones under it. */
export function onlyHere(): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}
