// Who sits where.

import type { GameEntry } from "../messages";
import { PlayerMark } from "../parts/player_mark";
import { useSpeech } from "../words/words";
import { OptionForm } from "./options";
import type { SeatChoice, Who } from "./start";

interface SeatProps {
  game: GameEntry;
  seat: number;
  choice: SeatChoice;
  onChange: (choice: SeatChoice) => void;
}

function SeatForm({ game, seat, choice, onChange }: SeatProps) {
  const { words, bot: inWords } = useSpeech();
  const id = `seat-${seat}`;
  const bots = game.bots.filter((bot) => !["easy", "medium", "hard"].includes(bot.name));
  const chosen = bots.find((bot) => bot.name === choice.bot) ?? bots[0];
  const level = game.bots.find((bot) => bot.name === choice.who);
  const levels: Who[] = ["easy", "medium", "hard"];
  return (
    <fieldset class={`seat-form seat-${seat}`}>
      <legend>
        <PlayerMark game={game.name} seat={seat} />
        {words.setup.seat(seat + 1)}
        {seat === 0 && game.seats[1] > 1 && <small> · {words.setup.first}</small>}
      </legend>
      <div class="field">
        <label for={`${id}-who`}>{words.setup.kind}</label>
        <select
          id={`${id}-who`}
          value={choice.who}
          onChange={(event) =>
            onChange({
              ...choice,
              who: event.currentTarget.value as Who,
              bot: choice.bot || bots[0].name,
            })
          }
        >
          <option value="here">{words.setup.here}</option>
          <option value="link">{words.setup.link}</option>
          <optgroup label={words.setup.bot}>
            {levels.map((name) => (
              <option key={name} value={name}>
                {words.setup[name as "easy"]}
              </option>
            ))}
            <option value="bot">{words.setup.otherBot}</option>
          </optgroup>
        </select>
        {level && (
          <small class="help">{words.setup.strength[choice.who as "easy"]}</small>
        )}
        {level && (
          <details class="spec">
            <summary>{words.setup.spec}</summary>
            {inWords(game.name, level).summary}
          </details>
        )}
      </div>
      {(choice.who === "here" || choice.who === "link") && (
        <div class="field">
          <label for={`${id}-name`}>{words.setup.name}</label>
          <input
            id={`${id}-name`}
            maxLength={24}
            autoComplete="off"
            value={choice.name}
            placeholder={words.setup.person(seat + 1)}
            onInput={(event) => onChange({ ...choice, name: event.currentTarget.value })}
          />
        </div>
      )}
      {choice.who === "bot" && (
        <>
          <div class="field">
            <label for={`${id}-bot`}>{words.setup.whichBot}</label>
            <select
              id={`${id}-bot`}
              value={chosen.name}
              onChange={(event) =>
                onChange({ ...choice, bot: event.currentTarget.value, options: {} })
              }
            >
              {bots.map((bot) => (
                <option key={bot.name} value={bot.name}>
                  {inWords(game.name, bot).name}
                </option>
              ))}
            </select>
            <small class="help">{inWords(game.name, chosen).summary}</small>
          </div>
          {chosen.options.length > 0 && (
            <details>
              <summary>{words.setup.botOptions}</summary>
              <OptionForm
                options={chosen.options}
                values={choice.options}
                onChange={(options) => onChange({ ...choice, options })}
                prefix={id}
                game={game.name}
                bot={chosen.name}
              />
            </details>
          )}
        </>
      )}
    </fieldset>
  );
}

interface Props {
  game: GameEntry;
  seats: SeatChoice[];
  onChange: (seats: SeatChoice[]) => void;
}

export function Seats({ game, seats, onChange }: Props) {
  return (
    <div class="seats">
      {seats.map((choice, seat) => (
        <SeatForm
          key={seat}
          game={game}
          seat={seat}
          choice={choice}
          onChange={(changed) => onChange(seats.map((other, i) => (i === seat ? changed : other)))}
        />
      ))}
    </div>
  );
}
