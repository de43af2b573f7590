// The Spanish parchís board: where every square lies. Squares are numbered as in the rules: 1 to 68 on
// the track, 101 to 107 in the corridor of a colour, 108 its goal, 0 its home. The origin is the middle.
//
// All is built for the lower arm, yellow's, and turned for the others: an arm has three columns of
// eight squares. Its middle column is the corridor behind the tip; the last squares of the outer ones
// reach into the middle and are cut along its diagonal, where they meet those of the next arm.

import type { Point } from "../../boards/points";

export const ACROSS = 56; // how wide a square is, across the arm
export const ALONG = 30; // and how long, in the direction in which pieces run
export const TRACK = 68;
export const HOME = 0;
export const CORRIDOR = 101;
export const GOAL = 108;
export const COLOURS = ["yellow", "blue", "red", "green"] as const;
export const EXITS = [4, 21, 38, 55];
export const SAFE = [4, 13, 17, 21, 30, 34, 38, 47, 51, 55, 64, 68];

const QUARTER = TRACK / 4;
const ROWS = 8;
const MIDDLE = 1.5 * ACROSS; // from the origin to where the arms begin
export const HALF = MIDDLE + (ROWS - 1) * ALONG; // from the origin to the edge of the board
export const CORNER = HALF - MIDDLE; // side of a home
export const INNER = MIDDLE - ALONG; // from the origin to the last squares, where the goals begin

/** Anticlockwise, as the pieces run: the lower arm becomes the right one. */
export function turn({ x, y }: Point, quarters: number): Point {
  switch (quarters & 3) {
    case 1:
      return { x: y, y: -x };
    case 2:
      return { x: -x, y: -y };
    case 3:
      return { x: -y, y: x };
  }
  return { x, y };
}

interface Spot {
  arm: number;
  column: -1 | 0 | 1; // left, middle, right, seen from the tip of the lower arm
  row: number; // from the tip, 1 to 8
}

/** In which arm, column and row a square lies; null for homes and goals. */
function spotOf(square: number, colour: number): Spot | null {
  if (square >= CORRIDOR && square < GOAL)
    return { arm: colour, column: 0, row: square - CORRIDOR + 2 };
  if (square < 1 || square > TRACK) return null;
  const along = (square + ROWS) % TRACK;
  const step = along % QUARTER; // of the arm: eight up to its tip, the tip, eight away from it
  const arm = Math.floor(along / QUARTER);
  if (step === ROWS) return { arm, column: 0, row: 1 };
  return step < ROWS ? { arm, column: -1, row: ROWS - step } : { arm, column: 1, row: step - ROWS };
}

/** The corners of a square of the track or of a corridor. */
export function outlineOf(square: number, colour: number): Point[] {
  const spot = spotOf(square, colour);
  if (!spot) return [];
  const near = HALF - spot.row * ALONG;
  const far = near + ALONG;
  const left = (spot.column - 0.5) * ACROSS;
  const right = left + ACROSS;
  const cut = spot.row === ROWS ? ALONG * spot.column : 0;
  return [
    { x: left, y: far },
    { x: right, y: far },
    { x: right - Math.max(cut, 0), y: near },
    { x: left - Math.min(cut, 0), y: near },
  ].map((corner) => turn(corner, spot.arm));
}

/** Whether a square is one of the eight that are cut, and have less room. */
export function isCut(square: number, colour: number): boolean {
  const spot = spotOf(square, colour);
  return !!spot && spot.row === ROWS && spot.column !== 0;
}

/** The middle of a home. */
export function homeOf(colour: number): Point {
  const away = MIDDLE + CORNER / 2;
  return turn({ x: away, y: away }, colour);
}

/** Where a piece alone on a square stands; at home and in the goal each has a place of its own. */
export function placeOf(square: number, colour: number, piece: number): Point {
  const spot = spotOf(square, colour);
  if (spot) {
    const x = spot.column * (ACROSS - (spot.row === ROWS ? ALONG / 4 : 0));
    return turn({ x, y: HALF - (spot.row - 0.5) * ALONG }, spot.arm);
  }
  if (square === HOME) {
    const { x, y } = homeOf(colour);
    const angle = ((piece * 120 - 90) * Math.PI) / 180;
    return { x: x + 29 * Math.cos(angle), y: y + 29 * Math.sin(angle) };
  }
  return turn({ x: (piece - 1) * 26, y: INNER - 15 }, colour);
}

/** One unit along the width of a square, to put pieces side by side. */
export function acrossOf(square: number, colour: number): Point {
  const spot = spotOf(square, colour);
  return turn({ x: 1, y: 0 }, spot ? spot.arm : colour);
}

/** The square behind one, on the way of a colour; of its goal: the goal. */
export function nextOf(square: number, colour: number): number {
  const entry = ((TRACK + QUARTER * colour - 1) % TRACK) + 1;
  if (square === HOME) return EXITS[colour];
  if (square === entry) return CORRIDOR;
  if (square >= CORRIDOR) return Math.min(square + 1, GOAL);
  return (square % TRACK) + 1;
}

export const RADIUS = 13; // of a piece

/** Where the pieces on one square stand beside each other, from its middle on, and how large. */
export function beside(count: number, cut: boolean): { offset: number; radius: number }[] {
  const room = cut ? ACROSS - ALONG / 2 : ACROSS;
  const radius = Math.min(RADIUS, room / 2 / count - 0.8);
  const step = room / count;
  return Array.from({ length: count }, (_, i) => ({
    offset: (i - (count - 1) / 2) * step,
    radius,
  }));
}
