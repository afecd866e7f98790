/** The dice of one throw; the same as src/stammtisch/fair/throw.py. */

import { mac } from "./hashing.ts";
import type { Bytes } from "./sha256.ts";

export const WORDS = 2 ** 32;

/** What a throw's key is made from besides the secret and the header. */
export interface Circumstances {
  readonly number: number;
  readonly by: number;
  readonly to: number | null;
  readonly contributor: number | null;
  readonly element: Uint8Array | null;
}

export function throwKey(secret: Uint8Array, header: Uint8Array, at: Circumstances): Bytes {
  return mac(secret, "throw", header, at.number, at.by, at.to, at.contributor, at.element);
}

/** The lot that a word stands for, or null: the last few words, which would favour small lots, do not count. */
export function lot(word: number, of: number, words = WORDS): number | null {
  return word < words - (words % of) ? word % of : null;
}

/** The lots of a whole throw, by their ranges. */
export function lots(key: Uint8Array, of: number[]): number[] {
  let block = new DataView(new ArrayBuffer(0));
  let blocks = 0;
  let at = 0;
  return of.map((range) => {
    for (;;) {
      if (at === block.byteLength) {
        block = new DataView(mac(key, "block", blocks).buffer);
        blocks += 1;
        at = 0;
      }
      const found = lot(block.getUint32(at), range);
      at += 4;
      if (found !== null) return found;
    }
  });
}
