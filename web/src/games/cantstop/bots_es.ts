// The bots of Can't Stop in Spanish, with their options.

import type { BotWords } from "../game_page";

/** The options of rule-of-28, which glenn-aloi has too, with other numbers. */
const progressOptions = {
  p2: "peso del avance en las columnas 2 y 12",
  p3: "peso del avance en 3 y 11",
  p4: "peso del avance en 4 y 10",
  p5: "peso del avance en 5 y 9",
  p6: "peso del avance en 6 y 8",
  p7: "peso del avance en 7",
  m2: "peso de la jugada en las columnas 2 y 12",
  m3: "peso de la jugada en 3 y 11",
  m4: "peso de la jugada en 4 y 10",
  m5: "peso de la jugada en 5 y 9",
  m6: "peso de la jugada en 6 y 8",
  m7: "peso de la jugada en 7",
  odd: "ajuste cuando las tres columnas activas son impares",
  even: "ajuste cuando son pares",
  high: "ajuste cuando todas son 7 o más",
  low: "ajuste cuando todas son 7 o menos",
  marker: "lo que se resta a una jugada por cada columna activa",
  threshold: "se planta cuando el avance llega a este número",
};

export const bots: Record<string, BotWords> = {
  easy: {
    summary: "tres tiradas, adonde más suban",
  },
  medium: {
    summary: "cuatro tiradas y pocas columnas nuevas",
  },
  hard: {
    summary: "sopesa el riesgo exacto de cada tirada; contra personas, turn-optimal",
  },
  level1: {
    summary: "para prácticas: dos tiradas y pocas columnas nuevas",
  },
  level2: {
    summary: "para prácticas: tres tiradas, adonde más suban",
  },
  level3: {
    summary: "para prácticas: tres tiradas y pocas columnas nuevas",
  },
  level4: {
    summary: "para prácticas: cuatro tiradas y pocas columnas nuevas",
  },
  "always-continue": {
    summary: "la primera jugada legal, y nunca se planta: solo pasarse acaba su turno",
    options: {
      "stop-on-win": "1: se planta siempre que así gane",
    },
  },
  "max-rolls": {
    summary: "se planta tras un número fijo de tiradas",
    options: {
      n: "se planta tras tantas tiradas",
      moves: "cómo elige las jugadas; pueden seguir opciones propias",
      "stop-on-win": "1: se planta siempre que así gane",
      b:
        "premio por una columna que llega arriba; si no se dice, 2 la agresiva y 1 la conservadora",
      w: "premio de greedy-aggressive por una victoria al alcance; si no se dice, 4",
      p: "castigo de greedy-conservative por una columna recién abierta; si no se dice, 0,5",
      a: "premio de greedy-conservative por una columna ya activa; si no se dice, 0,1",
      penalty: "greedy-conservative resta p por cada columna abierta, o una vez por jugada",
    },
  },
  "greedy-aggressive": {
    summary: "mueve adonde más sube; solo se planta para ganar",
    options: {
      b: "premio por una columna que llega arriba",
      w: "premio cuando las columnas completas o arriba del todo son tres o más",
    },
  },
  "greedy-conservative": {
    summary: "mueve donde abre menos columnas; solo se planta para ganar",
    options: {
      b: "premio por una columna que llega arriba",
      p: "castigo por una columna recién abierta",
      a: "premio por una columna que ya estaba activa",
      penalty: "greedy-conservative resta p por cada columna abierta, o una vez por jugada",
    },
  },
  "risk-stop": {
    summary: "se planta cuando es demasiado probable pasarse en la próxima tirada",
    options: {
      t:
        "se planta cuando la próxima tirada se pasa con al menos esta probabilidad; 0,23 gana más partidas de cuatro con forced=0",
      moves: "cómo elige las jugadas; pueden seguir opciones propias",
      b:
        "premio por una columna que llega arriba; si no se dice, 2 la agresiva y 1 la conservadora",
      w: "premio de greedy-aggressive por una victoria al alcance; si no se dice, 4",
      p: "castigo de greedy-conservative por una columna recién abierta; si no se dice, 0,5",
      a: "premio de greedy-conservative por una columna ya activa; si no se dice, 0,1",
      penalty: "greedy-conservative resta p por cada columna abierta, o una vez por jugada",
    },
  },
  "rule-of-28": {
    summary:
      "la regla práctica de Keller: se planta cuando su avance suma 28; mueve según la regla oficial",
    options: progressOptions,
  },
  "glenn-aloi": {
    summary: "la misma forma con números criados por un algoritmo genético (Glenn y Aloi 2009)",
    options: progressOptions,
  },
  "turn-optimal": {
    summary:
      "resuelve cada turno de forma exacta, para llegar primero con la mayor probabilidad; a solas, en los menos turnos",
    options: {
      error: "probabilidad de hacer en su lugar una jugada al azar",
      value:
        "cuánto vale el final de un turno: por una red que ve todos los asientos y las columnas cerradas; por una carrera de jugadores que no se estorban, para partidas sin columnas cerradas ni bloqueos; usual, la mejor de las dos",
    },
  },
};
