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

function header(heads: (string | null)[]): TableEvent {
  return line("fair", { fair: 2, game: "none", heads });
}

function view(state: object | null, number: number | null = null): View {
  return { status: "playing", state, throw: number === null ? null : { number } } as unknown as View;
}

function begun(): Comparison {
  const comparison = new Comparison();
  for (const event of [sat(0), sat(1), header(HEADS)]) comparison.take(event, null);
  return comparison;
}

test("the header has the heads with which people sat down", () => {
  expect(begun).not.toThrow();
  for (const wrong of [[HEADS[0] ?? null, null], [...HEADS].reverse()])
    expect(() => {
      const comparison = new Comparison();
      for (const event of [sat(0), sat(1), header(wrong)]) comparison.take(event, null);
    }).toThrow("the head that was given");
  expect(() => {
    const comparison = new Comparison();
    for (const event of [sat(0), sat(1), { seq: 3, type: "left", at: 0, seat: 1 }, header(HEADS)])
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
