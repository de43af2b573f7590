// The triangle of Y: its cells by row and column, where they lie, who is next to whom, and the shortest
// way on which a chain joins the three sides. Rows count from the apex, columns from the left.

import type { Point } from "../../boards/points";

export const RADIUS = 20; // of a hexagon, from its middle to a corner
export const WIDTH = RADIUS * Math.sqrt(3);
const ROW = RADIUS * 1.5;
const MARGIN = 34; // for sides and coordinates

export interface Cell {
  row: number;
  column: number;
}

export function cellsOf(size: number): Cell[] {
  const cells: Cell[] = [];
  for (let row = 0; row < size; row++)
    for (let column = 0; column <= row; column++) cells.push({ row, column });
  return cells;
}

/** "c3": the letter counts from the left of the row, the number from the lowest row up. */
export function nameOf({ row, column }: Cell, size: number): string {
  return String.fromCharCode(97 + column) + (size - row);
}

export function cellNamed(name: string, size: number): Cell | null {
  const parts = /^([a-s])(\d{1,2})$/.exec(name);
  if (!parts) return null;
  const cell = { row: size - Number(parts[2]), column: parts[1].charCodeAt(0) - 97 };
  return onBoard(cell, size) ? cell : null;
}

export function onBoard({ row, column }: Cell, size: number): boolean {
  return row >= 0 && row < size && column >= 0 && column <= row;
}

export function neighboursOf({ row, column }: Cell, size: number): Cell[] {
  const around = [
    { row, column: column - 1 },
    { row, column: column + 1 },
    { row: row - 1, column },
    { row: row + 1, column },
    { row: row + 1, column: column + 1 },
    { row: row - 1, column: column - 1 },
  ];
  return around.filter((cell) => onBoard(cell, size));
}

/** The three sides: left, right and base. A corner lies on two. */
export const SIDES: ((cell: Cell, size: number) => boolean)[] = [
  ({ column }) => column === 0,
  ({ row, column }) => column === row,
  ({ row }, size) => row === size - 1,
];

// The drawing. Its origin is the top left of all, margins included.

export function extent(size: number): { width: number; height: number } {
  return { width: size * WIDTH + 2 * MARGIN, height: (size - 1) * ROW + 2 * RADIUS + 2 * MARGIN };
}

export function middleOf({ row, column }: Cell, size: number): Point {
  return {
    x: MARGIN + (size * WIDTH) / 2 + (column - row / 2) * WIDTH,
    y: MARGIN + RADIUS + row * ROW,
  };
}

/** The corners of a hexagon around the origin, from the top on. */
export function hexagon(radius: number): Point[] {
  return Array.from({ length: 6 }, (_, i) => ({
    x: radius * Math.sin((i * Math.PI) / 3),
    y: -radius * Math.cos((i * Math.PI) / 3),
  }));
}

/** Outwards from each side, one unit long. */
const OUT: Point[] = [
  { x: -Math.cos(Math.PI / 6), y: -Math.sin(Math.PI / 6) },
  { x: Math.cos(Math.PI / 6), y: -Math.sin(Math.PI / 6) },
  { x: 0, y: 1 },
];

/** The place at a side that is nearest to a cell on it. */
export function atSide(cell: Cell, side: number, size: number): Point {
  const { x, y } = middleOf(cell, size);
  const away = RADIUS + 4;
  return { x: x + OUT[side].x * away, y: y + OUT[side].y * away };
}

/** The ends of the bar that marks a side. */
export function sideBar(side: number, size: number): [Point, Point] {
  const corners = [
    { row: 0, column: 0 },
    { row: size - 1, column: 0 },
    { row: size - 1, column: size - 1 },
  ];
  const ends = [
    [corners[0], corners[1]],
    [corners[0], corners[2]],
    [corners[1], corners[2]],
  ][side];
  const [from, to] = ends.map((corner) => atSide(corner, side, size));
  // A little beyond the middles of the corner cells, which lie on both sides.
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const over = RADIUS / 2 / length;
  const beyond = (a: Point, b: Point) => ({
    x: a.x - (b.x - a.x) * over,
    y: a.y - (b.y - a.y) * over,
  });
  return [beyond(from, to), beyond(to, from)];
}

/**
 * The Y within a winner's chain: from one cell the shortest ways through the chain to the three
 * sides. Each way begins at that cell; none if the chain does not join the sides.
 */
export function joining(chain: Cell[], size: number): Cell[][] {
  const key = (cell: Cell) => cell.row * size + cell.column;
  const inChain = new Map(chain.map((cell) => [key(cell), cell]));

  // From each side inwards: for each cell of the chain, the cell that is one nearer to the side.
  const nearer = SIDES.map((isAt) => {
    const found = new Map<number, { far: number; next: Cell | null }>();
    const queue = chain.filter((cell) => isAt(cell, size));
    for (const cell of queue) found.set(key(cell), { far: 0, next: null });
    for (let i = 0; i < queue.length; i++) {
      const { far } = found.get(key(queue[i]))!;
      for (const cell of neighboursOf(queue[i], size)) {
        if (!inChain.has(key(cell)) || found.has(key(cell))) continue;
        found.set(key(cell), { far: far + 1, next: queue[i] });
        queue.push(cell);
      }
    }
    return found;
  });

  let centre: Cell | null = null;
  let least = Infinity;
  for (const cell of chain) {
    const far = nearer.reduce((sum, found) => sum + (found.get(key(cell))?.far ?? Infinity), 0);
    if (far < least) [least, centre] = [far, cell];
  }
  if (!centre) return [];
  return nearer.map((found) => {
    const way: Cell[] = [];
    for (let cell: Cell | null = centre; cell; cell = found.get(key(cell))!.next) way.push(cell);
    return way;
  });
}
