import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const g = await load("games/parchis/geometry.ts");
const track = Array.from({ length: 68 }, (_, i) => i + 1);
const corridor = Array.from({ length: 7 }, (_, i) => i + 101);
const colours = [0, 1, 2, 3];
const squares = [
  ...track.map((square) => ({ square, colour: 0 })),
  ...colours.flatMap((colour) => corridor.map((square) => ({ square, colour }))),
];
const name = ({ square, colour }) => (square > 100 ? `${g.COLOURS[colour]} ${square}` : square);
const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 1e-6;
const cross = (a, b, p) => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
const area = (corners) =>
  corners.reduce((sum, a, i) => {
    const b = corners[(i + 1) % corners.length];
    return sum + (a.x * b.y - b.x * a.y) / 2;
  }, 0);
const inside = (corners, p, by = 0) => {
  const sign = Math.sign(area(corners));
  return corners.every((a, i) => {
    const b = corners[(i + 1) % corners.length];
    return (sign * cross(a, b, p)) / Math.hypot(b.x - a.x, b.y - a.y) > by;
  });
};
/** Two outlines that have more than an edge in common: no edge of either parts them. */
const overlap = (a, b) =>
  ![a, b].some((shape) => {
    const sign = Math.sign(area(shape));
    const other = shape === a ? b : a;
    return shape.some((p, i) => {
      const q = shape[(i + 1) % shape.length];
      return other.every((r) => sign * cross(p, q, r) <= 1e-6);
    });
  });
const share = (a, b) => a.filter((p) => b.some((q) => near(p, q))).length;

test("every square has an outline of its own that no other overlaps", () => {
  const outlines = squares.map((s) => g.outlineOf(s.square, s.colour));
  for (let i = 0; i < squares.length; i++)
    for (let k = 0; k < i; k++)
      assert.ok(!overlap(outlines[i], outlines[k]), `${name(squares[i])} ${name(squares[k])}`);
});

test("squares lie on the board, outside the homes and the goals", () => {
  for (const s of squares)
    for (const { x, y } of g.outlineOf(s.square, s.colour)) {
      const far = Math.max(Math.abs(x), Math.abs(y));
      const close = Math.min(Math.abs(x), Math.abs(y));
      assert.ok(far <= g.HALF + 1e-6 && far >= g.INNER - 1e-6, `${name(s)}`);
      assert.ok(close <= g.HALF - g.CORNER + 1e-6, `${name(s)}`);
    }
});

test("the next square shares an edge, all around", () => {
  for (const square of track) {
    const next = (square % 68) + 1;
    assert.ok(share(g.outlineOf(square, 0), g.outlineOf(next, 0)) === 2, `${square} ${next}`);
  }
});

test("the corridor leads from the colour's entry to its goal", () => {
  const entries = [68, 17, 34, 51];
  for (const colour of colours) {
    const way = [entries[colour], ...corridor];
    way.slice(1).forEach((square, i) => {
      assert.equal(g.nextOf(way[i], colour), square);
      assert.equal(share(g.outlineOf(way[i], colour), g.outlineOf(square, colour)), 2);
    });
    const last = g.outlineOf(107, colour);
    const base = [-28, 28].map((x) => g.turn({ x, y: g.INNER }, colour));
    assert.equal(share(last, base), 2);
    assert.equal(g.nextOf(107, colour), 108);
    assert.equal(g.nextOf(g.HOME, colour), g.EXITS[colour]);
  }
  assert.equal(g.nextOf(17, 0), 18); // another's entry is a square like others
});

test("pieces leave their homes next to them", () => {
  for (const colour of colours) {
    const exit = g.placeOf(g.EXITS[colour], colour, 0);
    const away = colours.map((c) => Math.hypot(g.homeOf(c).x - exit.x, g.homeOf(c).y - exit.y));
    assert.equal(away.indexOf(Math.min(...away)), colour);
  }
});

test("pieces stand within their square, and apart", () => {
  for (const s of squares)
    for (let count = 1; count <= 4; count++) {
      const outline = g.outlineOf(s.square, s.colour);
      const middle = g.placeOf(s.square, s.colour, 0);
      const across = g.acrossOf(s.square, s.colour);
      const places = g.beside(count, g.isCut(s.square, s.colour)).map((b) => ({
        x: middle.x + across.x * b.offset,
        y: middle.y + across.y * b.offset,
        radius: b.radius,
      }));
      for (const a of places) {
        // The cut corner may be touched a little.
        const room = g.isCut(s.square, s.colour) ? a.radius / 2 : a.radius;
        assert.ok(inside(outline, a, room), `${name(s)} ${count}`);
        for (const b of places)
          if (a !== b) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) >= a.radius + b.radius);
      }
    }
});

test("homes and goals have three places that are apart", () => {
  for (const square of [g.HOME, g.GOAL])
    for (const colour of colours) {
      const places = [0, 1, 2].map((piece) => g.placeOf(square, colour, piece));
      places.forEach((a, i) => {
        for (const b of places.slice(i + 1)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) >= 22);
        if (square === g.GOAL) {
          const goal = [
            { x: 0, y: 0 },
            { x: g.INNER, y: g.INNER },
            { x: -g.INNER, y: g.INNER },
          ].map((p) => g.turn(p, colour));
          assert.ok(inside(goal, a, 8), `${colour} ${i}`);
        } else {
          const home = g.homeOf(colour);
          assert.ok(Math.hypot(a.x - home.x, a.y - home.y) < g.CORNER / 2 - 20);
        }
      });
    }
});
