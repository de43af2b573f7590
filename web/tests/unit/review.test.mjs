import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { placeGrades } = await load("game/moves.tsx");
const { mistakesOf, nextMistake, within } = await load("review/types.ts");
const { seatsFrom } = await load("review/again.ts");

const step = (text) => ({ text, seat: 0, turn: 0, chance: false, move: null });
const review = {
  steps: ["fine", "bad", undefined, "blunder"].map((grade, i) => ({ step: i + 1, grade })),
};

test("the mark of a step that is left out stands at the next one that is shown", () => {
  const steps = [step("one"), step(""), step("two"), step("three")];
  const placed = placeGrades(steps, new Map([[1, "small"], [2, "bad"]]));
  assert.deepEqual([...placed], [[1, "small"], [3, "bad"]]);
});

test("mistakes follow each other, both ways", () => {
  assert.deepEqual(mistakesOf(review).map((found) => found.step), [2, 4]);
  assert.deepEqual([0, 1, 3].map((at) => nextMistake(review, at, false)), [1, 3, null]);
  assert.deepEqual([4, 3, 1].map((at) => nextMistake(review, at, true)), [3, 1, null]);
});

test("a chance for people stays within 0 and 1", () => {
  assert.deepEqual([-0.2, 0.4, 1.3].map(within), [0, 0.4, 1]);
});

test("another try: who had to decide sits here, bots stay with their options", () => {
  const players = [
    { seat: 0, kind: "person", name: "Ana" },
    { seat: 1, kind: "bot", name: "mcts", bot: "mcts:iterations=500,x=a" },
    { seat: 2, kind: "bot", name: "easy", bot: "easy" },
  ];
  assert.deepEqual(seatsFrom(players, 2), [
    { kind: "here", name: "Ana" },
    { kind: "bot", bot: "mcts", options: { iterations: 500, x: "a" } },
    { kind: "here" },
  ]);
});
