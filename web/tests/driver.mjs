// Plays on a board as a person would: with the mouse, or with nothing but the keyboard. What can be
// played the page says itself, by [data-move]; a move of Parchís is a die and then a piece.

import { check } from "./harness.mjs";

/** Numbers that look like chance and are the same every time. */
export function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Which of the moves: such that games end soon, or whichever. */
export const soon = (moves, roll) =>
  ["stop", "draw"].find((wanted) => moves.includes(wanted)) ?? moves[roll(moves.length)];
export const any = (moves, roll) => moves[roll(moves.length)];

/**
 * Waits until it is our turn again, or the game is over: { over } or { where, moves, dice }. `where` is the
 * step that was shown when the last move was made; what was there before that move is not played again.
 */
async function turn(page, before) {
  const found = await page.waitForFunction(
    (was) => {
      if (document.querySelector(".status.over")) return { over: true };
      const where = document.querySelector(".stepper-where")?.textContent;
      if (!document.querySelector(".status.yours") || where === was) return null;
      const all = (name) => [
        ...new Set(
          [...document.querySelectorAll(`.board [${name}]`)].map((e) => e.getAttribute(name)),
        ),
      ];
      const [moves, dice] = [all("data-move"), all("data-die")];
      return moves.length + dice.length > 0 ? { over: false, where, moves, dice } : null;
    },
    before,
    { polling: 20 },
  );
  return found.jsonValue();
}

/** Clicks into the middle of one of the elements, if that is what lies there. */
export async function clickOn(page, selector, nth = 0) {
  const place = await page.evaluate(
    ([selector, nth]) => {
      const found = [...document.querySelectorAll(selector)];
      const element = found[nth % found.length];
      if (!element) return `there is no ${selector}`;
      element.scrollIntoView({ block: "nearest", behavior: "instant" });
      const box = element.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const hit = document.elementFromPoint(x, y);
      if (hit?.closest(selector)) return { x, y };
      return `${hit?.outerHTML.slice(0, 90)} lies over ${selector}`;
    },
    [selector, nth],
  );
  check(typeof place === "object", place);
  await page.mouse.click(place.x, place.y);
}

/** What was done last is in the game. */
async function moved(page, before) {
  await page.waitForFunction(
    (was) =>
      document.querySelector(".status.over") ||
      document.querySelector(".stepper-where").textContent !== was,
    before,
    { polling: 20 },
  );
}

/** A whole game by clicks, or `most` moves of it; how many were made. */
export async function playByMouse(page, { roll = dice(1), pick = soon, most = Infinity } = {}) {
  let made = 0;
  let before = null;
  for (; made < most; made++) {
    const now = await turn(page, before);
    if (now.over) return made;
    before = now.where;
    let { moves } = now;
    if (moves.length === 0) {
      const die = now.dice[roll(now.dice.length)];
      await clickOn(page, `.board [data-die="${die}"]`);
      await page.waitForSelector(".pa-piece[data-move]", { state: "attached" });
      moves = await page.evaluate(() =>
        [...document.querySelectorAll(".pa-piece[data-move]")].map((e) =>
          e.getAttribute("data-move"),
        ),
      );
    }
    await clickOn(page, `.board [data-move="${pick(moves, roll)}"]`, roll(2));
  }
  await moved(page, before);
  return made;
}

// ---- keys ----

const focused = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return {
      inside: element?.closest(".board") != null,
      move: element?.getAttribute("data-move") ?? null,
      die: element?.getAttribute("data-die") ?? null,
      piece: element?.getAttribute("data-piece") ?? null,
      cell: element?.getAttribute("data-cell") ?? null,
    };
  });

/** Tab until something has the focus that this holds of, as a function of the page. */
export async function tabTo(page, holds, what, most = 60) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate(holds)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${what}`);
}

const ARROWS = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];

/** From cell to cell of Y, as a hand that looks for a free one. */
async function findCell(page, roll) {
  for (let i = 0; i < 60; i++) {
    if ((await focused(page)).move !== null) return;
    await page.keyboard.press(ARROWS[roll(4)]);
  }
  throw new Error("arrow keys find no free cell");
}

/** With one arrow key through all there is, until it is the wanted one. */
async function arrowTo(page, wanted, most = 30) {
  for (let i = 0; i < most; i++) {
    if (wanted(await focused(page))) return;
    await page.keyboard.press(i % 7 === 6 ? "ArrowDown" : "ArrowRight");
  }
  throw new Error("arrow keys do not lead to the wanted move");
}

export async function playByKeys(page, { roll = dice(1), pick = soon, most = Infinity } = {}) {
  const choose = () => page.keyboard.press(roll(2) === 0 ? "Enter" : "Space");
  let made = 0;
  let before = null;
  for (; made < most; made++) {
    const now = await turn(page, before);
    if (now.over) return made;
    before = now.where;
    // Once at the board the focus stays there, from move to move.
    if (made === 0)
      await tabTo(page, () => document.activeElement?.closest(".board") != null, "the board");
    const at = await focused(page);
    check(at.inside, `after ${made} moves the focus has left the board`);
    if (at.cell !== null) {
      await findCell(page, roll);
    } else if (now.dice.length > 0) {
      if (at.die === null)
        await tabTo(page, () => document.activeElement?.hasAttribute("data-die"), "the dice");
      const die = now.dice[roll(now.dice.length)];
      await arrowTo(page, (focus) => focus.die === die);
      if ((await focused(page)).move === null) {
        await choose();
        check((await focused(page)).piece !== null, "a chosen die does not lead to the pieces");
        for (let i = roll(3); i > 0; i--) await page.keyboard.press(ARROWS[roll(2)]);
        check((await focused(page)).move !== null, "the piece that has the focus is no move");
      }
    } else {
      const wanted = pick(now.moves, roll);
      await arrowTo(page, (focus) => focus.move === wanted);
    }
    await choose();
  }
  await moved(page, before);
  return made;
}
