// What led to the position, and where the game stands.

import { useMemo, useRef } from "preact/hooks";
import type { ParchisExtra, ParchisState } from "../../messages";
import type { Way } from "./choice";
import type { GameEvent } from "../game_page";
import type { ParchisWords } from "./en";
import type { Ply } from "./events";
import { COLOURS, CORRIDOR, GOAL, HOME } from "./geometry";
import type { BoardProps } from "../../boards/props";

export type ParchisProps = BoardProps<ParchisState, ParchisExtra, ParchisWords>;

/** The way of the step that led here; the message before told it, and the state forgets it. */
export function useLastWay(
  p: ParchisProps,
): { way: Way; text: string; seat: number | null } | null {
  const shown = useRef<{ state: ParchisState; extra: ParchisExtra } | null>(null);
  const last = useRef<{ way: Way; text: string; seat: number | null } | null>(null);
  return useMemo(() => {
    const before = shown.current;
    if (before && before.state !== p.state) {
      const step = p.recent.length === 1 ? p.recent[0] : null;
      const way = before.extra.ways.find((w) => w.move === step?.move);
      last.current = way && step ? { way, text: p.told(step), seat: step.seat } : null;
    }
    shown.current = { state: p.state, extra: p.extra };
    return last.current ?? wayOfStep(p);
  }, [p.state, p.last]);
}

/** Of a position that was not reached on this page: from where to where, as the service reports it. */
function wayOfStep(p: ParchisProps): { way: Way; text: string; seat: number | null } | null {
  const step = p.last[p.last.length - 1];
  const ply = step?.events?.find((event) => event.key !== "passed") as (Ply & GameEvent) | undefined;
  if (!step || !ply) return null;
  const square = (name: string) =>
    name === "home"
      ? HOME
      : name === "goal"
        ? GOAL
        : name.startsWith("c")
          ? CORRIDOR - 1 + Number(name.slice(1))
          : Number(name);
  const path = [square(ply.from), square(ply.to)];
  const colour = (COLOURS as readonly string[]).indexOf(ply.colour);
  if (colour < 0 || path.some(Number.isNaN)) return null;
  const piece = { colour, piece: ply.piece, path: path[0] === path[1] ? [path[0]] : path, state: 0 };
  const way = { move: step.move ?? "", pieces: [piece], takes: [], bounces: false, again: false };
  return { way, text: p.told(step), seat: step.seat };
}

export function headline(
  p: ParchisProps,
  names: string[],
  words: ParchisWords,
): { text: string; colour: number } {
  const { state } = p;
  const winner = p.over ? p.over.result.indexOf(1) : state.winner;
  if (winner >= 0) {
    if (state.win_color >= 0)
      return { text: words.wins(names[winner], state.win_color), colour: state.win_color };
    const bounced = state.winner >= 0;
    return { text: (bounced ? words.bounced : words.won)(names[winner]), colour: winner };
  }
  if (p.over) return { text: words.over, colour: state.color };
  return { text: words.turn(names[state.player], state.color), colour: state.color };
}
