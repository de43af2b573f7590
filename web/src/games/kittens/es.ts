// Kittens in Spanish.

import type { GameWords } from "../game_page";
import type { Kind } from "./card";
import type { KittensWords } from "./en";
import { told } from "./told";

const CARDS: Record<Kind, string> = {
  bomb: "Bomba",
  defuse: "Desactivar",
  skip: "Saltar",
  attack: "Atacar",
  "see-future": "Futuro",
  "draw-bottom": "Del fondo",
  shuffle: "Barajar",
  safe: "Tranquila",
};
const ACTIONS: Record<string, string> = {
  draw: "Robar",
  skip: "Saltar",
  attack: "Atacar",
  top: "Encima",
  middle: "En medio",
  bottom: "Al fondo",
  "see-future": "Ver el futuro",
  "draw-bottom": "Robar del fondo",
  shuffle: "Barajar",
};
const FACTS: Record<string, string> = {
  skip: "un robo menos",
  attack: "el otro tiene que robar dos",
  "see-future": "mirar las tres de arriba",
  shuffle: "nadie conoce ya ningún sitio",
  top: "la próxima que se robe",
  middle: "con media baraja encima",
  bottom: "la última de todas",
};
const LAST: Record<string, string> = {
  draw: "robó",
  skip: "saltó",
  attack: "atacó",
  top: "puso la bomba encima",
  middle: "puso la bomba en medio",
  bottom: "puso la bomba al fondo",
  "see-future": "miró el futuro",
  "draw-bottom": "robó del fondo",
  shuffle: "barajó",
  defused: "desactivó una bomba",
};

const board: KittensWords = {
  table: "Mesa de Kittens",
  card: (kind) => CARDS[kind],
  hidden: "oculta",
  action: (move) => ACTIONS[move] ?? move,
  fact: (move) => FACTS[move] ?? null,
  last: (action) => LAST[action] ?? null,
  choices: "Opciones",
  hand: (name) => `Mano de ${name}`,
  cards: (n) => (n === 1 ? "1 carta" : `${n} cartas`),
  played: (name) => `Jugadas por ${name}`,
  nothing: "nada jugado aún",
  deck: "Baraja",
  bombs: (n) => (n === 1 ? "1 bomba" : `${n} bombas`),
  top: "arriba",
  bottom: "fondo",
  bombChance: (chance) => `${chance} bomba`,
  place: (index, count) =>
    index === 0 ? "arriba" : index === count - 1 ? "al fondo" : `la ${index + 1}.ª desde arriba`,
  knownTo: (names) => `la conoce ${names.join(" y ")}`,
  unknown: (n) => `${n} desconocidas`,
  maybe: "La bomba del otro puede estar aquí",
  maybeAt: (places) => `La bomba del otro puede estar: ${places.join(", ")}`,
  owes: (n) => (n === 1 ? "debe 1 robo" : `debe ${n} robos`),
  asks: (name) => `${name}: ¿robar o jugar una carta?`,
  deciding: (name) => `${name} está decidiendo`,
  places: (name) => `${name} la ha desactivado: ¿dónde va la bomba?`,
  placing: (name) => `${name} devuelve la bomba`,
  turning: (name) => `${name} roba`,
  looking: (name) => `${name} mira el futuro`,
  dealing: "Se reparten las cartas",
  over: "La partida ha terminado",
  wins: (winner, loser) => `${loser} explota, gana ${winner}`,
  won: (winner) => `Gana ${winner}`,
  hint: "pista",
  best: "la mejor",
  worth: (worth) => `probabilidad de ganar ${worth}`,
};

const MOVES: Record<string, string> = {
  draw: "Robar una carta",
  skip: "Saltar",
  attack: "Atacar",
  top: "Bomba arriba",
  middle: "Bomba en medio",
  bottom: "Bomba al fondo",
  "see-future": "Ver el futuro",
  "draw-bottom": "Robar del fondo",
  shuffle: "Barajar",
  bomb: "bomba",
  defuse: "desactivación",
  safe: "carta tranquila",
};

const move = (move: string): string => MOVES[move] ?? move;

export const es: GameWords<KittensWords> = {
  title: "Kittens",
  motto: "Roba, salta, ataca… y que la bomba no te encuentre sin desactivación.",
  board,
  move,
  told,
};
