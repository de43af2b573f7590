// What the tests of the page have in common: ways to a game.

export const GAMES = ["cantstop", "y", "kittens", "parchis"];
export const QUIET = { reducedMotion: "reduce" };

/** Small and quick to play. */
export const SMALL = { cantstop: { players: 2 }, y: { size: 5 }, kittens: {}, parchis: {} };

export const ANA = { kind: "here", name: "Ana" };
export const BOT = { kind: "bot", bot: "easy" };

export async function home(service, page) {
  await page.goto(service.base);
  await page.waitForSelector(".card button.main:enabled");
}

export async function playNow(service, page, game) {
  await home(service, page);
  await page.click(`.card-${game} button.main`);
  await page.waitForSelector(".game .board");
}

/** The form to set a game up. */
export async function setUp(service, page, game) {
  await home(service, page);
  await page.click(`.card-${game} .card-buttons button:nth-of-type(2)`);
  await page.waitForSelector("dialog .seat-form");
}

/** A new game, made without the page. */
export async function newGame(service, game, { players = [ANA, BOT], options, ...more } = {}) {
  return service.ask("/games", {
    game,
    options: options ?? SMALL[game],
    players,
    pace: 0,
    seed: 1,
    ...more,
  });
}

export async function open(service, page, { id, key }) {
  await page.goto(`${service.base}/g/${id}${key ? `#${key}` : ""}`);
  await page.waitForSelector(".game .stepper-where");
}

export async function sit(service, page, game, more) {
  const made = await newGame(service, game, more);
  await open(service, page, made);
  return made;
}

/** The step that the page shows, and of how many. */
export async function shownStep(page) {
  const [at, total] = (await page.textContent(".stepper-where")).match(/\d+/g).map(Number);
  return { at, total };
}
