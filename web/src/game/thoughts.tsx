// What the bot thinks of every move: its chances with their uncertainty, best first.

import { useState } from "preact/hooks";
import type { StateMessage, Thought, Thoughts } from "../messages";
import { Trouble } from "../parts/trouble";
import { useSpeech } from "../words/words";
import { levelName, nameOf } from "./names";

const SHOWN_AT_ONCE = 8;

function Bar({ value, error }: { value: number; error: number | null }) {
  const low = Math.max(0, value - (error ?? 0));
  const high = Math.min(1, value + (error ?? 0));
  return (
    <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-ground" width="100" height="10" />
      <rect class="bar-value" width={100 * value} height="10" />
      {error !== null && error > 0 && (
        <rect
          class="bar-error"
          x={100 * low}
          y="3"
          width={Math.max(0.6, 100 * (high - low))}
          height="4"
        />
      )}
    </svg>
  );
}

interface RowProps {
  message: StateMessage;
  thought: Thought;
  best: boolean;
  own: boolean;
}

function Row({ message, thought, best, own }: RowProps) {
  const { words, language, percent, game } = useSpeech();
  const { value, error } = thought;
  return (
    <tr class={best ? "best" : ""}>
      <th scope="row">
        {game(message.game).move(thought.move)}
        {best && (
          <span class="tag" title={words.thoughts.best}>
            <span aria-hidden="true">★</span>
            <span class="visually-hidden">{words.thoughts.best}</span>
          </span>
        )}
      </th>
      <td class="bar-cell">{value !== null && <Bar value={value} error={error} />}</td>
      <td class="number">
        {value === null ? "–" : percent(value, 1)}
        {value !== null && error !== null && error > 0 && <small> ± {percent(error, 1)}</small>}
      </td>
      {own && (
        <td class="number">
          {thought.own === null
            ? "–"
            : thought.own.toLocaleString(language, { maximumFractionDigits: 2 })}
        </td>
      )}
    </tr>
  );
}

/**
 * First what it would play, which is not always what has the highest value; last what it hardly tried,
 * of which it tells none.
 */
export function byWorth(best: string | null): (a: Thought, b: Thought) => number {
  const key = (t: Thought) => [t.move === best ? 1 : 0, t.value ?? -1, t.own ?? -Infinity];
  return (a, b) => {
    const [x, y] = [key(a), key(b)];
    const differs = x.findIndex((value, i) => value !== y[i]);
    return differs < 0 ? 0 : y[differs] - x[differs];
  };
}

interface Props {
  message: StateMessage;
  thoughts: Thoughts | null;
  asking: boolean;
  trouble: unknown;
}

export function ThoughtsPanel({ message, thoughts, asking, trouble }: Props) {
  const { words, game } = useSpeech();
  const [all, setAll] = useState(false);
  if (trouble) return <Trouble error={trouble} />;
  if (!thoughts) return <p class="note">{asking ? words.thoughts.asking : words.thoughts.none}</p>;
  const sorted = [...thoughts.moves].sort(byWorth(thoughts.best));
  const shown = all ? sorted : sorted.slice(0, SHOWN_AT_ONCE);
  const own = thoughts.own !== null && thoughts.moves.some((thought) => thought.own !== null);
  const best = thoughts.moves.find((thought) => thought.move === thoughts.best);
  const line = best && best.line.length > 1 ? best.line : null;
  return (
    <div class="thoughts">
      <p class="note">
        {words.thoughts.of(thoughts.by === "exact" ? words.review.byExact : levelName(thoughts.bot, words), nameOf(message, thoughts.seat, words))} ·{" "}
        {words.thoughts.by[thoughts.by] ?? thoughts.by}
      </p>
      {thoughts.complete === false && <p class="note">{words.thoughts.early}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">{words.thoughts.move}</th>
            <th scope="col" colSpan={2}>
              {words.thoughts.chance}
            </th>
            {own && (
              <th scope="col">{words.thoughts.own[thoughts.own!] ?? words.thoughts.ownOther}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((thought) => (
            <Row
              key={thought.move}
              message={message}
              thought={thought}
              best={thought.move === thoughts.best}
              own={own}
            />
          ))}
        </tbody>
      </table>
      {!all && sorted.length > shown.length && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          {words.thoughts.all(sorted.length)}
        </button>
      )}
      {line && (
        <p class="line">
          <strong>{words.thoughts.line}:</strong>{" "}
          {line.map(game(message.game).move).join(" → ")}
        </p>
      )}
    </div>
  );
}
