// A form made from a list of options, as games and bots have them.

import type { JSX } from "preact";
import type { Option } from "../messages";
import { useSpeech } from "../words/words";
import { choiceName, helpText } from "./option_help";

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
  named?: boolean; // options of a game have names in both languages
}

function Field({ option, value, onChange, prefix, named }: FieldProps) {
  const { words, said, language } = useSpeech();
  const id = `${prefix}-${option.name}`;
  const label = named ? (
    (words.setup.optionNames[option.name] ?? option.name)
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
      {helpText(option, said(option.help), named === true, words)}
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
              {named ? choiceName(option.name, choice, words) : choice}
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
  named?: boolean;
  presets?: Presets;
}

/** One choice for several options; it shows which set they are. */
function PresetField({
  presets,
  options,
  values,
  onChange,
  prefix,
}: Props & { presets: Presets }): JSX.Element {
  const { words } = useSpeech();
  const id = `${prefix}-${presets.option}`;
  const set = presetOf(presets, options, values);
  return (
    <div class="field">
      <label for={id}>{words.setup.optionNames[presets.option]}</label>
      <select
        id={id}
        value={set}
        onChange={(event) => onChange({ ...values, ...presets.sets[event.currentTarget.value] })}
      >
        {Object.keys(presets.sets).map((name) => (
          <option key={name} value={name}>
            {choiceName(presets.option, name, words)}
          </option>
        ))}
        {set === "" && <option value="">{words.setup.ownRules}</option>}
      </select>
    </div>
  );
}

const SHOWN_AT_ONCE = 4;

export function OptionForm(props: Props) {
  const { options, values, onChange, prefix, named, presets } = props;
  const { words } = useSpeech();
  const field = (option: Option) =>
    option.name === presets?.option ? (
      <PresetField key={option.name} {...props} presets={presets} />
    ) : (
    <Field
      key={option.name}
      option={option}
      value={values[option.name]}
      onChange={(value) => onChange({ ...values, [option.name]: value })}
      prefix={prefix}
      named={named}
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
