// What happened in Can't Stop, as the service tells it in English, said in Spanish.

import { sayBy, type Rule } from "../../words/told";

const SENTENCES: Rule[] = [
  [/^rolled ([\d ]+?)( and went bust)?$/, (d, bust) => `sacó ${d}${bust ? " y se pasó" : ""}`],
  [/^went on$/, () => "siguió"],
  [
    /^stopped with (\d+) steps?(?: and completed (.+))?$/,
    (n, columns) =>
      `se plantó con ${n} paso${n === "1" ? "" : "s"}` +
      (columns ? ` y completó ${columns.replace(/ and /g, " y ")}` : ""),
  ],
  [/^took ([\d+]+)$/, (move) => `tomó ${move}`],
];

/** The Spanish of a sentence, or null if it is none of those known. */
export const told = (text: string): string | null => sayBy(SENTENCES, text);
