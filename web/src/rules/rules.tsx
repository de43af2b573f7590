// The rules of a game, for players: on a page of their own, or over a game.

import { useEffect } from "preact/hooks";
import { Emblem } from "../home/emblems";
import type { Language } from "../boards/props";
import type { GameName } from "../messages";
import { Dialog } from "../parts/dialog";
import { useSpeech } from "../words/words";
import cantstopEn from "../../../src/games/cantstop/rules.md";
import cantstopEs from "../../../src/games/cantstop/rules.es.md";
import kittensEn from "../../../src/games/kittens/rules.md";
import kittensEs from "../../../src/games/kittens/rules.es.md";
import parchisEn from "../../../src/games/parchis/rules.md";
import parchisEs from "../../../src/games/parchis/rules.es.md";
import yEn from "../../../src/games/y/rules.md";
import yEs from "../../../src/games/y/rules.es.md";
import { FIGURES } from "./figures";
import { Markup } from "./markup";

const RULES: Record<GameName, Record<Language, string>> = {
  cantstop: { en: cantstopEn, es: cantstopEs },
  y: { en: yEn, es: yEs },
  kittens: { en: kittensEn, es: kittensEs },
  parchis: { en: parchisEn, es: parchisEs },
};

function RulesText({ game, spec = game }: { game: GameName; spec?: string }) {
  const { words, language } = useSpeech();
  return (
    <div class="rules">
      <Markup text={RULES[game][language]} spec={spec} figures={FIGURES} />
      <p class="note">{words.rules.full}</p>
    </div>
  );
}

interface DialogProps {
  game: GameName;
  spec: string;
  onClose: () => void;
}

export function RulesDialog({ game, spec, onClose }: DialogProps) {
  const { words } = useSpeech();
  return (
    <Dialog title={words.rules.title(words.games[game].title)} onClose={onClose} wide>
      <RulesText game={game} spec={spec} />
    </Dialog>
  );
}

export function RulesPage({ game }: { game: GameName }) {
  const { words } = useSpeech();
  const title = words.rules.title(words.games[game].title);
  useEffect(() => {
    document.title = `${title} · tahur`;
  }, [title]);
  return (
    <article class="rules-page">
      <header>
        <Emblem game={game} />
        <h1>{title}</h1>
      </header>
      <RulesText game={game} />
      <a class="button" href="/">
        {words.rules.back}
      </a>
    </article>
  );
}
