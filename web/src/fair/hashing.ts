/** Hashes over parts that cannot be taken for other parts; the same as src/stammtisch/fair/hashing.py. */

import { type Bytes, hmac, sha256 } from "./sha256.ts";

/** Text is UTF-8, a number its decimal digits, nobody (null) is empty. */
export type Part = Uint8Array | string | number | null;

const utf8 = new TextEncoder();

function packed(label: string, parts: Part[]): Bytes {
  const pieces = [`stammtisch/1 ${label}`, ...parts].map((part) =>
    part instanceof Uint8Array ? part : utf8.encode(part === null ? "" : String(part)),
  );
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + 4 + piece.length, 0));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const piece of pieces) {
    view.setUint32(at, piece.length);
    whole.set(piece, at + 4);
    at += 4 + piece.length;
  }
  return whole;
}

export function digest(label: string, ...parts: Part[]): Bytes {
  return sha256(packed(label, parts));
}

export function mac(key: Uint8Array, label: string, ...parts: Part[]): Bytes {
  return hmac(key, packed(label, parts));
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unhex(text: string): Bytes {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
