// A game lives on: hints and moves taken back, pages loaded again, a service that is killed, clocks,
// giving up, other seats, once more, and records.

import { readFileSync } from "node:fs";
import { check, Service, test } from "./harness.mjs";
import { any, dice, playByMouse, soon } from "./driver.mjs";
import { ANA, BOT, GAMES, home, open, QUIET, shownStep, sit } from "./table.mjs";

const action = (name) => `.actions >> text="${name}"`;
const yours = (page) => page.waitForSelector(".status.yours");
const isAt = (page, step, total) => page.waitForSelector(`text="Step ${step} of ${total}"`);

/** A file that the page gives to keep. */
async function download(page) {
  const coming = page.waitForEvent("download");
  await page.click(action("Download the record"));
  const file = await coming;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

async function load(service, page, text) {
  await home(service, page);
  const buffer = Buffer.from(text);
  await page.setInputFiles("input[type=file]", { name: "a.tahur", mimeType: "text/plain", buffer });
}

export function addTests({ service, browser, program }) {
  const person = (body, options) => browser.person(service.base, body, { ...QUIET, ...options });

  for (const game of GAMES)
    test(`${game}: hint, a move taken back, reload in mid-game`, () =>
      person(async (page) => {
        const made = await sit(service, page, game);
        await yours(page);
        await page.click(action("Hint"));
        await page.waitForSelector(".advice");
        check(
          (await page.locator(".board .y-hint, .board .hinted, .board .board-hint").count()) > 0,
          "the board does not show the hint",
        );
        await page.picture(`hint-${game}`);
        const first = await shownStep(page);
        await playByMouse(page, { most: 1, pick: any });
        await yours(page);
        check((await page.locator(".advice").count()) === 0, "the hint is still there");
        await page.click(action("Undo"));
        await isAt(page, first.total, first.total);
        await playByMouse(page, { most: 2, pick: any });
        await yours(page);
        const before = await service.ask(`/games/${made.id}?key=${made.key}`);
        await page.reload();
        await yours(page);
        await isAt(page, before.total, before.total);
        const after = await service.ask(`/games/${made.id}?key=${made.key}`);
        check(
          JSON.stringify(after.state) === JSON.stringify(before.state),
          "another position after the reload",
        );
        await playByMouse(page, { most: 1, pick: any });
      }));

  test("the service is killed and started again in the middle of every game", async () => {
    const own = await new Service(program).start();
    const games = [];
    try {
      // One page of every game at the same time: the service is away for all of them.
      const play = async (rest) => {
        if (rest.length > 0)
          return browser.person(
            own.base,
            async (page) => {
              games.push({ page, ...(await sit(own, page, rest[0])), game: rest[0] });
              await playByMouse(page, { most: 2, pick: any });
              await yours(page);
              games.at(-1).state = await own.ask(`/games/${games.at(-1).id}?key=${games.at(-1).key}`);
              await play(rest.slice(1));
            },
            QUIET,
          );
        await own.end("SIGKILL");
        for (const { page } of games) await page.waitForSelector("text=The connection is lost");
        await games[0].page.picture("service-away");
        await own.start();
        for (const { page, id, key, state, game } of games) {
          await page.waitForSelector("text=The connection is lost", { state: "detached" });
          const again = await own.ask(`/games/${id}?key=${key}`);
          for (const part of ["total", "state", "steps", "moves"])
            check(
              JSON.stringify(again[part]) === JSON.stringify(state[part]),
              `${game}: the ${part} was lost`,
            );
          await playByMouse(page, { most: 1, pick: soon });
        }
      };
      await play(GAMES);
    } finally {
      await own.drop();
    }
  });

  test("clocks run, and time runs out", () =>
    person(async (page) => {
      await sit(service, page, "y", { clock: "3s" });
      await page.waitForSelector(".clock.low");
      const left = async () => Number(await page.textContent(".player.seat-0 .clock"));
      const first = await left();
      // A slow page may first show a clock that has almost run out.
      await page.waitForFunction((was) => {
        const now = Number(document.querySelector(".player.seat-0 .clock").textContent);
        return now < was - 0.3 || now === 0;
      }, first);
      await page.picture("clock");
      await page.waitForSelector("text=Ana ran out of time. Easy wins");
    }));

  test("giving up is asked about first", () =>
    person(async (page) => {
      await sit(service, page, "parchis");
      await page.click(action("Resign"));
      await page.click("dialog >> text=Back");
      await yours(page);
      await page.click(action("Resign"));
      await page.screenshot({ path: `${browser.pictures}/resign.png` });
      await page.click("dialog button.main");
      await page.waitForSelector("text=Ana resigned. Easy wins");
    }));

  test("seats are switched: the bot begins with the other colours", () =>
    person(async (page) => {
      const { id, key } = await sit(service, page, "y");
      await yours(page);
      await page.click(action("Switch seats"));
      // Now the bot is to move where Ana was, and Ana behind it.
      await page.waitForSelector(".player.seat-1 >> text=Ana");
      await isAt(page, 1, 1);
      await yours(page);
      const { players } = await service.ask(`/games/${id}?key=${key}`);
      check(players[1].yours && players[0].kind === "bot", "the seats are as they were");
      await playByMouse(page, { most: 1 });
    }));

  test("once more: both pages come to the same new game", () =>
    person(async (ana) => {
      const players = [ANA, { kind: "link", name: "Luis" }];
      const made = await sit(service, ana, "y", { players });
      await person(async (luis) => {
        await open(service, luis, { id: made.id, key: made.links[0].key });
        await luis.click(action("Resign"));
        await luis.click("dialog button.main");
        for (const page of [ana, luis]) await page.waitForSelector(".status.over");
        await ana.click(action("Play again"));
        await ana.waitForSelector("text=Step 0 of 0");
        await luis.click("text=To the next game");
        await luis.waitForSelector("text=Step 0 of 0");
        const path = (page) => new URL(page.url()).pathname;
        check(path(ana) === path(luis), "they sit at two tables");
        check(path(ana) !== `/g/${made.id}`, "it is the old game");
        await playByMouse(ana, { most: 1 });
        await playByMouse(luis, { most: 1 });
        for (const page of [ana, luis]) await isAt(page, 2, 2);
      });
    }));

  test("a record is saved in mid-game, loaded again, and goes on to the end", () =>
    person(async (page) => {
      await sit(service, page, "cantstop", { seed: 4 });
      await playByMouse(page, { most: 4 });
      await yours(page);
      const { total } = await shownStep(page);
      const half = await download(page);
      check(half.name === "cantstop.tahur", `the file is called ${half.name}`);
      check(!/seed/i.test(half.text), "the record of a game under way tells its luck");
      await load(service, page, half.text);
      await isAt(page, total, total);
      await yours(page);
      check((await page.textContent(".player-name")).startsWith("Player 1"), "a record has no names");
      await playByMouse(page, { roll: dice(2) });

      // And the finished one: to be stepped through and reviewed.
      const whole = await download(page);
      const end = await shownStep(page);
      await load(service, page, whole.text);
      await isAt(page, end.total, end.total);
      await page.waitForSelector(".status.over");
      await page.click('.stepper button[aria-label="To the beginning"]');
      await isAt(page, 0, end.total);
      await page.click("text=Review the game");
      await page.waitForSelector(".curve", { timeout: 300000 });
    }));

  for (const [locale, sentence] of [
    ["en", "begins with"],
    ["es", "Una partida guardada empieza con"],
  ])
    test(`a record that is none is refused with a sentence, ${locale}`, () =>
      person(
        async (page) => {
          await load(service, page, "no");
          await page.waitForSelector(".trouble");
          const said = await page.textContent(".trouble");
          check(said.includes(sentence), said);
          await page.picture(`bad-record-${locale}`);
          // Half a record, and bytes that are no text.
          for (const text of ["tahur record 1\ngame: y\n\u0000\u0001", "tahur record 1\n"]) {
            await load(service, page, text);
            await page.waitForSelector(".trouble");
          }
        },
        { locale },
      ));
}
