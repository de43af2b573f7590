// More than one at a game: two at one screen, two on two screens, those who only watch.

import { fitsWidth, PHONE } from "./browser.mjs";
import { check, test } from "./harness.mjs";
import { clickOn, playByMouse } from "./driver.mjs";
import { ANA, newGame, open, QUIET, setUp, shownStep, sit } from "./table.mjs";

const bots = ["hard", "easy"].map((bot) => ({ kind: "bot", bot }));

/** All pages show the same step of the same number. */
async function agree(pages) {
  const where = (page) => page.textContent(".stepper-where");
  for (let i = 0; ; i++) {
    const shown = new Set(await Promise.all(pages.map(where)));
    if (shown.size === 1) return [...shown][0];
    check(i < 1000, `pages show ${[...shown].join(" and ")}`);
    await pages[0].waitForTimeout(50);
  }
}

export function addTests({ service, browser, pictures }) {
  const person = (body, options) => browser.person(service.base, body, { ...QUIET, ...options });

  test("two people at one screen: each sees what was drawn, and not what the other holds", () =>
    person(async (page) => {
      const players = [ANA, { kind: "here", name: "Luis" }];
      await sit(service, page, "kittens", { players, seed: 2 });
      await page.waitForSelector(".curtain");
      const title = () => page.textContent(".curtain h2");
      check((await title()) === "Pass the device to Ana", "whose turn it is");
      check((await page.locator(".board").count()) === 0, "the board stands behind the curtain");
      await page.picture("curtain");
      await page.click(".curtain button");
      await page.waitForSelector(".board");
      const own = async () => page.getAttribute(".ki-side.own .ki-hand", "aria-label");
      const before = await own();

      // Ana draws: before Luis comes she sees what it was, in words and in her hand.
      const asked = page.waitForResponse(/\/at\/\d+\?.*seat=0/);
      await clickOn(page, ".ki-choice[data-move=draw]");
      const looked = await (await asked).json();
      const drawn = looked.steps.at(-1);
      check(drawn.seat === 0 && looked.seat === 0 && looked.state.view === 0, "Ana's own eyes");
      check(drawn.move !== null && drawn.move !== "bomb", `she drew ${drawn.move}`);
      await page.waitForSelector(".last-look .board");
      const news = await page.textContent(".last-look-head p");
      check(news === `Ana ${drawn.text}` && drawn.text.startsWith("drew "), `she is told “${news}”`);
      check((await own()) !== before, "the card is not in her hand");
      check((await page.locator(".board [data-move]").count()) === 0, "she could move for Luis");
      await page.picture("last-look");
      await page.click(".last-look button.main");
      check((await title()) === "Pass the device to Luis", "it is Luis's turn");
      check((await page.locator(".board").count()) === 0, "Ana's cards still lie there");
      await page.click(".curtain button");
      await page.waitForSelector(".board");

      // Whoever looks back sees what he saw himself.
      const shown = page.waitForResponse(/\/at\/0/).then((answer) => answer.json());
      await page.click('.stepper button[aria-label="To the beginning"]');
      await page.waitForSelector("text=/^Step 0 of/");
      const { seat } = await shown;
      check(seat === 1, `Luis looks back and sees the cards of seat ${seat}`);
      await page.click('.stepper button[aria-label="To the end"]');
      // A skip hides nothing: no need to look again.
      await clickOn(page, ".ki-choice[data-move=skip]");
      await page.waitForSelector(".curtain");
      check((await title()) === "Pass the device to Ana", "Ana again");
    }));

  test("a game with a chosen seed says so to everybody", () =>
    person(async (page) => {
      const players = [ANA, { kind: "link", name: "Luis" }];
      for (const seed of [7, undefined]) {
        const made = await newGame(service, "cantstop", { players, seed });
        for (const seat of [made, { id: made.id, key: made.links[0].key }, { id: made.id }]) {
          await open(service, page, seat);
          await page.waitForSelector(".game .board");
          const notes = await page.locator(".seeded").allTextContents();
          check(notes.length === (seed === undefined ? 0 : 1), `notices of the seed: ${notes}`);
        }
      }
    }));

  test("two people on two screens, and a viewer", () =>
    person(async (ana) => {
      await setUp(service, ana, "y");
      await ana.fill("#seat-0-name", "Ana");
      await ana.selectOption("#seat-1-who", "link");
      await ana.fill("#seat-1-name", "Luis");
      await ana.click("dialog button.main");
      await ana.waitForSelector(".game .board");
      await ana.waitForSelector("dialog .link-row"); // it comes by itself
      const [toPlay, toWatch] = await ana
        .locator(".link-row input")
        .evaluateAll((fields) => fields.map((field) => field.value));
      await ana.screenshot({ path: `${pictures}/links-of-two.png` });
      await ana.keyboard.press("Escape");
      await person(async (luis) => {
        await luis.goto(toPlay);
        await luis.waitForSelector("text=Ana is to move");
        await person(async (viewer) => {
          await viewer.goto(toWatch);
          await viewer.waitForSelector("text=Ana is to move");
          await playByMouse(ana, { most: 1 });
          await playByMouse(luis, { most: 1 });
          for (const page of [ana, luis, viewer]) await page.waitForSelector("text=Step 2 of 2");
          check((await viewer.locator(".board [data-move]").count()) === 0, "a viewer can move");
          check((await viewer.locator("text=Resign").count()) === 0, "a viewer can resign");
          await viewer.picture("viewer");
        });
      });
    }));

  test("bots play each other: speed and pause, live to two viewers, to the end and its review", () =>
    person(async (page) => {
      const made = await newGame(service, "cantstop", { players: bots, pace: 3000 });
      await open(service, page, made);
      await person(async (one) => {
        await open(service, one, { id: made.id });
        await person(
          async (other) => {
            await open(service, other, { id: made.id });
            const all = [page, one, other];
            check((await one.locator(".watching").count()) === 0, "a viewer sets the speed");
            // Faster: now it goes on within a moment, for everybody.
            await page.fill(".pace input", "200");
            for (const each of all)
              await each.waitForFunction(
                () => Number(/of (\d+)/.exec(document.querySelector(".stepper-where").textContent)[1]) > 6,
              );
            await page.focus("main");
            await page.keyboard.press("p");
            for (const each of all) await each.waitForSelector(".status >> text=Paused");
            const halted = await agree(all);
            await page.picture("watching");
            await other.picture("watching-phone");
            await page.waitForTimeout(500);
            check((await agree(all)) === halted, "it goes on while it is paused");
            // The click comes while the request of the slider is under way, which is held up.
            let hold;
            const held = new Promise((resolve) => (hold = resolve));
            await page.route("**/pace", async (route) => {
              if (JSON.parse(route.request().postData()).paused === undefined) {
                hold();
                await page.waitForTimeout(400);
              }
              await route.continue();
            });
            await page.fill(".pace input", "0");
            await held;
            await page.click(".watching >> text=Go on");
            for (const each of all) await each.waitForSelector(".status.over");
            await agree(all);
          },
          PHONE,
        );
        // A viewer may have it reviewed, too; both get the same.
        for (const each of [page, one]) await each.click("text=Review the game");
        for (const each of [page, one]) await each.waitForSelector(".curve", { timeout: 300000 });
        check(
          (await page.textContent(".balance")) === (await one.textContent(".balance")),
          "two reviews of one game",
        );
      });
      await page.locator(".mistake").first().click();
      await page.waitForSelector(".mistake[aria-current]");
      check((await shownStep(page)).at < (await shownStep(page)).total, "the mistake is not shown");
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.screenshot({ path: `${pictures}/review.png` });
      await page.setViewportSize({ width: 390, height: 844 });
      await fitsWidth(page);
      await page.picture("review-phone");
    }));
}
