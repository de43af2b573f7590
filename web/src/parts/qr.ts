// QR codes (ISO/IEC 18004) of short texts: bytes, error correction level M, versions 1 to 10, which is
// up to 213 bytes.

const ECC_IN_BLOCK = [0, 10, 16, 26, 18, 24, 16, 18, 22, 22, 26]; // codewords, by version
const BLOCKS = [0, 1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const CODEWORDS = [0, 26, 44, 70, 100, 134, 172, 196, 242, 292, 346]; // data and error correction
const ALIGNMENT: number[][] = [
  ...[[], [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34]],
  ...[[6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]],
];
const LARGEST = 10;

const dataCodewords = (version: number) =>
  CODEWORDS[version] - ECC_IN_BLOCK[version] * BLOCKS[version];

// ---- error correction: Reed–Solomon over GF(256) with x^8 + x^4 + x^3 + x^2 + 1 ----

function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** The generator polynomial without its leading 1, highest power first. */
function generator(degree: number): number[] {
  let factors = [...Array(degree - 1).fill(0), 1];
  for (let i = 0, root = 1; i < degree; i++, root = multiply(root, 2))
    factors = factors.map((f, k) => multiply(f, root) ^ (factors[k + 1] ?? 0));
  return factors;
}

function remainder(data: number[], divisor: number[]): number[] {
  let rest: number[] = Array(divisor.length).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest[0];
    rest = [...rest.slice(1), 0].map((r, i) => r ^ multiply(divisor[i], factor));
  }
  return rest;
}

// ---- codewords ----

/** The text as data codewords: mode, length, bytes, end, padding. */
function dataOf(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  const room = 8 * dataCodewords(version);
  put(4, 4); // bytes
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, room - bits.length));
  put(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < room; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: room / 8 }, (_, i) =>
    bits.slice(8 * i, 8 * i + 8).reduce((byte, bit) => 2 * byte + bit, 0),
  );
}

/** With error correction, the blocks interleaved. The last blocks may have one codeword more. */
function interleaved(data: number[], version: number): number[] {
  const count = BLOCKS[version];
  const short = Math.floor(data.length / count);
  const divisor = generator(ECC_IN_BLOCK[version]);
  const longer = data.length % count;
  const blocks: number[][] = [];
  for (let i = 0, at = 0; i < count; i++) {
    const size = short + (i >= count - longer ? 1 : 0);
    blocks.push(data.slice(at, at + size));
    at += size;
  }
  const turns = (lists: number[][], length: number) =>
    Array.from({ length }, (_, i) => lists.flatMap((list) => (i < list.length ? [list[i]] : [])));
  const checks = blocks.map((block) => remainder(block, divisor));
  return [...turns(blocks, short + 1), ...turns(checks, divisor.length)].flat();
}

// ---- modules ----

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Appends the remainder of a division by a polynomial over GF(2) of this degree. */
function withCheck(value: number, polynomial: number, degree: number): number {
  let rest = value << degree;
  for (let bit = 31 - Math.clz32(rest); rest >> degree; bit = 31 - Math.clz32(rest))
    rest ^= polynomial << (bit - degree);
  return (value << degree) | rest;
}

class Grid {
  readonly dark: boolean[][];
  readonly fixed: boolean[][]; // patterns, which no data and no mask changes

  constructor(readonly size: number) {
    const none = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false));
    this.dark = none();
    this.fixed = none();
  }

  set(x: number, y: number, dark: boolean): void {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = dark;
    this.fixed[y][x] = true;
  }

  /** Squares within squares around a middle; `radius` includes the light border. */
  rings(x: number, y: number, radius: number, isDark: (ring: number) => boolean): void {
    for (let j = -radius; j <= radius; j++)
      for (let i = -radius; i <= radius; i++)
        this.set(x + i, y + j, isDark(Math.max(Math.abs(i), Math.abs(j))));
  }
}

function drawPatterns(grid: Grid, version: number): void {
  const last = grid.size - 1;
  for (let i = 0; i <= last; i++) {
    grid.set(6, i, i % 2 === 0);
    grid.set(i, 6, i % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [last - 3, 3], [3, last - 3]]) // prettier-ignore
    grid.rings(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const at = ALIGNMENT[version];
  for (const x of at)
    for (const y of at) {
      const corner = (x === 6 && y === 6) || (x === 6 && y === last - 6) || (x === last - 6 && y === 6);
      if (!corner) grid.rings(x, y, 2, (ring) => ring !== 1);
    }
  if (version < 7) return;
  const bits = withCheck(version, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const [a, b] = [last - 10 + (i % 3), Math.floor(i / 3)];
    grid.set(a, b, ((bits >> i) & 1) === 1);
    grid.set(b, a, ((bits >> i) & 1) === 1);
  }
}

/** The level (M is 0) and the mask, twice. */
function drawFormat(grid: Grid, mask: number): void {
  const bits = withCheck(mask, 0x537, 10) ^ 0x5412;
  const last = grid.size - 1;
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    if (i < 8) grid.set(8, i < 6 ? i : i + 1, dark);
    else grid.set(i < 9 ? 7 : 14 - i, 8, dark);
    if (i < 8) grid.set(last - i, 8, dark);
    else grid.set(8, last - 14 + i, dark);
  }
  grid.set(8, last - 7, true);
}

/** In pairs of columns from the right, up and down. */
function drawData(grid: Grid, codewords: number[]): void {
  let bit = 0;
  for (let right = grid.size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--; // the timing pattern
    for (let step = 0; step < grid.size; step++)
      for (const x of [right, right - 1]) {
        const y = up ? grid.size - 1 - step : step;
        if (grid.fixed[y][x]) continue;
        grid.dark[y][x] = ((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) % 2 === 1;
        bit++;
      }
  }
}

function toggle(grid: Grid, mask: number): void {
  for (let y = 0; y < grid.size; y++)
    for (let x = 0; x < grid.size; x++)
      if (!grid.fixed[y][x] && MASKS[mask](x, y)) grid.dark[y][x] = !grid.dark[y][x];
}

/** What makes a code hard to read: long runs, blocks, patterns like a corner's, too dark or too light. */
function penalty({ dark, size }: Grid): number {
  let sum = 0;
  const columns = dark.map((_, x) => dark.map((row) => row[x]));
  for (const line of [...dark, ...columns]) {
    const text = line.map((d) => (d ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i++)
      if (/^(00001011101|10111010000)$/.test(text.slice(i, i + 11))) sum += 40;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const d = dark[y][x];
      if (d === dark[y][x - 1] && d === dark[y - 1][x] && d === dark[y - 1][x - 1]) sum += 3;
    }
  const share = dark.flat().filter((d) => d).length / size ** 2;
  return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

/** The modules of a QR code, row by row, true for dark; null: the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= LARGEST && dataCodewords(version) < bytes.length + (version < 10 ? 2 : 3))
    version++;
  if (version > LARGEST) return null;
  const grid = new Grid(17 + 4 * version);
  drawPatterns(grid, version);
  drawFormat(grid, 0); // its place is taken
  drawData(grid, interleaved(dataOf(bytes, version), version));
  let best = { mask: 0, cost: Infinity };
  for (let mask = 0; mask < MASKS.length; mask++) {
    drawFormat(grid, mask);
    toggle(grid, mask);
    const cost = penalty(grid);
    if (cost < best.cost) best = { mask, cost };
    toggle(grid, mask);
  }
  drawFormat(grid, best.mask);
  toggle(grid, best.mask);
  return grid.dark;
}
