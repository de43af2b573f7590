// The stop sign: columns with what is claimed of them, pieces, and where a choice would put them.

import type { JSX } from "preact";
import type { CantStopState } from "../../messages";
import {
  capAt,
  columnsOf,
  FIRST_COLUMN,
  footAt,
  octagon,
  SIGN,
  SQUARE_X,
  SQUARE_Y,
  squareAt,
} from "./geometry";
import { Pieces, Runner } from "./pieces";
import type { Ending } from "./story";
import { pointsText } from "../../boards/points";

interface SignProps {
  state: CantStopState;
  heights: number[];
  /** By column, who has completed it. */
  owners: Map<number, number[]>;
  /** Moves to choose among; their squares are marked. */
  moves: string[];
  /** The move that is looked at. */
  preview: string | null;
  hint: string | null;
  ending: Ending | null;
  /** What the last turn moved. */
  last: { seat: number; columns: number[] } | null;
  motion: number;
  label: string;
}

function Square(p: { column: number; step: number; height: number; kind: string }): JSX.Element {
  const { x, y } = squareAt(p.column, p.step, p.height);
  return (
    <rect
      class={`cs-square ${p.kind}`}
      x={x - SQUARE_X / 2}
      y={y - SQUARE_Y / 2}
      width={SQUARE_X}
      height={SQUARE_Y}
      rx="7"
    />
  );
}

/** A stripe of its colour for each seat that has completed the column. */
function Claim({
  column,
  height,
  seats,
}: {
  column: number;
  height: number;
  seats: number[];
}): JSX.Element {
  const top = squareAt(column, height, height);
  const foot = squareAt(column, 1, height);
  const width = SQUARE_X / seats.length;
  return (
    <g class="cs-claim">
      {seats.map((seat, i) => (
        <rect
          key={seat}
          class={`seat-${seat}`}
          x={top.x - SQUARE_X / 2 + i * width}
          y={top.y - SQUARE_Y / 2}
          width={width}
          height={foot.y - top.y + SQUARE_Y}
          rx={seats.length > 1 ? 0 : 7}
        />
      ))}
      <path
        d={Array.from({ length: height - 1 }, (_, k) => {
          const line = squareAt(column, k + 1.5, height);
          return `M${line.x - SQUARE_X / 2} ${line.y} h${SQUARE_X}`;
        }).join(" ")}
      />
    </g>
  );
}

function Column({ column, sign }: { column: number; sign: SignProps }): JSX.Element {
  const i = column - FIRST_COLUMN;
  const { state } = sign;
  const height = sign.heights[i];
  const owners = sign.owners.get(column) ?? [];
  const kept = state.progress[state.seat][i];
  const reached = kept + state.temporary[i];
  const kindOf = (step: number) => {
    const trail = state.temporary[i] > 0 && step > kept && step <= reached;
    return `${step === height ? "top" : ""} ${trail ? `trail seat-${state.seat}` : ""}`;
  };
  const cap = capAt(column, height);
  const foot = footAt(column, height);
  const claimed = owners.length > 0 ? `claimed seat-${owners[owners.length - 1]}` : "";
  return (
    <g>
      {Array.from({ length: height }, (_, k) => (
        <Square key={k} column={column} step={k + 1} height={height} kind={kindOf(k + 1)} />
      ))}
      {owners.length > 0 && <Claim column={column} height={height} seats={owners} />}
      <rect
        class={`cs-cap ${claimed}`}
        x={cap.x - 18}
        y={cap.y - 13}
        width="36"
        height="26"
        rx="13"
      />
      <text class={`cs-number ${claimed}`} x={cap.x} y={cap.y}>
        {column}
      </text>
      <text class="cs-foot" x={foot.x} y={foot.y}>
        {column}
      </text>
    </g>
  );
}

/** The steps of a move, each with the square that it leads to. */
export function stepsOf(move: string, state: CantStopState): { column: number; step: number }[] {
  const made = new Map<number, number>();
  return columnsOf(move).map((column) => {
    const i = column - FIRST_COLUMN;
    const more = (made.get(column) ?? 0) + 1;
    made.set(column, more);
    return { column, step: state.progress[state.seat][i] + state.temporary[i] + more };
  });
}

function Preview({ sign, move }: { sign: SignProps; move: string }): JSX.Element {
  const steps = stepsOf(move, sign.state);
  const last = steps.filter((s) => !steps.some((o) => o.column === s.column && o.step > s.step));
  return (
    <g class="cs-preview">
      {steps.map((s) => (
        <Square
          key={`${s.column} ${s.step}`}
          {...s}
          height={sign.heights[s.column - FIRST_COLUMN]}
          kind="ahead"
        />
      ))}
      {last.map((s) => {
        const { x, y } = squareAt(s.column, s.step, sign.heights[s.column - FIRST_COLUMN]);
        return (
          <g key={s.column} class="cs-ghost" transform={`translate(${x} ${y})`}>
            <Runner seat={sign.state.seat} radius={13} />
          </g>
        );
      })}
    </g>
  );
}

/** Where runners were lost: crosses, and the runners on their way out. */
function Lost({ ending, sign }: { ending: Ending; sign: SignProps }): JSX.Element {
  return (
    <g>
      {ending.runners.map(({ column, step }) => {
        const { x, y } = squareAt(column, step, sign.heights[column - FIRST_COLUMN]);
        return (
          <g key={column} transform={`translate(${x} ${y})`}>
            <path class="cs-lost" d="M-9 -9 L9 9 M9 -9 L-9 9" />
            {sign.motion > 0 && (
              <g class="cs-falling" style={{ animationDuration: `${sign.motion}ms` }}>
                <Runner seat={ending.seat} radius={13} />
              </g>
            )}
          </g>
        );
      })}
    </g>
  );
}

export function Sign(sign: SignProps): JSX.Element {
  const columns = sign.heights.map((_, i) => i + FIRST_COLUMN);
  const marked = new Set(sign.moves.flatMap(columnsOf));
  const preview = sign.preview ?? sign.hint;
  return (
    <svg class="cs-sign" viewBox={`0 0 ${SIGN} ${SIGN}`} role="img" aria-label={sign.label}>
      <polygon class="cs-octagon" points={pointsText(octagon(2))} />
      <polygon class="cs-edge" points={pointsText(octagon(9))} />
      {columns.map((column) => (
        <Column key={column} column={column} sign={sign} />
      ))}
      {[...marked].map((column) => {
        const i = column - FIRST_COLUMN;
        const step = sign.state.progress[sign.state.seat][i] + sign.state.temporary[i] + 1;
        return (
          <Square key={column} column={column} step={step} height={sign.heights[i]} kind="legal" />
        );
      })}
      {sign.ending?.kind === "bust" && <Lost ending={sign.ending} sign={sign} />}
      <Pieces
        state={sign.state}
        heights={sign.heights}
        last={sign.last}
        motion={sign.motion}
      />
      {preview && <Preview sign={sign} move={preview} />}
    </svg>
  );
}
