// Games in their middle, in every look; and the pictures of the README, which are taken again with
//   node web/tests/page.mjs build/tahur build/tests/tahur-pig web/out readme && cp web/out/readme/* docs/pictures/

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fitsWidth, hasNames } from "./browser.mjs";
import { check, pause, test } from "./harness.mjs";
import { dice } from "./driver.mjs";
import { ANA, GAMES, home, newGame, open, QUIET } from "./table.mjs";

const MIDDLE = {
  cantstop: { options: { players: 3 }, bots: ["easy", "medium"], moves: 40, seed: 9 },
  y: { options: { size: 9 }, bots: ["medium"], moves: 4, seed: 3 },
  kittens: { bots: ["medium"], moves: 4, seed: 3 },
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

/** Students for Can't Stop: how often each rolls before it stops, and which move it takes. */
const STUDENTS = {
  Ana: [4, "at(-1)"],
  Bruno: [2, "at(0)"],
  Carla: [3, "at(-1)"],
  David: [1, "at(0)"],
  Elena: [5, "at(0)"],
};
const STUDENT = (rolls, which) => `
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { type, id, moves, view } = JSON.parse(line);
  if (type === "hello") console.log(JSON.stringify({ name: "student", version: "1" }));
  if (type === "quit") break;
  if (type !== "choose") continue;
  const stops = moves.includes("stop") && view.rolls >= ${rolls};
  const move = stops ? "stop" : moves.includes("roll") ? "roll" : moves.${which};
  console.log(JSON.stringify({ id, move }));
}
`;

/** A class of these students, and one whose program does not compile; its results are used. */
async function inClass(program, body) {
  const folder = mkdtempSync(join(tmpdir(), "tahur-class-"));
  try {
    mkdirSync(join(folder, "class"));
    for (const [name, how] of Object.entries(STUDENTS)) {
      const place = join(folder, "class", name);
      mkdirSync(place);
      writeFileSync(join(place, "bot.mjs"), STUDENT(...how));
      writeFileSync(join(place, "command"), `${process.execPath} bot.mjs\n`);
    }
    writeFileSync(join(folder, "class", "Fabio.c"), "int main(void) { return x; }\n");
    const play = ["--levels", "random,easy", "--games", "20", "--questions", "40", "--seed", "7"];
    const what = ["--out", "out", "--marks", "5*random + 5*easy", "--trusted"];
    const args = ["class", "cantstop:players=2", "class", ...play, ...what];
    await promisify(execFile)(program, args, { cwd: folder });
    await body(join(folder, "out"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

export function addTests({ service, browser, program, pictures }) {
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
        options.base ?? service.base,
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
  readme("class", { base: "file://", viewport: { width: 1240, height: 860 } }, (page) =>
    inClass(program, (out) => page.goto(`file://${join(out, "index.html")}`)),
  );
}
