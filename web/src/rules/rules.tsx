// The rules of a game, for players: on a page of their own, or over a game.

import { useEffect, useState } from "preact/hooks";
import { gameRules, ServiceError } from "../api";
import { Emblem } from "../games/emblem";
import { learnGame, pageOf } from "../games/games";
import type { GameName } from "../messages";
import { Dialog } from "../parts/dialog";
import { Nowhere } from "../parts/nowhere";
import { Trouble } from "../parts/trouble";
import { gameRulesIn } from "../words/languages";
import { useSpeech } from "../words/words";
import { Markup } from "./markup";

/** The rules that the service has, of a game without a folder, with the options of this spec. */
function useServiceRules(
  game: GameName,
  spec: string,
): { text: string | null; trouble: unknown } {
  const [found, setFound] = useState<{ text: string | null; trouble: unknown }>({
    text: null,
    trouble: null,
  });
  useEffect(() => {
    if (pageOf(game)) return;
    let wanted = true;
    gameRules(spec).then(
      ({ title, rules }) => {
        learnGame(game, title);
        if (wanted) setFound({ text: rules ?? "", trouble: null });
      },
      (trouble) => wanted && setFound({ text: null, trouble }),
    );
    return () => {
      wanted = false;
    };
  }, [game, spec]);
  return found;
}

function RulesText({ game, spec = game }: { game: GameName; spec?: string }) {
  const { words, language } = useSpeech();
  const known = gameRulesIn(language, game);
  const own = useServiceRules(game, spec);
  if (own.trouble) return <Trouble error={own.trouble} />;
  if (known)
    return (
      <div class="rules" lang={known.tag === language ? undefined : known.tag}>
        <Markup text={known.text} spec={spec} figures={pageOf(game)?.figures ?? {}} />
        <p class="note">{words.rules.full}</p>
      </div>
    );
  if (own.text === "") return <p class="note">{words.rules.none}</p>;
  return (
    <div class="rules" lang="en">
      <Markup text={own.text ?? ""} spec={spec} figures={{}} />
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
  const { text, trouble } = useServiceRules(game, game);
  const title = words.rules.title(inWords(game).title);
  const missing = trouble instanceof ServiceError && trouble.code === "no-such-path";
  useEffect(() => {
    if (!missing) document.title = `${title} · tahur`;
  }, [title, text, missing]);
  if (missing) return <Nowhere />;
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
