// What a move will do, drawn over the board before it is made: the way of its piece, those it sends
// home, and what changes.

import type { JSX } from "preact";
import type { ParchisState } from "../../messages";
import { actionOf, outcomeOf, type Way } from "./choice";
import { DieEmblem, FIRST_SPECIAL } from "./emblems";
import { acrossOf, HOME, placeOf, RADIUS } from "./geometry";
import { PieceDrawing, type Standing } from "./pieces";
import { pointsText, type Point } from "../../boards/points";

/** The places of a way: from where the piece really stands, through the middles of the squares. */
export function placesOf(
  path: number[],
  colour: number,
  piece: number,
  from: Point | null,
): Point[] {
  return path.map((square, i) => (i === 0 && from ? from : placeOf(square, colour, piece)));
}

const far = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The point so far from `a` towards `b`. */
function towards(a: Point, b: Point, by: number): Point {
  const part = by / Math.max(far(a, b), 1);
  return { x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part };
}

/** From the edge of the piece to the edge of where it will be; nothing where these touch. */
function Arrow({ points, kind }: { points: Point[]; kind: string }): JSX.Element | null {
  const n = points.length;
  const length = points.slice(1).reduce((sum, p, i) => sum + far(p, points[i]), 0);
  if (n < 2 || length < 2 * RADIUS + 14) return null;
  // Squares that lie under the pieces at both ends are left out.
  const between = points
    .slice(1, -1)
    .filter((p) => far(p, points[0]) > RADIUS + 4 && far(p, points[n - 1]) > RADIUS + 13);
  const start = towards(points[0], between[0] ?? points[n - 1], RADIUS + 2);
  const end = towards(points[n - 1], between[between.length - 1] ?? points[0], RADIUS + 9);
  const line = pointsText([start, ...between, end]);
  const aim = points[n - 1];
  const angle = (Math.atan2(aim.y - end.y, aim.x - end.x) * 180) / Math.PI;
  return (
    <g class={kind}>
      <polyline class="pa-way-edge" points={line} />
      <polyline class="pa-way" points={line} />
      <path
        class="pa-head"
        d="M-5 -8 L9 0 L-5 8 Z"
        transform={`translate(${end.x} ${end.y}) rotate(${angle})`}
      />
    </g>
  );
}

/** A bow from one place to another, for what does not run along squares. */
function Flight({ from, to }: { from: Point; to: Point }): JSX.Element {
  const bend = {
    x: (from.x + to.x) / 2 - (to.y - from.y) / 6,
    y: (from.y + to.y) / 2 + (to.x - from.x) / 6,
  };
  return <path class="pa-flight" d={`M${from.x} ${from.y}Q${bend.x} ${bend.y} ${to.x} ${to.y}`} />;
}

/** The whole of a move. */
export function WayDrawing(p: {
  way: Way;
  state: ParchisState;
  pieces: Standing[];
}): JSX.Element | null {
  const outcome = outcomeOf(p.way, p.state);
  if (!outcome) return null;
  const own = p.way.pieces[0];
  const at = (colour: number, piece: number) =>
    p.pieces.find((s) => s.colour === colour && s.piece === piece)!.at;
  const points = placesOf(own.path, own.colour, own.piece, at(own.colour, own.piece));
  const end = points[points.length - 1];
  const { die } = actionOf(p.way.move);
  return (
    <g class={`pa-preview pa-${own.colour}`} aria-hidden="true">
      <Arrow points={points} kind="pa-arrow" />
      {outcome.sent
        .filter((s) => s.colour !== own.colour || s.piece !== own.piece)
        .map((s) => {
          const from = at(s.colour, s.piece);
          const home = placeOf(HOME, s.colour, s.piece);
          return (
            <g key={`${s.colour} ${s.piece}`} class={`pa-sent pa-${s.colour}`}>
              <Flight from={from} to={home} />
              <path
                class="pa-cross"
                d="M-9 -9 L9 9 M9 -9 L-9 9"
                transform={`translate(${from.x} ${from.y})`}
              />
              <g class="pa-ghostly" transform={`translate(${home.x} ${home.y})`}>
                <PieceDrawing colour={s.colour} piece={s.piece} state={0} radius={14} />
              </g>
            </g>
          );
        })}
      {outcome.changed
        .filter((c) => c.colour !== own.colour || c.piece !== own.piece)
        .map((c) => {
          const { x, y } = at(c.colour, c.piece);
          return (
            <circle
              key={`${c.colour} ${c.piece}`}
              class="pa-touched"
              cx={x}
              cy={y}
              r={RADIUS + 4}
            />
          );
        })}
      {points.length > 1 ? (
        <g class="pa-ghostly" transform={`translate(${end.x} ${end.y})`}>
          <PieceDrawing colour={own.colour} piece={own.piece} state={own.state} radius={RADIUS} />
        </g>
      ) : (
        <circle class="pa-touched" cx={end.x} cy={end.y} r={RADIUS + 5} />
      )}
      {die >= FIRST_SPECIAL && (
        <g class="pa-used" transform={`translate(${points[0].x} ${points[0].y - RADIUS - 15})`}>
          <circle r={14} />
          <DieEmblem die={die} size={20} />
        </g>
      )}
    </g>
  );
}

function standingOf(way: Way, pieces: Standing[]): Point {
  const own = way.pieces[0];
  return pieces.find((s) => s.colour === own.colour && s.piece === own.piece)!.at;
}

/** One of several moves, as a thin line. */
export function FaintWay({ way, pieces }: { way: Way; pieces: Standing[] }): JSX.Element | null {
  const own = way.pieces[0];
  if (!own || own.path.length < 2) return null;
  const points = placesOf(own.path, own.colour, own.piece, standingOf(way, pieces));
  const end = points[points.length - 1];
  return (
    <g class={`pa-faint pa-${own.colour}`} aria-hidden="true">
      <polyline points={pointsText(points)} />
      <circle class="pa-end" cx={end.x} cy={end.y} r={7} />
    </g>
  );
}

const ASIDE = [0, 20, -20, 32, -32, 44, -44];
const APART = 23; // between the middles of two targets
const BESIDE = 17; // and between those of a target and a piece, which both can be hit

/** The destinations of these moves: each beside the pieces there, and beside the others. */
export function placeTargets(ways: Way[], pieces: Standing[]): { way: Way; at: Point }[] {
  const taken: Point[] = [];
  return ways.flatMap((way) => {
    const own = way.pieces[0];
    if (!own || own.path.length < 2) return [];
    const square = own.path[own.path.length - 1];
    const end = placeOf(square, own.colour, own.piece);
    const across = acrossOf(square, own.colour);
    const room = (at: Point) =>
      Math.min(
        ...taken.map((p) => far(p, at) - APART),
        ...pieces.map((s) => far(s.at, at) - BESIDE),
      );
    const places = ASIDE.map((by) => ({ x: end.x + across.x * by, y: end.y + across.y * by }));
    const at =
      places.find((place) => room(place) >= 0) ??
      places.reduce((best, place) => (room(place) > room(best) ? place : best));
    taken.push(at);
    return [{ way, at }];
  });
}

/** Where a chosen piece, or a chosen die, can lead: marked with the die, or with the piece. */
export function Targets(p: { ways: Way[]; byPiece: boolean; pieces: Standing[] }): JSX.Element {
  return (
    <>
      {placeTargets(p.ways, p.pieces).map(({ way, at }) => {
        const own = way.pieces[0];
        const { die } = actionOf(way.move);
        return (
          <g
            key={way.move}
            class={`pa-target ${p.byPiece ? `pa-${own.colour} by-piece` : ""}`}
            data-move={way.move}
            aria-hidden="true"
            transform={`translate(${at.x} ${at.y})`}
          >
            <circle r={12} />
            {p.byPiece ? (
              <text>{own.piece}</text>
            ) : die >= FIRST_SPECIAL ? (
              <DieEmblem die={die} size={17} />
            ) : (
              <text>{die}</text>
            )}
          </g>
        );
      })}
    </>
  );
}

/** What was done last, faintly. */
export function Trail({ way }: { way: Way }): JSX.Element | null {
  const own = way.pieces[0];
  if (!own) return null;
  const points = placesOf(own.path, own.colour, own.piece, null);
  return (
    <g class={`pa-trail pa-${own.colour}`} aria-hidden="true">
      <polyline points={pointsText(points)} />
      <circle cx={points[0].x} cy={points[0].y} r={points.length > 1 ? 6 : RADIUS + 5} />
    </g>
  );
}
