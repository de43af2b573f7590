// What happened in a game, as the service tells it in English, said in Spanish. The sentences are those
// of src/games/*/tell.c; a test holds this table to them.

import { COLOURS, DICE } from "./moves";

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

const die = (name: string) => DICE.es[name] ?? name;
const piece = (colour: string, number: string) => `${COLOURS.es[colour] ?? colour} ${number}`;

/** "red 0 and blue 2" → "roja 0 y azul 2" */
function pieces(list: string): string {
  return list
    .replace(/(yellow|blue|red|green) (\d)/g, (_, c, n) => piece(c, n))
    .replace(/ and /g, " y ");
}

function place(name: string): string {
  if (name === "home") return "casa";
  if (name === "goal") return "la meta";
  return name;
}

/** "bomb, safe and safe" → "una bomba, una carta tranquila y una carta tranquila" */
function cards(list: string): string {
  return list.replace(/ and /, " y ").replace(/[a-z-]{2,}/g, (card) => CARDS[card]);
}

type Rule = [RegExp, (...parts: string[]) => string];

// Of Parchís: what came of a ply, behind what was done.
const CONSEQUENCES: Rule[] = [
  [/^, bounced/, () => ", rebotó"],
  [/^, was stopped by a trap/, () => ", la detuvo una trampa"],
  [
    /^, sent home ((?:yellow|blue|red|green) \d(?: and (?:yellow|blue|red|green) \d)*)/,
    (list) => `, mandó a casa a ${pieces(list)}`,
  ],
  [
    /^, took ([a-z-]+(?: and (?!completed)[a-z-]+)*)/,
    (list) => `, recogió ${list.split(" and ").map(die).join(" y ")}`,
  ],
  [/^ and completed (yellow|blue|red|green)/, (c) => ` y completó las ${COLOURS.es[c]}s`],
  [/^, once too often/, () => ", una vez de más"],
];

function consequences(rest: string): string | null {
  let said = "";
  for (let left = rest; left !== "";) {
    const rule = CONSEQUENCES.find(([pattern]) => pattern.test(left));
    if (!rule) return null;
    const match = rule[0].exec(left)!;
    said += rule[1](...match.slice(1));
    left = left.slice(match[0].length);
  }
  return said;
}

const SENTENCES: Rule[] = [
  // Can't Stop
  [/^rolled ([\d ]+?)( and went bust)?$/, (d, bust) => `sacó ${d}${bust ? " y se pasó" : ""}`],
  [/^went on$/, () => "siguió"],
  [
    /^stopped with (\d+) steps?(?: and completed (.+))?$/,
    (n, columns) =>
      `se plantó con ${n} paso${n === "1" ? "" : "s"}` +
      (columns ? ` y completó ${columns.replace(/ and /g, " y ")}` : ""),
  ],
  [/^took ([\d+]+)$/, (move) => `tomó ${move}`],
  // Y
  [/^swapped$/, () => "cambió de color"],
  [/^resigned$/, () => "abandonó"],
  [
    /^played ([a-s]\d+)( and connected the three sides)?$/,
    (cell, won) => `jugó ${cell}${won ? " y unió los tres lados" : ""}`,
  ],
  // Kittens
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
  // Parchís
  [/^passed with the ([a-z0-9-]+)$/, (name) => `pasó con ${die(name)}`],
];

const PLY =
  /^(played|used) ([a-z0-9-]+)(?: with|:) (yellow|blue|red|green) (\d)(?: from ([a-z0-9]+) to ([a-z0-9]+)| stayed on ([a-z0-9]+))?(.*)$/;

function ply(text: string): string | null {
  const match = PLY.exec(text);
  if (!match) return null;
  const [, verb, name, colour, number, from, to, stayed, rest] = match;
  const came = consequences(rest);
  if (came === null) return null;
  const what = verb === "used" ? `usó ${die(name)} con` : `jugó ${die(name)}:`;
  const where = from
    ? ` de ${place(from)} a ${place(to)}`
    : stayed
      ? ` se quedó en ${place(stayed)}`
      : "";
  return `${what} ${piece(colour, number)}${where}${came}`;
}

/** The Spanish of a sentence, or null if it is none of those known. */
export function toldText(text: string): string | null {
  if (text === "") return "";
  for (const [pattern, say] of SENTENCES) {
    const match = pattern.exec(text);
    if (match) return say(...match.slice(1));
  }
  return ply(text);
}
