import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { isStray } = await load("parts/guard.ts");

const never = { board: -Infinity, page: -Infinity };
const button = { name: "a button" };
const press = (time, more = {}) => ({ time, x: 100, y: 100, control: button, board: true, ...more });

test("before anything has changed every click is meant", () => {
  assert.equal(isStray(press(0), null, never), false);
  assert.equal(isStray(press(1), press(0), never), false);
});

test("the second click of a double click is not meant for the next position", () => {
  const first = press(1000);
  for (const gap of [60, 150, 300, 500])
    for (const change of [1001, 1000 + gap / 2, 1000 + gap, 2000])
      assert.equal(isStray(press(1000 + gap), first, { ...never, board: change }), true);
});

test("a click at another place is meant once it can be", () => {
  const changed = { ...never, board: 1010 };
  assert.equal(isStray(press(1200, { x: 300 }), press(1000), changed), true);
  assert.equal(isStray(press(1300, { x: 300 }), press(1000), changed), false);
});

test("a button outside the board may be pressed again at once, another in its place not", () => {
  const changed = { ...never, board: 1010 };
  const first = press(1000, { board: false });
  assert.equal(isStray(press(1100, { board: false }), first, changed), false);
  assert.equal(isStray(press(1100, { board: false, control: {} }), first, changed), true);
});

test("in a new view nothing is meant at first, wherever it is", () => {
  const changed = { ...never, page: 1010 };
  for (const board of [true, false]) {
    assert.equal(isStray(press(1500, { board, x: 300 }), press(1000), changed), true);
    assert.equal(isStray(press(1511, { board, x: 300 }), press(1000), changed), false);
  }
});
