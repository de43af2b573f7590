// Y in Spanish.

import type { EventWords, GameWords } from "../game_page";
import type { YEvents } from "./events";
import type { YWords } from "./en";
import { bots } from "./bots_es";

const board: YWords = {
  board: (size) => `Tablero de Y, ${size} casillas por lado`,
  turn: (name) => `Juega ${name}`,
  wins: (name) => `${name} une los tres lados y gana`,
  won: (name) => `Gana ${name}`,
  over: "La partida ha terminado",
  empty: (cell) => `${cell}, vacía`,
  stone: (cell, name) => `${cell}, piedra de ${name}`,
  last: "última jugada",
  inChain: "en la cadena ganadora",
  hint: "pista",
  best: "la mejor",
  worth: (worth) => `probabilidad de ganar ${worth}`,
  swap: "Cambiar: la primera piedra pasa a ser mía",
  play: (cell) => `Jugar ${cell}`,
  again: "Toca otra vez la casilla para jugar ahí",
  enlarge: "Ampliar",
  fit: "Tablero entero",
  legend: "Probabilidad de ganar de quien juega",
  stones: (name, cells) => `${name}: ${cells.length ? cells.join(", ") : "sin piedras"}.`,
};

const MOVES: Record<string, string> = { swap: "Cambiar de color", resign: "Abandonar" };

const move = (move: string): string => MOVES[move] ?? move;

const events: EventWords<YEvents> = {
  swapped: () => "cambió de color",
  resigned: () => "abandonó",
  played: ({ cell, connected }) => `jugó ${cell}${connected ? " y unió los tres lados" : ""}`,
};

export const es: GameWords<YWords, YEvents> = {
  title: "Y",
  motto: "Una ficha por turno: une los tres lados del triángulo. Nada depende del azar.",
  board,
  move,
  events,
  options: {
    size: {
      name: "Tamaño del tablero",
      help: "casillas por lado",
    },
    pie: {
      name: "Cambio de color (pie)",
      help: "1: como primera jugada, el segundo puede quedarse con la primera ficha",
    },
  },
  bots,
};
