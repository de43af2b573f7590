// Parchís in English.

import { list } from "../../words/list";
import type { EventWords, GameWords } from "../game_page";
import type { ParchisEvents, Ply } from "./events";
import { SPECIALS, FIRST_SPECIAL } from "./emblems";
import { COLOURS, GOAL, HOME } from "./geometry";

const DICE: Record<string, string> = {
  star: "star",
  boo: "boo",
  bullet: "bullet",
  "red-shell": "red shell",
  "blue-shell": "blue shell",
  mushroom: "mushroom",
  "mega-mushroom": "mega mushroom",
  lightning: "lightning",
  horn: "horn",
  banana: "banana",
};
const COLOUR: Record<string, string> = { yellow: "yellow", blue: "blue", red: "red", green: "green" };

const STATES = ["normal", "slipped on a banana", "mini", "ghost", "star", "mega"];

const dieIn = (names: Record<string, string>, die: number) =>
  die >= FIRST_SPECIAL ? names[SPECIALS[die - FIRST_SPECIAL]] : String(die);
const turns = (n: number) => (n === 1 ? "1 more turn" : `${n} more turns`);

/** What a die does; 5 and 6 besides moving that far. */
const DOES: Record<string, string> = {
  "5": "Moves a piece 5 squares, or brings one out of its home.",
  "6": "Moves a piece 6 squares, 7 when none of its colour is at home, and you play again.",
  "10": "For reaching the goal: moves a piece 10 squares.",
  "20": "For sending a piece home: moves a piece 20 squares.",
  banana: "Lays a trap on the square of the piece: who runs into it stops there and misses a move.",
  mushroom: "The piece runs eight squares or more, past everything, to the first free one.",
  bullet: "The piece flies forty squares or more, past everything, to the first free one; it even leaves home.",
  "red-shell": "Sends home the nearest piece of another colour ahead on the track.",
  "blue-shell": "Sends home the piece of another colour that is nearest to its goal.",
  horn: "Sends home pieces of other colours within two squares. Kept in hand, it wards off a shell.",
  boo: "The piece is a ghost for five turns, and takes the opponent’s last special die.",
  star: "The piece is invincible for three turns.",
  "mega-mushroom": "The piece is a giant for three turns.",
};
const lightning = (course: boolean) =>
  `Pieces of all other colours become mini for ${course ? "four" : "five"} turns, and the opponent loses the last special die.`;
const STATE_DOES = [
  "A piece in its normal state.",
  "Slipped on a banana: dice do not move it now.",
  "Mini: moves half as far, does not send pieces home, and makes no barrier.",
  "Ghost: passes everything, sends no piece home, and no piece sends it home.",
  "Star: moves two more, and sends home what it runs over and what runs into it.",
  "Mega: stands on two squares, crushes what is there, and lets no other colour pass.",
];

const board = {
  dieDoes: (die: number, course: boolean): string => {
    const name = die >= FIRST_SPECIAL ? SPECIALS[die - FIRST_SPECIAL] : String(die);
    if (name === "lightning") return lightning(course);
    return DOES[name] ?? (die === 1 ? "Moves a piece 1 square." : `Moves a piece ${die} squares.`);
  },
  stateDoes: (state: number) => STATE_DOES[state],
  itemOn: (item: string, square: string) => `${item}, square ${square}`,
  itemIs: "Land on it to take it, up to two in hand.",
  trapDoes: "Who runs into it stops there and misses a move. Stars, ghosts and megas pass over it.",
  safeDoes: "On a safe square no piece is eaten.",
  barrierDoes: "Two pieces of one colour are a barrier: other colours cannot pass.",
  playAgain: "play again",
  playsAgain: "you play again",
  board: "Board of Parchís",
  dice: "Dice",
  colour: (colour: number) => COLOURS[colour] as string,
  die: (die: number) => dieIn(DICE, die),
  piece: (colour: number, piece: number) => `${COLOURS[colour]} ${piece}`,
  pieces: (n: number) => `${n} pieces`,
  state: (state: number) => STATES[state],
  lasts: turns,
  square: (square: number) =>
    square === HOME
      ? "home"
      : square === GOAL
        ? "the goal"
        : square > 100
          ? `corridor ${square - 100}`
          : String(square),
  turn: (name: string, colour: number) => `${name}: ${COLOURS[colour]} in turn`,
  forced: (die: number, colour: number | null) =>
    die === 20
      ? `Ate: 20 to move${colour === null ? "" : ` with ${COLOURS[colour]}`}`
      : `In the goal: 10 to move${colour === null ? "" : ` with ${COLOURS[colour]}`}`,
  again: "another turn follows",
  won: (name: string) => `${name} wins`,
  wins: (name: string, colour: number) =>
    `${name} wins: all ${COLOURS[colour]} pieces are in the goal`,
  bounced: (name: string) => `${name} wins: too many bounces`,
  over: "The game is over",
  chooseBoth: "Choose a die and a piece",
  choosePiece: (die: string) => `${die}: with which piece?`,
  chooseDie: (piece: string) => `${piece}: with which die?`,
  usedBy: (n: number) => (n === 1 ? "1 piece can use it" : `${n} pieces can use it`),
  usable: (dice: string[]) => `can use ${list(dice, "and")}`,
  pass: "no piece can use it: pass",
  passWith: (die: string) => `Pass with ${die}`,
  play: (die: string, piece: string) => `Play: ${die} with ${piece}`,
  hand: (name: string, dice: string[]) =>
    `Special dice of ${name}: ${dice.length ? list(dice, "and") : "none"}`,
  from: (from: string, to: string) => `from ${from} to ${to}`,
  stays: (square: string) => `stays on ${square}`,
  eats: (pieces: string[]) => `sends ${list(pieces, "and")} home`,
  burnt: "goes home",
  becomes: (pieces: string[], state: string) => `${list(pieces, "and")} → ${state}`,
  takes: (dice: string[]) => `takes ${list(dice, "and")}`,
  bounce: "bounces",
  goal: "reaches the goal",
  trap: "trap",
  barrier: "barrier",
  safe: "safe",
  hint: "hint",
  best: "best",
  worth: (worth: string) => `chance of winning ${worth}`,
};

export type ParchisWords = typeof board;

/** "die colour piece", or "pass die" */
function move(text: string): string {
  const [first, second, third] = text.split(" ");
  const die = (name: string) => DICE[name] ?? name;
  if (first === "pass") return `Pass with ${die(second)}`;
  return `${die(first)}: ${COLOUR[second] ?? second} ${third}`;
}

const pieceOf = (p: { colour: string; piece: number }) => `${p.colour} ${p.piece}`;
const pieceList = (pieces: { colour: string; piece: number }[]) =>
  pieces.map(pieceOf).join(" and ");

/** What came of a ply, after what was done. */
const consequences = (ply: Ply) =>
  ", bounced".repeat(ply.bounced) +
  (ply.trapped ? ", was stopped by a trap" : "") +
  (ply.sent.length > 0 ? `, sent home ${pieceList(ply.sent)}` : "") +
  (ply.took.length > 0 ? `, took ${ply.took.join(" and ")}` : "") +
  (ply.completed ? ` and completed ${ply.completed}` : "") +
  (ply.too_often ? ", once too often" : "");

const way = ({ from, to }: Ply) => (from === to ? "" : ` from ${from} to ${to}`);

const events: EventWords<ParchisEvents> = {
  passed: ({ die }) => `passed with the ${die}`,
  played: (ply) =>
    `played ${ply.die}: ${pieceOf(ply)}${way(ply) || ` stayed on ${ply.to}`}${consequences(ply)}`,
  used: (ply) => `used ${ply.die} with ${pieceOf(ply)}${way(ply)}${consequences(ply)}`,
};

export const en: GameWords<ParchisWords, ParchisEvents> = {
  title: "Parchís",
  motto: "Choose your dice instead of rolling them, collect shells and stars, and run home.",
  board,
  move,
  events,
  options: {
    rules: {
      name: "Rules",
      values: {
        text: "As written",
        course: "Course program",
      },
    },
    items: {
      name: "Special dice",
    },
  },
  bots: {},
};
