// The pieces on the stop sign: markers of all seats, and the runners of the seat in turn.

import type { JSX } from "preact";
import type { CantStopState } from "../../messages";
import { FIRST_COLUMN, PITCH_Y, squareAt, within } from "./geometry";
import { useGlide } from "../../boards/hooks";
import type { Point } from "../../boards/points";
import { SeatShape } from "../../boards/seat_mark";

interface Piece {
  seat: number;
  column: number;
  step: number;
  from: number; // where a runner started from
  runner: boolean;
}

function piecesOf(state: CantStopState): Piece[] {
  const pieces: Piece[] = [];
  state.progress.forEach((row, seat) =>
    row.forEach((step, i) => {
      if (step > 0)
        pieces.push({ seat, column: i + FIRST_COLUMN, step, from: step, runner: false });
    }),
  );
  state.temporary.forEach((steps, i) => {
    const { seat } = state;
    const from = state.progress[seat][i];
    if (steps > 0)
      pieces.push({ seat, column: i + FIRST_COLUMN, step: from + steps, from, runner: true });
  });
  return pieces;
}

/** A runner is white, whoever moves it; the small mark within says who that is. */
export function Runner({ seat, radius }: { seat: number; radius: number }): JSX.Element {
  return (
    <g class="cs-runner">
      <circle class="cs-runner-body" r={radius + 1.5} />
      <SeatShape seat={seat} radius={radius * 0.45} />
    </g>
  );
}

function PieceShape(p: {
  piece: Piece;
  place: Point;
  start: Point;
  radius: number;
  last: boolean;
  motion: number;
}): JSX.Element {
  const { piece, place, radius } = p;
  // Up the column square by square.
  const way = (from: Point) => {
    const squares = Math.round(Math.abs(from.y - place.y) / PITCH_Y);
    const at = (k: number) => ({ x: place.x, y: from.y + ((place.y - from.y) * k) / squares });
    return Array.from({ length: Math.max(0, squares - 1) }, (_, k) => at(k + 1));
  };
  const ref = useGlide(place, p.motion, way, p.start);
  return (
    <g ref={ref} transform={`translate(${place.x} ${place.y})`}>
      {piece.runner ? (
        <Runner seat={piece.seat} radius={radius} />
      ) : (
        <SeatShape seat={piece.seat} radius={radius} />
      )}
      {p.last && <circle class="cs-last" r={radius + 3.5} />}
    </g>
  );
}

export function Pieces(p: {
  state: CantStopState;
  heights: number[];
  last: { seat: number; columns: number[] } | null;
  motion: number;
}): JSX.Element {
  const pieces = piecesOf(p.state);
  const shapes = pieces.map((piece) => {
    const together = pieces.filter((o) => o.column === piece.column && o.step === piece.step);
    const { dx, dy, radius } = within(together.indexOf(piece), together.length);
    const height = p.heights[piece.column - FIRST_COLUMN];
    const square = squareAt(piece.column, piece.step, height);
    const key = piece.runner ? `runner ${p.state.round}` : "marker";
    return (
      <PieceShape
        key={`${key} ${piece.seat} ${piece.column}`}
        piece={piece}
        place={{ x: square.x + dx, y: square.y + dy }}
        start={{ ...squareAt(piece.column, piece.from, height), x: square.x + dx }}
        radius={radius}
        last={
          !piece.runner && p.last?.seat === piece.seat && p.last.columns.includes(piece.column)
        }
        motion={p.motion}
      />
    );
  });
  return <g>{shapes}</g>;
}
