/** Who sends something vouches for it, and for the game as it was seen; the same as src/stammtisch/fair/tags.py. */

import { hex, mac } from "./hashing.ts";

const ENDING = ',"tag":""}'.length + 64;

/** `header` is the hash of the header line, `seen` that of all lines that the sender saw, `text` what is sent. */
export function tag(key: Uint8Array, header: Uint8Array, seen: Uint8Array | null, text: string): string {
  return hex(mac(key, "tag", header, seen, text));
}

/** A line without its tag, which is always its last field. */
export function untagged(text: string): string {
  return `${text.slice(0, -ENDING)}}`;
}

/** A tag whose key has not been shown yet. */
export interface Tag {
  line: number;
  /** Which element of the sender's chain is its key. */
  index: number;
  value: string;
  seen: Uint8Array | null;
  text: string;
  /** How many moves the sender had made, with this one. */
  moves: number;
}
