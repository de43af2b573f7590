// Every view, in every look: home, rules, set-up, thoughts, dialogs.

import { fitsFingers, fitsWidth, hasNames, LARGEST, PHONE, SMALLEST } from "./browser.mjs";
import { check, test } from "./harness.mjs";
import { GAMES, home, playNow, setUp } from "./table.mjs";

export function addTests({ service, browser, pictures }) {
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
          await home(service, page);
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
        await home(service, page);
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
            await setUp(service, page, game);
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
      await setUp(service, page, "y");
      await page.fill("#seat-0-name", "<b>Ana</b>&");
      await page.click("dialog button.main");
      await page.waitForSelector(".game .board");
      check(
        (await page.textContent(".player-name")).startsWith("<b>Ana</b>&"),
        "the name is not shown",
      );
      check((await page.locator(".player-name b").count()) === 0, "the name became HTML");
      await playNow(service, page, "kittens");
      check(
        (await page.textContent(".player-name")).startsWith("<b>Ana</b>&"),
        "the name was forgotten",
      );
    }));

  for (const game of GAMES)
    test(`what the bot thinks of ${game}, on a phone, in Spanish`, () =>
      browser.person(
        service.base,
        async (page) => {
          await playNow(service, page, game);
          await page.waitForSelector(".status.yours", { state: "attached" });
          await page.tap(".actions [aria-pressed]");
          await page.waitForSelector(".thoughts .best");
          await fitsWidth(page);
          await fitsFingers(page);
          await hasNames(page);
          await page.picture(`thoughts-${game}-phone`);
        },
        { ...PHONE, locale: "es" },
      ));

  test("keys are listed, rules open over the game, links can be copied", () =>
    browser.person(service.base, async (page) => {
      await playNow(service, page, "cantstop");
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

  test("an address that is nothing, a game that is not", () =>
    browser.person(service.base, async (page) => {
      await page.goto(`${service.base}/g/abcdefghijklmnopqrstuv`);
      await page.waitForSelector("text=There is no such game here.");
      await page.picture("no-such-game");
      await page.click("text=To the games");
      await page.waitForSelector(".cards");
    }));
}
