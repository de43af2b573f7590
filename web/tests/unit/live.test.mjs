import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

globalThis.window = { matchMedia: () => ({ matches: false }) };
const { follow, frameOf } = await load("game/live.ts");

const step = (text) => ({ seat: 0, chance: false, move: null, text, turn: 0 });
const message = (version, from, texts, open, end) => ({
  version,
  from,
  steps: texts.map(step),
  total: from + texts.length,
  seat: 0,
  state: {},
  pace: 0,
  can: { record: open },
  over: end ? { end } : null,
});

/** What is known after these messages, and the last frame. */
function shown(...messages) {
  let known = null;
  let frame = null;
  for (const next of messages) {
    known = follow(known, next, 0);
    assert.notEqual(known, "lost");
    frame = frameOf(frame, known);
  }
  return { steps: frame.steps.map((s) => s.text), recent: frame.recent.map((s) => s.text) };
}

const BEFORE = [message(1, 0, ["a"], false), message(2, 1, ["b", "c"], false)];

test("steps that are new are animated", () => {
  assert.deepEqual(shown(...BEFORE), { steps: ["a", "b", "c"], recent: ["b", "c"] });
});

test("at the end hidden steps are put in between, and only the last is new", () => {
  const all = ["a", "a1", "a2", "b", "c", "d"];
  assert.deepEqual(shown(...BEFORE, message(3, 0, all, true, "won")), { steps: all, recent: ["d"] });
  assert.deepEqual(shown(...BEFORE, message(3, 0, all, true, "resigned")), {
    steps: all,
    recent: [],
  });
});

test("where nothing is hidden the end is animated as all before it", () => {
  const open = [message(1, 0, ["a"], true), message(2, 1, ["b", "c"], true, "won")];
  assert.deepEqual(shown(...open), { steps: ["a", "b", "c"], recent: ["b", "c"] });
});
