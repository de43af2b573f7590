// Pages that commands write (--html): everything on them is seen, or can be scrolled to in a box of its
// own, on wide windows and on phones.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fitsWidth, hasNames } from "./browser.mjs";
import { check, test } from "./harness.mjs";

const WINDOWS = [
  [1280, "light"],
  [1000, "dark"],
  [600, "light"],
  [390, "dark"],
];
const WITHOUT_SCROLLING = 1000; // from here on, the table of results has room

const LONG = [
  "risk-stop:t=0.25,moves=greedy-aggressive",
  "risk-stop:t=0.3,moves=greedy-aggressive",
  "risk-stop:t=0.3,moves=random",
  "max-rolls:n=3,moves=greedy-aggressive",
  "max-rolls:n=4,moves=greedy-aggressive",
  "mcts:iterations=30,exploration=0.7",
  "mcts:iterations=30,exploration=0.9",
];

/** A bot that ends at its third question. */
const CRASHES = `
import { createInterface } from "node:readline";
let questions = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { type, id, moves } = JSON.parse(line);
  if (type === "hello") console.log(JSON.stringify({ name: "crashes", version: "1.0" }));
  if (type !== "choose") continue;
  if (++questions === 3) process.exit(3);
  console.log(JSON.stringify({ id, move: moves[0] }));
}`;

/** What of the page cannot be seen, nor scrolled to in its box; empty if all is well. */
async function hiddenParts(page) {
  return page.evaluate(() => {
    const inside = (part, whole) => part.left >= whole.left - 1 && part.right <= whole.right + 1;
    const name = (element) => `${element.tagName} ${element.textContent.trim().slice(0, 40)}`;
    const hidden = [];
    const window = { left: 0, right: document.documentElement.clientWidth };
    for (const element of document.querySelectorAll("body *"))
      if (!element.closest(".box *, svg *") && !inside(element.getBoundingClientRect(), window))
        hidden.push(`${name(element)} sticks out of the page`);
    for (const box of document.querySelectorAll(".box"))
      for (const cell of box.querySelectorAll("th[scope=col], tr:last-child > td")) {
        cell.scrollIntoView({ block: "nearest", inline: "center" });
        const place = cell.getBoundingClientRect();
        const first = cell.parentElement.firstElementChild;
        const names = first.getBoundingClientRect();
        if (!inside(place, box.getBoundingClientRect())) hidden.push(`${name(cell)} is out of reach`);
        if (cell !== first && place.left < names.right - 1)
          hidden.push(`${name(cell)} is below the names`);
      }
    for (const svg of document.querySelectorAll("svg[role=img]"))
      for (const text of svg.querySelectorAll("text"))
        if (!inside(text.getBoundingClientRect(), svg.getBoundingClientRect()))
          hidden.push(`${name(text)} sticks out of its chart`);
    return hidden;
  });
}

/** Labels with a tooltip, as they are seen, and the tooltips. */
function labels(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("svg text:has(title)")].map((text) => ({
      seen: text.firstChild.textContent,
      whole: text.querySelector("title").textContent,
    })),
  );
}

async function checkPage(browser, file, name, more = async () => {}) {
  await browser.person("file://", async (page) => {
    await page.goto(`file://${file}`);
    await hasNames(page);
    for (const [width, colorScheme] of WINDOWS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await fitsWidth(page);
      const hidden = await hiddenParts(page);
      check(hidden.length === 0, `at ${width}: ${hidden.slice(0, 5).join("; ")}`);
      await more(page, width);
      await page.picture(`report-${name}-${width}`);
    }
  });
}

async function checkRatings(page, width) {
  const table = page.locator("table", { has: page.locator("th", { hasText: "above next" }) });
  const heads = await table.locator("thead th").allTextContents();
  check(heads.at(-1) === "faults", `the last column of the ratings is ${heads.at(-1)}`);
  const [wide, room] = await table.evaluate((t) => [t.scrollWidth, t.parentElement.clientWidth]);
  check(width < WITHOUT_SCROLLING || wide <= room, `ratings of ${wide} in ${room} at ${width}`);
  const names = await labels(page);
  check(names.length === LONG.length + 1, `${names.length} labels`);
  const seen = new Set(names.map((label) => label.seen));
  check(seen.size === names.length, `labels look the same: ${[...seen].join(", ")}`);
  for (const name of LONG)
    check(names.some((label) => label.whole === name), `no label says all of ${name}`);
}

export function addTests({ browser, program }) {
  const call = promisify(execFile);
  const inFolder = async (body) => {
    const folder = mkdtempSync(join(tmpdir(), "tahur-report-"));
    try {
      await body((...args) => call(program, args, { cwd: folder }), folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  /** A saved run of these bots, and its page. */
  const report = (name, more, args) =>
    test(`the page of ${name} has all within reach`, () =>
      inFolder(async (tahur, folder) => {
        writeFileSync(join(folder, "crashes.mjs"), CRASHES);
        await tahur(...args, "--seed", "7", "--save", "run.db");
        await tahur("report", "run.db", "--html", "run.html");
        await checkPage(browser, join(folder, "run.html"), name, more);
      }));

  const crashes = `exec:time=60000,start-time=60000,command='${process.execPath}' crashes.mjs`;
  report("league", checkRatings, ["league", "cantstop:players=2", ...LONG, crashes, "--games", "4"]);
  report("arena", undefined, ["arena", "cantstop", ...LONG.slice(0, 3), crashes, "--games", "20"]);
  report("compare", undefined, [
    ...["compare", "cantstop:players=2", ...LONG.slice(5), "--games", "40"],
  ]);

  test("the page of a training has all within reach", () =>
    inFolder(async (tahur, folder) => {
      const small = ["--games", "200", "--evaluate-every", "100", "--final-games", "100"];
      await tahur("train", "kittens", "--opponent", "v1,v2", ...small, "--html", "train.html");
      await checkPage(browser, join(folder, "train.html"), "train");
    }));

  test("the page of a review has all within reach", () =>
    inFolder(async (tahur, folder) => {
      const two = ["--games", "2", "--record", "two.games"];
      await tahur("arena", "cantstop", ...LONG.slice(0, 4), ...two);
      await tahur("review", "two.games", "--game", "0", "--html", "review.html");
      await checkPage(browser, join(folder, "review.html"), "review");
    }));
}
