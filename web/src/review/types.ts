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
}

/** Who judged: what a search says, or games played to the end. */
export interface Judging {
  by: "search" | "rollouts" | "exact";
  exact: boolean; // perfect play where it can be found
  bot: string;
  games: number; // of each move
}

export interface Review {
  game: string;
  end: string;
  judge: string; // in English
  judging?: Judging; // older reviews have none
  players: ReviewPlayer[];
  steps: ReviewStep[];
}
