// A move of Parchís is a die and a piece. What can be chosen, with the one or the other already
// chosen; and what a move does, from the ways that the service tells.

import type { ParchisExtra, ParchisState } from "../../messages";
import { FIRST_SPECIAL, SPECIALS } from "./emblems";
import { COLOURS, GOAL, HOME } from "./geometry";

export type Way = ParchisExtra["ways"][number];

/** "5 yellow 2" or "pass 5"; of a pass the piece is null. */
export interface Action {
  move: string;
  die: number;
  piece: string | null; // "yellow 2"
}

export function dieNumber(name: string): number {
  const special = (SPECIALS as readonly string[]).indexOf(name);
  return special >= 0 ? FIRST_SPECIAL + special : Number(name);
}

export function actionOf(move: string): Action {
  const [first, second, third] = move.split(" ");
  if (first === "pass") return { move, die: dieNumber(second), piece: null };
  return { move, die: dieNumber(first), piece: `${second} ${third}` };
}

export function pieceName(colour: number, piece: number): string {
  return `${COLOURS[colour]} ${piece}`;
}

export function pieceNamed(name: string): { colour: number; piece: number } {
  const [colour, piece] = name.split(" ");
  return { colour: (COLOURS as readonly string[]).indexOf(colour), piece: Number(piece) };
}

/** The dice that whoever is in turn could use, in the order in which they lie there. */
export function diceInTurn(state: ParchisState): number[] {
  const forced = forcedDie(state);
  if (forced) return [forced];
  return [...poolOf(state, state.color), ...state.special[state.player]];
}

/** The unspent dice of a colour; with `rules=course` a player has one pool, kept by its first colour. */
export function poolOf(state: ParchisState, colour: number): number[] {
  return (state.dice.length === 4 ? state.dice[colour] : state.dice[colour & 1]) ?? [];
}

/** The 10 or 20 that must be played now, or 0. */
export function forcedDie(state: ParchisState): number {
  if (!state.forced) return 0;
  return state.dice.length === 4 ? state.forced[0] : state.forced[state.player];
}

/** What a way comes to, for words and marks. */
export interface Outcome {
  from: number;
  to: number;
  path: number[];
  sent: { colour: number; piece: number; from: number }[]; // home, the piece itself included
  changed: { colour: number; piece: number; state: number }[];
  takes: number[];
  bounces: boolean;
  goal: boolean;
}

export function outcomeOf(way: Way, state: ParchisState): Outcome | null {
  const own = way.pieces[0];
  const { piece } = actionOf(way.move);
  if (!own || !piece) return null;
  const to = own.path[own.path.length - 1];
  const sent = way.pieces.flatMap(({ colour, piece, path }) =>
    path.length > 1 && path[path.length - 1] === HOME ? [{ colour, piece, from: path[0] }] : [],
  );
  const changed = way.pieces.flatMap((p) => {
    const home = p.path[p.path.length - 1] === HOME;
    const [, now, left] = state.pieces[p.colour][p.piece];
    // States of the player's own pieces that run out with this turn would do so by any move.
    const ends =
      p !== way.pieces[0] && p.state === 0 && left <= 1 && (p.colour & 1) === state.player;
    return p.state !== now && !(home && p.state === 0) && !ends
      ? [{ colour: p.colour, piece: p.piece, state: p.state }]
      : [];
  });
  const from = own.path[0];
  return {
    from,
    to,
    path: own.path,
    sent,
    changed,
    takes: way.takes,
    bounces: way.bounces,
    goal: to === GOAL && from !== GOAL,
  };
}

/** Two pieces of a colour on one square, neither a ghost nor a mini, bar it to others. */
export function barriersOf(state: ParchisState): { colour: number; square: number }[] {
  return state.pieces.flatMap((pieces, colour) => {
    const squares = pieces
      .filter(([square, kind]) => square !== HOME && square < GOAL && kind !== 2 && kind !== 3)
      .map(([square]) => square);
    const twice = squares.filter((square, i) => squares.indexOf(square) !== i);
    return [...new Set(twice)].map((square) => ({ colour, square }));
  });
}
