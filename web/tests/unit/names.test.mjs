import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { namesOf } = await load("game/names.ts");
const { en } = await load("words/en.ts");
const { es } = await load("words/es.ts");
const person = (name) => ({ kind: "person", name });
const bot = (name, bot = name) => ({ kind: "bot", name, bot });

test("whoever has no name is a player with a number", () => {
  assert.deepEqual(namesOf([person(""), person(" \u200b\u3164")], en), ["Player 1", "Player 2"]);
  assert.deepEqual(namesOf([person("Ana"), person("")], es), ["Ana", "Jugador 2"]);
  assert.deepEqual(namesOf([{ name: "" }, { name: "easy" }], es), ["Jugador 1", "Fácil"]);
});

test("a person may be called as a strength is", () => {
  assert.deepEqual(namesOf([person("easy"), bot("easy")], es), ["easy", "Fácil"]);
});

test("equal names are told apart", () => {
  const bots = namesOf([bot("easy"), bot("hard"), bot("easy")], en);
  assert.deepEqual(bots, ["Easy 1", "Hard", "Easy 2"]);
  assert.deepEqual(namesOf([person("Ana"), person("Ana")], en), ["Ana 1", "Ana 2"]);
  const taken = namesOf([bot("easy"), bot("easy"), person("Easy 1")], en);
  assert.equal(new Set(taken).size, 3);
});

test("no name turns the writing around it", () => {
  assert.deepEqual(namesOf([person("\u202eevil"), person("a\u2067b\u2069")], en), ["evil", "ab"]);
  assert.deepEqual(namesOf([person("דנה"), person("Ana")], en), ["\u2068דנה\u2069", "Ana"]);
});
