// The pieces: a colour, a shape and a number, and what has become of them.

import type { JSX } from "preact";
import type { ParchisState } from "../../messages";
import { useGlide } from "../../boards/hooks";
import { pieceName } from "./choice";
import { BURST, DieEmblem } from "./emblems";
import { subjects } from "./explain";
import { acrossOf, beside, GOAL, HOME, isCut, nextOf, placeOf } from "./geometry";
import type { Point } from "../../boards/points";

export const MINI = 2;
export const GHOST = 3;
export const STAR = 4;
export const MEGA = 5;
const BANANED = 1;
const BANANA_DIE = 110;

export interface Standing {
  colour: number;
  piece: number;
  square: number;
  state: number;
  left: number; // turns that the state lasts
  at: Point;
  radius: number;
  /** Of a mega: its other square. */
  front: Point | null;
}

/** Where all the pieces stand: those on one square side by side, a mega over two. */
export function standing(state: ParchisState): Standing[] {
  const all = state.pieces.flatMap((pieces, colour) =>
    pieces.map(([square, kind, left], piece) => ({ colour, piece, square, state: kind, left })),
  );
  // Corridors, homes and goals of the same number are other squares.
  const key = (p: { square: number; colour: number }) =>
    p.square >= 1 && p.square <= 68 ? `${p.square}` : `${p.colour} ${p.square}`;
  return all.map((p) => {
    const middle = placeOf(p.square, p.colour, p.piece);
    if (p.square === HOME || p.square === GOAL)
      return { ...p, at: middle, radius: p.square === HOME ? 15 : 11, front: null };
    if (p.state === MEGA) {
      const ahead = nextOf(p.square, p.colour);
      const front = ahead === GOAL ? placeOf(GOAL, p.colour, 1) : placeOf(ahead, p.colour, p.piece);
      return { ...p, at: middle, radius: 17, front };
    }
    const here = all.filter((q) => key(q) === key(p) && q.state !== MEGA);
    const place = beside(here.length, isCut(p.square, p.colour))[here.indexOf(p)];
    const across = acrossOf(p.square, p.colour);
    const at = { x: middle.x + across.x * place.offset, y: middle.y + across.y * place.offset };
    return { ...p, at, radius: place.radius, front: null };
  });
}

const TRIANGLE =
  "M0 -1.2 Q0.16 -1.2 0.26 -1.04 L1.14 0.62 Q1.26 0.96 0.9 0.98 H-0.9 Q-1.26 0.96 -1.14 0.62 L-0.26 -1.04 Q-0.16 -1.2 0 -1.2 Z";

/** A shape for each colour, so that it is told by either: round, square, triangle, diamond. */
export function PieceShape({ colour, radius }: { colour: number; radius: number }): JSX.Element {
  const r = radius;
  const kind = "pa-body";
  if (colour === 1)
    return (
      <rect
        class={kind}
        x={-0.88 * r}
        y={-0.88 * r}
        width={1.76 * r}
        height={1.76 * r}
        rx={0.26 * r}
      />
    );
  if (colour === 2) return <path class={kind} d={TRIANGLE} transform={`scale(${r})`} />;
  if (colour === 3)
    return (
      <rect
        class={kind}
        x={-0.82 * r}
        y={-0.82 * r}
        width={1.64 * r}
        height={1.64 * r}
        rx={0.22 * r}
        transform="rotate(45)"
      />
    );
  return <circle class={kind} r={r} />;
}

/** A piece around the origin. */
export function PieceDrawing(p: {
  colour: number;
  piece: number;
  state: number;
  radius: number;
}): JSX.Element {
  const { colour, state } = p;
  const r = state === MINI ? p.radius * 0.72 : p.radius;
  return (
    <g class={`pa-drawing pa-${colour} pa-state-${state}`}>
      {state === STAR && <path class="pa-burst" d={BURST} transform={`scale(${r / 13})`} />}
      <PieceShape colour={colour} radius={r} />
      <text class="pa-number" y={colour === 2 ? 0.22 * r : 0} font-size={r * 1.22}>
        {p.piece}
      </text>
      {state === GHOST && (
        <g transform={`translate(${0.75 * r} ${-0.75 * r})`}>
          <DieEmblem die={102} size={r} />
        </g>
      )}
      {state === BANANED && (
        <g transform={`translate(0 ${0.78 * r})`}>
          <DieEmblem die={BANANA_DIE} size={1.5 * r} />
        </g>
      )}
    </g>
  );
}

/** The mark of a colour beside words. */
export function ColourMark({ colour }: { colour: number }): JSX.Element {
  return (
    <svg class={`pa-mark pa-${colour}`} viewBox="-1.4 -1.4 2.8 2.8" aria-hidden="true">
      <PieceShape colour={colour} radius={1} />
    </svg>
  );
}

interface PieceProps {
  standing: Standing;
  motion: number;
  way: (from: Point) => Point[];
  look: string; // classes: what can be done with it
  move: string | null; // playing it is this move
  focusable: boolean;
  label: string;
  description: string; // what its state does
  chosen: boolean | null; // null: it is no choice
  worth: string | null;
}

/** Which piece a finger means, where the reach of one lies over another; null: it was no finger. */
export function nearestPiece(board: Element, event: MouseEvent): string | null {
  if (event.detail === 0) return null;
  let least = Infinity;
  let nearest: string | null = null;
  for (const piece of board.querySelectorAll("[data-piece]")) {
    const box = piece.querySelector(".pa-reach")!.getBoundingClientRect();
    const far = Math.hypot(
      event.clientX - (box.left + box.right) / 2,
      event.clientY - (box.top + box.bottom) / 2,
    );
    if (far >= least) continue;
    least = far;
    nearest = piece.getAttribute("data-piece");
  }
  return nearest;
}

/** A piece on the board; it runs along its way when it has moved. */
export function Piece(p: PieceProps): JSX.Element {
  const { colour, piece, state, left, at, radius, front } = p.standing;
  const middle = front ? { x: (at.x + front.x) / 2, y: (at.y + front.y) / 2 } : at;
  const ref = useGlide(middle, p.motion, p.way);
  const active = p.chosen !== null;
  return (
    <g
      ref={ref}
      class={`pa-piece pa-${colour} ${active ? p.look : "pa-thing"}`}
      transform={`translate(${middle.x} ${middle.y})`}
      data-piece={active ? pieceName(colour, piece) : undefined}
      data-move={p.move ?? undefined}
      role={active ? "button" : "img"}
      data-thing={active ? undefined : subjects.piece(colour, piece)}
      data-about={subjects.piece(colour, piece)}
      aria-label={active ? p.label : `${p.label}. ${p.description}`}
      aria-description={active ? p.description : undefined}
      aria-pressed={active ? p.chosen! : undefined}
      tabindex={p.focusable ? 0 : -1}
    >
      {/* A finger needs more room than the drawing. */}
      {active && <circle class="pa-reach" r={Math.max(radius + 4, 17)} />}
      {active && !front && <circle class="pa-ring" r={radius + 3} />}
      {front &&
        (active ? ["pa-ring", "pa-mega"] : ["pa-mega"]).map((kind) => (
          <line
            key={kind}
            class={kind}
            x1={(at.x - middle.x) * 0.72}
            y1={(at.y - middle.y) * 0.72}
            x2={(front.x - middle.x) * 0.72}
            y2={(front.y - middle.y) * 0.72}
          />
        ))}
      <PieceDrawing colour={colour} piece={piece} state={state} radius={radius} />
      {state !== 0 && left > 0 && (
        <g class="pa-left" transform={`translate(${-0.85 * radius} ${-0.8 * radius})`}>
          <circle r={5.4} />
          <text font-size="8.5">{left}</text>
        </g>
      )}
      {p.worth && (
        <g class="pa-worth" transform={`translate(0 ${-radius - 9})`}>
          <rect x={-17} y={-8} width={34} height={15} rx={7.5} />
          <text font-size="11.5">{p.worth}</text>
        </g>
      )}
    </g>
  );
}
