// Pages that commands write (--html): everything on them is seen, or can be scrolled to in a box of its
// own, on wide windows and on phones.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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

/** Both shares and the luck of each bot, which the table has room for. */
async function checkLuck(page, width) {
  const table = page.locator("table", { has: page.locator("th", { hasText: "luck a game" }) });
  const [wide, room] = await table.evaluate((t) => [t.scrollWidth, t.parentElement.clientWidth]);
  check(width < WITHOUT_SCROLLING || wide <= room, `standings of ${wide} in ${room} at ${width}`);
  const chart = page.locator("figure", { hasText: "without luck" });
  const [plain, adjusted] = [".open", ".point"].map((sign) => chart.locator(`circle${sign}`));
  check((await plain.count()) === 4 && (await adjusted.count()) === 4, "four bots have two shares each");
}

// ---- a class ----

const CLASS_WINDOWS = [
  [1200, "light"],
  [1200, "dark"],
  [400, "light"],
];
const STUDENTS = 200;
const NAMES = [
  "<script>alert(1)</script>",
  "X".repeat(300),
  "María de los Ángeles Fernández-Villaverde y Ñúñez",
];

/** What tahur class --json would print about so many students; the first has a game to step through. */
function makeClass() {
  const names = Array.from({ length: STUDENTS }, (_, i) => NAMES[i] ?? `García Pérez, Ana ${i}`);
  const levels = ["level1", "level2", "level3", "level4"];
  const all = [...names, ...levels];
  const standing = (i) => ({
    ...{ rank: i < STUDENTS ? i + 1 : null, rating: 900 - 10 * i, error: 88, games: 406, won: 203.5 },
    ...{ interval: [812 - 10 * i, 988 - 10 * i], share: 0.5, faults: 0 },
  });
  const seats = [0, 1].map((seat) => ({ seat, games: 20, won: 11, share: 0.55, interval: [0.3, 0.8] }));
  const result = { games: 40, won: 22, share: 0.55, interval: [0.4, 0.7], verdict: "beaten", faults: 0 };
  const trouble = "Traceback (most recent call last):\n    " + "long ".repeat(80);
  const submissions = names.map((name, i) => ({
    ...{ name, page: `pages/${i}.html`, source: `${name}.zip`, hash: "0123456789abcdef".repeat(4) },
    ...{ files: 3, bytes: 4711, kind: "python", command: "python3 bot.py", same_as: [], mark: 7.25 },
    ...{ status: "sound", sentence: "", league: standing(i), games: [], review: null },
    levels: levels.map((level) => ({ level, ...result, seats })),
    time: { mean: 0.0123, p95: 0.05, worst: 0.9, timed: 12345 },
    faults: [{ kind: "crash", count: 3, what: trouble, stderr: trouble, against: NAMES[1], game: null }],
    build: { command: "make", ok: true, seconds: 1.2, log: trouble, cut: true },
    check: {
      ...{ asked: 300, right: 299, games: 8, repeats: true },
      wrong: [{ fault: "timeout", what: trouble, position: "9".repeat(400), stderr: trouble }],
      manners: [{ check: "ends at quit", right: false, what: trouble }],
    },
  }));
  Object.assign(submissions[STUDENTS - 1], { status: "unsound", sentence: trouble, league: null });
  const game = { against: NAMES[1], seat: 0, stage: "level", result: "lost", turns: 61 };
  submissions[0].games = [{ id: "one", file: "games/one.txt", ...game }];
  const mistake = { game: "one", step: 9, turn: 3, seat: 0, played: "1 red 0", better: "2 red 1" };
  const worst = { ...mistake, lost: 0.125, grade: "blunder", position: "red ".repeat(60) };
  submissions[0].review = {
    ...{ games: 1, decisions: 70, lost: 1.5, small: 3, bad: 2, blunders: 1 },
    mistakes: [worst],
  };
  const met = (i, k) => (i === k ? null : { games: 2, won: ((i + k) % 5) / 2 });
  const cross = all.map((_, i) => all.map((_, k) => met(i, k)));
  const passage = { file_a: "bot.py", lines_a: [1, 9], file_b: "b".repeat(90), lines_b: [3, 11] };
  const text = "    " + "indented(".repeat(40);
  const pair = { a: NAMES[0], b: NAMES[1], share: 0.61, share_a: 0.7, share_b: 0.5 };
  return {
    ...{ format: "tahur class 1", tahur: "0", game: "parchis", rules_version: "2", seats: 2, seed: 7 },
    ...{ complete: true, digest: "0123456789abcdef", games: 40600, seconds: 1, played: 1 },
    settings: {
      ...{ levels, games: 40, league_games: 2, require: 0.5, confidence: 0.95, marks: "level1" },
      ...{ judge: "what alphabeta:depth=4 thinks", disqualify: null },
      limits: { cpu: 1000, memory: 1024, processes: 16, sandbox: true },
    },
    ...{ ignored: ["notes.txt"], submissions },
    levels: levels.map((name, i) => ({ name, spec: name, league: standing(STUDENTS + i) })),
    league: { names: all, level: all.map((_, i) => i >= STUDENTS), cross, ghosts: false },
    similarity: {
      ...{ threshold: 0.4, template: "kit" },
      pairs: [{ ...pair, passages: [{ ...passage, tokens: 50, text_a: text, text_b: text }] }],
    },
  };
}

/** Whether a table needs no scrolling at this width; the cross table and those of hostile text may. */
async function standingsFit(page, width) {
  if (width < 1200) return;
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll(".box:not(.cross) > table")]
      .filter((table) => table.scrollWidth > table.parentElement.clientWidth + 1)
      .map((table) => `${table.caption.textContent}: ${table.scrollWidth}`),
  );
  check(wide.length === 0, `tables that scroll at ${width}: ${wide.join(", ")}`);
}

async function stepThrough(page) {
  const told = page.locator(".game output");
  const board = page.locator(".game .board");
  const begin = await board.textContent();
  await page.locator(".game [data-go='1']").click();
  check(/ 1 /.test(await told.textContent()), `after a step: ${await told.textContent()}`);
  await page.keyboard.press("End");
  check((await board.textContent()) !== begin, "the last position is the first");
  await page.keyboard.press("Home");
  check((await board.textContent()) === begin, "back at the start it looks different");
  await page.locator(".moves span").nth(4).click();
  check(/ 5 /.test(await told.textContent()), `after a click: ${await told.textContent()}`);
  await page.locator("a[data-step='8']").click();
  check(/ 8 /.test(await told.textContent()), `at the mistake: ${await told.textContent()}`);
  await page.locator(".game input").focus();
  await page.keyboard.press("ArrowRight");
  check(/ 9 /.test(await told.textContent()), `by the slider: ${await told.textContent()}`);
}

async function checkClassPage(browser, file, picture, more = async () => {}) {
  await browser.person("file://", async (page) => {
    await page.goto(`file://${file}`);
    await hasNames(page);
    for (const [width, colorScheme] of CLASS_WINDOWS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await fitsWidth(page);
      await standingsFit(page, width);
      if (colorScheme === "light") await page.picture(`report-class-${picture}-${width}`);
    }
    await more(page);
  });
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
  report("luck", checkLuck, [
    ...["arena", "cantstop", "turn-optimal", ...LONG.slice(0, 3), "--games", "20", "--luck", "adjusted"],
  ]);
  report("compare", undefined, [
    ...["compare", "cantstop:players=2", ...LONG.slice(5), "--games", "40"],
  ]);

  for (const language of ["en", "es"])
    test(`the report of a class of ${STUDENTS} fits the window, in ${language}`, () =>
      inFolder(async (tahur, folder) => {
        for (const name of ["pages", "games"]) mkdirSync(join(folder, name));
        writeFileSync(join(folder, "class.json"), JSON.stringify(makeClass()));
        const seed = ["--games", "1", "--seed", "3", "--threads", "1"];
        await tahur("arena", "parchis", "random", "random", ...seed, "--record", "games/one.txt");
        await call(join(dirname(program), "tests", "class_pages"), [folder, language]);
        await checkClassPage(browser, join(folder, "index.html"), `index-${language}`, async (page) => {
          const cell = page.locator(".cross tbody tr").nth(3).locator("td").nth(7);
          await cell.hover();
          const title = await cell.getAttribute("title");
          check(/García Pérez, Ana 3 .* García Pérez, Ana 7: /.test(title), `a tooltip is ${title}`);
          check((await page.locator("html").getAttribute("lang")) === language, "lang");
        });
        await checkClassPage(browser, join(folder, "similarity.html"), `similarity-${language}`);
        await checkClassPage(browser, join(folder, "pages", "0.html"), `page-${language}`, stepThrough);
      }));

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
