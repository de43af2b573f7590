import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { placesOf, deckTold } = await load("games/kittens/deck.tsx");
const { flightsOf } = await load("games/kittens/flights.ts");
const { en } = await load("games/kittens/en.ts");

const STATE = {
  deck: ["safe:0", "bomb:01", "?", "?"],
  maybe: [
    [2, "no", "found"],
    [0, 1, 3],
  ],
  view: 0,
};

test("the deck from its top, with who knows and where a bomb may lie", () => {
  assert.deepEqual(placesOf(STATE), [
    { kind: "safe", seats: [0], maybe: false },
    { kind: "bomb", seats: [0, 1], maybe: false },
    { kind: "?", seats: [], maybe: true },
    { kind: "?", seats: [], maybe: false },
  ]);
  // Whoever sees all, or nothing, has no guesses.
  for (const view of [null, "stranger"])
    assert.ok(placesOf({ ...STATE, view }).every((place) => !place.maybe));
});

test("the deck in words", () => {
  assert.equal(
    deckTold(STATE, ["Ana", "Luis"], en.board),
    "top: Safe, known to Ana. 2 from the top: Bomb, known to Ana and Luis. " +
      "The other’s bomb may lie: 3 from the top. 2 unknown",
  );
});

const step = (seat, chance, move, text) => ({ seat, chance, move, text, turn: 0 });

test("cards fly as they were drawn, played and put back, and no one sees more than the view", () => {
  const flights = flightsOf([
    step(0, false, "skip", "played skip"),
    step(1, false, "draw", ""),
    step(1, true, null, "drew a card"),
    step(1, true, "bomb", "drew a bomb and defused it"),
  ]);
  assert.deepEqual(flights, [
    { kind: "skip", from: "hand-0", to: "played-0" },
    { kind: "?", from: "deck", to: "hand-1" },
    { kind: "bomb", from: "deck", to: "hand-1" },
  ]);
  assert.deepEqual(flightsOf([step(1, false, null, "put the bomb back somewhere")]), [
    { kind: "?", from: "hand-1", to: "deck" },
  ]);
});

test("a card that is looked at or dealt stays where it is", () => {
  assert.deepEqual(
    flightsOf([step(0, true, "safe", "saw safe"), step(0, true, "skip", "got skip")]),
    [],
  );
});
