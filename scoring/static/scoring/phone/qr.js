/**
 * Draws bytes as a QR code, with the least correction there is: a screen has no stains, and what does not read is held
 * up once more. It chooses its size and its mask as segno does (tests/browser/test_qr.py).
 */

const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28,
  ...Array(14).fill(30)]; // codewords for each block, by version
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18,
  19, 19, 20, 21, 22, 24, 25];
const FREE = 2; // a module that is to hold data
const CORNER = [1, 0, 1, 1, 1, 0, 1];

/** @type {((i: number, j: number) => number | boolean)[]} */
const MASKS = [
  (i, j) => (i + j) % 2,
  (i) => i % 2,
  (_i, j) => j % 3,
  (i, j) => (i + j) % 3,
  (i, j) => ((i >> 1) + Math.floor(j / 3)) % 2,
  (i, j) => ((i * j) % 2) + ((i * j) % 3),
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2,
];

/** @typedef {Uint8Array[]} Modules rows of 0 (light) and 1 (dark) */

/** @type {(bytes: Uint8Array) => Modules} */
export function drawCode(bytes) {
  const version = findVersion(bytes.length);
  const plan = lay(version);
  const filled = write(plan, correct(codewords(bytes, version), version));
  const masked = MASKS.map((mask) => filled.map((row, i) =>
    row.map((dark, j) => (plan[i][j] === FREE && !mask(i, j) ? dark ^ 1 : dark))));
  const marks = masked.map(penalty);
  const best = marks.indexOf(Math.min(...marks));
  return describe(masked[best], version, best);
}

/** @type {(version: number) => number} */
function countModules(version) {
  const marks = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const timing = 2 * (4 * version + 1);
  const aligned = version === 1 ? 0 : 25 * (marks * marks - 3) - 10 * (marks - 2);
  return (4 * version + 17) ** 2 - 3 * 64 - timing - aligned - 31 - (version < 7 ? 0 : 36);
}

/** @type {(version: number) => number} */
const capacity = (version) => (countModules(version) >> 3) - CORRECTION[version - 1] * BLOCKS[version - 1];

/** @type {(version: number) => number} */
const lengthBytes = (version) => (version < 10 ? 1 : 2);

/** @type {(count: number) => number} */
function findVersion(count) {
  const version = BLOCKS.findIndex((_, index) => count + lengthBytes(index + 1) + 1 <= capacity(index + 1)) + 1;
  if (!version) throw new RangeError(`${count} bytes are too many`);
  return version;
}

/**
 * What the code says, up to its last codeword. Before the usual filling segno leaves one codeword empty.
 * @type {(bytes: Uint8Array, version: number) => Uint8Array}
 */
function codewords(bytes, version) {
  const [all, two] = [new Uint8Array(capacity(version)), lengthBytes(version) === 2];
  const said = [...(two ? [bytes.length >> 8] : []), bytes.length & 255, ...bytes];
  all[0] = 0x40 | (said[0] >> 4);
  said.forEach((byte, place) => (all[place + 1] = ((byte << 4) & 255) | ((said[place + 1] ?? 0) >> 4)));
  for (let place = said.length + 2, dark = true; place < all.length; place += 1, dark = !dark) all[place] = dark ? 0xec : 0x11;
  return all;
}

// Reed and Solomon

const [EXP, LOG] = [new Uint8Array(512), new Uint8Array(256)];
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = EXP[power + 255] = value;
  LOG[value] = power;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}

/** @type {(one: number, other: number) => number} */
const times = (one, other) => (one && other ? EXP[LOG[one] + LOG[other]] : 0);

/** @type {(count: number) => number[]} */
function divisor(count) {
  let product = [1];
  for (let power = 0; power < count; power += 1) {
    product = [...product, 0].map((factor, place) => factor ^ times(product[place - 1] ?? 0, EXP[power]));
  }
  return product.slice(1);
}

/** @type {(block: Uint8Array, by: number[]) => number[]} */
function remainder(block, by) {
  /** @type {number[]} */
  let rest = Array(by.length).fill(0);
  for (const byte of block) {
    const factor = byte ^ rest[0];
    rest = by.map((value, place) => (rest[place + 1] ?? 0) ^ times(value, factor));
  }
  return rest;
}

/**
 * The codewords of all blocks in turn, then what corrects them.
 * @type {(all: Uint8Array, version: number) => number[]}
 */
function correct(all, version) {
  const count = BLOCKS[version - 1];
  const [short, by] = [Math.floor(all.length / count), divisor(CORRECTION[version - 1])];
  const longer = count - (all.length % count); // from this block on they have one more
  const blocks = Array.from({ length: count }, (_, block) => {
    const start = block * short + Math.max(0, block - longer);
    return all.subarray(start, start + short + (block < longer ? 0 : 1));
  });
  const rests = blocks.map((block) => remainder(block, by));
  return [...inTurn(blocks, short + 1), ...inTurn(rests, by.length)];
}

/** @type {(lists: ArrayLike<number>[], length: number) => number[]} */
const inTurn = (lists, length) =>
  Array.from({ length }, (_, place) => lists.filter((list) => place < list.length).map((list) => list[place])).flat();

// The modules

/**
 * All that is not data; what is said of the code itself comes last, and is light until then.
 * @type {(version: number) => Modules}
 */
function lay(version) {
  const size = 4 * version + 17;
  const rows = Array.from({ length: size }, () => new Uint8Array(size).fill(FREE));
  /** @type {(top: number, left: number, height: number, width: number, dark: (i: number, j: number) => boolean) => void} */
  const fill = (top, left, height, width, dark) => {
    for (let i = 0; i < height; i += 1) for (let j = 0; j < width; j += 1) rows[top + i][left + j] = Number(dark(i, j));
  };
  const light = () => false;
  for (const [top, left, height, width] of [[0, 0, 9, 9], [0, size - 8, 9, 8], [size - 8, 0, 8, 9]]) fill(top, left, height, width, light);
  fill(6, 0, 1, size, (_, j) => j % 2 === 0);
  fill(0, 6, size, 1, (i) => i % 2 === 0);
  if (version > 6) {
    fill(0, size - 11, 6, 3, light);
    fill(size - 11, 0, 3, 6, light);
  }
  for (const [top, left] of [[0, 0], [0, size - 7], [size - 7, 0]]) {
    fill(top, left, 7, 7, (i, j) => Math.max(Math.abs(i - 3), Math.abs(j - 3)) !== 2);
  }
  const marks = findMarks(version);
  const last = size - 7;
  for (const i of marks) for (const j of marks) {
    const inCorner = (i === 6 && (j === 6 || j === last)) || (i === last && j === 6);
    if (!inCorner) fill(i - 2, j - 2, 5, 5, (down, across) => Math.max(Math.abs(down - 2), Math.abs(across - 2)) !== 1);
  }
  return rows;
}

/** @type {(version: number) => number[]} */
function findMarks(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((4 * version + 4) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, mark) => 4 * version + 10 - mark * step).reverse()];
}

/** @type {(plan: Modules, words: number[]) => Modules} */
function write(plan, words) {
  const rows = plan.map((row) => row.slice());
  const size = rows.length;
  let bit = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) for (const j of [right, right - 1]) {
      const row = rows[up ? size - 1 - step : step];
      if (row[j] !== FREE) continue;
      row[j] = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
      bit += 1;
    }
  }
  return rows;
}

/** @type {(rows: Modules) => number} */
function penalty(rows) {
  const size = rows.length;
  const columns = rows.map((_, j) => rows.map((row) => row[j]));
  let [found, dark] = [0, 0];
  for (const line of [...rows, ...columns]) found += runs(line) + corners(line);
  rows.forEach((row, i) => row.forEach((now, j) => {
    dark += now;
    if (i && j && now === row[j - 1] && now === rows[i - 1][j] && now === rows[i - 1][j - 1]) found += 3;
  }));
  return found + 10 * Math.floor(Math.abs((dark / size ** 2) * 100 - 50) / 5);
}

/** @type {(line: ArrayLike<number>) => number} */
function runs(line) {
  let [found, length] = [0, 0];
  for (let place = 0; place <= line.length; place += 1) {
    if (place && line[place] === line[place - 1]) length += 1;
    else {
      if (length >= 5) found += length - 2;
      length = 1;
    }
  }
  return found;
}

/**
 * What may pass for a corner: with four light modules, or the edge, on either side.
 * @type {(line: ArrayLike<number>) => number}
 */
function corners(line) {
  let found = 0;
  /** @type {(from: number, to: number) => boolean} */
  const isLight = (from, to) => {
    for (let place = Math.max(from, 0); place < Math.min(to, line.length); place += 1) if (line[place]) return false;
    return true;
  };
  for (let place = 0; place + 7 <= line.length; place += 1) {
    if (!CORNER.every((dark, step) => line[place + step] === dark)) continue;
    const counts = isLight(place - 4, place) || isLight(place + 7, place + 11);
    if (counts) found += 40;
    place += counts ? 6 : 3; // and one by the loop
  }
  return found;
}

/** @type {(value: number, bits: number, by: number) => number} */
function withRest(value, bits, by) {
  let rest = value << bits;
  const top = 31 - Math.clz32(by);
  for (let place = 31 - Math.clz32(rest); place >= top; place = 31 - Math.clz32(rest)) rest ^= by << (place - top);
  return (value << bits) | rest;
}

/**
 * Says which mask and which version it is.
 * @type {(rows: Modules, version: number, mask: number) => Modules}
 */
function describe(rows, version, mask) {
  const size = rows.length;
  const format = withRest(8 | mask, 10, 0x537) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const dark = (format >> bit) & 1;
    if (bit < 8) rows[8][size - 1 - bit] = rows[bit + (bit > 5 ? 1 : 0)][8] = dark;
    else rows[size - 15 + bit][8] = rows[8][bit === 8 ? 7 : 14 - bit] = dark;
  }
  rows[size - 8][8] = 1;
  const versionBits = version < 7 ? 0 : withRest(version, 12, 0x1f25);
  for (let bit = 0; versionBits && bit < 18; bit += 1) {
    const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
    rows[far][near] = rows[near][far] = (versionBits >> bit) & 1;
  }
  return rows;
}
