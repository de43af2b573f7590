// A board for any game: its picture in characters, its data, and what can be done, as buttons.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { GameName, Step } from "../messages";
import { useSpeech } from "../words/words";
import { estimate } from "./format";
import { useKeptFocus } from "./hooks";
import "./plain.css";
import type { BoardProps } from "./props";
import { SeatMark } from "./seat_mark";

type Props = BoardProps<unknown, unknown> & { game: GameName };

const MANY = 24; // more moves than these are hard to find without a field to search them

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value in one line: 3, word, [1, 2], {a: 1}. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (isRecord(value))
    return `{${Object.entries(value)
      .map(([name, part]) => `${name}: ${valueText(part)}`)
      .join(", ")}}`;
  return value === null ? "–" : String(value);
}

/** The fields of a state: lists with a value for each player apart from the others. */
export function fieldsOf(
  state: unknown,
  players: number,
): { common: [string, string][]; each: [string, string[]][] } {
  const common: [string, string][] = [];
  const each: [string, string[]][] = [];
  for (const [name, value] of isRecord(state) ? Object.entries(state) : [])
    if (Array.isArray(value) && value.length === players && players > 1)
      each.push([name, value.map(valueText)]);
    else common.push([name, valueText(value)]);
  return { common, each };
}

const label = (name: string) => name.replace(/[_-]/g, " ");

function Fields({ p }: { p: Props }): JSX.Element | null {
  const { words } = useSpeech();
  const { common, each } = fieldsOf(p.state, p.players.length);
  if (common.length + each.length === 0) return null;
  return (
    <div class="plain-fields">
      {each.length > 0 && (
        <div class="plain-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{words.plain.player}</th>
                {each.map(([name]) => (
                  <th key={name} scope="col" lang="en">
                    {label(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {p.players.map((player, seat) => (
                <tr key={seat} class={seat === p.turn ? "in-turn" : ""}>
                  <th scope="row">
                    <SeatMark seat={seat} /> {player.name}
                  </th>
                  {each.map(([name, values]) => (
                    <td key={name}>{values[seat]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {common.length > 0 && (
        <dl lang="en">
          {common.map(([name, value]) => (
            <div key={name}>
              <dt>{label(name)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function Moves({ p }: { p: Props }): JSX.Element {
  const { words: page, game, foreign } = useSpeech();
  const words = page.plain;
  const { move: inWords } = game(p.game);
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const [wanted, setWanted] = useState("");
  const search = p.moves.length > MANY;
  const shown = search
    ? p.moves.filter((move) => inWords(move).toLowerCase().includes(wanted.trim().toLowerCase()))
    : p.moves;
  const current = at !== null && shown.includes(at) ? at : (shown[0] ?? null);
  const button = (move: string | null) =>
    [...(list.current?.querySelectorAll<HTMLElement>("[data-move]") ?? [])].find(
      (found) => found.dataset.move === move,
    ) ?? null;
  useKeptFocus(list, () => button(current), p.moves.join(" "));

  const go = (event: KeyboardEvent) => {
    const place = shown.indexOf(current ?? "");
    let next = place + (STEPS[event.key] ?? 0);
    if (event.key === "Home") next = 0;
    if (event.key === "End") next = shown.length - 1;
    if (next === place) return;
    event.preventDefault();
    const move = shown[(next + shown.length) % shown.length];
    setAt(move);
    button(move)?.focus();
  };

  return (
    <>
      {search && (
        <input
          type="search"
          class="plain-search"
          aria-label={words.find}
          placeholder={words.find}
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      <div ref={list} class="plain-moves" role="group" aria-label={words.choices}>
        {shown.map((move) => {
          const thought = p.thoughts?.moves.find((t) => t.move === move);
          const worth =
            thought && thought.value !== null ? estimate(thought.value, thought.error) : null;
          const best = p.thoughts?.best === move;
          const hinted = p.hint === move;
          return (
            <button
              key={move}
              type="button"
              class={`board-button ${hinted ? "board-hint" : ""}`}
              data-move={move}
              tabindex={move === current ? 0 : -1}
              onClick={() => p.onMove(move)}
              onKeyDown={go}
            >
              <span lang={foreign(p.game)}>{inWords(move)}</span>
              {hinted && <span class="plain-hint">★ {words.hint}</span>}
              {worth && (
                <span class={`board-worth ${best ? "best" : ""}`}>
                  <span class="board-hidden">
                    {words.worth(worth)} {best && words.best}
                  </span>
                  <span aria-hidden="true">
                    {best && "★ "}
                    {worth}
                  </span>
                </span>
              )}
            </button>
          );
        })}
      </div>
    </>
  );
}

export function PlainBoard(p: Props): JSX.Element {
  const { words, foreign } = useSpeech();
  const picture = isRecord(p.extra) && typeof p.extra.picture === "string" ? p.extra.picture : null;
  const kept = useRef<Step | null>(null); // messages that bring no step come in between
  const last = [...p.recent].reverse().find((step) => step.text !== "") ?? kept.current;
  kept.current = last;
  return (
    <div class="board plain">
      {picture !== null && (
        <pre class="plain-picture" lang="en" role="group" aria-label={words.plain.board}>
          {picture.trimEnd()}
        </pre>
      )}
      <p class="plain-last" aria-live="polite">
        {last && (
          <>
            {last.seat !== null && <SeatMark seat={last.seat} />}{" "}
            {last.seat !== null && p.players[last.seat]?.name}{" "}
            <span lang={foreign(p.game)}>{p.told(last)}</span>
          </>
        )}
      </p>
      <Moves p={p} />
      {picture === null ? (
        <Fields p={p} />
      ) : (
        <details>
          <summary>{words.plain.fields}</summary>
          <Fields p={p} />
        </details>
      )}
    </div>
  );
}
