/** What stands in a tournament, in words. */

import { about } from "../../net/games.svelte.ts";
import type { PlayerShown, RoundShown, RowShown, TournamentView } from "../../protocol.ts";
import { number, t, tn } from "../../translation.ts";

/** The kind of a scheme's values that the page shows; docs/tournament.md has them all. */
export interface Scheme {
  preset: string;
  game: string;
  rounds: number;
  tables: number;
  smallest: number;
  largest: number;
  fewest: number;
  most: number;
  points: Record<string, number[]>;
  worms_count: boolean;
  pairing: string;
  ties: string[];
  final_size: number | null;
  final_games: number;
  /** Absent: each table its own. */
  dice?: string;
}

export function schemeOf(view: TournamentView): Scheme {
  return view.scheme as unknown as Scheme;
}

export function nameOf(players: PlayerShown[], player: number): string {
  return players.find((each) => each.player === player)?.name ?? t("Player {n}", { n: player });
}

/** What is won in a game: a heading. */
export function unitOf(game: unknown): string {
  return about(String(game))?.heading ?? t("Points");
}

/** A keyboard for what is won: some phones have no minus sign on the one for numbers. */
export function keyboardFor(game: string): "numeric" | "text" {
  return about(game)?.negative ? "text" : "numeric";
}

export function roundName(round: RoundShown, scheme: Scheme): string {
  if (!round.final) return t("Round {n}", { n: round.round });
  return scheme.final_games > 1 ? t("Final, game {n}", { n: round.game ?? 1 }) : t("Final");
}

/** How it is played, in a sentence or three. */
export function schemeInWords(scheme: Scheme, game: string): string {
  const said = [
    tn(scheme.rounds, "{game}, {n} round before the final.", "{game}, {n} rounds before the final.", {
      game,
    }),
  ];
  if (scheme.final_size === 0)
    said[0] = tn(scheme.rounds, "{game}, {n} round, no final.", "{game}, {n} rounds, no final.", { game });
  if (scheme.dice === "duplicate")
    said.push(
      t(
        "All tables of a round have the same dice. The score is the matchpoints: how a seat did compared with the same seat at the other tables.",
      ),
    );
  else
    said.push(
      scheme.worms_count
        ? t("The score is what was won in the games plus the points for places.")
        : t("The score is the points for places."),
    );
  if (scheme.final_size !== 0 && scheme.final_games > 1)
    said.push(t("The final is a best of {n}.", { n: scheme.final_games }));
  return said.join(" ");
}

/** Where the tournament stands. */
export function phaseInWords(view: TournamentView): string {
  const last = view.rounds.at(-1);
  switch (view.phase) {
    case "entries":
      return t("Entries are open.");
    case "round":
      return t("Round {n} is being played.", { n: last?.round ?? 1 });
    case "final":
      return t("The final is being played.");
    case "between":
      return view.finalists.length
        ? t("The finalists are known.")
        : t("Round {n} is over.", { n: last?.round ?? 1 });
    case "cut":
      return t("The rounds before the final are over.");
    case "done":
      return t("Everything has been played.");
    case "closed":
      return t("The tournament is over.");
  }
}

const DECIDED: Record<string, () => string> = {
  worms: () => t("by what was won in the games"),
  tiles: () => t("by the highest tiles"),
  wins: () => t("by games won"),
  share: () => t("by share of the points at their tables"),
  opposition: () => t("by the scores of the opponents"),
  starts: () => t("by fewer games as start player"),
  lot: () => t("by lot"),
};

/** What put somebody behind the player above who has the same score; empty where the score did. */
export function decidedBy(row: RowShown): string {
  return DECIDED[row.decided]?.() ?? "";
}

/** What else a scheme counts, as columns of the standings: heading and value. */
export function columnsOf(
  scheme: Scheme,
): { name: string; title: string; value: (row: RowShown) => string }[] {
  const all: Record<string, { title: string; value: (row: RowShown) => string }> = {
    worms: { title: unitOf(scheme.game), value: (row) => number(row.worms) },
    tiles: { title: t("Highest tiles"), value: (row) => number(row.tiles) },
    wins: { title: t("Games won"), value: (row) => number(row.wins) },
    share: { title: t("Share"), value: (row) => number(row.share) },
    opposition: { title: t("Opponents"), value: (row) => number(row.opposition) },
    starts: { title: t("Starts"), value: (row) => number(row.starts) },
  };
  return scheme.ties.flatMap((name) => (all[name] ? [{ name, ...all[name] }] : []));
}

/** Who entered or confirmed a result: "#3 Ann" is player 3, "#table" a table of this server. */
export function whoEntered(by: string): string {
  if (by === "#table") return t("the table itself");
  if (by === "#server") return t("the server");
  return by.replace(/^#\d+ /, "");
}

/** A whole number as people type it; null if it is none. */
export function wholeNumber(text = ""): number | null {
  const plain = text.trim().replace("−", "-");
  return /^-?\d{1,6}$/.test(plain) ? Number(plain) : null;
}
