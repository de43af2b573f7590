// What things are and do, in sentences. A subject is what somebody points at, taps or focuses: its
// name stands in [data-about] of its element.

import type { ParchisState } from "../../messages";
import { barriersOf, type Way } from "./choice";
import type { ParchisWords } from "./en";
import { SAFE } from "./geometry";
import { pieceParts } from "./labels";

export const subjects = {
  die: (die: number) => `die ${die}`,
  item: (square: number, die: number) => `item ${square} ${die}`,
  trap: (square: number) => `trap ${square}`,
  piece: (colour: number, piece: number) => `piece ${colour} ${piece}`,
  safe: (square: number) => `safe ${square}`,
  barrier: (colour: number, square: number) => `barrier ${square} ${colour}`,
};

/** The subject of an element, or of what it is a part of. */
export function subjectAt(target: EventTarget | null): string | null {
  const element = target instanceof Element ? target.closest("[data-about]") : null;
  return element?.getAttribute("data-about") ?? null;
}

/** With `rules=course` a player has one pool of dice for both colours. */
const asCourse = (state: ParchisState) => state.dice.length === 2;

export function dieText(die: number, state: ParchisState, words: ParchisWords): string {
  return words.dieDoes(die, asCourse(state));
}

/** Null: it is not there any more. */
export function aboutText(
  subject: string,
  state: ParchisState,
  words: ParchisWords,
): { title: string; text: string } | null {
  const [kind, ...rest] = subject.split(" ");
  const [first, second] = rest.map(Number);
  switch (kind) {
    case "die":
      return { title: words.die(first), text: dieText(first, state, words) };
    case "item": {
      if (!state.items.some(([square]) => square === first)) return null;
      const title = words.itemOn(words.die(second), words.square(first));
      return { title, text: `${words.itemIs} ${dieText(second, state, words)}` };
    }
    case "trap":
      if (!state.traps.includes(first)) return null;
      return { title: words.itemOn(words.trap, words.square(first)), text: words.trapDoes };
    case "safe":
      return { title: words.itemOn(words.safe, words.square(first)), text: words.safeDoes };
    case "barrier":
      return { title: words.itemOn(words.barrier, words.square(first)), text: words.barrierDoes };
    case "piece":
      return pieceAbout(state, first, second, words);
  }
  return null;
}

function pieceAbout(
  state: ParchisState,
  colour: number,
  piece: number,
  words: ParchisWords,
): { title: string; text: string } | null {
  const [square, kind] = state.pieces[colour]?.[piece] ?? [];
  if (square === undefined) return null;
  const text = [words.stateDoes(kind)];
  if (barriersOf(state).some((b) => b.colour === colour && b.square === square))
    text.push(words.barrierDoes);
  else if (SAFE.includes(square)) text.push(words.safeDoes);
  return { title: pieceParts(state, colour, piece, words).join(", "), text: text.join(" ") };
}

/** What of the board is no choice, in the order in which arrow keys go through it. */
export function thingsOn(state: ParchisState, choices: (colour: number, piece: number) => boolean) {
  const pieces = state.pieces.flatMap((all, colour) =>
    all.flatMap((_, piece) => (choices(colour, piece) ? [] : [subjects.piece(colour, piece)])),
  );
  const items = [...state.items]
    .sort(([a], [b]) => a - b)
    .map(([square, die]) => subjects.item(square, die));
  const traps = [...new Set(state.traps)].sort((a, b) => a - b).map(subjects.trap);
  return [...items, ...traps, ...pieces];
}

/** Whether some of these moves lead to another turn. */
export function leadsOn(ways: (Way | null)[]): boolean {
  return ways.some((way) => way?.again);
}
