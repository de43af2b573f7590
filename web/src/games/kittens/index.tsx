// Kittens on the page.

import rulesEn from "../../../../src/games/kittens/rules.md";
import rulesEs from "../../../../src/games/kittens/rules.es.md";
import type { GamePage } from "../game_page";
import { KittensBoard } from "./board";
import { KittensEmblem } from "./emblem";
import { en } from "./en";
import { es } from "./es";

export const page: GamePage = {
  Board: KittensBoard as unknown as GamePage["Board"],
  Emblem: KittensEmblem,
  rules: { en: rulesEn, es: rulesEs },
  words: { en, es },
};
