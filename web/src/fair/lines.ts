/** The lines of a transcript; the same as src/stammtisch/fair/lines.py. */

import { Fault } from "./faults.ts";
import { digest } from "./hashing.ts";
import { DEPTH } from "./merkle.ts";
import { PIECES } from "./seal.ts";
import type { Bytes } from "./sha256.ts";
import { WORDS } from "./throw.ts";

const FORMATS = ["1", "2", "3"];
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
  keys: list(orNull(hash)),
  dice: oneOf("shared", "server", "deal"),
  deal: like(/^[A-Za-z0-9_-]{1,64}$/),
  hash,
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
  key: hash,
  tag: hash,
  prove: whole(),
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
  seal: whole(),
  turn: whole(1, 2 ** 31 - 1),
  index: whole(0, 2 ** 31 - 1),
  seed: like(/^[0-7][0-9a-f]{15}$/),
  nonce: hash,
  signature: like(new RegExp(`^[0-9a-f]{${64 * PIECES}}$`)),
};

const OPENED = "lots are secret proof";
/** The fields of every kind of line, and the versions that have it. */
const SHAPES = new Map<string, number[]>([
  ["fair table game version options seats heads dice root", [1]],
  ["fair table game version options seats heads keys dice root", [2]],
  ["fair table game version options seats dice deal hash", [3]],
  ["open by to from", [1, 2, 3]],
  [`throw element of ${OPENED}`, [1, 2]],
  [`throw element of ${OPENED} tag`, [2]],
  ["throw element of", [1, 2]],
  ["throw element of tag", [2]],
  ["throw turn index of lots are", [3]],
  ["throw turn index of", [3]],
  [`show ${OPENED}`, [1, 2]],
  ["show lots are", [3]],
  ["waive", [1, 2]],
  ["next root", [1, 2]],
  ["head value", [1]],
  ["head value key", [2]],
  ["head value tag", [2]],
  ["prove element", [2]],
  ["away", [1, 2, 3]],
  ["back", [1, 2, 3]],
  ["seat move", [1, 2, 3]],
  ["seat move tag", [2]],
  ["undo count", [1, 2, 3]],
  ["undo count tag", [2]],
  ["end scores places", [1, 2, 3]],
  ["end", [1, 2, 3]],
  ["log", [1, 2, 3]],
  ["seal signature", [2]],
  ["seed nonce", [3]],
]);

/** Does a version have lines with these fields? */
export function checkVersion(line: Line, format: number): void {
  if (!SHAPES.get(Object.keys(line).join(" "))?.includes(format)) {
    throw new Fault("form", `no line of version ${format} has these fields`);
  }
}

export interface Header {
  fair: number;
  table: string;
  game: string;
  version: number;
  options: Record<string, boolean | number | string>;
  seats: string[];
  /** Of the chains; from version 3 on there are none. */
  heads?: (string | null)[];
  /** What seals are checked with; in version 2. */
  keys?: (string | null)[];
  dice: "shared" | "server" | "deal";
  root?: string;
  /** The deal whose dice these are, and the hash of its seed; in version 3. */
  deal?: string;
  hash?: string;
}
export interface Shown {
  lots: number[];
  are: string[];
  /** Neither is there in version 3. */
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
  /** In version 3, instead of an element: in which turn, and after how many draws of it. */
  turn?: number;
  index?: number;
  of: number[];
  tag?: string;
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
  key?: string;
  tag?: string;
}
/** The next element of the chain before: the same person began the present one. */
export interface Proof {
  prove: number;
  element: string | null;
}
export interface Move {
  seat: number;
  move: string;
  tag?: string;
}
/** A seat takes the last moves back, and the throws among them. */
export interface Undo {
  undo: number;
  count: number;
  tag?: string;
}
export interface End {
  end: "over" | "unfinished";
  scores?: number[];
  places?: number[];
}
/** The seed of a deal, once it has closed. */
export interface Seed {
  seed: string;
  nonce: string;
}
/** Somebody signs the end. */
export interface Seal {
  seal: number;
  signature: string;
}
export type Line =
  | Header
  | Open
  | Throw
  | Show
  | { waive: number }
  | Root
  | Head
  | Proof
  | { away: number }
  | { back: number }
  | Move
  | Undo
  | End
  | { log: string }
  | Seal
  | Seed;

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
  if (format && !FORMATS.includes(format[1] as string)) {
    throw new Fault("version", `the transcript has format ${format[1]}; this verifier reads 1 to 3`);
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
