// What every board is given, whichever game it shows.

import type { Over, Player, Step, Thoughts } from "../messages";

export interface BoardProps<S, X, W = unknown> {
  state: S;
  extra: X;
  /** The state before `recent`, to animate from; null: show it as it is. */
  before: S | null;
  /** What has happened since `before`, chance included. */
  recent: Step[];
  /** The last turn in which a player did something, up to this position. */
  last: Step[];
  players: Player[];
  /** Whose view it is; null: a viewer's. */
  seat: number | null;
  turn: number | "chance" | null;
  /** What the person at this screen may do now; empty: nothing. */
  moves: string[];
  /** Called with one of `moves`. */
  onMove: (move: string) => void;
  /** What a bot thinks of the moves, if somebody asked; by move. */
  thoughts: Thoughts | null;
  /** A move to point out. */
  hint: string | null;
  over: Over | null;
  /** Milliseconds an animation may take; 0: none (skipped, or the person wants no motion). */
  motion: number;
  /** A step in words that follow the name of the player. */
  told: (step: Step) => string;
  /** What the board says, in the language of the page. */
  words: W;
}
