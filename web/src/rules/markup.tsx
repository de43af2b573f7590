// The little markup that the rules are written in: "## " begins a heading, "- " an item of a list, an
// empty line a paragraph, *…* is strong, and "{name}" alone on a line is a figure; "{icon_name}" is a
// small one, for the item of a list that follows. What stands between
// "{option=value}" or "{option!=value}" and "{end}" is for games with that option only; the texts are written so
// that options which are not in the spec of a game do not equal any value named there.

import type { ComponentChildren, JSX } from "preact";

function strong(text: string): ComponentChildren {
  return text.split("*").map((part, i) => (i % 2 === 1 ? <strong key={i}>{part}</strong> : part));
}

interface Block {
  kind: "heading" | "list" | "text" | "figure";
  lines: string[]; // of a list, its items
  icons?: (string | null)[]; // of a list, their figures
}

/** Whether all terms of "a=b,c!=d" hold in a game with this spec. */
function holds(condition: string, spec: string): boolean {
  const given = spec.slice(spec.indexOf(":") + 1).split(",");
  return condition
    .split(",")
    .every((term) => given.includes(term.replace("!=", "=")) !== term.includes("!="));
}

/** The lines that hold in a game with this spec, without the conditions. */
export function linesFor(text: string, spec: string): string[] {
  const open: boolean[] = [];
  return text.split("\n").filter((line) => {
    const condition = /^\{(\w+!?=.*)\}$/.exec(line);
    if (condition) open.push(holds(condition[1], spec));
    else if (line === "{end}") open.pop();
    else return open.every(Boolean);
    return false;
  });
}

/** Lines that belong together; a line that begins nothing goes on with the one before. */
export function blocksOf(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  let icon: string | null = null;
  for (const line of lines) {
    const figure = /^\{(\w+)\}$/.exec(line);
    if (line.trim() === "") open = null;
    else if (figure?.[1].startsWith("icon_")) icon = figure[1];
    else if (line.startsWith("## ")) blocks.push({ kind: "heading", lines: [line.slice(3)] });
    else if (figure) blocks.push({ kind: "figure", lines: [figure[1]] });
    else if (line.startsWith("- ")) {
      if (open?.kind !== "list") blocks.push((open = { kind: "list", lines: [], icons: [] }));
      open.lines.push(line.slice(2));
      open.icons!.push(icon);
      icon = null;
    } else if (open) open.lines.push(`${open.lines.pop()} ${line}`);
    else blocks.push((open = { kind: "text", lines: [line] }));
  }
  return blocks;
}

interface Props {
  text: string;
  spec: string; // of the game: "parchis:rules=course"
  figures: Record<string, () => JSX.Element>;
}

export function Markup({ text, spec, figures }: Props) {
  return (
    <>
      {blocksOf(linesFor(text, spec)).map(({ kind, lines, icons }, key) => {
        if (kind === "heading") return <h3 key={key}>{lines[0]}</h3>;
        if (kind === "text") return <p key={key}>{strong(lines[0])}</p>;
        if (kind === "figure") {
          const Figure = figures[lines[0]];
          return (
            <figure key={key}>
              <Figure />
            </figure>
          );
        }
        return (
          <ul key={key}>
            {lines.map((item, i) => {
              const Icon = icons?.[i] ? figures[icons[i]!] : undefined;
              return (
                <li key={i} class={Icon ? "with-icon" : undefined}>
                  {Icon && <Icon />}
                  <span>{strong(item)}</span>
                </li>
              );
            })}
          </ul>
        );
      })}
    </>
  );
}
