// One judgement: hints, thoughts and reviews show the same numbers; and what a review leads to.

import { check, test } from "./harness.mjs";
import { ANA, newGame, open, QUIET, sit } from "./table.mjs";

const BEA = { kind: "here", name: "Bea" };
const action = (name) => `.actions >> text="${name}"`;
const figure = (text) => Number(/([\d.]+)\s*%/.exec(text)[1]);

/** A game of two people here, played in this order and given up. */
async function played(service, moves, options) {
  const made = await newGame(service, "y", { players: [ANA, BEA], options });
  const ask = (verb, body) => service.ask(`/games/${made.id}/${verb}`, { key: made.key, ...body });
  for (const move of moves) {
    const { version } = await service.ask(`/games/${made.id}?key=${made.key}`);
    await ask("move", { version, move });
  }
  await ask("resign", { seat: moves.length % 2 });
  return { ...made, review: await ask("review") };
}

export function addTests({ service, browser }) {
  const person = (body, options) => browser.person(service.base, body, { ...QUIET, ...options });

  test("a hint and the thoughts show the same number, and no mixture of kinds", () =>
    person(async (page) => {
      await sit(service, page, "y", { options: { size: 9 } });
      await page.waitForSelector(".status.yours");
      await page.click(action("Hint"));
      await page.waitForSelector(".advice");
      const hint = await page.textContent(".advice");
      await page.keyboard.press("t");
      await page.waitForSelector(".thoughts tbody tr");
      const best = await page.textContent(".thoughts tbody tr:first-child");
      check(figure(hint) === figure(best), `the hint says ${hint}, the thoughts ${best}`);
      const rows = await page.locator(".thoughts tbody tr").allTextContents();
      check(rows.every((row) => /–|%.*±|100|\b0 %/.test(row)), `a value without its error: ${rows}`);
      await page.picture("judgement-y");
    }));

  for (const [look, options] of [
    ["desktop", {}],
    ["phone", { viewport: { width: 375, height: 610 } }],
  ])
    test(`a review leads to mistakes, the better line, and another try, ${look}`, () =>
      person(async (page) => {
        const made = await played(service, ["a1", "a5", "b1", "c3", "e1", "b3"], { size: 5 });
        const mistakes = made.review.steps.filter((step) => step.grade && step.grade !== "fine");
        check(mistakes.some((step) => step.better), "no mistake: nothing is tested");
        await open(service, page, made);
        await page.click("text=Review the game");
        await page.waitForSelector(".curve", { timeout: 120000 });
        // Totals and lists come from the same numbers.
        for (const player of made.review.players) {
          const own = mistakes.filter((step) => step.seat === player.seat);
          const lost = own.reduce((sum, step) => sum + step.loss, 0);
          check(player.errors >= lost - 1e-9, `errors ${player.errors}, listed ${lost}`);
          const cell = (row) =>
            page.textContent(`.balance tr:has(th:text-is("${row}")) td:nth-of-type(${player.seat + 1})`);
          check(
            Math.abs(figure(await cell("Errors")) - 100 * player.errors) < 0.06,
            "other errors than those of the review",
          );
          check(
            Math.abs(figure(await cell("Accuracy")) - 100 * player.accuracy) < 0.06,
            "another accuracy",
          );
          check(!/[−-]/.test(await cell("Result without luck")), "a chance below 0");
        }
        const marks = await page.locator(".moves .mark").count();
        const steps = mistakes.filter((step) => step.kind === "decision").length;
        check(marks === steps, `${marks} marks for ${steps} mistakes`);
        // From mistake to mistake, from the start.
        await page.keyboard.press("Home");
        await page.waitForSelector('.stepper-where:text("Step 0 of")');
        const first = mistakes.find((step) => step.better);
        while (!(await page.locator(".review-here .review-leaps button").count()) ||
               !(await page.locator('text="Show the better line"').count()))
          await page.click('text="Next mistake"');
        await page.waitForSelector(`.stepper-where:text("Step ${first.step - 1} of")`);
        await page.click('text="Show the better line"');
        await page.waitForSelector(".line-bar");
        const stone = `[data-cell="${first.better}"] .y-stone`;
        await page.waitForSelector(stone);
        const wide = await page.evaluate(() => document.querySelector(".line-bar").scrollWidth);
        check(wide <= page.viewportSize().width, `the bar of the line is ${wide} wide`);
        await page.picture(`review-line-${look}`);
        await page.click('text="Back to the game as played"');
        await page.waitForFunction((where) => !document.querySelector(where), stone);
        await page.picture(`review-mistake-${look}`);
        await page.click('text="Try again from here"');
        await page.waitForFunction((id) => !location.pathname.includes(id), made.id);
        await page.waitForSelector(`.stepper-where:text("Step ${first.step - 1} of ${first.step - 1}")`);
        await page.waitForSelector(".status.yours");
      }, options));

  test("thoughts while bots play: paused, and stepped back", () =>
    person(async (page) => {
      const bot = { kind: "bot", bot: "easy" };
      await sit(service, page, "y", { players: [bot, bot], options: { size: 6 }, pace: 10000 });
      await page.keyboard.press("t");
      await page.waitForSelector(".thoughts tbody tr");
      await page.keyboard.press("p");
      await page.waitForSelector(".thoughts tbody tr");
    }));
}
