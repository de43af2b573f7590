// Debian's Chromium for the tests, and pictures of what it shows.

import { accessSync, constants, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
// The smallest that people still use.
export const SMALL_PHONE = { viewport: { width: 375, height: 610 }, hasTouch: true, isMobile: true };
export const DESK = { viewport: { width: 1440, height: 900 } };
export const SMALLEST = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };
export const LARGEST = { viewport: { width: 2560, height: 1440 } };

function chromiumPath() {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, "chromium");
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // not here
    }
  }
  throw new Error("these tests need Debian's chromium: tools/install chromium");
}

/**
 * The page drops clicks that come too soon after a change to be meant (parts/guard.ts). This person
 * takes a while for each, which costs the tests no time: events say that they happened later.
 */
function takesTime() {
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  Object.defineProperty(Event.prototype, "timeStamp", {
    get() {
      return get.call(this) + 1e6;
    },
  });
}

export class Browser {
  constructor(pictures) {
    this.pictures = pictures;
    mkdirSync(pictures, { recursive: true });
  }

  async start() {
    this.browser = await chromium.launch({ executablePath: chromiumPath(), args: ARGUMENTS });
    return this;
  }

  end() {
    return this.browser.close();
  }

  /**
   * A page of a person of its own. What goes wrong in it is a failure: an error of a script, something
   * that the Content-Security-Policy refuses, a request to another host. `hasty`: clicks are as quick
   * as the test makes them.
   */
  async person(base, body, { hasty = false, ...options } = {}) {
    const context = await this.browser.newContext({ locale: "en-GB", ...DESK, ...options });
    const page = await context.newPage();
    if (!hasty) await page.addInitScript(takesTime);
    page.setDefaultTimeout(300000);
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (said) => {
      // A refused request is the page's to tell; while the service is away there is nothing else to say.
      if (said.type() === "error" && !/Failed to load resource|ERR_/.test(said.text()))
        faults.push(said.text());
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(base) && !url.startsWith("data:")) faults.push(`asks for ${url}`);
    });
    page.picture = (name) =>
      page.screenshot({ path: join(this.pictures, `${name}.png`), fullPage: true });
    try {
      await body(page);
    } catch (error) {
      await page.picture(`failed-${Date.now()}`).catch(() => {});
      throw error;
    } finally {
      await context.close();
    }
    if (faults.length > 0) throw new Error(`faults of the page: ${faults.join("; ")}`);
  }
}

/** Nothing sticks out of the window to the side. */
export async function fitsWidth(page) {
  const [wide, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  if (wide > window) throw new Error(`the page is ${wide} wide in a window of ${window}`);
}

/** What a finger should hit is large enough: 44 pixels, or a link within a text. */
export async function fitsFingers(page) {
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "button, a.button, select, input:not([type=checkbox], [type=file])",
      ),
    ]
      .filter((element) => !element.closest(".board"))
      .map((element) => [element.textContent || element.id, element.getBoundingClientRect()])
      .filter(([, box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
      .map(([name, box]) => `${name} ${Math.round(box.width)}×${Math.round(box.height)}`),
  );
  if (small.length > 0) throw new Error(`too small for fingers: ${small.join(", ")}`);
}

/** Everything one can act on has a name for those who do not see it, and every picture is told or hidden. */
export async function hasNames(page) {
  const nameless = await page.evaluate(() => {
    const named = (element) =>
      element.getAttribute("aria-label") ||
      element.getAttribute("aria-labelledby") ||
      element.textContent.trim() ||
      element.labels?.length > 0;
    const acting = [...document.querySelectorAll("button, a[href], input, select")].filter(
      (e) => !named(e),
    );
    const pictures = [...document.querySelectorAll("svg")].filter(
      (svg) =>
        !svg.closest("[aria-hidden=true], [role=img][aria-label]") &&
        !svg.getAttribute("aria-label") &&
        !svg.getAttribute("aria-labelledby"),
    );
    return [...acting, ...pictures].map((element) => element.outerHTML.slice(0, 80));
  });
  if (nameless.length > 0) throw new Error(`without a name: ${nameless.join(" | ")}`);
}
