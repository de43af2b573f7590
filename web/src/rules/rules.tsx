// The rules of a game, for players: on a page of their own, or over a game.

import { useEffect } from "preact/hooks";
import { Emblem } from "../home/emblems";
import type { Language } from "../boards/props";
import type { GameName } from "../messages";
import { Dialog } from "../parts/dialog";
import { useSpeech } from "../words/words";
import { CANTSTOP } from "./cantstop";
import { FIGURES } from "./figures";
import { KITTENS } from "./kittens";
import { Markup } from "./markup";
import { PARCHIS } from "./parchis";
import { Y } from "./y";

const RULES: Record<GameName, Record<Language, string>> = {
  cantstop: CANTSTOP,
  y: Y,
  kittens: KITTENS,
  parchis: PARCHIS,
};

function RulesText({ game }: { game: GameName }) {
  const { words, language } = useSpeech();
  return (
    <div class="rules">
      <Markup text={RULES[game][language]} figures={FIGURES} />
      <p class="note">{words.rules.full}</p>
    </div>
  );
}

export function RulesDialog({ game, onClose }: { game: GameName; onClose: () => void }) {
  const { words } = useSpeech();
  return (
    <Dialog title={words.rules.title(words.games[game].title)} onClose={onClose} wide>
      <RulesText game={game} />
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
