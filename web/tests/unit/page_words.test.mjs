import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { helpText } = await load("home/option_help.ts");
const { withClearBest } = await load("game/thinking.ts");
const { gameApi } = await load("api.ts");
const { en } = await load("words/en.ts");
const { es } = await load("words/es.ts");

test("help names what a form shows", () => {
  const forced = { name: "forced", kind: "switch", choices: null };
  assert.equal(
    helpText(forced, "1: both sums; 0: one may be left", true, en),
    "Ticked: both sums; not ticked: one may be left",
  );
  const rules = { name: "rules", kind: "choice", choices: ["full", "classic"] };
  const told = helpText(rules, "full: todo; classic: uno", true, es);
  assert.equal(told, "Completas: todo; Clásicas: uno");
  const bombs = { name: "bombs", kind: "integer", choices: null };
  assert.equal(helpText(bombs, "las de `deck`", true, es), "Las de «Mazo»");
});

test("among equally good moves none is the best", () => {
  const said = (best, ...values) => ({
    best,
    moves: values.map((value, i) => ({ move: `m${i}`, value })),
  });
  assert.equal(withClearBest(said("m0", 0.5, 0.4)).best, "m0");
  assert.equal(withClearBest(said("m0", 0.5, 0.5)).best, null);
  assert.equal(withClearBest(said("m0", null, null)).best, "m0"); // chosen without telling why
  assert.equal(withClearBest(said(null, 0.5, 0.4)).best, null);
});

test("the record of a game has no key in its address", () => {
  assert.doesNotMatch(gameApi("game", "secret").recordAddress, /secret/);
});
