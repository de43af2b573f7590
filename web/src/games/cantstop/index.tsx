// Can't Stop on the page.

import rulesEn from "../../../../src/games/cantstop/rules.md";
import rulesEs from "../../../../src/games/cantstop/rules.es.md";
import type { GamePage } from "../game_page";
import { CantStopBoard } from "./board";
import { CantStopEmblem } from "./emblem";
import { en } from "./en";
import { es } from "./es";
import { figures } from "./figures";

export const page: GamePage = {
  Board: CantStopBoard as unknown as GamePage["Board"],
  Emblem: CantStopEmblem,
  figures,
  presets: {
    option: "rules",
    sets: {
      official: { forced: "1", closed: "1", blocking: "none", columns: "3" },
      seed: { forced: "0", closed: "0", blocking: "none", columns: "3" },
    },
  },
  rules: { en: rulesEn, es: rulesEs },
  words: { en, es },
};
