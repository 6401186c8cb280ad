/** HMAC-SHA-256. The browser's own is for https alone, and a hall may have none. */

const [START, ROUNDS] = [new Uint32Array(8), new Uint32Array(64)];
for (let number = 2, found = 0; found < 64; number += 1) {
  if (Array.from({ length: number - 2 }, (_, place) => place + 2).some((other) => number % other === 0)) continue;
  if (found < 8) START[found] = fraction(number ** (1 / 2));
  ROUNDS[found] = fraction(number ** (1 / 3));
  found += 1;
}

/**
 * The first 32 bits behind the point.
 * @type {(root: number) => number}
 */
function fraction(root) {
  return (root - Math.floor(root)) * 2 ** 32;
}

/** @type {(...parts: Uint8Array[]) => Uint8Array} */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @type {(bytes: Uint8Array) => Uint8Array} */
export function sha256(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = START.slice();
  for (let at = 0; at < padded.length; at += 64) digestBlock(view, at, state);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setUint32(4 * place, word));
  return new Uint8Array(digest.buffer);
}

/** @type {(word: number, by: number) => number} */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** @type {(view: DataView, at: number, state: Uint32Array) => void} */
function digestBlock(view, at, state) {
  const words = new Uint32Array(64);
  for (let round = 0; round < 64; round += 1) {
    if (round < 16) words[round] = view.getUint32(at + 4 * round);
    else {
      const [two, fifteen] = [words[round - 2], words[round - 15]];
      const near = turn(two, 17) ^ turn(two, 19) ^ (two >>> 10);
      const far = turn(fifteen, 7) ^ turn(fifteen, 18) ^ (fifteen >>> 3);
      words[round] = near + words[round - 7] + far + words[round - 16];
    }
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let round = 0; round < 64; round += 1) {
    const choice = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g));
    const most = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    const next = h + choice + ROUNDS[round] + words[round];
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + next) | 0, c, b, a, (next + most) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] += word));
}

/** @type {(key: Uint8Array, message: Uint8Array) => Uint8Array} */
export function hmac(key, message) {
  const block = joined(key.length > 64 ? sha256(key) : key, new Uint8Array(64)).subarray(0, 64);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}
