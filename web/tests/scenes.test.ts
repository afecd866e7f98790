import { expect, test } from "vitest";
import { pages, type Scene, scenes } from "../src/pages/tournament/screen/scenes.ts";
import type { PlaceShown, RoundShown, TournamentView } from "../src/protocol.ts";

const LINE = { player: 1, score: 3, mark: 29, place: 1, out: false, points: 9 };

function round(number: number, tables: number, more: Partial<RoundShown> = {}): RoundShown {
  const table = (at: number): PlaceShown => ({
    table: at + 1,
    seats: [1],
    absent: [],
    entered: "",
    confirmed: "",
    lines: [],
    key: null,
    played: null,
    status: null,
  });
  const all = Array.from({ length: tables }, (_, at) => table(at));
  return { round: number, final: false, game: null, complete: false, tables: all, ...more };
}

function view(players: number, more: Partial<TournamentView>): TournamentView {
  const numbers = Array.from({ length: players }, (_, at) => at + 1);
  const row = { score: 0, worms: 0, tiles: 0, wins: 0, share: 0, opposition: 0, starts: 0, games: 0 };
  return {
    number: 1,
    title: "Cup",
    scheme: {},
    organiser: "Olga",
    seed: "",
    phase: "entries",
    table_counts: [],
    mark: "",
    players: numbers.map((player) => ({ player, name: `P${player}`, bot: "", missed: 0, gone: false })),
    rounds: [],
    standings: numbers.map((player) => ({ place: player, player, ...row, decided: "" })),
    finalists: [],
    ranking: [],
    announcements: [],
    ...more,
  };
}

const kinds = (found: Scene[]) => found.map((scene) => scene.kind);

test("pages are as few as need be, and about equally full", () => {
  expect(pages([1, 2, 3, 4, 5], 5)).toEqual([[1, 2, 3, 4, 5]]);
  expect(pages([1, 2, 3, 4, 5], 4)).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  expect(pages([], 4)).toEqual([[]]);
});

test("who has gone home is not among the entries", () => {
  const shown = view(3, {});
  shown.players[1] = { player: 2, name: "P2", bot: "", missed: 0, gone: true };
  expect(scenes(shown)).toEqual([{ kind: "entries", players: [1, 3] }]);
});

test("a draw is shown alone until there is a result", () => {
  const drawn = view(54, { phase: "round", rounds: [round(1, 10)] });
  expect(kinds(scenes(drawn))).toEqual(["tables", "tables"]);
  const first = drawn.rounds[0]?.tables[0];
  if (first) first.lines = [LINE];
  expect(kinds(scenes(drawn))).toEqual(["tables", "tables", "standings", "standings", "standings"]);
});

test("before and after the cut", () => {
  const over = view(12, { phase: "cut", rounds: [round(1, 4, { complete: true })] });
  expect(kinds(scenes(over))).toEqual(["standings"]);
  expect(kinds(scenes({ ...over, phase: "between", finalists: [1, 2] }))).toEqual(["finalists", "standings"]);
});

test("between games of the final its course stays", () => {
  const game = round(2, 1, { final: true, game: 1, complete: true });
  const shown = view(12, {
    phase: "between",
    rounds: [round(1, 4, { complete: true }), game],
    finalists: [1],
  });
  expect(scenes(shown)).toEqual([{ kind: "final", rounds: [game] }]);
});

test("at the end the winner, then everybody with the place", () => {
  const ranking = Array.from({ length: 20 }, (_, at) => 20 - at);
  const found = scenes(view(20, { phase: "closed", rounds: [round(1, 4)], ranking }));
  expect(found[0]).toEqual({ kind: "winner", players: [20, 19, 18] });
  expect(
    found.slice(1).map((scene) => scene.kind === "ranking" && [scene.from, scene.players.length]),
  ).toEqual([
    [1, 10],
    [11, 10],
  ]);
});
