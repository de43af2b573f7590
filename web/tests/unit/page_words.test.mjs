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
  const said = (help, values = {}) => ({ name: "", help, values });
  assert.equal(
    helpText(forced, said("1: both sums; 0: one may be left"), String, en),
    "Ticked: both sums; not ticked: one may be left",
  );
  const rules = { name: "rules", kind: "choice", choices: ["full", "classic"] };
  const values = { full: "Completas", classic: "Clásicas" };
  const told = helpText(rules, said("full: todo; classic: uno", values), String, es);
  assert.equal(told, "Completas: todo; Clásicas: uno");
  const bombs = { name: "bombs", kind: "integer", choices: null };
  const name = (option) => (option === "deck" ? "Mazo" : option);
  assert.equal(helpText(bombs, said("las de `deck`"), name, es), "Las de «Mazo»");
  assert.equal(helpText(bombs, said("las de `deck`"), null, es), "Las de `deck`");
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
