// What happened in Kittens, as the service tells it in English, said in Spanish.

import { sayBy, type Rule } from "../../words/told";

const CARDS: Record<string, string> = {
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

/** "bomb, safe and safe" → "una bomba, una carta tranquila y una carta tranquila" */
function cards(list: string): string {
  return list.replace(/ and /, " y ").replace(/[a-z-]{2,}/g, (card) => CARDS[card]);
}


const SENTENCES: Rule[] = [
  [/^got ([a-z-]+)$/, (card) => `recibió ${CARDS[card]}`],
  [/^saw ([a-z-]+)$/, (card) => `vio ${CARDS[card]}`],
  [
    /^played see-future, saw ([a-z-]+(?:, [a-z-]+)*(?: and [a-z-]+)?)$/,
    (list) => `${PLAYED["see-future"]}: ${cards(list)}`,
  ],
  [
    /^drew a bomb( from the bottom)? and (defused it|had no defuse)$/,
    (bottom, end) =>
      `robó una bomba${bottom ? " del fondo" : ""} y ` +
      (end === "defused it" ? "la desactivó" : "no pudo desactivarla"),
  ],
  [
    /^drew (a card|[a-z-]+)( from the bottom)?$/,
    (card, bottom) =>
      `robó ${card === "a card" ? "una carta" : CARDS[card]}${bottom ? " del fondo" : ""}`,
  ],
  [
    /^put the bomb back (somewhere|in the middle|at the top|at the bottom)$/,
    (where) =>
      ({
        somewhere: "devolvió la bomba a algún sitio",
        "in the middle": "devolvió la bomba al medio",
        "at the top": "devolvió la bomba encima",
        "at the bottom": "devolvió la bomba al fondo",
      })[where]!,
  ],
  [/^played (skip|attack|see-future|draw-bottom|shuffle)$/, (action) => PLAYED[action]],
];

/** The Spanish of a sentence, or null if it is none of those known. */
export const told = (text: string): string | null => sayBy(SENTENCES, text);
