// Parchís in Spanish.

import { list } from "../../words/list";
import type { GameWords } from "../game_page";
import { SPECIALS, FIRST_SPECIAL } from "./emblems";
import type { ParchisWords } from "./en";
import { GOAL, HOME } from "./geometry";
import { COLOURS, DICE } from "./names_es";
import { told } from "./told";

const STATES = ["normal", "resbalada", "mini", "fantasma", "estrella", "mega"];
const ONE = ["amarilla", "azul", "roja", "verde"];
const MANY = ["amarillas", "azules", "rojas", "verdes"];

const dieIn = (names: Record<string, string>, die: number) =>
  die >= FIRST_SPECIAL ? names[SPECIALS[die - FIRST_SPECIAL]] : String(die);
const turnos = (n: number) => (n === 1 ? "1 turno más" : `${n} turnos más`);

const board: ParchisWords = {
  board: "Tablero de parchís",
  dice: "Dados",
  colour: (colour) => MANY[colour],
  die: (die) => dieIn(DICE, die),
  piece: (colour, piece) => `${ONE[colour]} ${piece}`,
  pieces: (n) => `${n} fichas`,
  state: (state) => STATES[state],
  lasts: turnos,
  square: (square) =>
    square === HOME
      ? "casa"
      : square === GOAL
        ? "la meta"
        : square > 100
          ? `pasillo ${square - 100}`
          : String(square),
  turn: (name, colour) => `${name}: turno de las ${MANY[colour]}`,
  forced: (die, colour) =>
    die === 20
      ? `Ha comido: cuenta 20${colour === null ? "" : ` con las ${MANY[colour]}`}`
      : `En la meta: cuenta 10${colour === null ? "" : ` con las ${MANY[colour]}`}`,
  again: "después vuelve a jugar",
  won: (name) => `Gana ${name}`,
  wins: (name, colour) => `Gana ${name}: todas las ${MANY[colour]} en la meta`,
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

/** "die colour piece", or "pass die" */
function move(text: string): string {
  const [first, second, third] = text.split(" ");
  const die = (name: string) => DICE[name] ?? name;
  if (first === "pass") return `Pasar con ${die(second)}`;
  return `${die(first)}: ${COLOURS[second] ?? second} ${third}`;
}

export const es: GameWords<ParchisWords> = {
  title: "Parchís",
  motto: "Elige los dados en vez de tirarlos, recoge caparazones y estrellas y corre a casa.",
  board,
  move,
  told,
};
