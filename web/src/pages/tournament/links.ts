/** What several pages of a tournament say in the same way. */

import type { TournamentView } from "../../protocol.ts";

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
