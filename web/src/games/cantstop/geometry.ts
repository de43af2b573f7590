// The stop sign: where its columns and squares lie. All columns are centred on the same line and have
// odd heights, so their squares lie on one grid.

import type { Point } from "../../boards/points";

export const FIRST_COLUMN = 2;
export const COLUMNS = 11;
export const SIGN = 684; // the side of the square around the octagon
export const PITCH_X = 57;
export const PITCH_Y = 44;
export const SQUARE_X = 51;
export const SQUARE_Y = 39;
const CENTRE = SIGN / 2;
const CAP = 31; // from the middle of the top square to that of the number above it, beyond half of it

/** The middle of a square: of column 2 to 12, step 1 to `height`. Step 0 is below the board. */
export function squareAt(column: number, step: number, height: number): Point {
  const fromMiddle = (height + 1) / 2 - step;
  return {
    x: CENTRE + (column - FIRST_COLUMN - (COLUMNS - 1) / 2) * PITCH_X,
    y: CENTRE + 5 + fromMiddle * PITCH_Y,
  };
}

/** The middle of a column's number, above its top square and below its first. */
export function capAt(column: number, height: number): Point {
  const top = squareAt(column, height, height);
  return { x: top.x, y: top.y - SQUARE_Y / 2 - CAP / 2 + 1 };
}
export function footAt(column: number, height: number): Point {
  const first = squareAt(column, 1, height);
  return { x: first.x, y: first.y + SQUARE_Y / 2 + 12 };
}

/** The corners of the octagon, so far inside the sign. */
export function octagon(inset: number): Point[] {
  const far = SIGN - inset;
  const cut = (SIGN - 2 * inset) / (2 + Math.SQRT2);
  return [
    { x: inset + cut, y: inset },
    { x: far - cut, y: inset },
    { x: far, y: inset + cut },
    { x: far, y: far - cut },
    { x: far - cut, y: far },
    { x: inset + cut, y: far },
    { x: inset, y: far - cut },
    { x: inset, y: inset + cut },
  ];
}

/** Where the `index`th of `count` pieces stands within a square, and how large they are then. */
export function within(index: number, count: number): { dx: number; dy: number; radius: number } {
  if (count <= 1) return { dx: 0, dy: 0, radius: 13 };
  if (count === 2) return { dx: index === 0 ? -12 : 12, dy: 0, radius: 10.5 };
  if (count <= 4)
    return { dx: index % 2 === 0 ? -11.5 : 11.5, dy: index < 2 ? -9 : 9, radius: 7.6 };
  return { dx: ((index % 3) - 1) * 15.5, dy: index < 3 ? -9 : 9, radius: 6.6 };
}

/** The columns of a move as written, "6+8" or "7"; none of "stop" and "roll". */
export function columnsOf(move: string): number[] {
  return /^\d+(\+\d+)?$/.test(move) ? move.split("+").map(Number) : [];
}

/** How the dice make a move: by die 1 or 2 for the sum it belongs to, 0 if it is not used. */
export function diceOf(move: string, dice: number[]): number[] {
  const columns = columnsOf(move);
  if (dice.length !== 4 || columns.length === 0) return dice.map(() => 0);
  const pairings = [
    [0, 0, 1, 1],
    [0, 1, 0, 1],
    [0, 1, 1, 0],
  ];
  for (const pairing of pairings) {
    const sums = [0, 0];
    pairing.forEach((pair, die) => (sums[pair] += dice[die]));
    const [a, b] = columns;
    for (const first of [0, 1]) {
      if (sums[first] !== a || (b !== undefined && sums[1 - first] !== b)) continue;
      return pairing.map((pair) => (pair === first ? 1 : b !== undefined ? 2 : 0));
    }
  }
  return dice.map(() => 0);
}
