// The bots of Y in Spanish, with their options.

import type { BotWords } from "../game_page";

export const bots: Record<string, BotWords> = {
  easy: {
    summary: "unas cuantas partidas al azar por jugada",
  },
  medium: {
    summary: "un árbol pequeño",
  },
  hard: {
    summary: "un árbol grande y una red, unas décimas de segundo por jugada",
  },
  level1: {
    summary: "para prácticas: 150 partidas al azar por jugada",
  },
  level2: {
    summary: "para prácticas: 270 partidas al azar por jugada",
  },
  level3: {
    summary: "para prácticas: 480 partidas al azar por jugada",
  },
  level4: {
    summary: "para prácticas: 880 partidas al azar por jugada",
  },
  "flat-mc": {
    summary: "Monte Carlo plano: la jugada que más partidas al azar gana, sin árbol",
    options: {
      iterations:
        "partidas al azar por jugada, repartidas por igual entre las candidatas, al menos una cada una; con muchas se rellena el tablero, lo que sirve a todas a la vez",
      time:
        "o bien milisegundos por jugada, rellenando el tablero; entonces el resultado depende de la máquina",
      plain: "1: al pie de la letra, cada candidata con tantas partidas propias",
    },
  },
};
