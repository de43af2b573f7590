// The games of this browser.

import { useState } from "preact/hooks";
import { namesOf } from "../game/names";
import { Emblem } from "../games/emblem";
import { Icon } from "../parts/icon";
import { gameAddress } from "../route";
import { forgetGame, keptGames } from "../store";
import { useSpeech } from "../words/words";

export function KeptGames() {
  const { words, language, game } = useSpeech();
  const [games, setGames] = useState(keptGames);
  const place = navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
  const when = new Intl.DateTimeFormat(place, { dateStyle: "medium", timeStyle: "short" });
  if (games.length === 0) return <p class="note">{words.home.noGames}</p>;
  return (
    <ul class="kept">
      {games.map((kept) => {
        const title = game(kept.game).title;
        const who = namesOf(
          kept.names.map((name) => ({ name })),
          words,
        ).join(" – ");
        return (
          <li key={kept.id}>
            <a class="kept-link" href={gameAddress(kept.id, kept.key)}>
              <Emblem game={kept.game} />
              <span class="kept-what">
                <strong>{title}</strong> {who}
                <small>
                  {when.format(kept.seen)}
                  {kept.over && ` · ${words.home.over}`}
                </small>
              </span>
              <span class="kept-go">{kept.over ? words.home.look : words.home.goOn}</span>
            </a>
            <button
              type="button"
              class="quiet"
              aria-label={words.home.forget(`${title}, ${who}`)}
              onClick={() => {
                forgetGame(kept.id);
                setGames(keptGames());
              }}
            >
              <Icon name="close" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
