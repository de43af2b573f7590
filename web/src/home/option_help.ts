// The help of an option, which is written for whoever types it, said for whoever sees a form.

import type { Option } from "../messages";
import type { Words } from "../words/en";

export function choiceName(option: string, value: string, words: Words): string {
  return words.setup.optionValues[option]?.[value] ?? value;
}

/** `help` is that of the option in the reader's language; `named`: it is an option of a game. */
export function helpText(option: Option, help: string, named: boolean, words: Words): string {
  const { setup } = words;
  const values: [string, string][] =
    option.kind === "switch"
      ? [
          ["1", setup.ticked],
          ["0", setup.unticked],
        ]
      : named
        ? (option.choices ?? []).map((value) => [value, choiceName(option.name, value, words)])
        : [];
  let said = help;
  for (const [value, name] of values)
    said = said.replace(new RegExp(`(^|; )${value}: `), (_, before) => `${before}${name}: `);
  const quoted = (_: string, name: string) => setup.quoted(setup.optionNames[name] ?? name);
  if (named) said = said.replace(/`([a-z-]+)`/g, quoted);
  return said.charAt(0).toUpperCase() + said.slice(1);
}
