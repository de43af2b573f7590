// What the last turns came to, told from the steps: the board itself no longer shows it, since a bust
// leaves nothing behind.

import type { CantStopState, Step } from "../../messages";
import { columnsOf, FIRST_COLUMN } from "./geometry";

/** The columns in which the last turn moved a marker, and whose they are. */
export function lastColumns(last: Step[]): { seat: number; columns: number[] } | null {
  const keys = new Set(last.flatMap((step) => (step.events ?? []).map((event) => event.key)));
  const seat = last[0]?.seat ?? null;
  if (seat === null || !keys.has("stopped")) return null;
  const columns = last.flatMap((step) =>
    /^\d+(\+\d+)?$/.test(step.move ?? "") ? step.move!.split("+").map(Number) : [],
  );
  return { seat, columns: [...new Set(columns)] };
}

export interface Ending {
  kind: "bust" | "stop";
  seat: number;
  dice: number[];
  steps: number; // lost or banked
  runners: { column: number; step: number }[]; // where they stood
  completed: number[];
}

export function diceIn(move: string | null): number[] {
  return move?.startsWith("d ") ? move.slice(2).split(" ").map(Number) : [];
}

/** The last roll, which the state forgets once its move is chosen. */
export function lastDice(
  state: CantStopState,
  before: CantStopState | null,
  recent: Step[],
): number[] {
  if (state.dice.length > 0) return state.dice;
  for (let i = recent.length - 1; i >= 0; i--) {
    const dice = diceIn(recent[i].move);
    if (dice.length > 0) return dice;
  }
  return before?.dice ?? [];
}

/** How the last turn that ended within `recent` ended; null if none did. */
export function lastEnding(
  before: CantStopState,
  recent: Step[],
  after: CantStopState,
  heights: number[],
  jump = false,
): Ending | null {
  const progress = before.progress.map((row) => [...row]);
  let temporary = [...before.temporary];
  let seat = before.seat;
  let ending: Ending | null = null;

  const end = (kind: Ending["kind"], dice: number[]) => {
    const moved = temporary.map((steps, i) => ({
      column: i + FIRST_COLUMN,
      steps,
      step: progress[seat][i] + steps,
    }));
    const runners = moved.filter((m) => m.steps > 0);
    ending = {
      kind,
      seat,
      dice,
      steps: runners.reduce((sum, m) => sum + m.steps, 0),
      runners: runners.map(({ column, step }) => ({ column, step })),
      completed: runners
        .filter((m) => m.step >= heights[m.column - FIRST_COLUMN])
        .map((m) => m.column),
    };
    if (kind === "stop") moved.forEach((m, i) => (progress[seat][i] = m.step));
    temporary = temporary.map(() => 0);
    seat = (seat + 1) % progress.length;
  };

  // A step up; where runners jump, over the squares of others below the top.
  const climb = (i: number) => {
    const at = () => progress[seat][i] + temporary[i];
    do temporary[i]++;
    while (jump && at() < heights[i] && progress.some((row, o) => o !== seat && row[i] === at()));
  };

  recent.forEach((step, i) => {
    if (step.chance) {
      // A roll that can be used is followed by its move, or waits for it.
      const next = recent[i + 1];
      if (next ? next.chance : after.waits === "roll") end("bust", diceIn(step.move));
    } else if (step.move === "stop") end("stop", []);
    else for (const column of columnsOf(step.move ?? "")) climb(column - FIRST_COLUMN);
  });
  return ending;
}
