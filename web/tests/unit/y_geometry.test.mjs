import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const y = await load("games/y/geometry.ts");
const { moveCursor } = await load("games/y/cursor.ts");
const sizes = Array.from({ length: 18 }, (_, i) => i + 2);
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

test("a board has n(n+1)/2 cells, and their names read back", () => {
  for (const size of sizes) {
    const cells = y.cellsOf(size);
    assert.equal(cells.length, (size * (size + 1)) / 2);
    for (const cell of cells) assert.deepEqual(y.cellNamed(y.nameOf(cell, size), size), cell);
  }
  assert.equal(y.nameOf(y.cellsOf(7)[12], 7), "c3"); // as the rules have it
  for (const wrong of ["", "a0", "b7", "c10", "swap", "A1", "a1x"])
    assert.equal(y.cellNamed(wrong, 7), null);
});

test("neighbours touch, others do not", () => {
  for (const size of sizes) {
    const cells = y.cellsOf(size);
    for (const a of cells) {
      const next = new Set(y.neighboursOf(a, size).map((c) => y.nameOf(c, size)));
      for (const b of cells) {
        const apart = distance(y.middleOf(a, size), y.middleOf(b, size));
        if (next.has(y.nameOf(b, size))) assert.ok(Math.abs(apart - y.WIDTH) < 1e-6);
        else if (a !== b) assert.ok(apart > y.WIDTH * 1.5);
      }
    }
  }
});

test("every cell lies within the drawing and between the bars of its sides", () => {
  // Positive on the inner side of the line from a to b.
  const inside = (a, b, p) => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
  for (const size of sizes) {
    const { width, height } = y.extent(size);
    for (const cell of y.cellsOf(size)) {
      const middle = y.middleOf(cell, size);
      for (const corner of y.hexagon(y.RADIUS)) {
        const p = { x: middle.x + corner.x, y: middle.y + corner.y };
        assert.ok(p.x > 0 && p.x < width && p.y > 0 && p.y < height);
        [-1, 1, -1].forEach((sign, side) => {
          const [a, b] = y.sideBar(side, size);
          assert.ok(sign * inside(a, b, p) > 0, `${y.nameOf(cell, size)} of ${size}, side ${side}`);
        });
      }
    }
  }
});

test("a corner lies on two sides, an edge on one, and corners have two neighbours", () => {
  for (const size of sizes) {
    const count = (cell) => y.SIDES.filter((isAt) => isAt(cell, size)).length;
    const corners = y.cellsOf(size).filter((cell) => count(cell) === 2);
    assert.equal(corners.length, 3);
    for (const corner of corners) assert.equal(y.neighboursOf(corner, size).length, 2);
  }
});

test("the winner's ways go through the chain from one cell to the three sides", () => {
  const size = 5;
  const cells = (names) => names.map((name) => y.cellNamed(name, size));
  // A chain with a dead end, d2.
  const chain = cells(["a3", "b3", "b2", "b1", "c3", "c2", "d2"]);
  const ways = y.joining(chain, size);
  assert.equal(ways.length, 3);
  ways.forEach((way, side) => {
    assert.deepEqual(way[0], ways[0][0]);
    assert.ok(y.SIDES[side](way[way.length - 1], size));
    way.slice(1).forEach((cell, i) => {
      const before = y.neighboursOf(way[i], size).map((c) => y.nameOf(c, size));
      assert.ok(before.includes(y.nameOf(cell, size)));
    });
  });
  assert.equal(
    ways.reduce((sum, way) => sum + way.length - 1, 0),
    4,
  );
  assert.deepEqual(y.joining(cells(["a3", "a2"]), size), []);
  assert.deepEqual(y.joining([], size), []);
});

test("the cursor stays on the board and reaches every cell", () => {
  for (const size of [2, 3, 9, 19]) {
    const seen = new Set(["a1"]);
    const queue = [y.cellNamed("a1", size)];
    for (const cell of queue)
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]) {
        const next = moveCursor(cell, key, size);
        if (!next) continue;
        assert.ok(y.onBoard(next, size));
        if (!seen.has(y.nameOf(next, size))) queue.push(next);
        seen.add(y.nameOf(next, size));
      }
    assert.equal(seen.size, (size * (size + 1)) / 2);
  }
  assert.equal(moveCursor({ row: 0, column: 0 }, "Tab", 5), null);
});
