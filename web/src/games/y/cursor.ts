// The cursor of the keyboard on the triangle.

import { onBoard, type Cell } from "./geometry";

/** Where a key leads to; null: it is no key of the cursor, or there is nothing. */
export function moveCursor({ row, column }: Cell, key: string, size: number): Cell | null {
  // Up and down go left and right in turn, so that they go straight on the whole.
  const lean = row % 2;
  const targets: Record<string, Cell> = {
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    ArrowUp: { row: row - 1, column: Math.min(Math.max(column - lean, 0), row - 1) },
    ArrowDown: { row: row + 1, column: column + 1 - lean },
    Home: { row, column: 0 },
    End: { row, column: row },
  };
  const target = targets[key];
  return target && onBoard(target, size) ? target : null;
}
