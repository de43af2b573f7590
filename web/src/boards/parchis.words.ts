// The words of the board of Parchís.

import { DICE } from "../words/moves";
import type { Language } from "./props";
import { SPECIALS, FIRST_SPECIAL } from "./parchis_emblems";
import { COLOURS, GOAL, HOME } from "./parchis_geometry";

/** "a, b and c" */
function list(items: string[], and: string): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${and} ${items[items.length - 1]}`;
}

const STATES_EN = ["normal", "slipped on a banana", "mini", "ghost", "star", "mega"];
const STATES_ES = ["normal", "resbalada", "mini", "fantasma", "estrella", "mega"];
const COLOURS_ES = ["amarilla", "azul", "roja", "verde"];
const COLOURS_ES_MANY = ["amarillas", "azules", "rojas", "verdes"];

const dieIn = (names: Record<string, string>, die: number) =>
  die >= FIRST_SPECIAL ? names[SPECIALS[die - FIRST_SPECIAL]] : String(die);
const turnsEn = (n: number) => (n === 1 ? "1 more turn" : `${n} more turns`);
const turnosEs = (n: number) => (n === 1 ? "1 turno más" : `${n} turnos más`);

const en = {
  board: "Board of Parchís",
  dice: "Dice",
  colour: (colour: number) => COLOURS[colour] as string,
  die: (die: number) => dieIn(DICE.en, die),
  piece: (colour: number, piece: number) => `${COLOURS[colour]} ${piece}`,
  pieces: (n: number) => `${n} pieces`,
  state: (state: number) => STATES_EN[state],
  lasts: turnsEn,
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

export type ParchisWords = typeof en;

const es: ParchisWords = {
  board: "Tablero de parchís",
  dice: "Dados",
  colour: (colour) => COLOURS_ES_MANY[colour],
  die: (die) => dieIn(DICE.es, die),
  piece: (colour, piece) => `${COLOURS_ES[colour]} ${piece}`,
  pieces: (n) => `${n} fichas`,
  state: (state) => STATES_ES[state],
  lasts: turnosEs,
  square: (square) =>
    square === HOME
      ? "casa"
      : square === GOAL
        ? "la meta"
        : square > 100
          ? `pasillo ${square - 100}`
          : String(square),
  turn: (name, colour) => `${name}: turno de las ${COLOURS_ES_MANY[colour]}`,
  forced: (die, colour) =>
    die === 20
      ? `Ha comido: cuenta 20${colour === null ? "" : ` con las ${COLOURS_ES_MANY[colour]}`}`
      : `En la meta: cuenta 10${colour === null ? "" : ` con las ${COLOURS_ES_MANY[colour]}`}`,
  again: "después vuelve a jugar",
  won: (name) => `Gana ${name}`,
  wins: (name, colour) => `Gana ${name}: todas las ${COLOURS_ES_MANY[colour]} en la meta`,
  bounced: (name) => `Gana ${name}: demasiados rebotes`,
  over: "La partida ha terminado",
  chooseBoth: "Elige un dado y una ficha",
  choosePiece: (die) => `${die}: ¿con qué ficha?`,
  chooseDie: (piece) => `Ficha ${piece}: ¿con qué dado?`,
  usedBy: (n) => (n === 1 ? "lo puede usar 1 ficha" : `lo pueden usar ${n} fichas`),
  usable: (dice) => `puede usar ${list(dice, "y")}`,
  pass: "ninguna ficha puede usarlo: pasar",
  passWith: (die) => `Pasar con ${die}`,
  play: (die, piece) => `Jugar: ${die} con la ${piece}`,
  hand: (name, dice) => `Dados especiales de ${name}: ${dice.length ? list(dice, "y") : "ninguno"}`,
  from: (from, to) => `de ${from} a ${to}`,
  stays: (square) => `se queda en ${square}`,
  eats: (pieces) => `manda a casa a ${list(pieces, "y")}`,
  burnt: "vuelve a casa",
  becomes: (pieces, state) => `${list(pieces, "y")} → ${state}`,
  takes: (dice) => `recoge ${list(dice, "y")}`,
  bounce: "rebota",
  goal: "llega a la meta",
  trap: "trampa",
  barrier: "barrera",
  safe: "seguro",
  hint: "pista",
  best: "la mejor",
  worth: (worth) => `probabilidad de ganar ${worth}`,
};

export const parchisWords: Record<Language, ParchisWords> = { en, es };
