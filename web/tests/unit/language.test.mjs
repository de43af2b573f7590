import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { complete, missingKeys } = await load("words/language.ts");
const { speechIn } = await load("words/words.tsx");

test("what a language lacks is said in English", () => {
  const english = { a: "one", b: { c: () => "two", d: ["x", "y"] } };
  assert.equal(complete(english, undefined), english);
  const own = complete(english, { b: { d: ["z"] } });
  assert.deepEqual([own.a, own.b.c(), own.b.d], ["one", "two", ["z"]]);
  assert.equal(english.b.d.length, 2); // the original is as it was
  assert.deepEqual(missingKeys(english, { b: { d: ["z"] } }), ["a", "b.c"]);
  assert.deepEqual(missingKeys(english, { a: "uno" }), ["b"]);
  assert.deepEqual(missingKeys(english, own), []);
});

test("events are said in the language, what has no words as the service says it", () => {
  const es = speechIn("es", () => {});
  const step = (events, text) => ({ events, text, seat: 0, chance: false, move: null, turn: 0 });
  const played = { key: "played", cell: "c3", connected: 0 };
  assert.equal(es.told("y", step([played], "played c3")), "jugó c3");
  assert.equal(es.told("y", step([played, { key: "new" }], "played c3, sang")), "played c3, sang");
  assert.equal(es.told("y", step(null, "did this")), "did this");
  assert.equal(es.told("pig", step([played], "rolled 4")), "rolled 4");
  assert.equal(es.told("y", step([], "")), "");
});

test("bots and options are described by their names, else as the service does", () => {
  const es = speechIn("es", () => {});
  const option = (name, help) => ({ name, help });
  assert.match(es.option("y", null, option("size", "cells along a side")).help, /casillas/);
  assert.match(es.option("y", "mcts", option("memory", "megabytes")).help, /megabytes para/);
  assert.equal(es.option("y", "mcts", option("other", "help")).help, "help");
  assert.equal(es.option("pig", null, option("goal", "points")).help, "points");
  assert.equal(es.bot("y", { name: "new", summary: "a bot" }).summary, "a bot");
});
