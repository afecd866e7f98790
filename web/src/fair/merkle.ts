/** The Merkle trees that fix the server's secrets; the same as src/stammtisch/fair/merkle.py. */

import { digest } from "./hashing.ts";

export const DEPTH = 8;
export const LEAVES = 2 ** DEPTH;

/** The number of the tree (from 0) that a throw (from 1) belongs to, and its place there. */
export function treeOf(number: number): [tree: number, place: number] {
  return [Math.floor((number - 1) / LEAVES), (number - 1) % LEAVES];
}

/** The root that a secret and its path lead to. At each level the place says on which side the neighbour stands. */
export function climb(
  setting: Uint8Array,
  number: number,
  secret: Uint8Array,
  path: Uint8Array[],
): Uint8Array {
  let place = treeOf(number)[1];
  let found = digest("leaf", setting, number, secret);
  for (const neighbour of path) {
    found = place & 1 ? digest("node", neighbour, found) : digest("node", found, neighbour);
    place >>= 1;
  }
  return found;
}
