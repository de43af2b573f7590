// The page in Spanish: every game from its set-up to its review, on the screen of a phone.

import { PHONE } from "./browser.mjs";
import { check, Service, test } from "./harness.mjs";
import { playByMouse } from "./driver.mjs";
import { GAMES, home, QUIET, setUp } from "./table.mjs";
import { checkSpanish, englishWords } from "./tongue.mjs";

export function addTests({ service, browser }) {
  let words = null;
  const person = (body, options) =>
    browser.person(
      service.base,
      async (page) => {
        words ??= await englishWords(service);
        await body(page);
      },
      { ...QUIET, locale: "es-ES", ...options },
    );

  for (const game of GAMES)
    test(`${game}: a whole game in Spanish, from its set-up to its review`, () =>
      person(async (page) => {
        await setUp(service, page, game);
        await page.selectOption("#seat-1-who", "bot");
        await page.selectOption("#seat-1-bot", "mcts");
        await page.click(".seat-form.seat-1 details summary");
        await checkSpanish(page, words, "set-up with a bot's options");
        await page.selectOption("#seat-1-who", "easy");
        await page.fill("#seat-0-name", "Ana");
        if (game === "y") await page.fill("#option-size", "5");
        await page.fill("#pace", "0");
        await checkSpanish(page, words, "set-up");
        await page.click("dialog button.main");
        await page.waitForSelector(".status.yours");
        await page.click(".actions button:nth-of-type(2)"); // a hint
        await page.waitForSelector(".advice");
        await page.click(".actions [aria-pressed]");
        await page.waitForSelector(".thoughts tbody tr");
        await checkSpanish(page, words, "hint and thoughts");
        await page.click(".actions [aria-pressed]");
        await playByMouse(page, { most: 2 });
        await page.waitForSelector(".status.yours, .status.over");
        const id = new URL(page.url()).pathname.split("/")[2];
        const key = new URL(page.url()).hash.slice(1);
        const told = async () =>
          words.tells(game, (await service.ask(`/games/${id}?key=${key}`)).steps);
        await told();
        await checkSpanish(page, words, "the game");
        // A game of Parchís is long; its end is the same when somebody gives up.
        await playByMouse(page, { most: game === "parchis" ? 8 : Infinity });
        if (game === "parchis") {
          await page.click(".actions >> text=Rendirse");
          await checkSpanish(page, words, "giving up");
          await page.click("dialog .dialog-foot button.main");
          await page.waitForSelector(".status.over");
        }
        await told();
        await checkSpanish(page, words, "the end");
        await page.click(".game-side > button.main");
        await page.waitForSelector(".curve", { timeout: 300000 });
        await checkSpanish(page, words, "the review");
      }));

  test("Spanish: home, keys, links, refusals, what is not there", () =>
    person(
      async (page) => {
        await home(service, page);
        await checkSpanish(page, words, "home");
        await setUp(service, page, "y");
        await page.selectOption("#clock", "own");
        await page.fill("input[aria-label='Reloj']", "mucho");
        await page.click("dialog button.main");
        await page.waitForSelector(".trouble");
        check((await page.textContent(".trouble")).includes("no es un reloj"), "the clock");
        check(
          await page.locator(".trouble").evaluate((told) => {
            const box = told.getBoundingClientRect();
            return told.contains(document.elementFromPoint(box.x + box.width / 2, box.y + 8));
          }),
          "what is wrong is told out of sight",
        );
        await page.screenshot({ path: `${browser.pictures}/refused-spanish.png` });
        await checkSpanish(page, words, "a clock that is none");
        await page.selectOption("#clock", "");
        await page.selectOption("#seat-1-who", "link");
        await page.click("dialog button.main");
        // Whoever plays by a link needs it: the window with the links comes by itself.
        await page.waitForSelector("dialog .link-row");
        await checkSpanish(page, words, "links");
        await page.keyboard.press("Escape");
        await page.keyboard.press("?");
        await page.waitForSelector("dialog .keys");
        await checkSpanish(page, words, "keys");
        await page.keyboard.press("Escape");
        await page.click(".actions >> text=Enlaces");
        await page.waitForSelector(".link-row");
        await checkSpanish(page, words, "links");
        await page.goto(`${service.base}/g/abcdefghijklmnopqrstuv`);
        await page.waitForSelector(".nowhere h1");
        await checkSpanish(page, words, "no such game");
        await page.goto(`${service.base}/rules/nothing`);
        await page.waitForSelector(".nowhere h1");
        await checkSpanish(page, words, "nowhere");
      },
      PHONE,
    ));

  // A sentence that has no Spanish stands behind some words that do, and is said to be English.
  test("Spanish: a refusal of which only the kind is known", () =>
    person(async (page) => {
      await page.route("**/api/v1/games", (route) =>
        route.fulfill({
          status: 400,
          json: { error: "the moon is full", code: "bad-value" },
        }),
      );
      await home(service, page);
      await page.click(".card-y button.main");
      await page.waitForSelector(".trouble");
      check(
        (await page.textContent(".trouble span")) ===
          "El servicio no acepta uno de los datos: the moon is full",
        await page.textContent(".trouble span"),
      );
      await checkSpanish(page, words, "a refusal");
    }));
}

/** A service that others may reach, and its token. */
export function addTokenTests({ browser, program }) {
  test("a token: its link lets in, its form too, and nothing else does", async () => {
    const own = new Service(program, ["--listen", "0.0.0.0", "--token", "open-sesame"]);
    await own.start();
    own.base = `http://127.0.0.1:${own.port}`;
    try {
      await browser.person(own.base, async (page) => {
        await page.goto(own.base);
        await page.waitForSelector("text=This service has a token");
        await page.picture("token");
        await page.fill("#token", "open-barley");
        await page.click("button[type=submit]");
        await page.waitForSelector("text=That is not its token.");
        await page.picture("token-wrong");
        await page.goto(`${own.base}/g/abcdefghijklmnopqrstuv#key`);
        await page.waitForSelector("#token");
        await page.fill("#token", "open-sesame");
        await page.keyboard.press("Enter");
        await page.waitForSelector("text=There is no such game here.");
        check(
          page.url() === `${own.base}/g/abcdefghijklmnopqrstuv#key`,
          `the form leads to ${page.url()}`,
        );
        await page.click("text=To the games");
        await page.waitForSelector(".card button.main:enabled");
      });
      await browser.person(own.base, async (page) => {
        await page.goto(`${own.base}/?token=open-sesame`);
        await page.waitForSelector(".card button.main:enabled");
        check(page.url() === `${own.base}/`, "the token stays in the address");
        await page.click(".card-y button.main");
        await page.waitForSelector(".game .board");
        await playByMouse(page, { most: 1 });
        await page.reload();
        await page.waitForSelector(".status");
      });
      await browser.person(
        own.base,
        async (page) => {
          await page.goto(own.base);
          await page.waitForSelector("#token");
          await checkSpanish(page, await englishWordsOf(own), "the token");
          await page.picture("token-spanish-phone");
        },
        { ...PHONE, locale: "es" },
      );
    } finally {
      await own.drop();
    }
  });
}

const englishWordsOf = (service) =>
  englishWords({
    ask: (path) =>
      fetch(`${service.base}/api/v1${path}`, {
        headers: { Authorization: "Bearer open-sesame" },
      }).then((answer) => answer.json()),
  });
