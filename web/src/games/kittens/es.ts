// Kittens in Spanish.

import { list } from "../../words/list";
import type { EventWords, GameWords } from "../game_page";
import type { KittensEvents } from "./events";
import type { Kind } from "./card";
import type { KittensWords } from "./en";
import { bots } from "./bots_es";

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

const A_CARD: Record<string, string> = {
  bomb: "una bomba",
  defuse: "una desactivación",
  skip: "un salto",
  attack: "un ataque",
  "see-future": "una carta de ver el futuro",
  "draw-bottom": "una carta de robar del fondo",
  shuffle: "una carta de barajar",
  safe: "una carta tranquila",
};
const PLAYED: Record<string, string> = {
  skip: "saltó",
  attack: "atacó",
  "see-future": "miró el futuro",
  "draw-bottom": "eligió robar del fondo",
  shuffle: "barajó",
};
const PLACES: Record<string, string> = { top: "encima", middle: "al medio", bottom: "al fondo" };
const aCard = (card: string) => A_CARD[card] ?? card;
const fromBottom = (bottom: number) => (bottom ? " del fondo" : "");

const events: EventWords<KittensEvents> = {
  got: ({ cards }) => `recibió ${list(cards.map(aCard), "y")}`,
  saw: ({ cards }) => `vio ${list(cards.map(aCard), "y")}`,
  played: ({ card }) => PLAYED[card] ?? `jugó ${card}`,
  drew: ({ card, bottom }) =>
    `robó ${card === null ? "una carta" : aCard(card)}${fromBottom(bottom)}`,
  "drew-bomb": ({ defused, bottom }) =>
    `robó una bomba${fromBottom(bottom)} y ${defused ? "la desactivó" : "no pudo desactivarla"}`,
  "put-back": ({ place }) =>
    `devolvió la bomba ${place === null ? "a algún sitio" : (PLACES[place] ?? place)}`,
};

export const es: GameWords<KittensWords, KittensEvents> = {
  title: "Kittens",
  motto: "Roba, salta, ataca… y que la bomba no te encuentre sin desactivación.",
  board,
  move,
  events,
  options: {
    rules: {
      name: "Reglas",
      help:
        "full: se decide antes de cada robo debido; classic: una acción por turno, como en el proyecto de la asignatura",
      values: {
        full: "Completas",
        classic: "Clásicas",
      },
    },
    deck: {
      name: "Mazo",
      help: "30 cartas, 25 cartas o las del juego oficial, de las que se reparten las manos",
      values: {
        course: "El de la asignatura",
        seed25: "25 cartas",
        official: "El oficial",
      },
    },
    bombs: {
      name: "Bombas",
      help: "bombas en el mazo; si no se dice, las de `deck`",
    },
    defuses: {
      name: "Desactivaciones",
      help: "desactivaciones en el mazo; si no se dice, las de `deck`",
    },
    skips: {
      name: "Saltos",
      help: "cartas de saltar en el mazo; si no se dice, las de `deck`",
    },
    attacks: {
      name: "Ataques",
      help: "cartas de atacar en el mazo; si no se dice, las de `deck`",
    },
    "see-futures": {
      name: "Ver el futuro",
      help: "cartas que enseñan las tres de arriba; si no se dice, las de `deck`",
    },
    "draw-bottoms": {
      name: "Robar del fondo",
      help: "cartas de robar del fondo en el mazo; si no se dice, las de `deck`",
    },
    shuffles: {
      name: "Barajar",
      help: "cartas de barajar en el mazo; si no se dice, las de `deck`",
    },
    safes: {
      name: "Cartas tranquilas",
      help: "cartas sin efecto en el mazo; si no se dice, las de `deck`",
    },
  },
  bots,
};
