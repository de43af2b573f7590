// Y on the page.

import rulesEn from "../../../../src/games/y/rules.md";
import rulesEs from "../../../../src/games/y/rules.es.md";
import type { GamePage } from "../game_page";
import { YBoard } from "./board";
import { YEmblem } from "./emblem";
import { en } from "./en";
import { es } from "./es";

export const page: GamePage = {
  Board: YBoard as unknown as GamePage["Board"],
  Emblem: YEmblem,
  figures: { y: YEmblem },
  rules: { en: rulesEn, es: rulesEs },
  words: { en, es },
};
