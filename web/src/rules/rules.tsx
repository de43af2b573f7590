// The rules of a game, for players: on a page of their own, or over a game.

import { useEffect } from "preact/hooks";
import { Emblem } from "../games/emblem";
import { GAME_PAGES } from "../games/games";
import type { GameName } from "../messages";
import { Dialog } from "../parts/dialog";
import { useSpeech } from "../words/words";
import { Markup } from "./markup";

function RulesText({ game, spec = game }: { game: GameName; spec?: string }) {
  const { words, language } = useSpeech();
  const { rules, figures = {} } = GAME_PAGES[game];
  return (
    <div class="rules">
      <Markup text={rules[language]} spec={spec} figures={figures} />
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
  const { words, game: inWords } = useSpeech();
  return (
    <Dialog title={words.rules.title(inWords(game).title)} onClose={onClose} wide>
      <RulesText game={game} spec={spec} />
    </Dialog>
  );
}

export function RulesPage({ game }: { game: GameName }) {
  const { words, game: inWords } = useSpeech();
  const title = words.rules.title(inWords(game).title);
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
