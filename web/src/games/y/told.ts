// What happened in Y, as the service tells it in English, said in Spanish.

import { sayBy, type Rule } from "../../words/told";

const SENTENCES: Rule[] = [
  [/^swapped$/, () => "cambió de color"],
  [/^resigned$/, () => "abandonó"],
  [
    /^played ([a-s]\d+)( and connected the three sides)?$/,
    (cell, won) => `jugó ${cell}${won ? " y unió los tres lados" : ""}`,
  ],
];

/** The Spanish of a sentence, or null if it is none of those known. */
export const told = (text: string): string | null => sayBy(SENTENCES, text);
