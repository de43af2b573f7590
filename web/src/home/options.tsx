// A form made from a list of options, as games and bots have them.

import type { JSX } from "preact";
import type { GameName, Option } from "../messages";
import { useSpeech } from "../words/words";
import { helpText } from "./option_help";

export type Values = Record<string, string>;

/** What is not as usual, as the service wants it. */
export function chosenOptions(options: Option[], values: Values): Record<string, string | number> {
  const chosen: Record<string, string | number> = {};
  for (const option of options) {
    const text = values[option.name];
    if (text === undefined || text === "" || text === String(option.default)) continue;
    chosen[option.name] = option.kind === "choice" || option.kind === "text" ? text : Number(text);
  }
  return chosen;
}

interface FieldProps {
  option: Option;
  value: string | undefined;
  onChange: (value: string) => void;
  prefix: string;
  game: GameName;
  bot: string | null; // whose option it is; null: of the game itself
  nameOf: (option: string) => string;
}

function Field({ option, value, onChange, prefix, game, bot, nameOf }: FieldProps) {
  const { words, option: inWords, language } = useSpeech();
  const said = inWords(game, bot, option);
  const named = bot === null;
  const id = `${prefix}-${option.name}`;
  const label = named ? (
    said.name
  ) : (
    <code>{option.name}</code>
  );
  const usual = option.default === null ? "" : String(option.default);
  const shown = value ?? usual;
  const number = (n: number) => n.toLocaleString(language);
  const range =
    option.min !== null && option.max !== null && option.kind !== "switch"
      ? words.setup.from(number(option.min), number(option.max))
      : "";
  const help = (
    <small id={`${id}-help`} class="help">
      {helpText(option, said, named ? nameOf : null, words)}
      {range && ` (${range})`}
    </small>
  );
  if (option.kind === "switch")
    return (
      <div class="field switch">
        <label for={id}>
          <input
            id={id}
            type="checkbox"
            checked={shown === "1"}
            aria-describedby={`${id}-help`}
            onChange={(event) => onChange(event.currentTarget.checked ? "1" : "0")}
          />
          {label}
        </label>
        {help}
      </div>
    );
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {option.choices ? (
        <select
          id={id}
          value={shown}
          aria-describedby={`${id}-help`}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {option.default === null && <option value="">{words.setup.byDefault}</option>}
          {option.choices.map((choice) => (
            <option key={choice} value={choice}>
              {said.values[choice] ?? choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type={option.kind === "text" ? "text" : "number"}
          inputMode={
            option.kind === "integer" ? "numeric" : option.kind === "decimal" ? "decimal" : "text"
          }
          min={option.min ?? undefined}
          max={option.max ?? undefined}
          step={option.kind === "integer" ? 1 : option.kind === "decimal" ? "any" : undefined}
          value={shown}
          placeholder={option.default === null ? words.setup.byDefault : usual}
          aria-describedby={`${id}-help`}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {help}
    </div>
  );
}

export interface Presets {
  option: string;
  sets: Record<string, Values>;
}

/** The set that these values are, or "". */
export function presetOf(presets: Presets, options: Option[], values: Values): string {
  const value = (name: string) =>
    values[name] ?? String(options.find((option) => option.name === name)?.default);
  const found = Object.entries(presets.sets).find(([, set]) =>
    Object.entries(set).every(([name, text]) => value(name) === text),
  );
  return found ? found[0] : "";
}

interface Props {
  options: Option[];
  values: Values;
  onChange: (values: Values) => void;
  prefix: string;
  game: GameName;
  bot?: string; // whose options these are; none: of the game itself
  presets?: Presets;
}

/** One choice for several options; it shows which set they are. */
function PresetField({
  option,
  presets,
  options,
  values,
  onChange,
  prefix,
  game,
}: Props & { option: Option; presets: Presets }): JSX.Element {
  const { words, option: inWords } = useSpeech();
  const said = inWords(game, null, option);
  const id = `${prefix}-${presets.option}`;
  const set = presetOf(presets, options, values);
  return (
    <div class="field">
      <label for={id}>{said.name}</label>
      <select
        id={id}
        value={set}
        onChange={(event) => onChange({ ...values, ...presets.sets[event.currentTarget.value] })}
      >
        {Object.keys(presets.sets).map((name) => (
          <option key={name} value={name}>
            {said.values[name] ?? name}
          </option>
        ))}
        {set === "" && <option value="">{words.setup.ownRules}</option>}
      </select>
    </div>
  );
}

const SHOWN_AT_ONCE = 4;

export function OptionForm(props: Props) {
  const { options, values, onChange, prefix, game, bot, presets } = props;
  const { words, option: inWords } = useSpeech();
  const nameOf = (name: string) => {
    const option = options.find((other) => other.name === name);
    return option ? inWords(game, bot ?? null, option).name : name;
  };
  const field = (option: Option) =>
    option.name === presets?.option ? (
      <PresetField key={option.name} {...props} option={option} presets={presets} />
    ) : (
    <Field
      key={option.name}
      option={option}
      value={values[option.name]}
      onChange={(value) => onChange({ ...values, [option.name]: value })}
      prefix={prefix}
      game={game}
      bot={bot ?? null}
      nameOf={nameOf}
    />
    );
  // The service may leave a number no room: then there is nothing to choose.
  const open = options.filter((option) => option.min === null || option.min !== option.max);
  const first = open.length > SHOWN_AT_ONCE + 1 ? open.slice(0, SHOWN_AT_ONCE) : open;
  const rest = open.slice(first.length);
  return (
    <>
      <div class="fields">{first.map(field)}</div>
      {rest.length > 0 && (
        <details>
          <summary>{words.setup.more}</summary>
          <div class="fields">{rest.map(field)}</div>
        </details>
      )}
    </>
  );
}
