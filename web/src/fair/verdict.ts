/**
 * What a verifier says of a game: right, right but …, or wrong; the same as src/stammtisch/fair/verdict.py. The words for
 * it are in parts/verdictWords.ts.
 */

import { Fault } from "./faults.ts";
import type { Bytes } from "./sha256.ts";
import { Verifier, verify } from "./verifier.ts";

export type Value = "right" | "right but" | "wrong";

/** What can be remarked about a game whose dice are right, in the order in which it is told. */
export type RemarkCode =
  | "version"
  | "deal"
  | "sealed"
  | "alone"
  | "taken back"
  | "waived"
  | "replaced"
  | "away"
  | "untagged"
  | "unsealed"
  | "unfinished";

export interface Remark {
  code: RemarkCode;
  /** Whom it concerns; null: the whole table. */
  seat: number | null;
  /** How often. */
  count: number;
}

export interface Verdict {
  value: Value;
  /** Empty if all is right, or if something is wrong. */
  remarks: Remark[];
  /** Two players who have the same one have seen the same game. */
  code: string;
  fault: Fault | null;
}

/** Crockford's base 32: nothing in it is taken for something else when it is read aloud. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The verdict on what a verifier has read; `fault` is what it found wrong. */
export function verdictOf(seen: Verifier, fault: Fault | null = null): Verdict {
  const remarks = fault ? [] : [...remarksOn(seen)];
  const value = fault ? "wrong" : remarks.length > 0 ? "right but" : "right";
  return { value, remarks, code: shortCode(seen.logged), fault };
}

/** The verdict on a whole transcript. */
export function judged(data: Uint8Array): Verdict {
  const seen = new Verifier();
  try {
    verify(data, seen);
  } catch (fault) {
    if (fault instanceof Fault) return verdictOf(seen, fault);
    throw fault;
  }
  return verdictOf(seen);
}

/** The first 60 bits of a hash, in three groups of four letters and digits. */
export function shortCode(log: Bytes): string {
  const view = new DataView(log.buffer, log.byteOffset);
  const number = view.getBigUint64(0) >> 4n;
  const letter = (i: number) => LETTERS[Number((number >> BigInt(55 - 5 * i)) & 31n)];
  const group = (from: number) => [0, 1, 2, 3].map((i) => letter(from + i)).join("");
  return [0, 4, 8].map(group).join("-");
}

/** In the order of their codes, and of seats. What may still be proven is remarked only after the end. */
function* remarksOn(seen: Verifier): Generator<Remark> {
  if (!seen.header) return;
  const signs = seen.header.fair > 1;
  const people = seen.contributors.people();
  if (!signs) yield { code: "version", seat: null, count: 1 };
  if (seen.deal) {
    yield { code: "deal", seat: null, count: 1 };
    if (!seen.deal.opened) yield { code: "sealed", seat: null, count: seen.report.throws };
  }
  if (seen.report.alone) yield { code: "alone", seat: null, count: seen.report.alone };
  const { takenBack } = seen.report;
  if (takenBack) yield { code: "taken back", seat: null, count: takenBack };
  type Count = (each: (typeof people)[number][1]) => number;
  const counted: [RemarkCode, Count][] = [
    ["waived", ({ marks }) => marks.waived],
    ["replaced", ({ marks, old }) => marks.replaced + Number(seen.over && old !== null)],
    ["away", ({ marks }) => marks.away],
  ];
  if (signs) {
    counted.push([
      "untagged",
      ({ marks, tags, old }) => {
        const mayBe = seen.over ? [] : [tags.at(-1)?.moves ?? 0, old?.tags.at(-1)?.moves ?? 0];
        return marks.moves - Math.max(marks.vouched, ...mayBe);
      },
    ]);
    counted.push(["unsealed", ({ marks }) => Number(seen.over && !marks.sealed)]);
  }
  for (const [code, count] of counted) {
    for (const [seat, each] of people) if (count(each)) yield { code, seat, count: count(each) };
  }
  if (seen.ended === "unfinished") yield { code: "unfinished", seat: null, count: 1 };
}
