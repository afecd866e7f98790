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

/** The message with its end mark and its length in bits, in whole blocks. */
function padded(message: Uint8Array): DataView<ArrayBuffer> {
  const size = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const whole = new Uint8Array(size);
  whole.set(message);
  whole[message.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(size - 4, (message.length << 3) >>> 0);
  return view;
}

export function sha256(message: Uint8Array): Bytes {
  const input = padded(message);
  const state = Uint32Array.from(START);
  for (let offset = 0; offset < input.byteLength; offset += BLOCK) compress(state, input, offset);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => {
    out.setUint32(4 * i, word);
  });
  return new Uint8Array(out.buffer);
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
