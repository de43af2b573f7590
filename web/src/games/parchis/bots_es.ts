// The bots of Parchís in Spanish, with their options.

import type { BotWords } from "../game_page";

export const bots: Record<string, BotWords> = {
  easy: {
    summary: "la mejor jugada del momento",
  },
  medium: {
    summary: "mira dos jugadas adelante",
  },
  hard: {
    summary: "busca en 500.000 nodos, unas décimas de segundo por jugada",
  },
  level1: {
    summary: "para prácticas: la mejor jugada del momento, dos de cada cinco al azar",
  },
  level2: {
    summary: "para prácticas: la mejor jugada del momento, una de cada cuatro al azar",
  },
  level3: {
    summary: "para prácticas: la mejor jugada del momento, una de cada ocho al azar",
  },
  level4: {
    summary: "para prácticas: la mejor jugada del momento",
  },
};
