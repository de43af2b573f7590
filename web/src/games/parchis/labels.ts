// Moves, pieces and the board in words, for labels and for the line below the board.

import type { ParchisState, Thoughts } from "../../messages";
import { estimate } from "../../boards/format";
import { actionOf, barriersOf, outcomeOf, pieceNamed, type Way } from "./choice";
import { HOME, SAFE } from "./geometry";
import type { ParchisWords } from "./en";

/** What a move does, in parts. */
export function moveParts(way: Way, state: ParchisState, words: ParchisWords): string[] {
  const outcome = outcomeOf(way, state);
  if (!outcome) {
    const passes = words.passWith(words.die(actionOf(way.move).die));
    return way.again ? [passes, words.playsAgain] : [passes];
  }
  const own = way.pieces[0];
  const isOwn = (p: { colour: number; piece: number }) =>
    p.colour === own.colour && p.piece === own.piece;
  const parts: string[] = [];
  if (outcome.from !== outcome.to)
    parts.push(words.from(words.square(outcome.from), words.square(outcome.to)));
  else if (actionOf(way.move).die <= 20) parts.push(words.stays(words.square(outcome.to)));
  if (outcome.bounces) parts.push(words.bounce);
  if (outcome.goal) parts.push(words.goal);
  if (outcome.sent.some(isOwn) && outcome.from !== HOME) parts.push(words.burnt);
  const sent = outcome.sent.filter((s) => !isOwn(s)).map((s) => words.piece(s.colour, s.piece));
  if (sent.length > 0) parts.push(words.eats(sent));
  for (const kind of new Set(outcome.changed.map((c) => c.state))) {
    const who = outcome.changed.filter((c) => c.state === kind);
    const names = who.map((c) => words.piece(c.colour, c.piece));
    parts.push(
      words.becomes(names.length > 4 ? [words.pieces(names.length)] : names, words.state(kind)),
    );
  }
  if (outcome.takes.length > 0) parts.push(words.takes(outcome.takes.map(words.die)));
  if (way.again) parts.push(words.playsAgain);
  return parts;
}

export function moveTitle(move: string, words: ParchisWords): string {
  const { die, piece } = actionOf(move);
  if (!piece) return words.passWith(words.die(die));
  const { colour, piece: number } = pieceNamed(piece);
  return words.play(words.die(die), words.piece(colour, number));
}

/** Where a piece stands and how it is. */
export function pieceParts(
  state: ParchisState,
  colour: number,
  piece: number,
  words: ParchisWords,
): string[] {
  const [square, kind, left] = state.pieces[colour][piece];
  const parts = [words.piece(colour, piece), words.square(square)];
  if (kind !== 0)
    parts.push(left > 0 ? `${words.state(kind)}, ${words.lasts(left)}` : words.state(kind));
  if (barriersOf(state).some((b) => b.colour === colour && b.square === square))
    parts.push(words.barrier);
  if (SAFE.includes(square)) parts.push(words.safe);
  return parts;
}

/** The worth of a move, or of the best of several. */
export function worthOf(
  thoughts: Thoughts | null,
  moves: string[],
): { value: number; text: string; best: boolean } | null {
  let top: { value: number; text: string; best: boolean } | null = null;
  for (const t of thoughts?.moves ?? []) {
    if (t.value === null || !moves.includes(t.move) || (top && top.value >= t.value)) continue;
    top = { value: t.value, text: estimate(t.value, t.error), best: false };
  }
  if (top && thoughts) top.best = thoughts.best !== null && moves.includes(thoughts.best);
  return top;
}
