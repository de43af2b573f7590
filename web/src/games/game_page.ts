// What the folder of a game has for the page.

import type { FunctionComponent, JSX } from "preact";
import type { BoardProps } from "../boards/props";

/** What happened, as the service reports it: a key and its arguments (docs/api.md). */
export interface GameEvent {
  key: string;
}

/** For each key of E, an event with those arguments in words that follow a player's name. */
export type EventWords<E> = { [K in keyof E]: (event: E[K]) => string };

/** An option of a game: its name, what it does, what its choices are called. */
export interface OptionWords {
  name?: string;
  help?: string;
  values?: Record<string, string>;
}

/** A bot: what it is called, what it is, what its options do. */
export interface BotWords {
  name?: string;
  summary?: string;
  options?: Record<string, string>;
}

/** A game in one language. */
export interface GameWords<B = unknown, E = Record<string, never>> {
  title: string;
  /** What it is like, in a sentence. */
  motto: string;
  /** What its board says. */
  board: B;
  /** A move as people say it. What the service calls it stays what is sent back. */
  move: (move: string) => string;
  /** What happens in it, by the keys of the service. */
  events: EventWords<E>;
  /** By their names in the catalogue; what is missing here is said as the catalogue does, in English. */
  options: Record<string, OptionWords>;
  bots: Record<string, BotWords>;
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
  /** The rules for players, and all words, by language; English is always there. */
  rules: Record<string, string> & { en: string };
  words: Record<string, GameWords> & { en: GameWords };
}
