// Parchís on the page.

import rulesEn from "../../../../src/games/parchis/rules.md";
import rulesEs from "../../../../src/games/parchis/rules.es.md";
import type { GamePage } from "../game_page";
import { ParchisBoard } from "./board";
import { ParchisEmblem } from "./emblem";
import { en } from "./en";
import { es } from "./es";
import { ColourMark } from "./pieces";

/** A player of Parchís has two colours. */
function TwoColours({ seat }: { seat: number }) {
  return (
    <span class="two-marks" aria-hidden="true">
      <ColourMark colour={seat} />
      <ColourMark colour={seat + 2} />
    </span>
  );
}

export const page: GamePage = {
  Board: ParchisBoard as unknown as GamePage["Board"],
  Emblem: ParchisEmblem,
  Mark: TwoColours,
  figures: { parchis: ParchisEmblem },
  rules: { en: rulesEn, es: rulesEs },
  words: { en, es },
};
