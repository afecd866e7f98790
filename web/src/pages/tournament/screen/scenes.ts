/** What a projector shows at a moment, in turn: it depends on the phase, and what is long comes in pages. */

import type { PlaceShown, RoundShown, RowShown, TournamentView } from "../../../protocol.ts";

export type Scene =
  | { kind: "entries"; players: number[] }
  | { kind: "tables"; round: RoundShown; tables: PlaceShown[] }
  | { kind: "final"; rounds: RoundShown[] }
  | { kind: "finalists"; players: number[] }
  | { kind: "winner"; players: number[] }
  | { kind: "standings"; rows: RowShown[] }
  | { kind: "ranking"; players: number[]; from: number };

/** What can be read from the back of a room. */
export const MOST = { entries: 36, tables: 9, standings: 18 };

export function scenes(view: TournamentView): Scene[] {
  const preliminary = view.rounds.filter((round) => !round.final);
  const finals = view.rounds.filter((round) => round.final);
  const last = preliminary.at(-1);
  const standings = (): Scene[] =>
    pages(view.standings, MOST.standings).map((rows) => ({ kind: "standings", rows }));
  switch (view.phase) {
    case "entries": {
      const players = view.players.filter((player) => !player.gone).map((player) => player.player);
      return pages(players, MOST.entries).map((some) => ({ kind: "entries", players: some }));
    }
    case "round": {
      if (!last) return [];
      const tables = pages(last.tables, MOST.tables).map(
        (some): Scene => ({ kind: "tables", round: last, tables: some }),
      );
      const anyResult = preliminary.some((round) => round.tables.some((table) => table.lines.length > 0));
      return anyResult ? [...tables, ...standings()] : tables;
    }
    case "final":
    case "done":
      return finals.length ? [{ kind: "final", rounds: finals }] : standings();
    case "closed": {
      const ranking = pages(view.ranking, MOST.standings);
      let from = 1;
      const rest = ranking.map((players): Scene => {
        const scene: Scene = { kind: "ranking", players, from };
        from += players.length;
        return scene;
      });
      return [{ kind: "winner", players: view.ranking.slice(0, 3) }, ...rest];
    }
    default: {
      if (finals.length) return [{ kind: "final", rounds: finals }];
      const finalists: Scene[] = view.finalists.length
        ? [{ kind: "finalists", players: view.finalists }]
        : [];
      return [...finalists, ...standings()];
    }
  }
}

/** A list in as few pages as need be, all about equally full; an empty one is a page too. */
export function pages<T>(all: readonly T[], most: number): T[][] {
  const count = Math.max(1, Math.ceil(all.length / most));
  const size = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size));
}
