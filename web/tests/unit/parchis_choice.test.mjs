import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const c = await load("games/parchis/choice.ts");
const { en } = await load("games/parchis/en.ts");
const { es } = await load("games/parchis/es.ts");
const { moveParts, moveTitle } = await load("games/parchis/labels.ts");

const at = (square, state = 0, left = 0) => [square, state, left];
const STATE = {
  turn: 9,
  player: 0,
  color: 2,
  pieces: [
    [at(4), at(4), at(0)],
    [at(20), at(30), at(108)],
    [at(38, 3, 1), at(101), at(101, 2, 4)],
    [at(55), at(55, 3, 2), at(68)],
  ],
  dice: [[1, 2], [4], [5, 6], [1]],
  special: [[103, 103], [110]],
  forced: null,
  items: [[22, 101]],
  traps: [24, 24],
  bounces: [0, 0, 0, 0],
  last_die: 5,
  winner: -1,
  win_color: -1,
  run6: 0,
};

test("a move is a die and a piece, or a pass", () => {
  const move = "mega-mushroom red 1";
  assert.deepEqual(c.actionOf(move), { move, die: 107, piece: "red 1" });
  assert.deepEqual(c.actionOf("pass 20"), { move: "pass 20", die: 20, piece: null });
  assert.deepEqual(c.pieceNamed("green 2"), { colour: 3, piece: 2 });
  assert.equal(c.pieceName(3, 2), "green 2");
});

test("the dice are those of the colour in turn and of its player, or the one that is forced", () => {
  assert.deepEqual(c.diceInTurn(STATE), [5, 6, 103, 103]);
  assert.deepEqual(c.diceInTurn({ ...STATE, forced: [20, 2] }), [20]);
  const course = { ...STATE, dice: [[1], [2]], color: 0, forced: [0, 0] };
  assert.deepEqual(c.diceInTurn(course), [1, 103, 103]);
  assert.deepEqual(c.diceInTurn({ ...course, forced: [10, 0] }), [10]);
  assert.deepEqual(c.poolOf(course, 3), [2]);
});

test("two pieces of a colour are a barrier, but for ghosts and minis", () => {
  assert.deepEqual(c.barriersOf(STATE), [{ colour: 0, square: 4 }]);
});

const EATS = {
  move: "5 yellow 1",
  pieces: [
    { colour: 0, piece: 1, path: [4, 5, 20], state: 0 },
    { colour: 1, piece: 0, path: [20, 0], state: 0 },
    { colour: 2, piece: 0, path: [38], state: 0 }, // its time is up by any move
  ],
  takes: [101],
  bounces: false,
};

test("what a move comes to", () => {
  const outcome = c.outcomeOf(EATS, STATE);
  assert.deepEqual([outcome.from, outcome.to, outcome.goal], [4, 20, false]);
  assert.deepEqual(outcome.sent, [{ colour: 1, piece: 0, from: 20 }]);
  assert.deepEqual(outcome.changed, []);
  const grows = { ...EATS, pieces: [{ colour: 0, piece: 1, path: [4], state: 5 }], takes: [] };
  assert.deepEqual(c.outcomeOf(grows, STATE).changed, [{ colour: 0, piece: 1, state: 5 }]);
  assert.equal(c.outcomeOf({ move: "pass 6", pieces: [], takes: [], bounces: false }, STATE), null);
});

test("and in words, in both languages", () => {
  assert.deepEqual(moveParts(EATS, STATE, en.board), ["from 4 to 20", "sends blue 0 home", "takes star"]);
  assert.deepEqual(moveParts(EATS, STATE, es.board), [
    "de 4 a 20",
    "manda a casa a azul 0",
    "recoge estrella",
  ]);
  assert.equal(moveTitle("boo red 1", en.board), "Play: boo with red 1");
  assert.equal(moveTitle("pass 6", es.board), "Pasar con 6");
});
