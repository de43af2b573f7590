// Parchís in Spanish.

import { list } from "../../words/list";
import type { EventWords, GameWords } from "../game_page";
import type { ParchisEvents, Ply } from "./events";
import { SPECIALS, FIRST_SPECIAL } from "./emblems";
import type { ParchisWords } from "./en";
import { GOAL, HOME } from "./geometry";
import { bots } from "./bots_es";

const DICE: Record<string, string> = {
  star: "estrella",
  boo: "fantasma",
  bullet: "bala",
  "red-shell": "caparazón rojo",
  "blue-shell": "caparazón azul",
  mushroom: "champiñón",
  "mega-mushroom": "megachampiñón",
  lightning: "rayo",
  horn: "bocina",
  banana: "plátano",
};
const COLOURS: Record<string, string> = { yellow: "amarilla", blue: "azul", red: "roja", green: "verde" };

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

const dieName = (die: string) => DICE[die] ?? die;
const pieceOf = (p: { colour: string; piece: number }) =>
  `${COLOURS[p.colour] ?? p.colour} ${p.piece}`;
const PLACES: Record<string, string> = { home: "casa", goal: "la meta" };
const place = (name: string) => PLACES[name] ?? name;

/** What came of a ply, after what was done. */
const consequences = (ply: Ply) =>
  ", rebotó".repeat(ply.bounced) +
  (ply.trapped ? ", la detuvo una trampa" : "") +
  (ply.sent.length > 0 ? `, mandó a casa a ${list(ply.sent.map(pieceOf), "y")}` : "") +
  (ply.took.length > 0 ? `, recogió ${list(ply.took.map(dieName), "y")}` : "") +
  (ply.completed ? ` y completó las ${COLOURS[ply.completed] ?? ply.completed}s` : "") +
  (ply.too_often ? ", una vez de más" : "");

const way = ({ from, to }: Ply) => (from === to ? "" : ` de ${place(from)} a ${place(to)}`);

const events: EventWords<ParchisEvents> = {
  passed: ({ die }) => `pasó con ${dieName(die)}`,
  played: (ply) =>
    `jugó ${dieName(ply.die)}: ${pieceOf(ply)}` +
    `${way(ply) || ` se quedó en ${place(ply.to)}`}${consequences(ply)}`,
  used: (ply) => `usó ${dieName(ply.die)} con ${pieceOf(ply)}${way(ply)}${consequences(ply)}`,
};

export const es: GameWords<ParchisWords, ParchisEvents> = {
  title: "Parchís",
  motto: "Elige los dados en vez de tirarlos, recoge caparazones y estrellas y corre a casa.",
  board,
  move,
  events,
  options: {
    rules: {
      name: "Reglas",
      help: "text: las reglas escritas; course: como juega el programa original de la asignatura",
      values: {
        text: "Las escritas",
        course: "Las del programa original",
      },
    },
    items: {
      name: "Dados especiales",
      help: "0: sin dados especiales",
    },
  },
  bots,
};
