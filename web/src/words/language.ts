// What a language has, and how one that lacks something is completed by English.

import type { GameWords } from "../games/game_page";
import type { Words } from "./en";

export type Partial<T> = T extends (...parts: never[]) => unknown
  ? T
  : T extends readonly unknown[]
    ? T
    : T extends object
      ? { [K in keyof T]?: Partial<T[K]> }
      : T;

/**
 * A language of the page, in a file of its own: words of the page, of the games, the rules of games.
 * What is missing is said in English.
 */
export type LanguageFile = Partial<Words> & {
  games?: Record<string, Partial<GameWords>>;
  rules?: Record<string, string>;
};

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `given`, and where it has nothing, `base`. */
export function complete<T>(base: T, given: unknown): T {
  if (given === undefined) return base;
  if (!isTable(base) || !isTable(given)) return given as T;
  const all: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(given)) all[key] = complete(all[key], value);
  return all as T;
}

/** The keys of `base` that `given` lacks, as "setup.title". */
export function missingKeys(base: unknown, given: unknown, path = ""): string[] {
  if (given === undefined) return [path];
  if (!isTable(base)) return [];
  if (!isTable(given)) return [path];
  return Object.entries(base).flatMap(([key, value]) =>
    missingKeys(value, given[key], path === "" ? key : `${path}.${key}`),
  );
}
