// The board of Can't Stop.

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { CantStopExtra, CantStopState } from "../../messages";
import "./board.css";
import { columnsOf, diceOf, FIRST_COLUMN } from "./geometry";
import { Choices } from "./choices";
import { Sign } from "./sign";
import { lastColumns, lastDice, lastEnding, type Ending } from "./story";
import type { CantStopWords } from "./en";
import { Die } from "../../boards/dice";
import type { BoardProps } from "../../boards/props";
import { SeatMark } from "../../boards/seat_mark";

type Props = BoardProps<CantStopState, CantStopExtra, CantStopWords>;

const nameOf = (p: Props, seat: number) => p.players[seat]?.name ?? String(seat + 1);

/**
 * What the state no longer says: how the turn before ended, told until the turn that follows it is
 * over, and the dice of the move that was just chosen. Messages that bring no step come in between.
 */
function useMemory(p: Props): { ending: Ending | null; dice: number[] } {
  const { state, recent } = p;
  const shown = useRef<CantStopState | null>(null);
  const ended = useRef<{ ending: Ending; turn: string } | null>(null);
  const rolled = useRef<{ dice: number[]; roll: string } | null>(null);
  const turn = `${state.seat} ${state.round}`;
  const roll = `${turn} ${state.rolls}`;

  // Where nothing may move, `before` is not given; then it is what was shown last.
  const fresh = useMemo(() => {
    const before = p.before ?? shown.current;
    shown.current = state;
    if (!before || recent.length === 0) return null;
    const dice = lastDice(state, before, recent);
    if (dice.length > 0) rolled.current = { dice, roll };
    return lastEnding(before, recent, state, p.extra.heights, p.extra.jump);
  }, [p.before, recent, state]);
  if (fresh) ended.current = { ending: fresh, turn };
  else if (ended.current?.turn !== turn) ended.current = null;

  const dice =
    state.dice.length > 0 ? state.dice : rolled.current?.roll === roll ? rolled.current.dice : [];
  return { ending: ended.current?.ending ?? null, dice };
}

function ownersOf(p: Props): Map<number, number[]> {
  const owners = new Map<number, number[]>();
  for (const { column, seat } of p.extra.won)
    owners.set(column, [...(owners.get(column) ?? []), seat]);
  return owners;
}

/** The board in words, for those who do not see it. */
function told(p: Props, words: CantStopWords): string {
  const { heights } = p.extra;
  const rows = p.state.progress.map((row, seat) => {
    const parts = row.flatMap((step, i) =>
      step > 0 ? [words.progressLabel(i + FIRST_COLUMN, step, heights[i])] : [],
    );
    return words.seatLabel(nameOf(p, seat), parts);
  });
  const runners = p.state.temporary.flatMap((steps, i) => {
    const step = p.state.progress[p.state.seat][i] + steps;
    return steps > 0 ? [`${i + FIRST_COLUMN}: ${step}/${heights[i]}`] : [];
  });
  if (runners.length > 0) rows.push(words.runnersLabel(runners));
  return rows.join(" ");
}

function Scores({ p, words }: { p: Props; words: CantStopWords }): JSX.Element {
  return (
    <ul class="cs-scores" aria-label={words.scores(p.extra.needed ?? 3)}>
      {p.state.progress.map((_, seat) => {
        const columns = p.extra.won.filter((w) => w.seat === seat).map((w) => w.column);
        const slots = Array.from(
          { length: Math.max(p.extra.needed ?? 3, columns.length) },
          (_, i) => columns[i] ?? null,
        );
        const turn = p.state.waits !== "over" && p.state.seat === seat;
        return (
          <li key={seat} class={`seat-${seat} ${turn ? "in-turn" : ""}`}>
            <SeatMark seat={seat} />
            <span class="visually-hidden">{nameOf(p, seat)}</span>
            <span class="cs-slots">
              {slots.map((column, i) => (
                <span key={i} class={column === null ? "" : "won"}>
                  {column}
                </span>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Dice(p: {
  dice: number[];
  use: number[];
  fresh: boolean;
  old: boolean;
  motion: number;
  label: string;
}): JSX.Element {
  const dice = p.dice.length > 0 ? p.dice : [0, 0, 0, 0];
  return (
    <svg
      class={`cs-dice ${p.old ? "old" : ""}`}
      viewBox="0 0 236 60"
      role="img"
      aria-label={p.label}
    >
      {dice.map((eyes, i) => {
        // Another roll gets other elements, so that the motion begins anew.
        const key = p.fresh ? `${p.dice.join()} ${i}` : i;
        const rolls = p.fresh && p.motion > 0;
        return (
          <g key={key} transform={`translate(${31 + i * 58} 30)`}>
            <g
              class={rolls ? `cs-rolls cs-rolls-${i}` : ""}
              style={{ animationDuration: `${p.motion}ms` }}
            >
              <Die eyes={eyes} size={46} kind={eyes === 0 ? "blank" : `pair-${p.use[i] ?? 0}`} />
            </g>
          </g>
        );
      })}
    </svg>
  );
}

function EndingNote({
  ending,
  p,
  words,
}: {
  ending: Ending;
  p: Props;
  words: CantStopWords;
}): JSX.Element {
  const name = nameOf(p, ending.seat);
  if (ending.kind === "stop")
    return (
      <p class="cs-note" role="status">
        <SeatMark seat={ending.seat} />
        {ending.completed.length > 0
          ? words.bankedColumns(name, ending.steps, ending.completed)
          : words.banked(name, ending.steps)}
      </p>
    );
  return (
    <p class="cs-note cs-bust" role="status">
      <strong>{words.bust}</strong>
      <svg class="cs-bust-dice" viewBox="0 0 90 22" role="img" aria-label={words.dice(ending.dice)}>
        {ending.dice.map((eyes, i) => (
          <g key={i} transform={`translate(${11 + i * 22.5} 11)`}>
            <Die eyes={eyes} size={19} />
          </g>
        ))}
      </svg>
      <span>
        <SeatMark seat={ending.seat} /> {words.busted(name, ending.steps)}
      </span>
    </p>
  );
}

/** Who is asked for what. */
function headline(p: Props, winner: number, words: CantStopWords): string {
  const name = nameOf(p, p.state.seat);
  if (winner >= 0) {
    const columns = p.extra.won.filter((w) => w.seat === winner).map((w) => w.column);
    const who = nameOf(p, winner);
    return columns.length >= (p.extra.needed ?? 3) ? words.wins(who, columns) : words.won(who);
  }
  if (p.over || p.state.waits === "over") return words.over;
  if (p.state.waits === "roll") return words.rolls(name);
  if (p.state.waits === "move") return p.moves.length ? words.chooses(name) : words.choosing(name);
  return p.moves.length ? words.decides(name) : words.deciding(name);
}

/** What can be chosen now, whoever chooses: two steps before one, stopping before rolling. */
function offeredBy(p: Props): string[] {
  if (p.over) return [];
  if (p.state.waits === "decide") return p.extra.stop === false ? ["roll"] : ["stop", "roll"];
  if (p.state.waits !== "move") return [];
  const moves = p.moves.length > 0 ? p.moves : p.extra.moves.map((m) => m.move);
  return [...moves].sort((a, b) => columnsOf(b).length - columnsOf(a).length);
}

export function CantStopBoard(p: Props): JSX.Element {
  const words = p.words;
  const [look, setLook] = useState<string | null>(null);
  const { ending, dice } = useMemory(p);
  const rolling = p.state.waits === "roll";
  const decides = p.state.waits === "decide";
  const winner = p.over ? p.over.result.indexOf(1) : -1;
  const offered = offeredBy(p);
  const preview = look && p.moves.includes(look) ? look : null;
  const motion = p.before ? p.motion : 0;
  useEffect(() => setLook(null), [p.state]);
  const thrown = (
    <Dice
      dice={rolling ? [] : dice}
      use={diceOf(preview ?? "", dice)}
      fresh={p.state.waits === "move"}
      old={decides}
      motion={motion}
      label={words.dice(rolling ? [] : dice)}
    />
  );
  return (
    <div class={`board cantstop ${p.motion > 0 ? "" : "still"}`}>
      <div class="cs-layout">
        <Scores p={p} words={words} />
        <Sign
          state={p.state}
          heights={p.extra.heights}
          owners={ownersOf(p)}
          moves={p.moves}
          preview={preview}
          hint={p.hint}
          ending={ending}
          last={lastColumns(p.last)}
          motion={motion}
          label={`${words.board}. ${told(p, words)}`}
        />
        <div class="cs-panel">
          <div class="cs-asked">
            <p class={`cs-headline seat-${p.state.seat}`} aria-live="polite">
              <SeatMark seat={winner >= 0 ? winner : p.state.seat} />
              <span>{headline(p, winner, words)}</span>
            </p>
            {!p.over && decides && dice.length > 0 && thrown}
          </div>
          <Choices
            state={p.state}
            extra={p.extra}
            offered={offered}
            moves={p.moves}
            dice={p.state.dice}
            thoughts={p.thoughts}
            hint={p.hint}
            onMove={p.onMove}
            onLook={setLook}
            thrown={p.over || decides ? null : thrown}
            note={ending && <EndingNote ending={ending} p={p} words={words} />}
            words={words}
          />
        </div>
      </div>
    </div>
  );
}
