// Everything is explained where it is: what things are, what a choice leads to, what has just happened.

import { check, test } from "./harness.mjs";
import { clickOn } from "./driver.mjs";
import { PHONE } from "./browser.mjs";
import { ANA, BOT, GAMES, home, newGame, open, QUIET, setUp, sit } from "./table.mjs";

const BEA = { kind: "here", name: "Bea" };
const LANGUAGES = ["en", "es"];
const WORDS = {
  en: { star: /^Star.*invincible/i, again: "play again", banana: /banana.*trap/i },
  es: { star: /^Estrella.*invencible/i, again: "vuelves a jugar", banana: /plátano.*trampa/i },
};

const aboutText = (page) => page.textContent(".pa-about");

/** Waits for the sentence about what is pointed at. */
async function says(page, what, sentence) {
  await page
    .waitForFunction(
      (source) => new RegExp(source, "i").test(document.querySelector(".pa-about")?.textContent),
      sentence.source,
      { polling: 20, timeout: 20000 },
    )
    .catch(async () => {
      throw new Error(`${what} says “${await aboutText(page)}”`);
    });
}

/** A game of Parchís of two people at one screen, after these moves. */
async function parchisAfter(service, page, moves) {
  const made = await newGame(service, "parchis", { players: [ANA, BEA] });
  for (const move of moves) {
    const { version } = await service.ask(`/games/${made.id}`);
    await service.ask(`/games/${made.id}/move`, { key: made.key, version, move });
  }
  await open(service, page, made);
  await page.waitForSelector(".pa-chip[data-die]");
}

/** Yellow takes the star on 5, blue moves: red has a special die to choose. */
const WITH_STAR = ["1 yellow 0", "1 blue 0"];

const chosen = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".pa-target")].map((e) => e.getAttribute("data-move")),
  );

export function addTests({ service, browser }) {
  for (const language of LANGUAGES) {
    const words = WORDS[language];
    test(`parchis: every thing has a sentence on hover and focus, ${language}`, () =>
      browser.person(
        service.base,
        async (page) => {
          await parchisAfter(service, page, WITH_STAR);
          const subjects = await page.evaluate(() => [
            ...new Set([...document.querySelectorAll("[data-about]")].map((e) => e.dataset.about)),
          ]);
          const kinds = new Set(subjects.map((subject) => subject.split(" ")[0]));
          for (const kind of ["die", "item", "piece", "safe"])
            check(kinds.has(kind), `nothing of the kind ${kind} has a sentence`);
          for (const subject of subjects) {
            const said = await page.evaluate(async (subject) => {
              const of = (selector) => document.querySelector(selector);
              const event = (type) =>
                new PointerEvent(type, { bubbles: true, pointerType: "mouse" });
              of(".pa-layout").dispatchEvent(event("pointerover"));
              await new Promise(requestAnimationFrame);
              of(`[data-about="${subject}"]`).dispatchEvent(event("pointerover"));
              await new Promise(requestAnimationFrame);
              await new Promise((resolve) => setTimeout(resolve));
              return of(".pa-about").textContent;
            }, subject);
            check(/\p{L}{3}.*\.$/u.test(said), `“${subject}” says “${said}” on hover`);
            check(!/undefined|null|NaN/.test(said), `“${subject}” says “${said}”`);
          }
          await page.hover('.pa-item[data-about="item 19 110"]');
          await says(page, "the banana", words.banana);
          await page.picture(`parchis-explained-${language}`);
          // Arrow keys lead from thing to thing, and each says what it is.
          await page.focus('.pa-thing[tabindex="0"]');
          const count = await page.locator("[data-thing]").count();
          const seen = new Set();
          for (let i = 0; i < count; i++) {
            const name = await page.evaluate(() => document.activeElement.dataset.thing);
            seen.add(name);
            await page.waitForFunction(
              () => {
                const title = document.querySelector(".pa-about strong")?.textContent ?? "?";
                return document.activeElement.getAttribute("aria-label").startsWith(title.slice(0, -1));
              },
              null,
              { polling: 20, timeout: 20000 },
            );
            await page.keyboard.press("ArrowRight");
          }
          check(seen.size === count, `arrow keys reach ${seen.size} of ${count} things`);
        },
        { ...QUIET, locale: language },
      ));

    test(`parchis: a chosen special die says what it does, a 6 that it plays again, ${language}`, () =>
      browser.person(
        service.base,
        async (page) => {
          await parchisAfter(service, page, WITH_STAR);
          await page.tap('.pa-chip[data-die="101"]');
          await says(page, "the chosen star", words.star);
          check(
            (await page.getAttribute('.pa-chip[data-die="101"]', "aria-description")).length > 20,
            "the star has no description",
          );
          const six = await page.textContent('.pa-chip[data-die="6"]');
          check(six.includes(words.again), `the 6 says “${six}”`);
          await page.tap('.pa-item[data-about="item 19 110"]');
          await says(page, "the tapped banana", words.banana);
          check(
            (await page.getAttribute('.pa-chip[data-die="101"]', "aria-pressed")) === "true",
            "reading about an item takes the choice back",
          );
          await page.picture(`parchis-explained-phone-${language}`);
        },
        { ...PHONE, ...QUIET, locale: language },
      ));

    test(`rules of parchis show the dice and states of the board, ${language}`, () =>
      browser.person(
        service.base,
        async (page) => {
          await page.goto(`${service.base}/rules/parchis`);
          await page.waitForSelector(".rules h3");
          const icons = await page.locator(".rules li.with-icon > svg").count();
          check(icons === 15, `there are ${icons} icons for 10 dice and 5 states`);
          await page.picture(`rules-parchis-icons-${language}`);
        },
        { locale: language },
      ));
  }

  for (const [language, says] of [
    ["en", /You against Medium: stronger than Easy/],
    ["es", /Tú contra Medio: más fuerte que Fácil/],
  ])
    test(`“Play at once” shows the opponent and its strength, ${language}`, () =>
      browser.person(
        service.base,
        async (page) => {
          await home(service, page);
          for (const game of GAMES) {
            const said = await page.textContent(`.card-${game} .card-against`);
            check(says.test(said), `the card of ${game} says “${said}”`);
          }
          await page.picture(`home-opponent-${language}`);
          await setUp(service, page, "parchis");
          await page.selectOption("#seat-1-who", "hard");
          check(
            !(await page.locator(".seat-1 .spec").evaluate((e) => e.open)),
            "the spec of a level is shown before it is asked for",
          );
          await page.click(".seat-1 .spec summary");
          await page.picture(`levels-${language}`);
        },
        { locale: language },
      ));

  for (const game of GAMES)
    test(`${game}: a reader of the screen hears what the others do, and who plays once`, () =>
      browser.person(
        service.base,
        async (page) => {
          const made = await newGame(service, game, { players: [BOT, BOT], pace: 400 });
          await open(service, page, made);
          await page.waitForSelector(".heard[aria-live=polite] p", { state: "attached" });
          const said = await page.textContent(".heard p");
          check(/^\S.*: \S/.test(said), `it hears “${said}”`);
          const names = await page.evaluate(
            () =>
              [...document.querySelectorAll(".game *")].filter(
                (e) =>
                  !e.closest(".moves, .visually-hidden, option") &&
                  [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() === "Easy 1"),
              ).length,
          );
          check(names === 1, `the first player is listed ${names} times`);
          await page.picture(`heard-${game}`);
        },
        QUIET,
      ));

  const touch = (width, height) => ({ viewport: { width, height }, hasTouch: true, isMobile: true });
  const WINDOWS = {
    "phone, upright": touch(375, 610),
    "phone, on its side": touch(610, 375),
    "tablet, upright": touch(768, 1024),
    "tablet, on its side": touch(1024, 768),
  };
  for (const game of GAMES)
    for (const [name, window] of Object.entries(WINDOWS))
      test(`${game}: board and choices without scrolling, ${name}`, () =>
        browser.person(
          service.base,
          async (page) => {
            const options = game === "y" ? {} : undefined;
            await sit(service, page, game, { players: [ANA, BOT], options });
            await page.waitForSelector(".status.yours", { state: "attached" });
            await page.waitForSelector(".board [data-move], .board [data-die]");
            await page.picture(`fits-${game}-${name.replace(/\W+/g, "-")}`);
            const outside = await page.evaluate(() => {
              const wanted = ".pa-board, .cs-sign, .y-board, .ki-table, [data-move], [data-die]";
              return [...document.querySelectorAll(".board :is(" + wanted + ")")]
                .map((e) => [e, e.getBoundingClientRect()])
                .filter(([, box]) => box.width > 0)
                .filter(([, box]) => box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
                .map(([e, box]) => {
                  const what = e.getAttribute("data-move") ?? e.getAttribute("class");
                  return `${what} ends at ${Math.round(box.right)}, ${Math.round(box.bottom)}`;
                });
            });
            check(outside.length === 0, `outside of the window: ${outside.join("; ")}`);
            const size = await page.evaluate(() => {
              const e = document.querySelector(".pa-board, .cs-sign, .y-board, .ki-table");
              const box = e.getBoundingClientRect();
              return Math.min(box.width, box.height);
            });
            check(size >= 200, `the board is only ${Math.round(size)} pixels`);
          },
          { ...window, ...QUIET },
        ));

  test("colours are as the system has them, or as somebody wants them, and that is remembered", () =>
    browser.person(
      service.base,
      async (page) => {
        const paper = () =>
          page.evaluate(() => getComputedStyle(document.querySelector(".card")).backgroundColor);
        await home(service, page);
        const dark = await paper();
        await page.selectOption(".theme-switch", "light");
        const light = await paper();
        check(light !== dark, `light and dark are both ${dark}`);
        await page.picture("theme-light");
        await page.reload();
        await page.waitForSelector(".card");
        check((await paper()) === light, "the choice was forgotten");
        await page.emulateMedia({ colorScheme: "light" });
        await page.selectOption(".theme-switch", "dark");
        check((await paper()) === dark, `dark is ${await paper()}, the system’s is ${dark}`);
        await page.picture("theme-dark");
        await page.selectOption(".theme-switch", "system");
        check((await paper()) === light, "the system’s colours do not come back");
      },
      { colorScheme: "dark" },
    ));

  test("the catalogue is compressed for those who accept it", async () => {
    const ask = async (encoding) => {
      const answer = await fetch(`${service.base}/api/v1/catalog`, {
        headers: { "Accept-Encoding": encoding },
      });
      return { how: answer.headers.get("content-encoding"), text: await answer.text() };
    };
    const [plain, packed] = [await ask("identity"), await ask("gzip")];
    check(plain.how === null, `without being asked it is sent as ${plain.how}`);
    check(packed.how === "gzip", `it is sent as ${packed.how}`);
    check(plain.text === packed.text, "it is another catalogue");
  });

  const LAST = { cantstop: ".cs-last", y: ".y-last", kittens: ".ki-did", parchis: ".pa-trail" };
  for (const game of GAMES)
    test(`${game}: the board marks the last move, also after it is loaded`, () =>
      browser.person(
        service.base,
        async (page) => {
          const made = await newGame(service, game, { players: [ANA, BEA] });
          // Until something was done that stays: in Can't Stop, a turn that was stopped.
          for (let i = 0, done = false; !done && i < 60; i++) {
            const { version, moves } = await service.ask(`/games/${made.id}?key=${made.key}`);
            const move = moves.includes("stop") ? "stop" : moves[0];
            await service.ask(`/games/${made.id}/move`, { key: made.key, version, move });
            done = game === "cantstop" ? move === "stop" : true;
          }
          await open(service, page, made);
          if (await page.locator(".curtain button").count()) await page.click(".curtain button");
          await page.waitForSelector(LAST[game], { timeout: 20000 });
          await page.picture(`last-move-${game}`);
        },
        QUIET,
      ));

  for (const [order, first] of [
    ["die first", '.pa-chip[data-die="4"]'],
    ["piece first", '.pa-piece[data-piece="yellow 0"]'],
  ])
    test(`parchis: a click on the drawn destination plays, ${order}`, () =>
      browser.person(
        service.base,
        async (page) => {
          await sit(service, page, "parchis", { players: [ANA, BEA] });
          await page.waitForSelector(".pa-chip[data-die]");
          await clickOn(page, first);
          await page.waitForSelector(".pa-target");
          check((await chosen(page)).includes("4 yellow 0"), "the destination is not drawn");
          await page.picture(`parchis-targets-${order.replace(" ", "-")}`);
          await clickOn(page, '.pa-target[data-move="4 yellow 0"]');
          await page.waitForFunction(() =>
            document.querySelector(".stepper-where").textContent.includes("1"),
          );
          check(
            (await page.textContent(".moves")).includes("yellow 0 from 4 to 8"),
            "another move was made",
          );
        },
        QUIET,
      ));
}
