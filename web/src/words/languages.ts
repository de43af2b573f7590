// The languages of the page, each completed by English.

import { languages } from "tahur:languages";
import type { GameWords } from "../games/game_page";
import { pageOf } from "../games/games";
import { en } from "./en";
import type { Words } from "./en";
import { complete } from "./language";

/** By their tags, English first. */
export const LANGUAGES: readonly string[] = [
  "en",
  ...Object.keys(languages).filter((tag) => tag !== "en"),
];

/** What a language is called in that language. */
export const languageName = (tag: string): string => languages[tag].language ?? tag;

const pages = new Map<string, Words>();

export function pageWords(tag: string): Words {
  let words = pages.get(tag);
  if (!words) pages.set(tag, (words = complete(en, languages[tag])));
  return words;
}

const games = new Map<string, GameWords>();

/** Of a game with a folder; null: it has none. */
export function gameWords(tag: string, game: string): GameWords | null {
  const page = pageOf(game);
  if (!page) return null;
  const key = `${tag} ${game}`;
  let words = games.get(key);
  if (!words) {
    const own = complete<unknown>(page.words[tag], languages[tag]?.games?.[game]);
    games.set(key, (words = complete(page.words.en, own)));
  }
  return words;
}

/** The rules for players, and the language they are in; null: the page has none. */
export function gameRulesIn(tag: string, game: string): { text: string; tag: string } | null {
  const page = pageOf(game);
  if (!page) return null;
  const own = languages[tag]?.rules?.[game] ?? page.rules[tag];
  return own === undefined ? { text: page.rules.en, tag: "en" } : { text: own, tag };
}
