// What this browser remembers: its games with their keys, and how the person likes things.

import type { GameName } from "./messages";

export interface KeptGame {
  id: string;
  key: string | null;
  game: GameName;
  names: string[];
  /** Links of other seats, which only the player who made the game has. */
  links: { seat: number; key: string }[];
  seen: number; // milliseconds since 1970
  over: boolean;
}

const GAMES_KEPT = 40;

function read<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`tahur.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise; // a browser that keeps nothing, or something else under that name
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(`tahur.${name}`, JSON.stringify(value));
  } catch {
    // Full, or forbidden: the page works without.
  }
}

export function keptGames(): KeptGame[] {
  const games = read<unknown>("games", []);
  return Array.isArray(games) ? (games as KeptGame[]) : [];
}

export function keepGame(game: KeptGame): void {
  const others = keptGames().filter((other) => other.id !== game.id);
  write("games", [game, ...others].slice(0, GAMES_KEPT));
}

export function forgetGame(id: string): void {
  write(
    "games",
    keptGames().filter((game) => game.id !== id),
  );
}

export function keptGame(id: string): KeptGame | null {
  return keptGames().find((game) => game.id === id) ?? null;
}

/** Light, dark, or as the system is set. */
export type Theme = "system" | "light" | "dark";

export interface Settings {
  language: string | null; // null: as the browser says
  name: string;
  motion: boolean;
  theme: Theme;
}

export function settings(): Settings {
  return { language: null, name: "", motion: true, theme: "system", ...read<Partial<Settings>>("settings", {}) };
}

export function changeSettings(change: Partial<Settings>): void {
  write("settings", { ...settings(), ...change });
}

/** The last set-up of a game, to begin with it next time. */
export function keptSetup<T>(game: GameName): T | null {
  return read<T | null>(`setup.${game}`, null);
}

export function keepSetup(game: GameName, setup: unknown): void {
  write(`setup.${game}`, setup);
}
