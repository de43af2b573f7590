// The dice and what can be done with them: a card for every choice, with what it would change, the odds
// of the roll behind it, and what a bot thinks of it.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { CantStopExtra, CantStopState, Thoughts } from "../../messages";
import { columnsOf, diceOf, FIRST_COLUMN } from "./geometry";
import type { CantStopWords } from "./en";
import { Die } from "../../boards/dice";
import { estimate, percent } from "../../boards/format";
import { useKeptFocus } from "../../boards/hooks";

interface ChoicesProps {
  state: CantStopState;
  extra: CantStopExtra;
  /** What is on offer, whoever is to choose. */
  offered: string[];
  /** Which of it the person here may choose. */
  moves: string[];
  dice: number[];
  thoughts: Thoughts | null;
  hint: string | null;
  onMove: (move: string) => void;
  onLook: (move: string | null) => void;
  /** The dice to choose from. They lie where Stop and Roll come after them: no other button does. */
  thrown: JSX.Element | null;
  /** Between those and the moves. */
  note: JSX.Element | null;
  words: CantStopWords;
}

/** Those two of the four dice that make each sum, side by side; unused ones are faint. */
function Pairs({ move, dice }: { move: string; dice: number[] }): JSX.Element | null {
  const use = diceOf(move, dice);
  if (!use.some((u) => u > 0)) return null;
  const order = dice.map((_, i) => i).sort((a, b) => (use[a] || 3) - (use[b] || 3));
  return (
    <svg class="cs-pairs" viewBox="0 0 94 22" aria-hidden="true">
      {order.map((die, i) => (
        <g key={die} transform={`translate(${11 + i * 22 + (i > 1 ? 6 : 0)} 11)`}>
          <Die eyes={dice[die]} size={19} kind={use[die] ? "" : "unused"} />
        </g>
      ))}
    </svg>
  );
}

/** A column lying down: what is kept, the steps of this turn, and those of the move. */
function Track(p: {
  column: number;
  kept: number;
  now: number;
  to: number;
  height: number;
  seat: number;
}): JSX.Element {
  const kind = (k: number) => (k <= p.kept ? "kept" : k <= p.now ? "turn" : k <= p.to ? "new" : "");
  return (
    <svg class={`cs-track seat-${p.seat}`} viewBox="0 0 128 12" aria-hidden="true">
      <text x="15" y="6.5">
        {p.column}
      </text>
      {Array.from({ length: p.height }, (_, i) => (
        <rect
          key={i}
          class={kind(i + 1)}
          x={21 + i * 8.2}
          y="1.5"
          width="6.8"
          height="9"
          rx="1.6"
        />
      ))}
    </svg>
  );
}

function Odds({
  success,
  words,
  bust,
}: {
  success: number;
  words: CantStopWords;
  bust?: string;
}): JSX.Element {
  return (
    <span class="cs-odds">
      <span class="cs-odds-bar" aria-hidden="true">
        <span style={{ width: `${success * 100}%` }} />
      </span>
      <span class="cs-odds-words">
        <span>{words.goOn(percent(success))}</span>
        {bust && success < 1 && <span class="cs-risk">{bust}</span>}
      </span>
    </span>
  );
}

/** A little stop sign, or a die to roll. */
function Sigil({ move }: { move: string }): JSX.Element | null {
  if (move !== "stop" && move !== "roll") return null;
  return (
    <svg class="cs-sigil" viewBox="-12 -12 24 24" aria-hidden="true">
      {move === "stop" ? (
        <polygon
          class="cs-stop-sign"
          points="-4.5,-11 4.5,-11 11,-4.5 11,4.5 4.5,11 -4.5,11 -11,4.5 -11,-4.5"
        />
      ) : (
        <g transform="rotate(-14)">
          <Die eyes={5} size={18} />
        </g>
      )}
    </svg>
  );
}

/** What a choice does, as drawn on its card and as read aloud. */
function describe(
  move: string,
  p: ChoicesProps,
): { title: string; body: JSX.Element; label: string[] } {
  const { state, extra, words } = p;
  const rest = extra.heights.map((height, i) => {
    const kept = state.progress[state.seat][i];
    return { column: i + FIRST_COLUMN, kept, now: kept + state.temporary[i], height };
  });

  if (move === "stop") {
    const n = state.temporary.reduce((a, b) => a + b, 0);
    const done = rest.filter((c) => c.now > c.kept && c.now >= c.height).map((c) => c.column);
    const before = rest.filter((c) => c.kept >= c.height).length;
    const facts = [words.keeps(n)];
    if (done.length > 0)
      facts.push(
        before + done.length >= (extra.needed ?? 3) ? words.winsNow : words.completes(done),
      );
    const body = <span class="cs-fact">{facts.join(", ")}</span>;
    return { title: words.stop, body, label: facts };
  }

  if (move === "roll") {
    const { success } = extra;
    if (success === null) return { title: words.roll, body: <span />, label: [] };
    const bust = words.bustChance(percent(1 - success));
    const body = <Odds success={success} words={words} bust={bust} />;
    return { title: words.roll, body, label: [words.oddsLabel(percent(success)), bust] };
  }

  const columns = columnsOf(move);
  const behind = extra.moves.find((m) => m.move === move);
  const tracks = [...new Set(columns)].map((column) => {
    const c = rest[column - FIRST_COLUMN];
    const jumped = behind?.to?.[behind.columns.indexOf(column)];
    return { ...c, to: jumped ?? c.now + columns.filter((o) => o === column).length };
  });
  const label = tracks.map((c) => words.trackLabel(c.column, c.now, c.to, c.height));
  if (behind) label.push(words.oddsLabel(percent(behind.success)));
  const body = (
    <>
      <span class="cs-tracks">
        {tracks.map((c) => (
          <Track key={c.column} {...c} seat={state.seat} />
        ))}
      </span>
      {behind && <Odds success={behind.success} words={words} />}
    </>
  );
  return { title: columns.join(" + "), body, label: [words.moveLabel(columns), ...label] };
}

function Card(
  p: ChoicesProps & { move: string; current: boolean; go: (event: KeyboardEvent) => void },
): JSX.Element {
  const { move, words } = p;
  const { title, body, label } = describe(move, p);
  const thought = p.thoughts?.moves.find((t) => t.move === move);
  const worth = thought && thought.value !== null ? estimate(thought.value, thought.error) : null;
  const best = p.thoughts?.best === move;
  const hinted = p.hint === move;
  const spoken = move === "stop" || move === "roll" ? [title, ...label] : [...label];
  if (worth) spoken.push(words.worthLabel(worth));
  if (best) spoken.push(words.best);
  if (hinted) spoken.push(words.hint);
  const content = (
    <>
      <span class="cs-card-head">
        <Sigil move={move} />
        <span class="cs-card-title">{title}</span>
        <Pairs move={move} dice={p.dice} />
        {hinted && <span class="cs-hint">★ {words.hint}</span>}
      </span>
      {body}
      {worth && (
        <span class={`board-worth ${best ? "best" : ""}`}>
          {best ? "★ " : ""}
          {worth}
        </span>
      )}
    </>
  );
  const kind = `board-button cs-card cs-${/^\d/.test(move) ? "move" : move} ${hinted ? "board-hint" : ""}`;
  if (!p.moves.includes(move))
    return (
      <div class={kind} role="img" aria-label={spoken.join(". ")}>
        {content}
      </div>
    );
  return (
    <button
      type="button"
      class={kind}
      data-move={move}
      tabindex={p.current ? 0 : -1}
      aria-label={spoken.join(". ")}
      onClick={() => p.onMove(move)}
      onPointerEnter={() => p.onLook(move)}
      onPointerLeave={() => p.onLook(null)}
      onFocus={() => p.onLook(move)}
      onBlur={() => p.onLook(null)}
      onKeyDown={p.go}
    >
      {content}
    </button>
  );
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function Choices(p: ChoicesProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const current =
    at && p.moves.includes(at) ? at : (p.offered.find((m) => p.moves.includes(m)) ?? null);
  const button = (move: string | null) =>
    list.current?.querySelector<HTMLElement>(`[data-move="${move}"]`) ?? null;
  useKeptFocus(list, () => button(current), p.moves.join(" "));

  const go = (event: KeyboardEvent) => {
    const can = p.offered.filter((m) => p.moves.includes(m));
    const place = can.indexOf(current ?? "");
    let next = place + (STEPS[event.key] ?? 0);
    if (event.key === "Home") next = 0;
    if (event.key === "End") next = can.length - 1;
    if (next === place) return;
    event.preventDefault();
    const move = can[(next + can.length) % can.length];
    setAt(move);
    button(move)?.focus();
  };

  const decides = p.offered.includes("stop");
  const cards = p.offered.map((move) => (
    <Card key={move} {...p} move={move} current={move === current} go={go} />
  ));
  return (
    <div ref={list} class="cs-choices" role="group" aria-label={p.words.choices}>
      {(decides || p.thrown) && (
        <div class={`cs-stage ${decides ? "cs-decide" : ""}`}>{decides ? cards : p.thrown}</div>
      )}
      {p.note}
      {!decides && <div class="cs-moves">{cards}</div>}
    </div>
  );
}
