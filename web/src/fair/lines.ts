/** The lines of a transcript; the same as src/stammtisch/fair/lines.py. */

import { Fault } from "./faults.ts";
import { digest } from "./hashing.ts";
import { DEPTH } from "./merkle.ts";
import type { Bytes } from "./sha256.ts";
import { WORDS } from "./throw.ts";

const FORMAT = "1";
const MOST = Number.MAX_SAFE_INTEGER;

type Check = (value: unknown) => boolean;

const whole =
  (least = 0, most = MOST): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const like =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value);
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(value as string);

/** Any text; halves of characters cannot be written in UTF-8. */
const text: Check = (value) => typeof value === "string" && !/\p{Surrogate}/u.test(value);
const hash = like(/^[0-9a-f]{64}$/);
const optionName = like(/^[a-z][a-z0-9_]*$/);
const options: Check = (value) =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, each]) => optionName(name) && (typeof each === "boolean" || whole(-MOST)(each) || text(each)),
  );

const FIELDS: Record<string, Check> = {
  fair: whole(),
  table: like(/^[A-Za-z0-9_-]{1,64}$/),
  game: text,
  version: whole(),
  options,
  seats: list(text),
  heads: list(orNull(hash)),
  dice: oneOf("shared", "server"),
  root: hash,
  open: whole(1),
  by: whole(),
  to: orNull(whole()),
  from: orNull(whole()),
  throw: whole(1),
  element: orNull(hash),
  of: list(whole(1, WORDS)),
  lots: list(whole()),
  are: list(text),
  secret: hash,
  proof: (value) => list(hash)(value) && (value as unknown[]).length === DEPTH,
  show: whole(1),
  waive: whole(1),
  next: whole(1),
  head: whole(),
  value: hash,
  away: whole(),
  back: whole(),
  seat: whole(),
  move: text,
  undo: whole(),
  count: whole(1),
  end: oneOf("over", "unfinished"),
  scores: list(whole(-MOST)),
  places: list(whole(1)),
  log: hash,
};

const OPENED = "lots are secret proof";
const SHAPES = new Set([
  "fair table game version options seats heads dice root",
  "open by to from",
  `throw element of ${OPENED}`,
  "throw element of",
  `show ${OPENED}`,
  "waive",
  "next root",
  "head value",
  "away",
  "back",
  "seat move",
  "undo count",
  "end scores places",
  "end",
  "log",
]);

export interface Header {
  fair: number;
  table: string;
  game: string;
  version: number;
  options: Record<string, boolean | number | string>;
  seats: string[];
  heads: (string | null)[];
  dice: "shared" | "server";
  root: string;
}
export interface Shown {
  lots: number[];
  are: string[];
  secret: string;
  proof: string[];
}
export interface Open {
  open: number;
  by: number;
  to: number | null;
  from: number | null;
}
export interface Throw extends Partial<Shown> {
  throw: number;
  element: string | null;
  of: number[];
}
export interface Show extends Shown {
  show: number;
}
export interface Root {
  next: number;
  root: string;
}
export interface Head {
  head: number;
  value: string;
}
export interface Move {
  seat: number;
  move: string;
}
/** A seat takes the last moves back, and the throws among them. */
export interface Undo {
  undo: number;
  count: number;
}
export interface End {
  end: "over" | "unfinished";
  scores?: number[];
  places?: number[];
}
export type Line =
  | Header
  | Open
  | Throw
  | Show
  | { waive: number }
  | Root
  | Head
  | { away: number }
  | { back: number }
  | Move
  | Undo
  | End
  | { log: string };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The hash of everything a header says, save the root, which comes after it. */
export function settingOf(header: Header): Bytes {
  const { root: _, ...rest } = header;
  return digest("setting", JSON.stringify(rest));
}

/** A line from its text, which must be its one spelling: compact JSON, fields in order, nothing escaped needlessly. */
export function read(spelling: string): Line {
  let line: unknown;
  try {
    line = JSON.parse(spelling);
  } catch {
    throw new Fault("form", "this is no JSON");
  }
  if (!isObject(line)) throw new Fault("form", "a line must be a JSON object");
  const format = /^\{"fair":(0|[1-9][0-9]*)[,}]/.exec(spelling);
  if (format && format[1] !== FORMAT) {
    throw new Fault("version", `the transcript has format ${format[1]}; this verifier reads ${FORMAT}`);
  }
  const names = Object.keys(line);
  if (!SHAPES.has(names.join(" "))) throw new Fault("form", "no line of a transcript has these fields");
  for (const name of names) {
    if (!FIELDS[name]?.(line[name]))
      throw new Fault("form", `'${name}' may not be ${JSON.stringify(line[name])}`);
  }
  if (JSON.stringify(line) !== spelling) throw new Fault("form", "the line is not in its one spelling");
  return line as unknown as Line;
}
