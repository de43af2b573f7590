// The little markup that the rules are written in: "## " begins a heading, "- " an item of a list, an
// empty line a paragraph, *…* is strong, and "{name}" alone on a line is a figure.

import type { ComponentChildren, JSX } from "preact";

function strong(text: string): ComponentChildren {
  return text.split("*").map((part, i) => (i % 2 === 1 ? <strong key={i}>{part}</strong> : part));
}

function block(text: string, key: number, figures: Record<string, () => JSX.Element>): JSX.Element {
  if (text.startsWith("## ")) return <h3 key={key}>{text.slice(3)}</h3>;
  const figure = /^\{(\w+)\}$/.exec(text);
  if (figure) {
    const Figure = figures[figure[1]];
    return (
      <figure key={key}>
        <Figure />
      </figure>
    );
  }
  if (text.startsWith("- "))
    return (
      <ul key={key}>
        {text
          .slice(2)
          .split("\n- ")
          .map((item, i) => (
            <li key={i}>{strong(item.replace(/\n/g, " "))}</li>
          ))}
      </ul>
    );
  return <p key={key}>{strong(text.replace(/\n/g, " "))}</p>;
}

interface Props {
  text: string;
  figures: Record<string, () => JSX.Element>;
}

export function Markup({ text, figures }: Props) {
  const blocks = text.trim().split(/\n\s*\n/);
  return <>{blocks.map((part, key) => block(part.trim(), key, figures))}</>;
}
