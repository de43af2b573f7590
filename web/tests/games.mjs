// Whole games against a bot to their end, by clicks and by keys alone, and what comes after the end.

import { check, test } from "./harness.mjs";
import { clickOn, dice, playByKeys, playByMouse, tabTo } from "./driver.mjs";
import { GAMES, QUIET, shownStep, sit } from "./table.mjs";

/** Such that the games are short. */
const LUCK = { cantstop: 1, y: 1, kittens: 1, parchis: 1 };

/** What the page says of the end is what the service says. */
async function checkEnd(page, service, { id }) {
  const { over, players } = await service.ask(`/games/${id}`);
  check(over?.end === "won", `the game ended as ${over?.end}`);
  const status = await page.textContent(".status.over");
  const winner = over.result.indexOf(1);
  const said = winner === 0 ? "You win!" : "Easy wins";
  check(status === said, `the page says “${status}” when ${players[winner].name} has won`);
  check((await page.locator(".player.winner").count()) === 1, "nobody is marked as the winner");
}

/** A request for a past position, and that the board shows it. */
async function leadsTo(page, act) {
  const answered = page.waitForResponse((answer) => /\/at\/\d+/.test(answer.url()));
  await act();
  const answer = await answered;
  const asked = Number(/\/at\/(\d+)/.exec(answer.url())[1]);
  await page.waitForFunction(
    (at) => document.querySelector(".stepper-where").textContent.startsWith(`Step ${at} of`),
    asked,
  );
  const { game, state } = await answer.json();
  if (game === "y") {
    const stones = state.layout.replace(/[^A-Z]/gi, "").length;
    await page.waitForFunction(
      (n) => document.querySelectorAll(".y-cell .y-stone").length === n,
      stones,
    );
  }
  return asked;
}

export function addTests({ service, browser }) {
  for (const game of GAMES)
    test(`${game}: a whole game by clicks, then its review`, () =>
      browser.person(
        service.base,
        async (page) => {
          const made = await sit(service, page, game);
          await playByMouse(page, { roll: dice(LUCK[game]) });
          await checkEnd(page, service, made);
          await page.picture(`over-${game}`);
          await page.click("text=Review the game");
          await page.waitForSelector(".curve", { timeout: 300000 });
          const { total } = await shownStep(page);
          // A third of the way along the curve.
          const box = await page.locator(".curve").boundingBox();
          const at = await leadsTo(page, () =>
            page.mouse.click(box.x + box.width * 0.4, box.y + box.height / 2),
          );
          check(at > 0 && at < 0.6 * total, `the curve leads to step ${at} of ${total}`);
          await page.picture(`review-${game}`);
          const first = await leadsTo(page, () => clickOn(page, ".moves .step"));
          check(first <= 2, `the first step of the list leads to step ${first}`);
          check((await page.locator(".moves .step[aria-current]").count()) === 1, "no step is marked");
        },
        QUIET,
      ));

  for (const game of GAMES)
    test(`${game}: a whole game by keys alone, and through its steps`, () =>
      browser.person(
        service.base,
        async (page) => {
          await page.addInitScript(() => {
            window.pointed = 0;
            for (const kind of ["pointerdown", "mousedown", "touchstart", "pointermove"])
              addEventListener(kind, () => window.pointed++, true);
          });
          const made = await sit(service, page, game, { seed: 2 });
          await playByKeys(page, { roll: dice(LUCK[game]) });
          await checkEnd(page, service, made);
          await tabTo(
            page,
            () => document.activeElement?.textContent === "Review the game",
            "the review",
          );
          await page.keyboard.press("Enter");
          await page.waitForSelector(".curve", { timeout: 300000 });
          await tabTo(
            page,
            () => document.activeElement?.matches(".mistake, .moves .step"),
            "a step",
            200,
          );
          await leadsTo(page, () => page.keyboard.press("Enter"));
          check((await page.evaluate(() => window.pointed)) === 0, "the mouse was needed");
        },
        QUIET,
      ));
}
