// Kittens in English.

import { list } from "../../words/list";
import type { EventWords, GameWords } from "../game_page";
import type { KittensEvents } from "./events";
import type { Kind } from "./card";

const CARDS: Record<Kind, string> = {
  bomb: "Bomb",
  defuse: "Defuse",
  skip: "Skip",
  attack: "Attack",
  "see-future": "Future",
  "draw-bottom": "Bottom",
  shuffle: "Shuffle",
  safe: "Safe",
};
const ACTIONS: Record<string, string> = {
  draw: "Draw",
  skip: "Skip",
  attack: "Attack",
  top: "On top",
  middle: "In the middle",
  bottom: "At the bottom",
  "see-future": "See the future",
  "draw-bottom": "Draw from the bottom",
  shuffle: "Shuffle",
};
const FACTS: Record<string, string> = {
  skip: "one draw less",
  attack: "the other has to draw two",
  "see-future": "look at the top three",
  shuffle: "nobody knows a place any more",
  top: "the next card drawn",
  middle: "half of the deck above it",
  bottom: "the last card of all",
};
const LAST: Record<string, string> = {
  draw: "drew",
  skip: "skipped",
  attack: "attacked",
  top: "put the bomb on top",
  middle: "put the bomb in the middle",
  bottom: "put the bomb at the bottom",
  "see-future": "looked at the future",
  "draw-bottom": "drew from the bottom",
  shuffle: "shuffled",
  defused: "defused a bomb",
};

const board = {
  table: "Table of Kittens",
  card: (kind: Kind) => CARDS[kind],
  hidden: "hidden",
  action: (move: string) => ACTIONS[move] ?? move,
  fact: (move: string) => FACTS[move] ?? null,
  last: (action: string) => LAST[action] ?? null,
  choices: "Choices",
  hand: (name: string) => `Hand of ${name}`,
  cards: (n: number) => (n === 1 ? "1 card" : `${n} cards`),
  played: (name: string) => `Played by ${name}`,
  nothing: "nothing played yet",
  deck: "Deck",
  bombs: (n: number) => (n === 1 ? "1 bomb" : `${n} bombs`),
  top: "top",
  bottom: "bottom",
  bombChance: (chance: string) => `${chance} bomb`,
  place: (index: number, count: number) =>
    index === 0 ? "top" : index === count - 1 ? "bottom" : `${index + 1} from the top`,
  knownTo: (names: string[]) => `known to ${names.join(" and ")}`,
  unknown: (n: number) => `${n} unknown`,
  maybe: "The other’s bomb may lie here",
  maybeAt: (places: string[]) => `The other’s bomb may lie: ${places.join(", ")}`,
  owes: (n: number) => (n === 1 ? "owes 1 draw" : `owes ${n} draws`),
  asks: (name: string) => `${name}: draw, or play a card?`,
  deciding: (name: string) => `${name} is deciding`,
  places: (name: string) => `${name} defused it: where does the bomb go?`,
  placing: (name: string) => `${name} puts the bomb back`,
  turning: (name: string) => `${name} draws`,
  looking: (name: string) => `${name} looks at the future`,
  dealing: "The cards are dealt",
  over: "The game is over",
  wins: (winner: string, loser: string) => `${loser} explodes, ${winner} wins`,
  won: (winner: string) => `${winner} wins`,
  hint: "hint",
  best: "best",
  worth: (worth: string) => `chance of winning ${worth}`,
};

export type KittensWords = typeof board;

const MOVES: Record<string, string> = {
  draw: "Draw a card",
  skip: "Skip",
  attack: "Attack",
  top: "Bomb on top",
  middle: "Bomb in the middle",
  bottom: "Bomb at the bottom",
  "see-future": "See the future",
  "draw-bottom": "Draw from the bottom",
  shuffle: "Shuffle",
  bomb: "bomb",
  defuse: "defuse",
  safe: "safe card",
};

const move = (move: string): string => MOVES[move] ?? move;

const PLACES: Record<string, string> = {
  top: "at the top",
  middle: "in the middle",
  bottom: "at the bottom",
};
const fromBottom = (bottom: number) => (bottom ? " from the bottom" : "");

const events: EventWords<KittensEvents> = {
  got: ({ cards }) => `got ${list(cards, "and")}`,
  saw: ({ cards }) => `saw ${list(cards, "and")}`,
  played: ({ card }) => `played ${card}`,
  drew: ({ card, bottom }) => `drew ${card ?? "a card"}${fromBottom(bottom)}`,
  "drew-bomb": ({ defused, bottom }) =>
    `drew a bomb${fromBottom(bottom)} and ${defused ? "defused it" : "had no defuse"}`,
  "put-back": ({ place }) =>
    `put the bomb back ${place === null ? "somewhere" : (PLACES[place] ?? place)}`,
};

export const en: GameWords<KittensWords, KittensEvents> = {
  title: "Kittens",
  motto: "Draw, skip, attack — and do not be the one whom the bomb finds without a defuse.",
  board,
  move,
  events,
  options: {
    rules: {
      name: "Rules",
      values: {
        full: "Full",
        classic: "Classic",
      },
    },
    deck: {
      name: "Deck",
      values: {
        course: "Course project",
        seed25: "25 cards",
        official: "Official",
      },
    },
    bombs: {
      name: "Bombs",
    },
    defuses: {
      name: "Defuses",
    },
    skips: {
      name: "Skips",
    },
    attacks: {
      name: "Attacks",
    },
    "see-futures": {
      name: "See the future",
    },
    "draw-bottoms": {
      name: "Draw from the bottom",
    },
    shuffles: {
      name: "Shuffles",
    },
    safes: {
      name: "Safe cards",
    },
  },
  bots: {},
};
