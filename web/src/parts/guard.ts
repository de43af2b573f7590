// Drops clicks that were meant for what stood under the pointer before: the second one of a double
// click, and one that comes before a person can have seen the change. Times are those of the events
// themselves, compared with the time at which the change was painted, so a slow page drops no more and
// no less than a fast one.

import { useLayoutEffect } from "preact/hooks";

const REACTION = 250; // milliseconds: nobody sees a change and answers it within that time
const REPEAT = 500; // the longest pause within a double click
const NEAR = 24; // pixels: both of its clicks fall within such a distance

/** When a change was painted; the board and the page around it change apart from each other. */
const shown = { board: -Infinity, page: -Infinity };

export interface Press {
  time: number;
  x: number;
  y: number;
  control: Element | null; // what would act
  board: boolean; // it is within the board
}

/** Whether a press is meant for what was there before. `last` is the last one that was not. */
export function isStray(press: Press, last: Press | null, changed = shown): boolean {
  if (press.time < changed.page + REPEAT) return true; // everything is another
  if (press.board && press.time < changed.board + REACTION) return true;
  const change = changed.board;
  if (!last || last.time >= change || press.time >= change + REPEAT) return false;
  if (Math.hypot(press.x - last.x, press.y - last.y) > NEAR) return false;
  // Outside the board, the same button twice is what somebody wants: a step back, and another.
  return press.board || press.control !== last.control;
}

/** Something else lies under the pointer from now on: on the board, or anywhere in the page. */
export function guardFromNow(where: keyof typeof shown): void {
  const now = () => (shown[where] = performance.now());
  now();
  // It is painted right after the next frame has been prepared.
  requestAnimationFrame(() => window.setTimeout(now));
}

/** The same whenever `what` changes. */
export function useGuard(where: keyof typeof shown, what: unknown): void {
  useLayoutEffect(() => guardFromNow(where), [what]);
}

let last: Press | null = null; // that was let through
let pressed: Press | null = null; // by a pointer, or by a key

function pressOf(event: MouseEvent | KeyboardEvent): Press {
  const target = event.target as Element;
  const [x, y] = event instanceof MouseEvent ? [event.clientX, event.clientY] : [-1e6, -1e6];
  return {
    time: event.timeStamp,
    x,
    y,
    control: target.closest("button, a, label, [data-move]"),
    board: target.closest(".game-board") !== null,
  };
}

function drop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Guards all clicks of the page. Keys that are held down repeat nothing on the board either. */
export function guardClicks(): void {
  addEventListener("pointerdown", (event) => (pressed = pressOf(event)), true);
  addEventListener(
    "click",
    (event) => {
      // A click without a pointer is by a key or by a program for those who cannot see.
      const press = pressOf(event);
      if (event.detail > 0 && pressed) press.time = pressed.time;
      if (isStray(press, last)) drop(event);
      else last = press;
    },
    true,
  );
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      const press = pressOf(event);
      if (press.board && (event.repeat || isStray(press, null))) drop(event);
    },
    true,
  );
}
