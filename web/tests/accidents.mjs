// No accidents: what a hand does by mistake decides nothing.

import { check, Service, test } from "./harness.mjs";
import { any, dice } from "./driver.mjs";
import { DESK, fitsWidth, SMALL_PHONE } from "./browser.mjs";
import { ANA, GAMES, home, newGame, open, QUIET, setUp, sit } from "./table.mjs";

const GAPS = [60, 150, 300, 500]; // milliseconds between the two clicks of a double click
const LONG_AFTER = 700; // after a change: a click is meant for what is there now

/** A mouse whose clicks say themselves when they were made, in milliseconds since 1970. */
async function mouseOf(page) {
  const session = await page.context().newCDPSession(page);
  return async ({ x, y }, at, clickCount = 1) => {
    for (const type of ["mousePressed", "mouseReleased"])
      await session.send("Input.dispatchMouseEvent", {
        type,
        x,
        y,
        button: "left",
        clickCount,
        timestamp: at / 1000,
      });
  };
}

/** Counts the requests that change a game, as they are made. */
function countDecisions() {
  window.decisions = 0;
  const ask = window.fetch;
  window.fetch = (address, options) => {
    if (/\/(move|undo|resign|switch|again)$/.test(address)) window.decisions++;
    return ask(address, options);
  };
}

const decisions = (page) => page.evaluate(() => window.decisions);

/** The middle of an element that can be clicked there. */
const middleOf = (page, selector) =>
  page.evaluate((selector) => {
    for (const element of document.querySelectorAll(selector)) {
      element.scrollIntoView({ block: "nearest", behavior: "instant" });
      const box = element.getBoundingClientRect();
      const place = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      if (document.elementFromPoint(place.x, place.y)?.closest(selector)) return place;
    }
    return null;
  }, selector);

/** Waits until a decision can be made that is another than after so many steps; what there is. */
async function nextDecision(page, before) {
  const found = await page.waitForFunction(
    (was) => {
      if (document.querySelector(".status.over")) return { over: true };
      const where = document.querySelector(".stepper-where")?.textContent;
      if (!document.querySelector(".status.yours") || where === was) return null;
      const moves = [...document.querySelectorAll(".board [data-move]")].map((e) =>
        e.getAttribute("data-move"),
      );
      const dice = document.querySelectorAll(".board [data-die]").length;
      return moves.length + dice > 0 ? { where, moves } : null;
    },
    before,
    { polling: 20 },
  );
  return found.jsonValue();
}

/** Where to click to decide something; a die of Parchís is chosen first. */
async function placeOfDecision(page, click, moves, roll) {
  if (moves.length === 0) {
    await click(await middleOf(page, ".board [data-die]"), Date.now());
    await page.waitForSelector(".pa-piece[data-move]", { state: "attached" });
    return middleOf(page, ".pa-piece[data-move]");
  }
  // Never to stop: most decisions in a row are made by whoever goes on.
  const wanted = moves.filter((move) => move !== "stop");
  return middleOf(page, `.board [data-move="${any(wanted, roll)}"]`);
}

export function addTests({ service, browser, program, pictures }) {
  const hasty = (body, options) =>
    browser.person(service.base, body, { ...QUIET, hasty: true, ...options });

  for (const game of GAMES)
    test(`${game}: double clicks decide once`, () =>
      hasty(async (page) => {
        await page.addInitScript(countDecisions);
        const click = await mouseOf(page);
        const roll = dice(3);
        await sit(service, page, game);
        let now = await nextDecision(page, null);
        for (const gap of [...GAPS, ...GAPS, ...GAPS]) {
          if (now.over) break;
          await page.waitForTimeout(LONG_AFTER);
          const place = await placeOfDecision(page, click, now.moves, roll);
          const made = await decisions(page);
          const at = Date.now();
          await click(place, at);
          check((await decisions(page)) === made + 1, `${gap}: the first click decides nothing`);
          now = await nextDecision(page, now.where);
          await click(place, at + gap, 2);
          check((await decisions(page)) === made + 1, `${gap}: the second click decides, too`);
        }
      }));

  test("“Play at once” does not play a stone as well", () =>
    hasty(async (page) => {
      await page.addInitScript(countDecisions);
      const click = await mouseOf(page);
      for (const gap of GAPS) {
        await home(service, page);
        await page.waitForTimeout(LONG_AFTER);
        const at = Date.now();
        await click(await middleOf(page, ".card-y button.main"), at);
        await nextDecision(page, null);
        // Wherever it is: a cell lies under the pointer.
        const cell = await middleOf(page, ".y-cell[data-move]");
        await click(cell, at + gap, 2);
        check((await decisions(page)) === 0, `${gap}: a stone was played`);
      }
      await page.waitForTimeout(LONG_AFTER);
      await click(await middleOf(page, ".y-cell[data-move]"), Date.now());
      check((await decisions(page)) === 1, "later on a click plays no stone");
    }));

  for (const [look, options] of [
    ["desk", DESK],
    ["phone", SMALL_PHONE],
  ])
    test(`Can't Stop: Stop and Roll have a place of their own, ${look}`, () =>
      browser.person(
        service.base,
        async (page) => {
          await sit(service, page, "cantstop", { seed: 5 });
          const roll = dice(9);
          const boxes = { own: [], other: [] };
          for (let now = await nextDecision(page, null), i = 0; !now.over && i < 30; i++) {
            if (i === 1 || i === 2) await page.picture(`stage-${look}-${i}`);
            const found = await page.evaluate(() =>
              [...document.querySelectorAll(".board button, .actions button, .actions a")].flatMap((element) => {
                const { left, top, right, bottom } = element.getBoundingClientRect();
                const [x, y] = [window.scrollX, window.scrollY];
                const move = element.getAttribute("data-move");
                return right > left
                  ? [{ move, left: left + x, top: top + y, right: right + x, bottom: bottom + y }]
                  : [];
              }),
            );
            const own = ({ move }) => move === "stop" || move === "roll";
            boxes.own.push(...found.filter(own));
            boxes.other.push(...found.filter((box) => !own(box)));
            await page.click(`.board [data-move="${any(now.moves, roll)}"]`);
            now = await nextDecision(page, now.where);
          }
          check(boxes.own.length > 4, "neither Stop nor Roll was ever there");
          for (const a of boxes.own)
            for (const b of boxes.other)
              check(
                a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top,
                `${b.move ?? "another button"} lies where ${a.move} was: ${JSON.stringify([a, b])}`,
              );
        },
        { ...QUIET, ...options },
      ));

  test("Back closes what is open, and leaves the view when nothing is", () =>
    browser.person(
      service.base,
      async (page) => {
        const closed = () => page.waitForSelector("dialog", { state: "detached" });
        const path = () => new URL(page.url()).pathname;
        await home(service, page);
        await page.click(".card-y .card-buttons button:nth-of-type(2)");
        await page.waitForSelector("dialog .seat-form");
        await page.goBack();
        await closed();
        check(path() === "/", "Back has left the first page");

        // A game begun in a dialog takes the place of the dialog.
        await page.click(".card-y .card-buttons button:nth-of-type(2)");
        await page.click("dialog button.main");
        await page.waitForSelector(".game .board");
        const game = path();
        for (const leave of [
          () => page.goBack(),
          () => page.keyboard.press("Escape"),
          () => page.click('dialog button[aria-label="Close"]'),
        ]) {
          await page.click(".actions >> text=Rules");
          await page.waitForSelector("dialog");
          await leave();
          await closed();
          await page.waitForFunction(() => history.state?.stop === undefined);
          check(path() === game, "the game was left");
        }
        // From one dialog to another game, and back.
        await page.click('.actions >> text="Play again"');
        await page.click("dialog button.main");
        await page.waitForFunction((was) => location.pathname !== was, game);
        await page.waitForSelector(".game .board");
        await page.goBack();
        await page.waitForFunction((was) => location.pathname === was, game);
        await page.goBack();
        await page.waitForSelector(".card-y");
        check(path() === "/", "Back does not lead to the first page");
      },
      QUIET,
    ));

  test("a click that comes too late is dropped without a word", () =>
    browser.person(
      service.base,
      async (page) => {
        const made = await sit(service, page, "y", { clock: "30m" });
        // The page does not hear of what happens meanwhile: in another window, another stone.
        for (const late of ["move", "end"]) {
          let now = await nextDecision(page, null);
          const meanwhile = async (route) => {
            const { version, moves } = await service.ask(`/games/${made.id}?key=${made.key}`);
            const body =
              late === "move" ? { key: made.key, version, move: moves[3] } : { key: made.key, seat: 0 };
            await service.ask(`/games/${made.id}/${late === "move" ? "move" : "resign"}`, body);
            await route.continue();
          };
          await page.route("**/move", meanwhile, { times: 1 });
          // After a refusal the page asks where the game is; then it has said what it has to say.
          const asked = page.waitForResponse((answer) => /\/games\/[^/]+\?key=/.test(answer.url()));
          const refused = page.waitForResponse((answer) => answer.url().endsWith("/move"));
          await page.click(`.board [data-move="${now.moves[0]}"]`);
          check((await refused).status() === 409, "the click was not too late");
          await (await asked).finished();
          await page.evaluate(() => new Promise((done) => setTimeout(done)));
          if (late === "end") await page.waitForSelector(".status.over");
          else now = await nextDecision(page, now.where);
          check((await page.locator(".trouble").count()) === 0, "an error is shown");
        }
      },
      QUIET,
    ));

  const LINK = { kind: "link", name: "Luis" };
  /** Two people in a game, each with a page. */
  const two = (game, more, body, options) =>
    browser.person(
      service.base,
      async (ana) => {
        const made = await newGame(service, game, { players: [ANA, LINK], ...more });
        await open(service, ana, made);
        await browser.person(
          service.base,
          async (luis) => body(ana, luis, { made, come: () => open(service, luis, { id: made.id, key: made.links[0].key }) }),
          { ...QUIET, ...options },
        );
      },
      { ...QUIET, ...options },
    );

  for (const [look, options] of [
    ["desk", {}],
    ["phone", { ...SMALL_PHONE, colorScheme: "dark" }],
  ])
    test(`a move is taken back when the other allows it, and not when not, ${look}`, () =>
      two(
        "y",
        {},
        async (ana, luis, { come }) => {
          await come();
          const steps = (page, n) => page.waitForSelector(`text="Step ${n} of ${n}"`);
          const ask = '.actions >> text="Ask to undo"';
          const play = async (page, n) => {
            await page.waitForSelector(".status.yours");
            await page.click(`.board [data-move="${["c3", "d2", "e1"][n]}"]`);
            for (const each of [ana, luis]) await steps(each, n + 1);
          };
          await play(ana, 0);
          await play(luis, 1);
          await ana.click(ask);
          await ana.waitForSelector("text=You have asked to take your move back");
          await luis.waitForSelector("text=Ana asks to take a move back");
          await luis.picture(`takeback-${look}`);
          await fitsWidth(luis);
          await luis.click(".notice >> text=Refuse");
          for (const page of [ana, luis])
            await page.waitForSelector("text=Luis has refused to take the move back");
          check(await ana.isDisabled(ask), "Ana could ask again and again");
          await play(ana, 2);
          await ana.click(ask);
          await luis.click(".notice >> text=Allow it");
          for (const page of [ana, luis]) {
            await page.waitForSelector("text=Luis has allowed it: the move was taken back");
            await steps(page, 2);
          }
        },
        options,
      ));

  test("between people there are hints only if both have agreed", () =>
    two("y", { hints: true }, async (ana, luis, { come }) => {
      const hint = '.actions >> text="Hint"';
      await ana.waitForSelector("text=You have offered hints and thoughts");
      check((await ana.locator(hint).count()) === 0, "there are hints before both have agreed");
      await come();
      await luis.waitForSelector(".notice >> text=They need the consent of all");
      await luis.picture("hints-offered");
      await luis.click(".notice >> text=Agree");
      await ana.click(hint);
      await ana.waitForSelector(".advice >> text=Hint:");
      check((await ana.locator(".notice").count()) === 0, "the notices stay");
    }));

  test("without an offer people have no hints, and their set-up says so", () =>
    browser.person(
      service.base,
      async (page) => {
        await setUp(service, page, "y");
        check((await page.locator("#hints").count()) === 0, "asked of a person alone");
        await page.selectOption("#seat-1-who", "here");
        check(!(await page.isChecked("#hints")), "hints are offered as a matter of course");
        await page.screenshot({ path: `${pictures}/setup-hints.png` });
        await page.click("dialog button.main");
        await page.waitForSelector(".game .board");
        const buttons = await page.locator(".actions button").allTextContents();
        check(!buttons.includes("Hint") && !buttons.includes("Thoughts"), buttons.join());
        check(buttons.includes("Undo"), "at one screen nobody is asked for an undo");
      },
      QUIET,
    ));

  test("clocks wait for everybody, and it is seen who is here", () =>
    two("y", { clock: "20m" }, async (ana, luis, { made, come }) => {
      const about = (page, seat) => page.textContent(`.player.seat-${seat} small`);
      await ana.waitForSelector("text=The clocks start when everybody has joined");
      check((await about(ana, 1)) === "not here yet", "Luis is here before he comes");
      await ana.picture("awaited");
      const { clock } = await service.ask(`/games/${made.id}`);
      check(clock.running === null && clock.left[0] === 1200, "the clock runs already");
      await come();
      await ana.waitForSelector("text=The clocks start", { state: "detached" });
      check((await about(ana, 1)) === "here" && (await about(luis, 0)) === "here", "both are here");
      await ana.waitForFunction(
        () => document.querySelector(".player.seat-0 .clock").textContent !== "20:00",
      );
      await luis.goto("about:blank");
      await ana.waitForSelector(".player.seat-1 >> text=away");
      await ana.picture("away");
      await come();
      await ana.waitForSelector(".player.seat-1 >> text=here");
    }));

  /** A game for a friend, set up on the page; its links. */
  const invite = async (own, page, entry) => {
    await page.goto(`${own.base}${entry}`);
    await page.waitForSelector(".card button.main:enabled");
    await page.click(".card-y .card-buttons button:nth-of-type(2)");
    await page.selectOption("#seat-1-who", "link");
    await page.click("dialog button.main");
    await page.waitForSelector("dialog .link-row");
    return page.locator(".link-row input").evaluateAll((fields) => fields.map((f) => f.value));
  };

  for (const [look, options] of [
    ["desk", {}],
    ["phone", { ...SMALL_PHONE, colorScheme: "dark", locale: "es" }],
  ])
    test(`a link that only this computer reaches says so, ${look}`, () =>
      browser.person(
        service.base,
        async (page) => {
          const [toPlay] = await invite(service, page, "/");
          check(new URL(toPlay).origin === service.base, `the link is ${toPlay}`);
          check((await page.locator("dialog .qr").count()) === 0, "a code that leads nowhere");
          await page.waitForSelector("dialog >> text=tahur serve --listen 0.0.0.0");
          await fitsWidth(page);
          await page.screenshot({ path: `${pictures}/links-here-${look}.png` });
        },
        { ...QUIET, ...options },
      ));

  for (const [look, options] of [
    ["desk", {}],
    ["phone", { ...SMALL_PHONE, colorScheme: "dark", locale: "es" }],
  ])
    test(`a friend plays by the link and has no token to type, ${look}`, async () => {
      const own = new Service(program, ["--listen", "0.0.0.0", "--token", "open-sesame"]);
      await own.start();
      own.base = `http://127.0.0.1:${own.port}`;
      try {
        const { addresses } = await (
          await fetch(`${own.base}/api/v1/invitation`, {
            headers: { Authorization: "Bearer open-sesame" },
          })
        ).json();
        check((await fetch(`${own.base}/api/v1/invitation`)).status === 401, "told to strangers");
        const reached = addresses.find((address) => !/127\.|localhost/.test(address));
        await browser.person(
          own.base,
          async (page) => {
            const [toPlay, toWatch] = await invite(own, page, "/?token=open-sesame");
            const { origin, search, hash } = new URL(toPlay);
            check(origin === (reached ?? own.base), `the link is ${toPlay}`);
            check(search === "?token=open-sesame" && hash.length === 23, `the link is ${toPlay}`);
            check(new URL(toWatch).hash === "", "the link to watch has a key");
            check((await page.locator("dialog .qr").count()) === (reached ? 1 : 0), "its code");
            await fitsWidth(page);
            await page.screenshot({ path: `${pictures}/links-${look}.png` });
            await browser.person(
              own.base,
              async (friend) => {
                // The same machine by another of its addresses.
                await friend.goto(toPlay.replace(origin, own.base));
                await friend.waitForSelector(".game .board");
                check(new URL(friend.url()).search === "", "the token stays in the address");
                await page.waitForSelector(".player.seat-1 .presence.here", { state: "attached" });
              },
              { ...QUIET, ...options },
            );
          },
          { ...QUIET, ...options },
        );
      } finally {
        await own.drop();
      }
    });
}
