// The games by the names that the catalogue has: those that have a folder here, and any other.

import type { GameName } from "../messages";
import { page as cantstop } from "./cantstop";
import type { GamePage } from "./game_page";
import { page as kittens } from "./kittens";
import { page as parchis } from "./parchis";
import { page as y } from "./y";

const PAGES = new Map<GameName, GamePage>(Object.entries({ cantstop, y, kittens, parchis }));

/** The games with a folder, in the order in which they are offered. */
export const GAMES: readonly GameName[] = [...PAGES.keys()];

/** What the page has for a game; null: nothing but a plain board. */
export function pageOf(game: GameName): GamePage | null {
  return PAGES.get(game) ?? null;
}

/** What the service says of games: how those without a folder are called. */
const known = new Map<GameName, { title: string; summary: string }>();

export function learnGame(name: GameName, title: string, summary?: string): void {
  known.set(name, { title, summary: summary ?? known.get(name)?.summary ?? "" });
}

export function knownGame(name: GameName): { title: string; summary: string } {
  return known.get(name) ?? { title: name, summary: "" };
}
