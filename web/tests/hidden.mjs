// Two people on two pages play Kittens. All that either page is ever sent is held against what its
// seat could know, which is worked out here anew from the finished record.

import { check, test } from "./harness.mjs";
import { any, dice, playByMouse } from "./driver.mjs";
import { ANA, newGame, open, QUIET } from "./table.mjs";
import { Tap } from "./tap.mjs";

const START = { defuse: 1, skip: 1, attack: 1 }; // both are dealt these, openly

/** What a seat may know after every number of steps: cards of the other, and places of the deck. */
function knowledge(steps, seat, deckSize) {
  let deck = Array(deckSize).fill(false); // from the top: whether this seat knows the card
  const hand = { ...START }; // of the other
  let from = "top";
  const told = [];
  const all = [{ deck, hand: { ...hand } }];
  for (const { seat: who, chance, move, text } of steps) {
    const own = who === seat;
    let known = own;
    if (chance && text.startsWith("drew")) {
      known ||= from === "top" ? deck[0] : deck[deck.length - 1];
      deck = from === "top" ? deck.slice(1) : deck.slice(0, -1);
      if (move === "bomb") known = true;
      else if (!own && known) hand[move] = (hand[move] ?? 0) + 1;
      if (!own && text.endsWith("defused it") && hand.defuse > 0) hand.defuse--;
    } else if (!chance && ["top", "middle", "bottom"].includes(move)) {
      const at = { top: 0, middle: (deck.length + 1) >> 1, bottom: deck.length }[move];
      deck = [...deck.slice(0, at), own, ...deck.slice(at)];
    } else if (!chance) {
      known = true;
      from = move === "draw-bottom" ? "bottom" : "top";
      if (move === "shuffle") deck = deck.map(() => false);
      if (move === "see-future" && own) deck = deck.map((knew, i) => knew || i < 3);
      if (!own && hand[move] > 0) hand[move]--;
    } else if (!own) {
      known = false; // what the other looks at
    }
    told.push(known);
    all.push({ deck, hand: { ...hand } });
  }
  return { all, told };
}

/** One message of the service, before the end, to one seat. */
function checkMessage(message, seat, { all, told }, truth) {
  const { total, state } = message;
  const may = all[total];
  const then = truth[total].state;
  check(message.seat === seat && state.view === seat, `a view of seat ${state.view} for ${seat}`);
  const other = state.hands[1 - seat];
  for (const [kind, n] of Object.entries(other))
    check(kind === "?" || n <= (may.hand[kind] ?? 0), `at ${total} seat ${seat} knows a ${kind}`);
  state.deck.forEach((card, i) =>
    check(card === "?" || may.deck[i], `at ${total} seat ${seat} knows card ${i}: ${card}`),
  );
  // What is left over is all that it cannot place, and tells nothing else.
  const kinds = Object.keys({ ...then.rest, ...then.hands[1 - seat], ...state.rest, bomb: 0 });
  for (const kind of kinds) {
    const count = (cards) => cards.filter((card) => card.split(":")[0] === kind).length;
    const hidden =
      (then.rest[kind] ?? 0) +
      ((then.hands[1 - seat][kind] ?? 0) - (other[kind] ?? 0)) +
      (count(then.deck) - count(state.deck));
    check((state.rest[kind] ?? 0) === hidden, `at ${total} ${kind} is counted ${state.rest[kind]}`);
  }
  if (message.moves.length > 0) check(message.turn === seat, "moves of the other");
  message.steps.forEach((step, i) => {
    const number = message.from + i;
    if (step.seat !== seat) check(!step.text.includes("saw"), `told of a look: “${step.text}”`);
    if (told[number]) return;
    check(step.move === null, `step ${number} is told to seat ${seat}: ${JSON.stringify(step)}`);
    check(
      /^$|^drew a card|^put the bomb back somewhere|^looked/.test(step.text),
      `step ${number} says “${step.text}” to seat ${seat}`,
    );
  });
}

async function lookBack(page) {
  const shown = page.waitForResponse(/\/at\//);
  await page.click('.stepper button[aria-label="One step back"]');
  await shown;
  await page.click('.stepper button[aria-label="To the end"]');
}

// Seat 1 has put a bomb on top; seat 0 looks at it and at two cards that chance turns.
const LOOKED = `tahur record 1
game: kittens
rules: 1
seat 0: human
seat 1: human
start: hands defuse+skip+see-future+attack / skip+attack; deck bomb:1 25*?; rest 2*bomb+2*defuse+2*skip+2*attack+draw-bottom+shuffle+15*safe; played - / defuse; last draw / defused; turns 4; seat 0; owes 1; waits decide
end: stopped
result: 0 0
moves:
see-future; safe; skip
`;

export function addTests({ service, browser }) {
  test("Kittens: a look is one step until the game is over, then the review has its cards", () =>
    browser.person(service.base, async (page) => {
      const players = [{ kind: "here", name: "Ana" }, { kind: "link" }];
      const { id, key } = await service.ask("/games", { record: LOOKED, players });
      await page.goto(`${service.base}/g/${id}#${key}`);
      await page.waitForSelector("text=Step 1 of 1");
      const look = page.locator(".turn .step");
      check((await look.textContent()) === "played see-future, saw bomb, safe and skip", "told");
      await page.keyboard.press("ArrowLeft");
      await page.waitForSelector("text=Step 0 of 1");
      // Whoever looks at the past when it ends, and all is counted anew, is led to the end.
      await service.ask(`/games/${id}/resign`, { key, seat: 0 });
      await page.waitForSelector("text=Step 3 of 3");
      check((await look.allTextContents()).join() === "played see-future,saw safe,saw skip", "all");
      await page.keyboard.press("ArrowLeft");
      await page.waitForSelector("text=Step 2 of 3");
      check((await page.locator('.step[aria-current="step"]').textContent()) === "saw safe", "step");
      await page.click("text=Review the game");
      await page.waitForSelector(".curve", { timeout: 300000 });
      await page.focus("main");
      await page.keyboard.press("Home");
      await page.waitForSelector("text=Step 0 of 3");
    }));

  test("kittens on two pages: neither is ever sent the other's cards", async () => {
    const players = [ANA, { kind: "link", name: "Luis" }];
    const made = await newGame(service, "kittens", { players, seed: 14 });
    const seats = [{ key: made.key }, { key: made.links[0].key }];
    for (const seat of seats) seat.tap = await new Tap(service).start();
    const sat = (seat, body) =>
      browser.person(
        seats[seat].tap.base,
        async (page) => {
          await open(seats[seat].tap, page, { id: made.id, key: seats[seat].key });
          await body(page);
        },
        QUIET,
      );
    await sat(0, (ana) =>
      sat(1, async (luis) => {
        const pages = [ana, luis];
        const roll = dice(2);
        for (let i = 0; i < 200; i++) {
          const { turn, over } = await service.ask(`/games/${made.id}`);
          if (over) break;
          await playByMouse(pages[turn], { roll, pick: any, most: 1 });
          // Whoever is curious asks for more than the board.
          if (i === 6) for (const page of pages) await page.reload();
          if (i === 8) for (const page of pages) await page.keyboard.press("t");
          if (i === 10) for (const page of pages) await lookBack(page);
        }
        for (const page of pages) await page.waitForSelector(".status.over");
        await luis.picture("kittens-shared-over");
      }),
    );

    const { steps, total, over } = await service.ask(`/games/${made.id}`);
    check(over?.end === "won", "the game did not end");
    const truth = [];
    for (let i = 0; i <= total; i++) truth.push(await service.ask(`/games/${made.id}/at/${i}`));
    const size = truth[0].state.deck.length;
    // Until the end, what a look turns up is a part of the step before it, and is not counted.
    const counts = (_, i) => !(steps[i]?.chance && steps[i].text.startsWith("saw"));
    const then = truth.filter(counts);
    for (const [seat, { tap }] of seats.entries()) {
      tap.end();
      const { all, told } = knowledge(steps, seat, size);
      const may = { all: all.filter(counts), told: told.filter(counts) };
      const texts = tap.texts();
      const messages = texts.map((text) => JSON.parse(text));
      const before = messages.filter((message) => message.state && !message.over);
      check(before.length > total / 2, `only ${before.length} messages of ${total} steps`);
      check(before.some((message) => message.total > 0 && !message.asks), "no past was looked at");
      for (const message of before)
        // A look at the past is of the same version, and may have all of its own.
        checkMessage(message, seat, may, then);
      for (const thoughts of messages.filter((message) => message.best && message.moves))
        check(thoughts.seat === seat, "thoughts about the other's moves");
      const others = seats[1 - seat].key;
      for (const { text } of tap.heard) check(!text.includes(others), "the other's key was sent");
    }
    // It was a game in which there was something to hide.
    for (const move of ["see-future", "draw-bottom", "draw", "top", "bottom"])
      check(steps.some((step) => !step.chance && step.move === move), `nobody played ${move}`);
  });
}
