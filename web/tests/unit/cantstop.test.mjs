import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const g = await load("games/cantstop/geometry.ts");
const { lastDice, lastEnding } = await load("games/cantstop/story.ts");
const HEIGHTS = [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3];

const squares = HEIGHTS.flatMap((height, i) =>
  Array.from({ length: height }, (_, k) => ({
    ...g.squareAt(i + 2, k + 1, height),
    column: i + 2,
    step: k + 1,
  })),
);

test("squares do not overlap", () => {
  assert.equal(squares.length, 83);
  for (const a of squares)
    for (const b of squares)
      if (a !== b)
        assert.ok(Math.abs(a.x - b.x) >= g.SQUARE_X || Math.abs(a.y - b.y) >= g.SQUARE_Y);
});

test("the sign is a regular octagon", () => {
  const corners = g.octagon(2);
  const sides = corners.map((a, i) => {
    const b = corners[(i + 1) % 8];
    return Math.hypot(a.x - b.x, a.y - b.y);
  });
  for (const side of sides) assert.ok(Math.abs(side - sides[0]) < 1e-6);
});

test("squares and numbers lie within the octagon", () => {
  const corners = g.octagon(9);
  const inside = (p) =>
    corners.every((a, i) => {
      const b = corners[(i + 1) % corners.length];
      return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0;
    });
  for (const s of squares)
    for (const [sx, sy] of [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ])
      assert.ok(
        inside({ x: s.x + (sx * g.SQUARE_X) / 2, y: s.y + (sy * g.SQUARE_Y) / 2 }),
        `${s.column} ${s.step}`,
      );
  HEIGHTS.forEach((height, i) => {
    const cap = g.capAt(i + 2, height);
    const foot = g.footAt(i + 2, height);
    assert.ok(
      inside({ x: cap.x, y: cap.y - 13 }) && inside({ x: foot.x, y: foot.y + 8 }),
      `${i + 2}`,
    );
  });
});

test("a step up is a square up", () => {
  assert.ok(g.squareAt(7, 2, 13).y < g.squareAt(7, 1, 13).y);
  assert.equal(g.squareAt(2, 2, 3).y, g.squareAt(7, 7, 13).y); // all middles on one line
});

test("pieces in one square stand apart and within it", () => {
  for (let count = 1; count <= 5; count++) {
    const pieces = Array.from({ length: count }, (_, i) => g.within(i, count));
    for (const a of pieces) {
      assert.ok(
        Math.abs(a.dx) + a.radius <= g.SQUARE_X / 2 && Math.abs(a.dy) + a.radius <= g.SQUARE_Y / 2,
      );
      for (const b of pieces)
        if (a !== b) assert.ok(Math.hypot(a.dx - b.dx, a.dy - b.dy) >= a.radius + b.radius);
    }
  }
});

test("dice are paired as the move has them", () => {
  assert.deepEqual(g.diceOf("6+10", [2, 4, 4, 6]), [1, 1, 2, 2]);
  assert.deepEqual(g.diceOf("8+8", [2, 4, 4, 6]), [1, 2, 2, 1]);
  assert.deepEqual(g.diceOf("10", [2, 4, 4, 6]), [0, 0, 1, 1]);
  assert.deepEqual(g.diceOf("stop", [2, 4, 4, 6]), [0, 0, 0, 0]);
  assert.deepEqual(g.diceOf("7", []), []);
});

const row = (steps) => HEIGHTS.map((_, i) => steps[i + 2] ?? 0);
const state = (progress, temporary, seat, waits, dice = []) => ({
  progress: progress.map(row),
  temporary: row(temporary),
  seat,
  round: 0,
  rolls: 1,
  waits,
  dice,
});
const roll = (move) => ({ seat: 0, chance: true, move, text: "", turn: 0 });
const act = (move) => ({ seat: 0, chance: false, move, text: "", turn: 0 });

test("a bust tells what it cost, and where the runners stood", () => {
  const before = state([{ 6: 4 }, {}], { 6: 2 }, 0, "move", [3, 3, 2, 6]);
  const after = state([{ 6: 4 }, {}], {}, 1, "move", [1, 2, 3, 4]);
  const recent = [act("6+8"), act("roll"), roll("d 1 1 1 2"), roll("d 1 2 3 4")];
  assert.deepEqual(lastEnding(before, recent, after, HEIGHTS), {
    kind: "bust",
    seat: 0,
    dice: [1, 1, 1, 2],
    steps: 4,
    completed: [],
    runners: [
      { column: 6, step: 7 },
      { column: 8, step: 1 },
    ],
  });
  const waiting = state([{ 6: 4 }, {}], {}, 1, "roll");
  assert.equal(lastEnding(before, recent.slice(0, 3), waiting, HEIGHTS).kind, "bust");
});

test("a roll that waits for its move is no bust", () => {
  const before = state([{}, {}], {}, 0, "roll");
  const after = state([{}, {}], {}, 0, "move", [1, 2, 3, 4]);
  assert.equal(lastEnding(before, [roll("d 1 2 3 4")], after, HEIGHTS), null);
});

test("stopping keeps the steps and completes columns; of two turns the later is told", () => {
  const before = state([{ 2: 1 }, { 7: 3 }], { 2: 1 }, 0, "move", [1, 1, 5, 6]);
  const recent = [
    act("2"),
    act("stop"),
    roll("d 3 4 1 1"),
    act("7"),
    act("stop"),
    roll("d 1 2 3 4"),
  ];
  const first = lastEnding(before, recent.slice(0, 2), state([{}, {}], {}, 1, "roll"), HEIGHTS);
  assert.deepEqual([first.kind, first.seat, first.steps, first.completed], ["stop", 0, 2, [2]]);
  const second = lastEnding(before, recent, state([{}, {}], {}, 0, "move", [1, 2, 3, 4]), HEIGHTS);
  assert.deepEqual([second.seat, second.steps, second.runners], [1, 1, [{ column: 7, step: 4 }]]);
});

test("the last roll is remembered until the next", () => {
  const before = state([{}, {}], {}, 0, "move", [1, 2, 3, 4]);
  assert.deepEqual(
    lastDice(state([{}, {}], { 3: 1 }, 0, "decide"), before, [act("3+7")]),
    [1, 2, 3, 4],
  );
  assert.deepEqual(
    lastDice(state([{}, {}], { 3: 1 }, 0, "decide"), before, [roll("d 6 6 6 6"), act("12")]),
    [6, 6, 6, 6],
  );
  assert.deepEqual(lastDice(state([{}, {}], {}, 0, "decide"), null, []), []);
});

test("runners that jump do so in the story, too", () => {
  const before = state([{}, { 6: 2 }], {}, 0, "move", [1, 5, 1, 1]);
  const steps = [act("6+6"), act("stop")];
  const after = state([{ 6: 3 }, { 6: 2 }], {}, 1, "roll");
  assert.equal(lastEnding(before, steps, after, HEIGHTS).steps, 2);
  assert.equal(lastEnding(before, steps, after, HEIGHTS, true).steps, 3);
});

test("a choice of rules stands for several options, and shows which they are", async () => {
  const { presetOf, chosenOptions } = await load("home/options.tsx");
  const { page } = await load("games/cantstop/index.tsx");
  const option = (name, kind, value) => ({ name, kind, default: value });
  const options = [
    option("forced", "switch", 0),
    option("closed", "switch", 0),
    option("blocking", "choice", "none"),
    option("columns", "integer", 3),
  ];
  const { official, seed } = page.presets.sets;
  assert.equal(Object.keys(page.presets.sets)[0], "official");
  assert.equal(presetOf(page.presets, options, {}), "seed");
  assert.equal(presetOf(page.presets, options, official), "official");
  assert.equal(presetOf(page.presets, options, { ...official, columns: "4" }), "");
  assert.deepEqual(chosenOptions(options, official), { forced: 1, closed: 1 });
  assert.deepEqual(chosenOptions(options, seed), {});
});
