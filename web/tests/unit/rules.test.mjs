import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "./load.mjs";

const { linesFor } = await load("rules/markup.tsx");

const TEXT = "a\n{rules=course}\nb\n{items!=0}\nc\n{end}\n{end}\n{rules!=course,items!=0}\nd\n{end}\ne";

test("conditions follow the options of a game", () => {
  assert.deepEqual(linesFor(TEXT, "parchis"), ["a", "d", "e"]);
  assert.deepEqual(linesFor(TEXT, "parchis:rules=course"), ["a", "b", "c", "e"]);
  assert.deepEqual(linesFor(TEXT, "parchis:rules=course,items=0"), ["a", "b", "e"]);
  assert.deepEqual(linesFor(TEXT, "parchis:items=0"), ["a", "e"]);
});

test("both languages have the same parts under the same conditions", () => {
  const shape = (path) =>
    readFileSync(new URL(`../../../src/games/${path}`, import.meta.url), "utf8")
      .split("\n")
      .filter((line) => /^(##|-|\{)/.test(line))
      .map((line) => (line.startsWith("{") ? line : line.split(" ")[0]));
  for (const game of ["cantstop", "kittens", "parchis", "y"])
    assert.deepEqual(shape(`${game}/rules.es.md`), shape(`${game}/rules.md`), game);
});
