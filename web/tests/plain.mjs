// A game that has no folder on the page, Pig: it is offered, explained, played and reviewed all the same.

import { fitsFingers, fitsWidth, hasNames, PHONE } from "./browser.mjs";
import { check, Service, test } from "./harness.mjs";
import { dice, playByKeys, playByMouse } from "./driver.mjs";
import { open, QUIET } from "./table.mjs";
import { checkSpanish, englishWords } from "./tongue.mjs";

const LOOKS = { desk: {}, phone: PHONE, dark: { ...PHONE, colorScheme: "dark" } };

/** Holds often, so that games end soon. */
const pick = (moves, roll) => moves[roll(3) === 0 ? moves.indexOf("hold") : moves.indexOf("roll")];
const play = { roll: dice(7), pick };

async function newGame(service, game, options = { goal: 30 }) {
  return service.ask("/games", {
    game,
    options,
    players: [
      { kind: "here", name: "Ana" },
      { kind: "bot", bot: "hard" },
    ],
    pace: 0,
    seed: 1,
  });
}

export function addPlainTests({ browser, pig }) {
  const withPig = (body, options) => async () => {
    const service = await new Service(pig).start();
    try {
      await browser.person(service.base, (page) => body(page, service), { ...QUIET, ...options });
    } finally {
      await service.drop();
    }
  };

  for (const [look, options] of Object.entries(LOOKS))
    test(
      `pig, without a folder: from its card to its review, ${look}`,
      withPig(async (page, service) => {
        await page.goto(service.base);
        await page.click(".card-pig .card-buttons button:nth-of-type(2)");
        await page.waitForSelector("dialog .seat-form");
        await page.fill("#option-goal", "30");
        await page.fill("#seat-0-name", "Ana");
        await page.fill("#pace", "0");
        await fitsFingers(page);
        await page.click("dialog button.main");
        await page.waitForSelector(".board.plain [data-move=roll]");
        check((await page.textContent(".plain-picture")).includes("of 30"), "there is no picture");
        await page.click("text=Hint");
        await page.waitForSelector(".board-hint");
        await page.click(".actions [aria-pressed]");
        await page.waitForSelector(".board-worth");
        await page.click(".plain summary");
        check((await page.textContent(".plain-fields")).includes("goal"), "there are no fields");
        await fitsWidth(page);
        if (options.isMobile) await fitsFingers(page);
        await hasNames(page);
        await page.picture(`plain-${look}`);
        await page.click(".actions [aria-pressed]");
        await playByMouse(page, play);
        check((await page.locator(".player.winner").count()) === 1, "nobody has won");
        await page.click("text=Review the game");
        await page.waitForSelector(".curve", { timeout: 300000 });
        await page.picture(`plain-review-${look}`);
      }, options),
    );

  test(
    "pig, without a folder: a whole game by keys alone",
    withPig(async (page, service) => {
      await open(service, page, await newGame(service, "pig"));
      await playByKeys(page, play);
      check((await page.locator(".player.winner").count()) === 1, "nobody has won");
    }),
  );

  test(
    "pig, without a folder: rules, home and game on a Spanish page",
    withPig(
      async (page, service) => {
        const words = await englishWords(service);
        const { games } = await service.ask("/catalog"); // titles are names
        for (const { title } of games)
          for (const word of title.toLowerCase().split(" ")) words.english.delete(word);
        await page.goto(service.base);
        await page.waitForSelector(".card-pig button.main:enabled");
        await checkSpanish(page, words, "home with a game that has no folder");
        await page.picture("plain-home");
        await page.click(".card-pig a.button");
        await page.waitForSelector(".rules li");
        check((await page.textContent("h1")) === "Pig: las reglas", await page.textContent("h1"));
        check((await page.getAttribute(".rules", "lang")) === "en", "the rules are not English");
        await checkSpanish(page, words, "its rules");
        await page.picture("plain-rules");
        await open(service, page, await newGame(service, "pig"));
        await page.waitForSelector(".board.plain [data-move]");
        await playByMouse(page, { ...play, most: 4 });
        await checkSpanish(page, words, "the game");
        await page.picture("plain-spanish");
      },
      { locale: "es-ES", ...PHONE },
    ),
  );

  test(
    "a game with no text for people: its position and its moves as they are written",
    withPig(async (page, service) => {
      await page.goto(`${service.base}/rules/bare`);
      await page.waitForSelector("h1");
      await open(service, page, await newGame(service, "bare"));
      await page.waitForSelector(".board.plain [data-move]");
      check((await page.textContent(".plain-picture")).includes("turn"), "there is no position");
      await playByMouse(page, { ...play, most: 5 });
      await page.picture("plain-bare");
    }),
  );

  test(
    "a game that no program has: there is nothing at the address of its rules",
    withPig(async (page, service) => {
      await page.goto(`${service.base}/rules/nothing`);
      await page.waitForSelector(".nowhere h1");
    }),
  );
}
