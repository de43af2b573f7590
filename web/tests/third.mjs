// A third language is one file: it is offered, spoken and remembered, and what it lacks is English.

import { build } from "esbuild";
import { fileURLToPath } from "node:url";
import { pageSettings } from "../bundle.mjs";
import { PHONE } from "./browser.mjs";
import { playByMouse } from "./driver.mjs";
import { check, test } from "./harness.mjs";
import { home, QUIET, setUp, sit } from "./table.mjs";

const FILE = fileURLToPath(new URL("data/eo.ts", import.meta.url));

/** The page with that language more, in the place of the program's own. */
async function withEsperanto(page) {
  const { outputFiles } = await build({ ...pageSettings({ eo: FILE }), write: false, outdir: "/" });
  for (const { path, text } of outputFiles)
    await page.route(`**${path}`, (route) =>
      route.fulfill({
        body: text,
        contentType: path.endsWith(".css") ? "text/css" : "text/javascript",
      }),
    );
}

export function addTests({ service, browser }) {
  for (const [look, options] of Object.entries({ desk: {}, phone: PHONE }))
    test(`a third language is one file, ${look}`, () =>
      browser.person(
        service.base,
        async (page) => {
          await withEsperanto(page);
          const reads = async (selector, text) => {
            const found = await page.textContent(selector);
            check(found.includes(text), `${selector} says “${found}”, not “${text}”`);
          };
          await home(service, page);
          const offered = await page.locator(".language-switch option").allTextContents();
          check(offered.join() === "English,Esperanto,Español", offered.join());
          await page.selectOption(".language-switch", "eo");
          await reads("h1", "Kion ni ludu?");
          await reads(".card-y p", "Ligu la tri flankojn.");
          await reads(".card-y button.main", "Play at once"); // which it lacks
          check((await page.getAttribute("html", "lang")) === "eo", "the page is not Esperanto");
          await page.picture(`third-home-${look}`);

          await page.reload();
          await setUp(service, page, "y");
          await reads("label[for=option-size]", "Grandeco");
          await reads("#option-size-help", "Ĉeloj de flanko");
          await page.selectOption("#seat-1-who", "bot");
          await page.selectOption("#seat-1-bot", "random");
          await reads(".seat-form.seat-1", "ĉiu permesata movo");
          await page.selectOption("#clock", "own");
          await page.fill("input[aria-label='Clock']", "much");
          await page.click("dialog button.main");
          await page.waitForSelector(".trouble");
          await reads(".trouble", "«much» ne estas horloĝo");

          await page.goto(`${service.base}/rules/y`);
          await page.waitForSelector(".rules h3");
          await reads(".rules h3", "La celo");
          await page.goto(`${service.base}/rules/kittens`);
          await page.waitForSelector(".rules[lang=en] h3"); // of which it has no rules

          await sit(service, page, "y");
          await page.waitForSelector(".status.yours");
          await reads(".status", "Estas via vico");
          await playByMouse(page, { most: 1 });
          await page.waitForSelector(".moves .step");
          await reads(".moves", "metis sur ");
          await page.picture(`third-game-${look}`);
        },
        { ...QUIET, ...options },
      ));
}
