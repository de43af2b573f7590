// Setting a game up: its options, who sits where, time.

import { useState } from "preact/hooks";
import { pageOf } from "../games/games";
import type { GameEntry } from "../messages";
import { Dialog } from "../parts/dialog";
import { Trouble } from "../parts/trouble";
import { changeSettings, keepSetup, keptSetup, settings } from "../store";
import { useSpeech } from "../words/words";
import { OptionForm } from "./options";
import { Seats } from "./seats";
import { newGame, peopleOf, seatChoice, seatsOf, start, usualSetup } from "./start";
import type { Setup } from "./start";

const CLOCKS: [string, number, number][] = [
  ["1m+1s", 1, 1],
  ["3m+2s", 3, 2],
  ["5m+3s", 5, 3],
  ["15m+10s", 15, 10],
];

/** As many seats as the options say, those that were there kept. */
function fitSeats(game: GameEntry, setup: Setup): Setup {
  const seats = Array.from(
    { length: seatsOf(game, setup.options) },
    (_, seat) => setup.seats[seat] ?? seatChoice("medium"),
  );
  return { ...setup, seats };
}

function firstSetup(game: GameEntry): Setup {
  const kept = keptSetup<Setup>(game.name);
  if (kept && Array.isArray(kept.seats) && kept.options) return fitSeats(game, kept);
  const setup = usualSetup(game);
  setup.seats[0].name = settings().name;
  return setup;
}

function ClockField({ clock, onChange }: { clock: string; onChange: (clock: string) => void }) {
  const { words } = useSpeech();
  const known = clock === "" || CLOCKS.some(([text]) => text === clock);
  const [own, setOwn] = useState(!known);
  return (
    <div class="field">
      <label for="clock">{words.setup.clock}</label>
      <select
        id="clock"
        value={own ? "own" : clock}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          setOwn(chosen === "own");
          onChange(chosen === "own" ? clock || "10m+5s" : chosen);
        }}
      >
        <option value="">{words.setup.noClock}</option>
        {CLOCKS.map(([text, minutes, gain]) => (
          <option key={text} value={text}>
            {words.setup.minutes(minutes, gain)}
          </option>
        ))}
        <option value="own">{words.setup.clockOwn}</option>
      </select>
      {own && (
        <input
          aria-label={words.setup.clock}
          value={clock}
          onInput={(event) => onChange(event.currentTarget.value.trim())}
        />
      )}
      {own && <small class="help">{words.setup.clockHelp}</small>}
    </div>
  );
}

export function SetupDialog({ game, onClose }: { game: GameEntry; onClose: () => void }) {
  const { words, game: inWords } = useSpeech();
  const [setup, keepChange] = useState(() => firstSetup(game));
  const [trouble, setTrouble] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  // What was refused is another thing once something has been changed.
  const setSetup = (changed: Setup) => {
    keepChange(changed);
    setTrouble(null);
  };
  const people = peopleOf(setup);
  const watching = people === 0;
  const bots = people < setup.seats.length;

  const begin = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setTrouble(null);
    try {
      keepSetup(game.name, setup);
      const name = setup.seats.find((seat) => seat.who === "here")?.name.trim();
      if (name) changeSettings({ name });
      await start(newGame(game, setup));
    } catch (error) {
      setTrouble(error);
      setBusy(false);
    }
  };

  return (
    <Dialog title={words.setup.title(inWords(game.name).title)} onClose={onClose} wide>
      <form class={`setup game-${game.name}`} onSubmit={begin}>
        <section>
          <h3>{words.setup.seats}</h3>
          <Seats
            game={game}
            seats={setup.seats}
            onChange={(seats) => setSetup({ ...setup, seats })}
          />
          {watching && <p class="note">{words.setup.everyoneBot}</p>}
          {people > 1 && (
            <div class="field switch">
              <label for="hints">
                <input
                  id="hints"
                  type="checkbox"
                  checked={setup.hints === true}
                  aria-describedby="hints-help"
                  onChange={(event) =>
                    setSetup({ ...setup, hints: event.currentTarget.checked })
                  }
                />
                {words.setup.hints}
              </label>
              <small id="hints-help" class="help">
                {words.setup.hintsHelp}
              </small>
            </div>
          )}
        </section>
        <section>
          <h3>{words.setup.rules}</h3>
          <OptionForm
            options={game.options}
            values={setup.options}
            onChange={(options) => setSetup(fitSeats(game, { ...setup, options }))}
            prefix="option"
            game={game.name}
            presets={pageOf(game.name)?.presets}
          />
        </section>
        <section>
          <h3>{words.setup.time}</h3>
          <div class="fields">
            <ClockField clock={setup.clock} onChange={(clock) => setSetup({ ...setup, clock })} />
            {bots && (
              <div class="field">
                <label for="pace">{words.setup.pace}</label>
                <input
                  id="pace"
                  type="range"
                  min="0"
                  max="3000"
                  step="100"
                  value={setup.pace}
                  aria-valuetext={words.pace.value(setup.pace)}
                  onInput={(event) =>
                    setSetup({ ...setup, pace: Number(event.currentTarget.value) })
                  }
                />
                <small class="help">
                  {words.pace.value(setup.pace)} · {words.setup.paceHelp}
                </small>
              </div>
            )}
          </div>
        </section>
        <footer class="dialog-foot">
          <Trouble error={trouble} />
          <button type="button" onClick={onClose}>
            {words.setup.cancel}
          </button>
          <button type="submit" class="main" disabled={busy}>
            {watching ? words.setup.watch : words.setup.start}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
