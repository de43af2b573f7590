// What the service says (docs/api.md), as types. The page knows no rules: what can be done, and what
// it would lead to, it is told.

import type { GameEvent } from "./games/game_page";

export interface Option {
  name: string;
  kind: "integer" | "decimal" | "switch" | "choice" | "text";
  min: number | null;
  max: number | null;
  default: string | number | null;
  choices: string[] | null;
  help: string;
}

export interface BotEntry {
  name: string;
  summary: string;
  stands_for: string | null;
  tells?: "chances" | "values" | null;
  options: Option[];
}

export interface GameEntry {
  name: GameName;
  title: string;
  summary: string;
  seats: [number, number];
  hidden: boolean;
  chance: boolean;
  resignation: boolean;
  adviser: string;
  options: Option[];
  bots: BotEntry[];
}

/** As in the catalogue: the page has a folder for some, and shows others plainly. */
export type GameName = string;

export interface Catalog {
  version: string;
  limits: Record<string, number>;
  games: GameEntry[];
}

export interface Player {
  seat: number;
  kind: "person" | "bot";
  name: string;
  bot?: string;
  yours: boolean;
  here?: boolean;
}

export interface Step {
  seat: number | null;
  chance: boolean;
  move: string | null;
  /** What happened, as data; null: the game reports only text, in English. */
  events?: GameEvent[] | null;
  text: string;
  turn: number;
}

export interface Over {
  end: "won" | "unfinished" | "resigned" | "time" | "fault" | "stopped";
  seat: number | null;
  fault: string | null;
  result: number[];
}

export interface Clock {
  left: number[];
  running: number | null;
  gain: number;
}

/** Where a person is: not come yet, here, gone for the moment; null: it is a bot. */
export type Presence = "awaited" | "here" | "away" | null;

/** Who comes and goes, and the clocks, which wait for people. */
export interface PresenceMessage {
  presence: Presence[];
  clock: Clock | null;
}

/** A request to take a move back, and who has answered it. */
export interface Takeback {
  seat: number;
  state: "asked" | "refused" | "granted";
  by: number | null;
}

/** Of bots that play each other; what is not given stays as it is. */
export interface PaceChange {
  pace?: number;
  paused?: boolean;
}

export interface StateMessage<S = unknown, X = unknown> {
  id: string;
  version: number;
  game: GameName;
  spec: string;
  title: string;
  players: Player[];
  seeded: boolean; // its maker may know its luck or its cards
  owner: boolean;
  seat: number | null;
  state: S;
  extra: X;
  turn: number | "chance" | null;
  asks: boolean;
  thinking: number | null;
  moves: string[];
  from: number;
  steps: Step[];
  total: number;
  over: Over | null;
  clock: Clock | null;
  pace: number;
  paused: boolean;
  hints: "none" | "offered" | "allowed";
  presence: Presence[];
  takeback: Takeback | null;
  can: Record<
    "undo" | "resign" | "switch" | "hint" | "think" | "record" | "review" | "agree" | "grant",
    boolean
  >;
  next: string | null;
}

export interface Thought {
  move: string;
  value: number | null; // chance of winning of the seat in turn
  error: number | null;
  own: number | null;
  line: string[];
}

export interface Thoughts {
  seat: number;
  step: number;
  bot: string;
  by: "search" | "rollouts" | "exact";
  complete?: boolean; // false: a limit has ended it early
  own: string | null;
  depth: number;
  reach: string | null;
  best: string | null; // null: none stands out
  moves: Thought[];
}

// The views of the games: docs/protocol.md.

export interface CantStopState {
  progress: number[][]; // by seat and column, 2 to 12
  temporary: number[]; // where the runners stand above it, by column: steps of this turn
  seat: number;
  round: number;
  rolls: number;
  waits: "roll" | "move" | "decide" | "over";
  dice: number[];
}
export interface CantStopExtra {
  success: number | null;
  moves: { move: string; success: number; columns: number[]; to?: number[] }[];
  heights: number[];
  won: { column: number; seat: number }[];
  needed?: number; // columns that win, if not three
  jump?: boolean; // runners jump over the squares of others
  stop?: false; // must roll again
}

export interface YState {
  size: number;
  turn: number;
  players: string[];
  layout: string;
}
export interface YExtra {
  last: string | null;
  chain: string[];
}

export interface KittensState {
  hands: Record<string, number>[];
  deck: string[];
  rest: Record<string, number>;
  played: Record<string, number>[];
  last: string[];
  maybe: ((number | string)[] | null)[];
  turns: number;
  seat: number;
  owes: number;
  waits: string;
  view: number | "stranger" | null;
}
export interface KittensExtra {
  bomb: { top: number; bottom: number } | null;
  count: { deck: number; bombs: number };
}

export interface ParchisState {
  turn: number;
  player: number;
  color: number;
  pieces: [number, number, number][][]; // by colour and piece: square, state, turns left
  dice: number[][];
  special: number[][];
  forced: [number, number] | null;
  items: [number, number][];
  traps: number[];
  bounces: number[];
  last_die: number;
  winner: number;
  win_color: number;
  run6?: number;
  flags?: Record<string, number>;
}
export interface ParchisExtra {
  ways: {
    move: string;
    pieces: { colour: number; piece: number; path: number[]; state: number }[];
    takes: number[]; // special dice, by their numbers
    bounces: boolean;
  }[];
}
