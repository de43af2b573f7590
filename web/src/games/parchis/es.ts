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

/** Lo que hace un dado; el 5 y el 6, además de mover. */
const DOES: Record<string, string> = {
  "5": "Mueve una ficha 5 casillas, o saca una de casa.",
  "6": "Mueve una ficha 6 casillas, 7 si no queda en casa ninguna de su color, y vuelves a jugar.",
  "10": "Por llegar a la meta: mueve una ficha 10 casillas.",
  "20": "Por comer: mueve una ficha 20 casillas.",
  banana: "Deja una trampa en la casilla de la ficha: quien tropieza con ella se detiene y pierde un movimiento.",
  mushroom: "La ficha corre ocho casillas o más, por encima de todo, hasta la primera libre.",
  bullet: "La ficha vuela cuarenta casillas o más, por encima de todo, hasta la primera libre; incluso sale de casa.",
  "red-shell": "Manda a casa la ficha de otro color más cercana por delante.",
  "blue-shell": "Manda a casa la ficha de otro color más próxima a su meta.",
  horn: "Manda a casa a las de otros colores que estén a dos casillas o menos. Guardada en la mano, protege de un caparazón.",
  boo: "La ficha es un fantasma durante cinco turnos y roba al rival su último dado especial.",
  star: "La ficha es invencible durante tres turnos.",
  "mega-mushroom": "La ficha es gigante durante tres turnos.",
};
const lightning = (course: boolean) =>
  `Las fichas de los demás colores se vuelven mini durante ${course ? "cuatro" : "cinco"} turnos, y el rival pierde su último dado especial.`;
const STATE_DOES = [
  "Una ficha en su estado normal.",
  "Resbalada: ahora los dados no la mueven.",
  "Mini: avanza la mitad, no come y no hace barrera.",
  "Fantasma: lo atraviesa todo, ni come ni la comen.",
  "Estrella: avanza dos más y manda a casa a quien atropella y a quien choca con ella.",
  "Mega: ocupa dos casillas, aplasta lo que haya y no deja pasar a ningún otro color.",
];

const board: ParchisWords = {
  dieDoes: (die, course) => {
    const name = die >= FIRST_SPECIAL ? SPECIALS[die - FIRST_SPECIAL] : String(die);
    if (name === "lightning") return lightning(course);
    return DOES[name] ?? (die === 1 ? "Mueve una ficha 1 casilla." : `Mueve una ficha ${die} casillas.`);
  },
  stateDoes: (state) => STATE_DOES[state],
  itemOn: (item, square) => `${item}, casilla ${square}`,
  itemIs: "Se recoge al caer en la casilla, hasta dos en la mano.",
  trapDoes: "Quien tropieza con ella se detiene y pierde un movimiento. Estrellas, fantasmas y megas pasan por encima.",
  safeDoes: "En una casilla segura no se come.",
  barrierDoes: "Dos fichas de un color son una barrera: los demás colores no pasan.",
  playAgain: "vuelves a jugar",
  playsAgain: "vuelves a jugar",
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
