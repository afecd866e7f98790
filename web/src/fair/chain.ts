/** What a player adds to the dice; the same as src/stammtisch/fair/chain.py. */

import { digest } from "./hashing.ts";
import type { Bytes } from "./sha256.ts";

export const ELEMENTS = 256;
export const RESERVE = 64;

/** A new secret, for a player's chains. */
export function fresh(): Bytes {
  return crypto.getRandomValues(new Uint8Array(32));
}

/** The element before this one. */
export function before(table: string, seat: number, number: number, element: Uint8Array): Bytes {
  return digest("chain", table, seat, number, element);
}

/** A player's chain at a table; `number` counts the player's chains there from 0. */
export class Chain {
  readonly #elements: Bytes[];

  constructor(secret: Uint8Array, table: string, seat: number, number = 0) {
    let element = digest("tip", table, seat, number, secret);
    this.#elements = [element];
    for (let k = 0; k < ELEMENTS; k++) {
      element = before(table, seat, number, element);
      this.#elements.push(element);
    }
    this.#elements.reverse();
  }

  get head(): Bytes {
    return this.#elements[0] as Bytes;
  }

  /** The k-th element, from 1. Give it only for an open throw that names this seat and this element. */
  element(k: number): Bytes {
    const found = k >= 1 ? this.#elements[k] : undefined;
    if (!found) throw new RangeError(`a chain has elements 1 to ${ELEMENTS}, not ${k}`);
    return found;
  }
}
