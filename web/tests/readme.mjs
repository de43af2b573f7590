// Games in their middle, in every look; and the pictures of the README, which are taken again with
//   node web/tests/page.mjs build/tahur web/out readme && cp web/out/readme/* docs/pictures/

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fitsWidth, hasNames } from "./browser.mjs";
import { check, pause, test } from "./harness.mjs";
import { dice } from "./driver.mjs";
import { ANA, GAMES, home, newGame, open, QUIET } from "./table.mjs";

const MIDDLE = {
  cantstop: { options: { players: 3 }, bots: ["easy", "medium"], moves: 40, seed: 9 },
  y: { options: { size: 9 }, bots: ["medium"], moves: 4, seed: 3 },
  kittens: { bots: ["medium"], moves: 7, seed: 2 },
  parchis: { bots: ["easy"], moves: 13, seed: 1, hints: false },
};
const LARGEST_FILE = 120_000;

/** A game in which Ana has followed every hint so far; in Parchís those would take their time. */
async function makeMiddle(service, game) {
  const { options, bots, moves, seed, hints = true } = MIDDLE[game];
  const roll = dice(seed);
  const players = [ANA, ...bots.map((bot) => ({ kind: "bot", bot }))];
  const made = await newGame(service, game, { options, players, seed });
  const path = `/games/${made.id}`;
  for (let i = 0; i < moves;) {
    const { version, asks, can, over, moves: legal } = await service.ask(`${path}?key=${made.key}`);
    check(!over, `the game was over after ${i} moves`);
    if (asks) {
      const { move } = hints && can.hint // a move without a choice has none
        ? await service.ask(`${path}/hint`, { key: made.key })
        : { move: legal[roll(legal.length)] };
      await service.ask(`${path}/move`, { key: made.key, version, move });
      i++;
    } else await pause(20);
  }
  return made;
}

const middles = {};

async function openMiddle(service, page, game) {
  middles[game] ??= makeMiddle(service, game);
  await open(service, page, await middles[game]);
  await page.waitForSelector(".status.yours");
}

async function thoughts(page) {
  await page.click(".actions [aria-pressed]");
  await page.waitForSelector(".thoughts .best");
}

export function addTests({ service, browser, pictures }) {
  for (const game of GAMES)
    test(`${game} in its middle, in every look`, () =>
      browser.person(
        service.base,
        async (page) => {
          await openMiddle(service, page, game);
          for (const thinking of [false, true]) {
            if (thinking) await thoughts(page);
            for (const [look, width, height] of [
              ["desk", 1440, 900],
              ["phone", 390, 844],
            ])
              for (const colorScheme of ["light", "dark"]) {
                await page.setViewportSize({ width, height });
                await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
                await page.evaluate(() => window.scrollTo(0, 0));
                await fitsWidth(page);
                await page.picture(
                  `middle-${game}-${look}-${colorScheme}${thinking ? "-thoughts" : ""}`,
                );
              }
          }
          await hasNames(page);
        },
        QUIET,
      ));

  const folder = join(pictures, "readme");
  const readme = (name, options, body) =>
    test(`readme: ${name}`, () =>
      browser.person(
        service.base,
        async (page) => {
          await body(page);
          await page.evaluate(() => {
            document.activeElement?.blur();
            window.scrollTo(0, 0);
          });
          const session = await page.context().newCDPSession(page);
          const { data } = await session.send("Page.captureScreenshot", {
            format: "webp",
            quality: 88,
          });
          const bytes = Buffer.from(data, "base64");
          check(bytes.length < LARGEST_FILE, `${name} has ${bytes.length} bytes`);
          mkdirSync(folder, { recursive: true });
          writeFileSync(join(folder, `${name}.webp`), bytes);
        },
        { ...QUIET, viewport: { width: 1240, height: 800 }, ...options },
      ));

  readme("home", { viewport: { width: 1240, height: 620 } }, (page) => home(service, page));
  readme("cantstop", {}, async (page) => {
    await openMiddle(service, page, "cantstop");
    await thoughts(page);
  });
  readme("y", {}, async (page) => {
    await openMiddle(service, page, "y");
    await thoughts(page);
  });
  readme("parchis", { colorScheme: "dark" }, async (page) => {
    await openMiddle(service, page, "parchis");
    await page.click(".pa-chip[data-die]");
    await page.hover(".pa-piece[data-move]");
  });
  readme("kittens", { viewport: { width: 390, height: 844 } }, (page) =>
    openMiddle(service, page, "kittens"),
  );
  readme("review", {}, async (page) => {
    const players = ["medium", "hard"].map((bot) => ({ kind: "bot", bot }));
    await open(service, page, await newGame(service, "cantstop", { players, seed: 12 }));
    await page.waitForSelector(".status.over");
    await page.click("text=Review the game");
    await page.waitForSelector(".curve", { timeout: 300000 });
    await page.locator(".mistake").first().click();
    await page.waitForSelector(".mistake[aria-current]");
  });
}
