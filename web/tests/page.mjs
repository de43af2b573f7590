// node page.mjs TAHUR PICTURES [WORD…]: the page in a browser, with the service behind it. Makes a
// picture of every view.

import { Browser, fitsFingers, fitsWidth, hasNames, LARGEST, PHONE, SMALLEST } from "./browser.mjs";
import { check, runTests, Service, test } from "./harness.mjs";

const [program, pictures, ...only] = process.argv.slice(2);
const service = await new Service(program).start();
const browser = await new Browser(pictures).start();
const GAMES = ["cantstop", "y", "kittens", "parchis"];

async function home(page) {
  await page.goto(service.base);
  await page.waitForSelector(".card button.main:enabled");
}

async function playNow(page, game) {
  await home(page);
  await page.click(`.card-${game} button.main`);
  await page.waitForSelector(".game .board");
}

const LOOKS = [
  ["desk", {}],
  ["desk-dark", { colorScheme: "dark" }],
  ["phone", PHONE],
  ["phone-dark", { ...PHONE, colorScheme: "dark" }],
  ["smallest", SMALLEST],
  ["largest", LARGEST],
  ["contrast", { contrast: "more" }],
];

for (const [look, options] of LOOKS)
  test(`home, ${look}`, () =>
    browser.person(
      service.base,
      async (page) => {
        await home(page);
        await fitsWidth(page);
        await fitsFingers(page);
        await hasNames(page);
        await page.picture(`home-${look}`);
      },
      options,
    ));

test("the language is the browser's, can be switched, and is remembered", () =>
  browser.person(
    service.base,
    async (page) => {
      await home(page);
      check((await page.textContent("h1")) === "¿A qué jugamos?", "it is not in Spanish");
      check(
        (await page.getAttribute("html", "lang")) === "es",
        "the page does not say that it is Spanish",
      );
      await page.picture("home-spanish");
      await page.click("text=English");
      check((await page.textContent("h1")) === "What shall we play?", "it is not in English");
      await page.reload();
      await page.waitForSelector("h1");
      check((await page.textContent("h1")) === "What shall we play?", "English was forgotten");
    },
    { locale: "es-AR" },
  ));

for (const game of GAMES)
  test(`rules of ${game}, in both languages`, () =>
    browser.person(service.base, async (page) => {
      await page.goto(`${service.base}/rules/${game}`);
      await page.waitForSelector(".rules h3");
      const parts = await page.locator(".rules h3").count();
      check(parts >= 4, `only ${parts} parts`);
      await page.picture(`rules-${game}`);
      await page.click("text=Español");
      check(
        (await page.locator(".rules h3").count()) === parts,
        "the Spanish rules have other parts",
      );
      await page.picture(`rules-${game}-spanish`);
    }));

for (const game of GAMES)
  for (const [look, options] of [
    ["desk", {}],
    ["phone", { ...PHONE, locale: "es" }],
  ])
    test(`setting up ${game}, ${look}`, () =>
      browser.person(
        service.base,
        async (page) => {
          await home(page);
          await page.click(`.card-${game} .card-buttons button:nth-of-type(2)`);
          await page.waitForSelector("dialog .seat-form");
          await page.selectOption("#seat-1-who", "bot");
          await page.selectOption("#seat-1-bot", "mcts");
          await page.click(".seat-form.seat-1 details summary");
          await page.fill("#seat-1-iterations", "50");
          await fitsWidth(page);
          await fitsFingers(page);
          await hasNames(page);
          await page.screenshot({ path: `${pictures}/setup-${game}-${look}.png` });
          await page.click("dialog button.main");
          await page.waitForSelector(".game .board");
          check((await page.textContent(".players")).includes("mcts"), "mcts does not sit there");
        },
        options,
      ));

test("a name that was given is remembered, and nothing in it becomes part of the page", () =>
  browser.person(service.base, async (page) => {
    await home(page);
    await page.click(".card-y .card-buttons button:nth-of-type(2)");
    await page.fill("#seat-0-name", "<b>Ana</b>&");
    await page.click("dialog button.main");
    await page.waitForSelector(".game .board");
    check(
      (await page.textContent(".player-name")).startsWith("<b>Ana</b>&"),
      "the name is not shown",
    );
    check((await page.locator(".player-name b").count()) === 0, "the name became HTML");
    await playNow(page, "kittens");
    check(
      (await page.textContent(".player-name")).startsWith("<b>Ana</b>&"),
      "the name was forgotten",
    );
  }));

test("Y: a move, the bot's answer, undo, hint, stepping, reload", () =>
  browser.person(service.base, async (page) => {
    await playNow(page, "y");
    await page.locator(".y-cell.legal").nth(12).click();
    await page.waitForSelector(".turn:nth-child(2)");
    await page.waitForSelector(".status.yours");
    await page.picture("y-game");
    await page.click("text=Undo");
    await page.waitForSelector("text=Step 0 of 0");
    await page.click("text=Hint");
    await page.waitForSelector(".advice");
    await page.picture("y-hint");
    await page.locator(".y-cell.legal").nth(20).click();
    await page.waitForSelector("text=Step 2 of 2");
    await page.focus("main"); // on the board the keys are the board's
    await page.keyboard.press("ArrowLeft");
    await page.waitForSelector("text=Step 1 of 2");
    await page.picture("y-back");
    await page.keyboard.press("Home");
    await page.waitForSelector("text=Step 0 of 2");
    await page.keyboard.press("End");
    await page.waitForSelector("text=Step 2 of 2");
    await page.reload();
    await page.waitForSelector("text=Step 2 of 2");
    await page.waitForSelector(".status.yours");
    await page.click(".brand");
    await page.waitForSelector(".kept li");
    await page.picture("home-your-games");
    await page.click(".kept-link");
    await page.waitForSelector("text=Step 2 of 2");
  }));

for (const game of GAMES)
  for (const [look, options] of [
    ["desk", {}],
    ["desk-dark", { colorScheme: "dark" }],
    ["phone", { ...PHONE, locale: "es" }],
  ])
    test(`what the bot thinks of ${game}, ${look}`, () =>
      browser.person(
        service.base,
        async (page) => {
          await playNow(page, game);
          await page.waitForSelector(".status.yours", { state: "attached" });
          await page.click(".actions [aria-pressed]");
          await page.waitForSelector(".thoughts .best");
          await fitsWidth(page);
          await hasNames(page);
          await page.picture(`thoughts-${game}-${look}`);
        },
        options,
      ));

test("keys are listed, rules open over the game, links can be copied", () =>
  browser.person(service.base, async (page) => {
    await playNow(page, "cantstop");
    await page.keyboard.press("?");
    await page.waitForSelector("dialog .keys");
    await page.screenshot({ path: `${pictures}/keys.png` });
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.keyboard.press("r");
    await page.waitForSelector("dialog .rules");
    await page.screenshot({ path: `${pictures}/rules-over-game.png` });
    await page.keyboard.press("Escape");
    await page.click(".actions >> text=Links");
    await page.waitForSelector(".link-row");
    await page.screenshot({ path: `${pictures}/links.png` });
  }));

test("two people at one screen do not see each other's cards", () =>
  browser.person(service.base, async (page) => {
    await home(page);
    await page.click(".card-kittens .card-buttons button:nth-of-type(2)");
    await page.fill("#seat-0-name", "Ana");
    await page.selectOption("#seat-1-who", "here");
    await page.fill("#seat-1-name", "Luis");
    await page.click("dialog button.main");
    await page.waitForSelector(".curtain");
    check((await page.textContent(".curtain h2")) === "Pass the device to Ana", "whose turn it is");
    check((await page.locator(".board").count()) === 0, "the board stands behind the curtain");
    await page.picture("curtain");
    await page.click(".curtain button");
    await page.waitForSelector(".board");
    // On to Luis, by whatever Ana may do; whoever looks back sees what he saw himself.
    for (let i = 0; i < 30 && (await page.locator(".curtain").count()) === 0; i++) {
      await page.locator(".board button:enabled").first().click();
      await page.waitForTimeout(600);
      check(
        (await page.locator(".status.over").count()) === 0,
        "the game was over before Luis had a turn",
      );
    }
    check(
      (await page.textContent(".curtain h2")) === "Pass the device to Luis",
      "it is Luis's turn",
    );
    await page.click(".curtain button");
    await page.waitForSelector(".board");
    const shown = page.waitForResponse(/\/at\/0/).then((answer) => answer.json());
    await page.click('.stepper button[aria-label="To the beginning"]');
    await page.waitForSelector("text=/^Step 0 of/");
    await page.waitForTimeout(500);
    check((await page.locator(".board").count()) === 1, "Luis does not see what he saw then");
    const { seat } = await shown;
    check(seat === 1, `Luis looks back and sees the cards of seat ${seat}`);
  }));

test("two people on two screens, and a viewer", () =>
  browser.person(service.base, async (ana) => {
    await home(ana);
    await ana.click(".card-y .card-buttons button:nth-of-type(2)");
    await ana.fill("#seat-0-name", "Ana");
    await ana.selectOption("#seat-1-who", "link");
    await ana.fill("#seat-1-name", "Luis");
    await ana.click("dialog button.main");
    await ana.waitForSelector(".game .board");
    await ana.click(".actions >> text=Links");
    const [toPlay, toWatch] = await ana
      .locator(".link-row input")
      .evaluateAll((fields) => fields.map((field) => field.value));
    await ana.screenshot({ path: `${pictures}/links-of-two.png` });
    await ana.keyboard.press("Escape");
    await browser.person(service.base, async (luis) => {
      await luis.goto(toPlay);
      await luis.waitForSelector("text=Ana is to move");
      await browser.person(service.base, async (viewer) => {
        await viewer.goto(toWatch);
        await viewer.waitForSelector("text=Ana is to move");
        await ana.locator(".y-cell.legal").nth(12).click();
        await luis.waitForSelector(".status.yours");
        await luis.locator(".y-cell.legal").nth(3).click();
        for (const page of [ana, luis, viewer]) await page.waitForSelector("text=Step 2 of 2");
        check((await viewer.locator(".y-cell.legal").count()) === 0, "a viewer can move");
        check((await viewer.locator("text=Resign").count()) === 0, "a viewer can resign");
        await viewer.picture("viewer");
      });
    });
  }));

test("the service is killed and started again in mid-game", () =>
  browser.person(service.base, async (page) => {
    await playNow(page, "y");
    await page.locator(".y-cell.legal").nth(12).click();
    await page.waitForSelector("text=Step 2 of 2");
    await service.end("SIGKILL");
    await page.waitForSelector("text=The connection is lost");
    await page.picture("service-away");
    await service.start();
    await page.waitForSelector("text=The connection is lost", { state: "detached" });
    await page.locator(".y-cell.legal").nth(3).click();
    await page.waitForSelector("text=Step 4 of 4");
  }));

test("an address that is nothing, a game that is not", () =>
  browser.person(service.base, async (page) => {
    await page.goto(`${service.base}/g/abcdefghijklmnopqrstuv`);
    await page.waitForSelector("text=There is no such game here.");
    await page.picture("no-such-game");
    await page.click("text=To the games");
    await page.waitForSelector(".cards");
  }));

test("a record that is none is refused with a sentence", () =>
  browser.person(service.base, async (page) => {
    await home(page);
    await page.setInputFiles("input[type=file]", {
      name: "a.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("no"),
    });
    await page.waitForSelector(".trouble");
    await page.picture("bad-record");
  }));

test("bots play each other, paused and at full speed, to the end, and the game is reviewed", () =>
  browser.person(service.base, async (page) => {
    await home(page);
    await page.click(".card-cantstop .card-buttons button:nth-of-type(2)");
    await page.selectOption("#seat-0-who", "hard");
    await page.fill("#pace", "1000");
    await page.click("dialog button.main");
    await page.waitForSelector(".watching");
    await page.keyboard.press("p");
    await page.waitForSelector(".watching >> text=Go on");
    await page.picture("watching");
    await page.fill(".pace input", "0");
    await page.keyboard.press("Escape");
    await page.click(".watching >> text=Go on");
    await page.waitForSelector(".status.over");
    await page.picture("over");
    await page.click("text=Review the game");
    await page.waitForSelector(".curve", { timeout: 60000 });
    await page.locator(".mistake").first().click();
    await page.waitForSelector(".mistake[aria-current]");
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.screenshot({ path: `${pictures}/review.png` });
    await page.picture("review-whole");
    await page.setViewportSize({ width: 390, height: 844 });
    await fitsWidth(page);
    await page.picture("review-phone");
  }));

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
    await page.waitForSelector(".curve", { timeout: 60000 });
    await page.focus("main");
    await page.keyboard.press("Home");
    await page.waitForSelector("text=Step 0 of 3");
  }));

const failed = await runTests(only);
await browser.end();
await service.drop();
process.exit(failed > 0 ? 1 : 0);
