import { expect, test } from "vitest";
import { Comparison } from "../src/net/comparison.ts";
import type { TableEvent, View } from "../src/protocol.ts";

const HEADS = ["aa".repeat(32), "bb".repeat(32)];

function sat(seat: number, head = HEADS[seat]): TableEvent {
  return {
    seq: seat + 1,
    type: "sat",
    at: 0,
    seat,
    name: "Ann",
    head,
    key: "cc".repeat(32),
    program: false,
  } as TableEvent;
}

function line(type: string, data: object): TableEvent {
  return { seq: 9, type, at: 0, line: JSON.stringify(data) } as TableEvent;
}

const OPENED = {
  seq: 1,
  type: "opened",
  at: 0,
  version: 3,
  opening: { game: "none", options: { players: 2, steal: "forced" }, seats: [{}, {}] },
} as unknown as TableEvent;

function header(heads: (string | null)[], other: object = {}): TableEvent {
  const options = { steal: "forced", players: 2 };
  const seats = ["person", "person"];
  return line("fair", { fair: 2, game: "none", version: 3, options, seats, heads, ...other });
}

function view(state: object | null, number: number | null = null): View {
  return {
    status: "playing",
    result: null,
    state,
    throw: number === null ? null : { number },
  } as unknown as View;
}

function begun(): Comparison {
  const comparison = new Comparison();
  for (const event of [OPENED, sat(0), sat(1), header(HEADS)]) comparison.take(event, null);
  return comparison;
}

/** A game that has ended in this way, after some people have resigned. */
function ended(end: object, ...resigned: number[]): Comparison {
  const comparison = begun();
  for (const seat of resigned)
    comparison.take({ seq: 20, type: "resigned", at: 0, seat, reason: "resigned" } as TableEvent, null);
  comparison.take(line("end", end), null);
  return comparison;
}

function over(reason: string, scores: number[], places: number[]): View {
  return { status: "over", result: { scores, places, reason }, state: { turns: 9 } } as unknown as View;
}

test("the header is that of the game for which the table was opened", () => {
  const take = (...events: TableEvent[]) => {
    const comparison = new Comparison();
    for (const event of [...events, sat(0), sat(1)]) comparison.take(event, null);
    return (other: object) => comparison.take(header(HEADS, other), null);
  };
  expect(() => take(OPENED)({})).not.toThrow();
  for (const other of [
    { game: "some" },
    { version: 2 },
    { options: { players: 2 } },
    { options: { players: 2, steal: "optional" } },
    { options: { players: 2, steal: "forced", more: true } },
    { seats: ["person", "person", "person"] },
  ])
    expect(() => take(OPENED)(other)).toThrow("for which the table was opened");
  expect(() => take()({})).toThrow("for which the table was opened");
});

const FINISHED = { end: "over", scores: [3, 7], places: [2, 1] };
const STOPPED = { end: "unfinished" };

test("the result is that of the lines", () => {
  for (const [comparison, right] of [
    [ended(FINISHED), over("played", [3, 7], [2, 1])],
    [ended(FINISHED, 1), over("played", [3, 7], [1, 2])], // who has resigned is last
    [ended(FINISHED, 0, 1), over("played", [3, 7], [2, 1])],
    [ended(STOPPED, 1), over("resigned", [3, 7], [1, 2])],
    [ended(STOPPED, 0, 1), over("resigned", [3, 3], [1, 1])],
    [ended(STOPPED), over("closed", [3, 7], [0, 0])],
    [new Comparison(), over("closed", [0, 0], [0, 0])],
  ] as const)
    expect(() => comparison.compare(right, null, 0, null)).not.toThrow();
  for (const [comparison, wrong] of [
    [ended(FINISHED), over("played", [4, 7], [2, 1])],
    [ended(FINISHED), over("played", [3, 7], [1, 2])],
    [ended(FINISHED, 1), over("played", [3, 7], [2, 1])],
    [ended(FINISHED), over("closed", [3, 7], [0, 0])],
    [ended(STOPPED), over("played", [3, 7], [2, 1])],
    [ended(STOPPED, 1), over("resigned", [3, 7], [2, 1])],
    [ended(STOPPED), over("resigned", [3, 7], [2, 1])],
    [ended(STOPPED), over("closed", [3, 7], [2, 1])],
    [begun(), over("played", [3, 7], [2, 1])],
    [new Comparison(), over("closed", [1, 0], [0, 0])],
    [new Comparison(), over("played", [0, 0], [1, 1])],
  ] as const)
    expect(() => comparison.compare(wrong, null, 0, null)).toThrow("the result is another one");
});

test("a result is shown at the end, and only then", () => {
  expect(() => begun().compare({ ...over("played", [3], [1]), status: "playing" }, null, 0, null)).toThrow(
    "before the end",
  );
  expect(() => ended(FINISHED).compare({ ...view({}), status: "over" }, null, 0, null)).toThrow(
    "without a result",
  );
});

test("the header has the heads with which people sat down", () => {
  expect(begun).not.toThrow();
  for (const wrong of [[HEADS[0] ?? null, null], [...HEADS].reverse()])
    expect(() => {
      const comparison = new Comparison();
      for (const event of [OPENED, sat(0), sat(1), header(wrong)]) comparison.take(event, null);
    }).toThrow("the head that was given");
  expect(() => {
    const comparison = new Comparison();
    for (const event of [OPENED, sat(0), sat(1), { seq: 3, type: "left", at: 0, seat: 1 }, header(HEADS)])
      comparison.take(event as TableEvent, null);
  }).toThrow("the head that was given at seat 1");
});

test("a game that is shown has a header", () => {
  expect(() => new Comparison().compare(view({ turns: 1 }), null, 0, null)).toThrow("without any proof");
  expect(() => begun().compare(view(null), null, 0, null)).toThrow("without any proof");
  expect(() => begun().compare(view({ turns: 1 }), null, 0, null)).not.toThrow();
});

test("the throw that is said to be open is that of the lines", () => {
  expect(() => begun().compare(view({ turns: 1 }, 3), null, 0, 3)).not.toThrow();
  for (const [shown, open] of [
    [null, 3],
    [3, null],
    [4, 3],
  ] as const)
    expect(() => begun().compare(view({ turns: 1 }, shown), null, 0, open)).toThrow(
      "the lines say otherwise",
    );
});

test("nothing new is shown unless something has happened", () => {
  const comparison = begun();
  comparison.compare(view({ kept: 0 }), null, 0, null);
  comparison.take({ seq: 10, type: "said", at: 0, seat: 0, text: "hello" } as TableEvent, null);
  comparison.compare(view({ kept: 0 }), null, 0, null);
  expect(() => comparison.compare(view({ kept: 1 }), null, 0, null)).toThrow("nothing has happened");
  comparison.take(line("seat", { seat: 0, move: "keep" }), null);
  comparison.compare(view({ kept: 1 }), null, 0, null);
});
