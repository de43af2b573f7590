// The little markup that the rules are written in: "## " begins a heading, "- " an item of a list, an
// empty line a paragraph, *…* is strong, and "{name}" alone on a line is a figure.

import type { ComponentChildren, JSX } from "preact";

function strong(text: string): ComponentChildren {
  return text.split("*").map((part, i) => (i % 2 === 1 ? <strong key={i}>{part}</strong> : part));
}

interface Block {
  kind: "heading" | "list" | "text" | "figure";
  lines: string[]; // of a list, its items
}

/** Lines that belong together; a line that begins nothing goes on with the one before. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const line of text.trim().split("\n")) {
    const figure = /^\{(\w+)\}$/.exec(line);
    if (line.trim() === "") open = null;
    else if (line.startsWith("## ")) blocks.push({ kind: "heading", lines: [line.slice(3)] });
    else if (figure) blocks.push({ kind: "figure", lines: [figure[1]] });
    else if (line.startsWith("- ")) {
      if (open?.kind !== "list") blocks.push((open = { kind: "list", lines: [] }));
      open.lines.push(line.slice(2));
    } else if (open) open.lines.push(`${open.lines.pop()} ${line}`);
    else blocks.push((open = { kind: "text", lines: [line] }));
  }
  return blocks;
}

interface Props {
  text: string;
  figures: Record<string, () => JSX.Element>;
}

export function Markup({ text, figures }: Props) {
  return (
    <>
      {blocksOf(text).map(({ kind, lines }, key) => {
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
            {lines.map((item, i) => (
              <li key={i}>{strong(item)}</li>
            ))}
          </ul>
        );
      })}
    </>
  );
}
