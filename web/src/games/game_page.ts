// What the folder of a game has for the page.

import type { FunctionComponent, JSX } from "preact";
import type { BoardProps, Language } from "../boards/props";

/** A game in one language. */
export interface GameWords<B = unknown> {
  title: string;
  /** What it is like, in a sentence. */
  motto: string;
  /** What its board says. */
  board: B;
  /** A move as people say it. What the service calls it stays what is sent back. */
  move: (move: string) => string;
  /** What the service tells in English, in this language; null: not known. */
  told?: (text: string) => string | null;
}

export interface GamePage {
  /** Each board knows the state of its own game. */
  Board: FunctionComponent<BoardProps<unknown, unknown>>;
  /** A small picture of the game. */
  Emblem: () => JSX.Element;
  /** The mark of a player; without one, the shape and colour of the seat. */
  Mark?: FunctionComponent<{ seat: number }>;
  /** Pictures within the rules, by name. */
  figures?: Record<string, () => JSX.Element>;
  /** Sets of options that one choice stands for, the usual one on the page first. */
  presets?: { option: string; sets: Record<string, Record<string, string>> };
  /** The rules for players. */
  rules: Record<Language, string>;
  words: Record<Language, GameWords>;
}
