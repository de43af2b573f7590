// Can't Stop in English.

import { list } from "../../words/list";
import type { EventWords, GameWords } from "../game_page";
import type { CantStopEvents } from "./events";

const steps = (n: number) => `${n} step${n === 1 ? "" : "s"}`;
const columnList = (c: number[]) => `column${c.length === 1 ? "" : "s"} ${list(c, "and")}`;

const board = {
  board: "Board of Can’t Stop",
  scores: (needed: number) => `Completed columns; ${["three", "four", "five"][needed - 3]} win`,
  choices: "Choices",
  rolls: (name: string) => `${name} rolls the dice`,
  chooses: (name: string) => `${name}: which columns?`,
  decides: (name: string) => `${name}: stop or roll again?`,
  choosing: (name: string) => `${name} is choosing`,
  deciding: (name: string) => `${name} is deciding`,
  over: "The game is over",
  wins: (name: string, columns: number[]) => `${name} wins with ${columnList(columns)}`,
  won: (name: string) => `${name} wins`,
  bust: "Bust!",
  busted: (name: string, lost: number) =>
    lost === 0 ? `${name} could not use the roll` : `${name} loses the turn’s ${steps(lost)}`,
  banked: (name: string, n: number) => `${name} stopped and keeps ${steps(n)}`,
  bankedColumns: (name: string, n: number, columns: number[]) =>
    `${name} stopped, keeps ${steps(n)} and completes ${columnList(columns)}`,
  goOn: (chance: string) => `${chance} to go on`,
  bustChance: (chance: string) => `${chance} bust`,
  stop: "Stop",
  roll: "Roll",
  keeps: (n: number) => `keeps ${steps(n)}`,
  completes: (columns: number[]) => `completes ${columnList(columns)}`,
  winsNow: "wins the game",
  dice: (dice: number[]) => (dice.length ? `Dice: ${list(dice, "and")}` : "Dice not rolled yet"),
  hint: "hint",
  best: "best",
  moveLabel: (columns: number[]) =>
    columns.length === 2 && columns[0] === columns[1]
      ? `${columns[0]} twice`
      : list(columns, "and"),
  trackLabel: (column: number, from: number, to: number, height: number) =>
    `column ${column} from ${from} to ${to} of ${height}`,
  oddsLabel: (chance: string) => `${chance} that the next roll can be used`,
  worthLabel: (worth: string) => `chance of winning ${worth}`,
  seatLabel: (name: string, parts: string[]) =>
    `${name}: ${parts.length ? parts.join(", ") : "no steps yet"}.`,
  progressLabel: (column: number, step: number, height: number) =>
    step >= height ? `column ${column} completed` : `column ${column} ${step} of ${height}`,
  runnersLabel: (parts: string[]) => `Runners: ${parts.join(", ")}.`,
};

export type CantStopWords = typeof board;

const MOVES: Record<string, string> = { stop: "Stop", roll: "Roll again" };

const move = (move: string): string => MOVES[move] ?? move.replace("+", " + ");

const events: EventWords<CantStopEvents> = {
  rolled: ({ dice, bust }) => `rolled ${dice.join(" ")}${bust ? " and went bust" : ""}`,
  "went-on": () => "went on",
  stopped: ({ steps: n, completed }) =>
    `stopped with ${steps(n)}` +
    (completed.length > 0 ? ` and completed ${completed.join(" ")}` : ""),
  took: ({ move }) => `took ${move}`,
};

export const en: GameWords<CantStopWords, CantStopEvents> = {
  title: "Can’t Stop",
  motto: "Roll once more? Push your luck up the columns; three completed ones win.",
  board,
  move,
  events,
  options: {
    players: {
      name: "Players",
    },
    forced: {
      name: "Official move rule",
    },
    rules: {
      name: "Rules",
      values: {
        official: "Official (the box, Board Game Arena)",
        seed: "Open columns",
      },
    },
    closed: {
      name: "Completed columns are closed to all",
    },
    blocking: {
      name: "Squares of other players",
      values: {
        none: "Shared",
        jump: "Jumped over",
        stop: "No stopping there",
      },
    },
    columns: {
      name: "Columns to win",
    },
  },
  bots: {},
};
