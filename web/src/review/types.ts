// What a review says: docs/analysis.md, `tahur review --json`.

export interface ReviewPlayer {
  seat: number;
  player: string;
  start: number;
  luck: number;
  hidden: number;
  hindsight: number;
  errors: number;
  gifts: number;
  result: number;
  luck_adjusted: number;
  decisions: number;
  small: number;
  bad: number;
  blunders: number;
  accuracy?: number | null; // null: no decision; older reviews have none
}

export type Grade = "fine" | "small" | "bad" | "blunder";

export interface ReviewStep {
  step: number; // from 1 on
  turn: number;
  kind: "decision" | "forced" | "chance" | "given-up";
  seat: number;
  action: string;
  value: number[]; // before it, by seat
  change: number[];
  loss?: number;
  grade?: Grade;
  better?: string;
  line?: string[]; // that goes on from it
  /** Of the deciding seat, by the judge: after the best move, and after its own. */
  chances?: { best: number | null; played: number | null };
}

/** Who judged: what a search says, or games played to the end. */
export interface Judging {
  by: "search" | "rollouts" | "exact";
  exact: boolean; // perfect play where it can be found
  bot: string;
  games: number; // of each move
}

/** What people read as a chance; in data an adjusted one may lie outside. */
export function within(chance: number): number {
  return Math.min(1, Math.max(0, chance));
}

/** The mistakes of a review: the same numbers as in its totals. */
export function mistakesOf(review: Review): ReviewStep[] {
  return review.steps.filter((step) => step.grade && step.grade !== "fine");
}

/** The nearest mistake before or after the position that is shown; null: there is none. */
export function nextMistake(review: Review, shown: number, back: boolean): number | null {
  const places = mistakesOf(review).map((step) => step.step - 1);
  const found = back
    ? places.filter((place) => place < shown).pop()
    : places.find((place) => place > shown);
  return found ?? null;
}

/** As in the notation of chess. */
export const SIGNS: Record<Grade, string> = { fine: "", small: "?!", bad: "?", blunder: "??" };

export interface Review {
  game: string;
  end: string;
  judge: string; // in English
  judging?: Judging; // older reviews have none
  players: ReviewPlayer[];
  steps: ReviewStep[];
}
