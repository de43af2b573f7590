// The first page: four games, the games of this browser, a record to load.

import { useEffect, useState } from "preact/hooks";
import { catalog, ServiceError } from "../api";
import { Emblem } from "../games/emblem";
import { GAMES, learnGame } from "../games/games";
import type { Catalog, GameEntry } from "../messages";
import { TokenForm } from "../parts/token";
import { Trouble } from "../parts/trouble";
import { settings } from "../store";
import { useSpeech } from "../words/words";
import { KeptGames } from "./kept";
import { SetupDialog } from "./setup";
import { newGame, start, usualSetup } from "./start";

interface CardProps {
  name: GameEntry["name"];
  entry: GameEntry | null;
  busy: boolean;
  onPlay: (entry: GameEntry) => void;
  onSetUp: (entry: GameEntry) => void;
}

function GameCard({ name, entry, busy, onPlay, onSetUp }: CardProps) {
  const { words, game, foreign } = useSpeech();
  const { title, motto } = game(name);
  return (
    <li class={`card card-${name}`}>
      <Emblem game={name} />
      <h2 lang={foreign(name)}>{title}</h2>
      <p lang={foreign(name)}>{motto}</p>
      <p class="note card-against" id={`against-${name}`}>
        {words.home.playNowAgainst(words.setup.medium, words.setup.strength.medium)}
      </p>
      <div class="card-buttons">
        <button
          type="button"
          class="main"
          disabled={!entry || busy}
          aria-label={`${title}: ${words.home.playNow}`}
          aria-describedby={`against-${name}`}
          onClick={() => entry && onPlay(entry)}
        >
          {words.home.playNow}
        </button>
        <button
          type="button"
          disabled={!entry}
          aria-label={`${title}: ${words.home.setUp}`}
          onClick={() => entry && onSetUp(entry)}
        >
          {words.home.setUp}
        </button>
        <a class="button" href={`/rules/${name}`} aria-label={`${title}: ${words.home.readRules}`}>
          {words.home.readRules}
        </a>
      </div>
    </li>
  );
}

/** Those with a folder first; before the catalogue is there, nothing is known of others. */
function offered(games: Catalog | null): readonly string[] {
  if (!games) return GAMES;
  const names = games.games.map((game) => game.name);
  return [
    ...GAMES.filter((name) => names.includes(name)),
    ...names.filter((name) => !GAMES.includes(name)),
  ];
}

export function Home() {
  const { words } = useSpeech();
  const [games, setGames] = useState<Catalog | null>(null);
  const [chosen, setChosen] = useState<GameEntry | null>(null);
  const [trouble, setTrouble] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);

  const load = () => {
    setTrouble(null);
    catalog().then((found) => {
      for (const { name, title, summary } of found.games) learnGame(name, title, summary);
      setGames(found);
    }, setTrouble);
  };
  useEffect(load, []);
  useEffect(() => {
    document.title = `tahur · ${words.page.motto}`;
  }, [words]);

  const attempt = async (what: () => Promise<void>) => {
    setBusy(true);
    setTrouble(null);
    try {
      await what();
    } catch (error) {
      setTrouble(error);
      setBusy(false);
    }
  };
  const playNow = (entry: GameEntry) => {
    const setup = usualSetup(entry);
    setup.seats[0].name = settings().name;
    return attempt(() => start(newGame(entry, setup)));
  };
  const loadRecord = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const file = input.files?.[0];
    if (file) void attempt(async () => start({ record: await file.text(), hints: true }));
    input.value = "";
  };

  if (trouble instanceof ServiceError && trouble.code === "token") return <TokenForm />;
  return (
    <div class="home">
      <h1>{words.home.choose}</h1>
      {trouble !== null && (
        <div class="trouble-row">
          <Trouble error={trouble} />
          {!games && (
            <button type="button" onClick={load}>
              {words.page.retry}
            </button>
          )}
        </div>
      )}
      <ul class="cards">
        {offered(games).map((name) => (
          <GameCard
            key={name}
            name={name}
            entry={games?.games.find((game) => game.name === name) ?? null}
            busy={busy}
            onPlay={playNow}
            onSetUp={setChosen}
          />
        ))}
      </ul>
      <div class="home-rest">
        <section aria-labelledby="your-games">
          <h2 id="your-games">{words.home.yourGames}</h2>
          <KeptGames />
        </section>
        <section aria-labelledby="load">
          <h2 id="load">{words.home.load}</h2>
          <p class="note">{words.home.loadHelp}</p>
          <label class="button file">
            {words.home.loadButton}
            <input type="file" onChange={loadRecord} />
          </label>
        </section>
      </div>
      {chosen && <SetupDialog game={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}
