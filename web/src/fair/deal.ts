/**
 * A deal: dice that several tables share; the same as src/stammtisch/fair/deal.py. The draws are those of
 * src/stammtisch/core/dice.py: a function of seed, turn and index in the turn.
 */

import { Fault } from "./faults.ts";
import { digest, hex, unhex } from "./hashing.ts";

/** The widest range of a draw of a deal. */
export const WIDEST = 65536;
const MULTIPLY = [0xd2511f53, 0xcd9e8d57] as const;
const WEYL = [0x9e3779b9, 0xbb67ae85] as const;

/** The high and the low word of a product of two words. */
function product(a: number, b: number): [number, number] {
  const whole = BigInt(a) * BigInt(b);
  return [Number(whole >> 32n), Number(whole & 0xffffffffn)];
}

/** One block of Philox4x32-10: four words for a counter of four words and a key of two. */
export function philox(
  counter: [number, number, number, number],
  key: [number, number],
): [number, number, number, number] {
  let [c0, c1, c2, c3] = counter;
  let [k0, k1] = key;
  for (let round = 0; round < 10; round++) {
    const [high0, low0] = product(MULTIPLY[0], c0);
    const [high1, low1] = product(MULTIPLY[1], c2);
    [c0, c1, c2, c3] = [(high1 ^ c1 ^ k0) >>> 0, low1, (high0 ^ c3 ^ k1) >>> 0, low0];
    k0 = (k0 + WEYL[0]) >>> 0;
    k1 = (k1 + WEYL[1]) >>> 0;
  }
  return [c0, c1, c2, c3];
}

/** The k-th draw of a turn: a number from 0 to n - 1. */
export function draw(seed: bigint, turn: number, k: number, n: number): number {
  const key: [number, number] = [Number(seed & 0xffffffffn), Number(seed >> 32n)];
  for (let attempt = 0; ; attempt++) {
    const word = philox([k >>> 3, turn, attempt, 0], key)[(k >>> 1) & 3] as number;
    const scaled = ((word >>> ((k & 1) << 4)) & 0xffff) * n;
    const rest = scaled % WIDEST;
    if (rest >= n || rest >= (WIDEST - n) % n) return Math.floor(scaled / WIDEST);
  }
}

interface Dealt {
  number: number;
  turn: number;
  index: number;
  of: number[];
  lots: number[];
}

/** The throws of a transcript whose dice are a deal's: they can be checked when its seed is opened. */
export class DealtThrows {
  readonly name: string;
  readonly #published: string;
  readonly #throws: Dealt[] = [];
  readonly #away = new Set<number>();
  opened = false;

  constructor(name: string, published: string) {
    this.name = name;
    this.#published = published;
  }

  add(at: Omit<Dealt, "lots">, { lots, are }: { lots: number[]; are: string[] }): void {
    const { number, of } = at;
    if (of.length !== lots.length || of.length !== are.length)
      throw new Fault("lots", "ranges, lots and their names differ in number", number);
    if (lots.some((lot, i) => lot >= (of[i] as number)))
      throw new Fault("lots", "a lot is not in its range", number);
    this.#throws.push({ ...at, lots });
  }

  mark(seat: number, away: boolean): void {
    if (this.#away.has(seat) === away)
      throw new Fault("order", `seat ${seat} is ${away ? "away" : "here"} already`);
    if (away) this.#away.add(seat);
    else this.#away.delete(seat);
  }

  /** The seed is opened: is it the one that was fixed, and do all throws follow from it? */
  open({ seed, nonce }: { seed: string; nonce: string }): void {
    if (this.opened) throw new Fault("order", "the seed is opened already");
    const number = BigInt(`0x${seed}`);
    if (hex(digest("deal", this.name, String(number), unhex(nonce))) !== this.#published)
      throw new Fault("proof", "this is not the seed whose hash was published before the game");
    for (const { number: throwNumber, turn, index, of, lots } of this.#throws) {
      const right = of.map((range, at) => draw(number, turn, index + at, range));
      if (right.some((lot, at) => lot !== lots[at]))
        throw new Fault("lots", `the lots are ${lots}, but the seed gives ${right}`, throwNumber);
    }
    this.opened = true;
  }
}
