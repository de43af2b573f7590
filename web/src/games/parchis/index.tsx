// Parchís on the page.

import rulesEn from "../../../../src/games/parchis/rules.md";
import rulesEs from "../../../../src/games/parchis/rules.es.md";
import type { GamePage } from "../game_page";
import { ParchisBoard } from "./board";
import { ParchisEmblem } from "./emblem";
import { en } from "./en";
import { es } from "./es";
import { AnyDie } from "./dice";
import { FIRST_SPECIAL, SPECIALS } from "./emblems";
import { ColourMark, PieceDrawing } from "./pieces";

/** A player of Parchís has two colours. */
function TwoColours({ seat }: { seat: number }) {
  return (
    <span class="two-marks" aria-hidden="true">
      <ColourMark colour={seat} />
      <ColourMark colour={seat + 2} />
    </span>
  );
}

/** The dice and states of the rules, drawn as on the board. */
const icons = Object.fromEntries([
  ...SPECIALS.map((name, i) => [
    `icon_${name.replace("-", "_")}`,
    () => (
      <svg class="rules-icon" viewBox="-15 -15 30 30" aria-hidden="true">
        <AnyDie die={FIRST_SPECIAL + i} size={28} />
      </svg>
    ),
  ]),
  ...[1, 2, 3, 4, 5].map((state) => [
    `icon_state_${state}`,
    () => (
      <svg class="rules-icon" viewBox="-20 -20 40 40" aria-hidden="true">
        <PieceDrawing colour={0} piece={1} state={state} radius={state === 5 ? 18 : 12} />
      </svg>
    ),
  ]),
]);

export const page: GamePage = {
  Board: ParchisBoard as unknown as GamePage["Board"],
  Emblem: ParchisEmblem,
  Mark: TwoColours,
  figures: { parchis: ParchisEmblem, ...icons },
  rules: { en: rulesEn, es: rulesEs },
  words: { en, es },
};
