/** Every function of the protocol gives the value that Python worked out. */

import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { draw } from "../../src/fair/deal.ts";
import { digest, hex, mac, unhex } from "../../src/fair/hashing.ts";
import { Chain, Signer, tag } from "../../src/fair/index.ts";
import { climb } from "../../src/fair/merkle.ts";
import { keyOf } from "../../src/fair/seal.ts";
import { hmac, Sha256, sha256 } from "../../src/fair/sha256.ts";
import { lot, lots, throwKey } from "../../src/fair/throw.ts";
import { shortCode } from "../../src/fair/verdict.ts";
import { file } from "./files.ts";

const vectors = JSON.parse(file("vectors.json"));

test("SHA-256 and HMAC are those of another library, for every length around the blocks", () => {
  for (let size = 0; size < 300; size++) {
    const message = Uint8Array.from({ length: size }, (_, i) => (i * 7 + size) % 256);
    expect(hex(sha256(message))).toBe(createHash("sha256").update(message).digest("hex"));
    const key = message.slice(0, size % 130);
    expect(hex(hmac(key, message))).toBe(createHmac("sha256", key).update(message).digest("hex"));
  }
});

test("a hash of what comes piece by piece is that of the whole", () => {
  const whole = Uint8Array.from({ length: 700 }, (_, i) => (i * 31) % 251);
  for (const step of [1, 7, 63, 64, 65, 130, 700]) {
    const log = new Sha256();
    for (let at = 0; at < whole.length; at += step) {
      log.update(whole.subarray(at, at + step));
      expect(hex(log.copy().digest())).toBe(hex(sha256(whole.slice(0, at + step))));
    }
  }
});

test("hashes of parts", () => {
  const { digest: plain, mac: keyed } = vectors;
  expect(hex(digest(plain.label, ...plain.parts))).toBe(plain.is);
  expect(hex(mac(unhex(keyed.key), keyed.label, ...keyed.parts))).toBe(keyed.is);
  expect(digest("any", "ab", "c")).not.toEqual(digest("any", "a", "bc"));
});

test("a chain", () => {
  const { secret, table, seat, number, head, first, last } = vectors.chain;
  const chain = new Chain(unhex(secret), table, seat, number);
  expect([chain.head, chain.element(1), chain.element(256)].map(hex)).toEqual([head, first, last]);
  for (const k of [0, 257, -1]) expect(() => chain.element(k)).toThrow("elements 1 to 256");
});

test("a path up a tree", () => {
  const { setting, throw: number, secret, path, root, leaf, node } = vectors.tree;
  expect(hex(climb(unhex(setting), number, unhex(secret), path.map(unhex)))).toBe(root);
  expect(hex(climb(unhex(setting), number, unhex(secret), []))).toBe(leaf);
  expect(hex(digest("node", unhex(secret), unhex(vectors.chain.first)))).toBe(node);
});

test("a throw's key and its lots", () => {
  const { secret, header, throw: number, by, to, from, element, is, hidden } = vectors.key;
  const at = { number, by, to, contributor: from, element: unhex(element) };
  expect(hex(throwKey(unhex(secret), unhex(header), at))).toBe(is);
  const closed = { number, by: 0, to: 0, contributor: null, element: null };
  expect(hex(throwKey(unhex(secret), unhex(header), closed))).toBe(hidden);
  expect(lots(unhex(is), vectors.draws.of)).toEqual(vectors.draws.lots);
  expect(lots(unhex(hidden), vectors.draws.of)).toEqual(vectors.draws.hidden);
});

test("a tag, a seal and a short code", () => {
  const { key, header, seen, text, is, unseen } = vectors.tag;
  expect(tag(unhex(key), unhex(header), unhex(seen), text)).toBe(is);
  expect(tag(unhex(key), unhex(header), null, text)).toBe(unseen);
  const signer = new Signer(unhex(vectors.seal.secret), "t-1", 2, 1);
  expect(signer.key).toBe(vectors.seal.key);
  expect(signer.sign(unhex(vectors.seal.log))).toBe(vectors.seal.signature);
  expect(keyOf(["t-1", 2, 1], unhex(vectors.seal.log), vectors.seal.signature)).toBe(vectors.seal.key);
  for (const [log, code] of Object.entries(vectors.code)) expect(shortCode(unhex(log))).toBe(code);
});

test("lots of exactly equal chance", () => {
  for (const [of, expected] of Object.entries(vectors["lots of a byte"])) {
    expect(Array.from({ length: 256 }, (_, word) => lot(word, Number(of), 256))).toEqual(expected);
  }
});

test("the draws of a deal are those of Python", () => {
  for (const { seed, turn, k, n, is } of vectors.deal) expect(draw(BigInt(seed), turn, k, n)).toBe(is);
});
