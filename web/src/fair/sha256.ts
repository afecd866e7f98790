/**
 * SHA-256 and HMAC-SHA-256 (FIPS 180-4, FIPS 198-1), written out.
 *
 * Browsers have both, but not on a plain http page of the local network and only with a promise for each hash. A
 * transcript takes thousands of small ones.
 */

export type Bytes = Uint8Array<ArrayBuffer>;

const BLOCK = 64;

/** The first 32 bits of the fractional part of a root, which is how SHA-256 chooses its constants. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  }
  return found;
}

const START = Uint32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
const ROUND = Uint32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** A hash of what comes piece by piece; it can be asked at any time, and goes on. */
export class Sha256 {
  #state = Uint32Array.from(START);
  #tail = new Uint8Array(BLOCK); // what does not fill a block yet
  #length = 0;

  update(piece: Uint8Array): this {
    let at = 0;
    const filled = this.#length % BLOCK;
    this.#length += piece.length;
    if (filled + piece.length >= BLOCK && filled > 0) {
      at = BLOCK - filled;
      this.#tail.set(piece.subarray(0, at), filled);
      compress(this.#state, new DataView(this.#tail.buffer), 0);
    }
    const view = new DataView(piece.buffer, piece.byteOffset, piece.byteLength);
    for (; at + BLOCK <= piece.length; at += BLOCK) compress(this.#state, view, at);
    this.#tail.set(piece.subarray(at), at === 0 ? filled % BLOCK : 0);
    return this;
  }

  copy(): Sha256 {
    const other = new Sha256();
    other.#state.set(this.#state);
    other.#tail.set(this.#tail);
    other.#length = this.#length;
    return other;
  }

  /** The message ends with a mark and its length in bits, in whole blocks. */
  digest(): Bytes {
    const filled = this.#length % BLOCK;
    const end = new Uint8Array(filled + 9 <= BLOCK ? BLOCK : 2 * BLOCK);
    end.set(this.#tail.subarray(0, filled));
    end[filled] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(end.length - 8, Math.floor(this.#length / 2 ** 29));
    view.setUint32(end.length - 4, (this.#length << 3) >>> 0);
    const state = Uint32Array.from(this.#state);
    for (let at = 0; at < end.length; at += BLOCK) compress(state, view, at);
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => {
      out.setUint32(4 * i, word);
    });
    return new Uint8Array(out.buffer);
  }
}

export function sha256(message: Uint8Array): Bytes {
  return new Sha256().update(message).digest();
}

const w = new Uint32Array(64);

/** Work one block into the state. */
function compress(state: Uint32Array, input: DataView, offset: number): void {
  for (let i = 0; i < 16; i++) w[i] = input.getUint32(offset + 4 * i);
  for (let i = 16; i < 64; i++) {
    const early = w[i - 15] as number;
    const late = w[i - 2] as number;
    const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + mixed + choice + (ROUND[i] as number) + (w[i] as number)) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (state[i] as number) + word;
  });
}

export function joined(pieces: Uint8Array[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export function hmac(key: Uint8Array, message: Uint8Array): Bytes {
  const short = key.length > BLOCK ? sha256(key) : key;
  const inner = new Uint8Array(BLOCK).fill(0x36);
  const outer = new Uint8Array(BLOCK).fill(0x5c);
  short.forEach((byte, i) => {
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  });
  return sha256(joined([outer, sha256(joined([inner, message]))]));
}
