/** A player's one-time signature under the end of a game; the same as src/stammtisch/fair/seal.py. */

import { digest, hex, unhex } from "./hashing.ts";
import type { Bytes } from "./sha256.ts";

const HIGHEST = 15;
export const PIECES = 64 + 3;

type Of = [table: string, seat: number, number: number];

/** The key that a signature under the end of a game leads to. */
export function keyOf(of: Of, log: Uint8Array, signature: string): string {
  const ends = digitsOf(of, log).map((digit, i) =>
    hashed(of, i, unhex(signature.slice(64 * i, 64 * (i + 1))), HIGHEST - digit),
  );
  return hex(digest("key", ...ends));
}

/** What signs the end of a game for a player; `number` is that of the key: 0 for the one in the header. */
export class Signer {
  readonly #of: Of;
  readonly #pieces: Bytes[];

  constructor(secret: Uint8Array, table: string, seat: number, number = 0) {
    this.#of = [table, seat, number];
    this.#pieces = Array.from({ length: PIECES }, (_, i) => digest("piece", table, seat, number, i, secret));
  }

  /** What is published, together with the head of a chain. */
  get key(): string {
    return hex(digest("key", ...this.#pieces.map((piece, i) => hashed(this.#of, i, piece, HIGHEST))));
  }

  /** Sign the end of a game, by the hash of its transcript. Never sign two. */
  sign(log: Uint8Array): string {
    const digits = digitsOf(this.#of, log);
    return this.#pieces.map((piece, i) => hex(hashed(this.#of, i, piece, digits[i] as number))).join("");
  }
}

function digitsOf(of: Of, log: Uint8Array): number[] {
  const digits = Array.from(hex(digest("end", ...of, log)), (digit) => Number.parseInt(digit, 16));
  const checksum = digits.reduce((sum, digit) => sum + HIGHEST - digit, 0);
  return [...digits, checksum >> 8, (checksum >> 4) & 15, checksum & 15];
}

function hashed(of: Of, i: number, piece: Bytes, times: number): Bytes {
  let found = piece;
  for (let n = 0; n < times; n++) found = digest("link", ...of, i, found);
  return found;
}
