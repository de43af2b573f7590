// Y in English.

import type { EventWords, GameWords } from "../game_page";
import type { YEvents } from "./events";

const board = {
  board: (size: number) => `Board of Y, ${size} cells a side`,
  turn: (name: string) => `${name} to move`,
  wins: (name: string) => `${name} joins the three sides and wins`,
  won: (name: string) => `${name} wins`,
  over: "The game is over",
  empty: (cell: string) => `${cell}, empty`,
  stone: (cell: string, name: string) => `${cell}, stone of ${name}`,
  last: "last move",
  inChain: "in the winning chain",
  hint: "hint",
  best: "best",
  worth: (worth: string) => `chance of winning ${worth}`,
  swap: "Swap: take the first stone as mine",
  play: (cell: string) => `Play ${cell}`,
  again: "Tap the cell again to play there",
  enlarge: "Enlarge",
  fit: "Whole board",
  legend: "Chance of winning of whoever moves",
  stones: (name: string, cells: string[]) =>
    `${name}: ${cells.length ? cells.join(", ") : "no stones"}.`,
};

export type YWords = typeof board;

const MOVES: Record<string, string> = { swap: "Swap", resign: "Resign" };

const move = (move: string): string => MOVES[move] ?? move;

const events: EventWords<YEvents> = {
  swapped: () => "swapped",
  resigned: () => "resigned",
  played: ({ cell, connected }) =>
    `played ${cell}${connected ? " and connected the three sides" : ""}`,
};

export const en: GameWords<YWords, YEvents> = {
  title: "Y",
  motto: "One stone a turn: join the three sides of the triangle. No luck at all.",
  board,
  move,
  events,
  options: {
    size: {
      name: "Size of the board",
    },
    pie: {
      name: "Swap rule (pie)",
    },
  },
  bots: {},
};
