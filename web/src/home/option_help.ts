// The help of an option, which is written for whoever types it, said for whoever sees a form.

import type { OptionWords } from "../games/game_page";
import type { Option } from "../messages";
import type { Words } from "../words/en";

/** `nameOf`: what other options are called in the form; null: as they are written. */
export function helpText(
  option: Option,
  said: Required<OptionWords>,
  nameOf: ((option: string) => string) | null,
  words: Words,
): string {
  const { setup } = words;
  const values: [string, string][] =
    option.kind === "switch"
      ? [
          ["1", setup.ticked],
          ["0", setup.unticked],
        ]
      : (option.choices ?? []).map((value) => [value, said.values[value] ?? value]);
  let { help } = said;
  for (const [value, name] of values)
    help = help.replace(new RegExp(`(^|; )${value}: `), (_, before) => `${before}${name}: `);
  if (nameOf)
    help = help.replace(/`([a-z-]+)`/g, (_, name: string) => setup.quoted(nameOf(name)));
  return help.charAt(0).toUpperCase() + help.slice(1);
}
