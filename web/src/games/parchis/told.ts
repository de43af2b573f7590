// What happened in Parchís, as the service tells it in English, said in Spanish.

import { sayBy, type Rule } from "../../words/told";
import { COLOURS, DICE } from "./names_es";

const die = (name: string) => DICE[name] ?? name;
const piece = (colour: string, number: string) => `${COLOURS[colour] ?? colour} ${number}`;

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
  [/^ and completed (yellow|blue|red|green)/, (c) => ` y completó las ${COLOURS[c]}s`],
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
export const told = (text: string): string | null => sayBy(SENTENCES, text) ?? ply(text);
