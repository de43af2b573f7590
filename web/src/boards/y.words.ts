// The words of the board of Y.

import type { Language } from "./props";

const en = {
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

export type YWords = typeof en;

const es: YWords = {
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

export const yWords: Record<Language, YWords> = { en, es };
