// The board under the pieces: homes, track, corridors, goals, and what lies on the squares.

import type { JSX } from "preact";
import type { ParchisState } from "../../messages";
import { Die } from "../../boards/dice";
import { barriersOf, poolOf } from "./choice";
import { DieEmblem } from "./emblems";
import type { ParchisWords } from "./en";
import { aboutText, subjects } from "./explain";
import {
  ACROSS,
  acrossOf,
  CORNER,
  CORRIDOR,
  EXITS,
  HALF,
  homeOf,
  INNER,
  isCut,
  outlineOf,
  placeOf,
  SAFE,
  TRACK,
  turn,
} from "./geometry";
import { pointsText } from "../../boards/points";

const track = Array.from({ length: TRACK }, (_, i) => i + 1);
const corridor = Array.from({ length: 7 }, (_, i) => i + CORRIDOR);
const colours = [0, 1, 2, 3];
const ENTRIES = [68, 17, 34, 51];
const POOL = [1, 2, 4, 5, 6];
const BANANA = 110;

function kindOf(square: number): string {
  const exit = EXITS.indexOf(square);
  const entry = ENTRIES.indexOf(square);
  if (exit >= 0) return `pa-${exit} exit`;
  if (entry >= 0) return `pa-${entry} entry`;
  return SAFE.includes(square) ? "safe" : "";
}

/** A place within a square: so far across it, as the number of units from its middle. */
function shifted(square: number, by: number): { x: number; y: number } {
  const middle = placeOf(square, 0, 0);
  const across = acrossOf(square, 0);
  return { x: middle.x + across.x * by, y: middle.y + across.y * by };
}

/** Outwards is to the right of an arm's right column, and to the left of its left one. */
function outwards(square: number): number {
  const along = (square + 8) % 17;
  if (along === 8) return 0;
  return along < 8 ? -1 : 1;
}

function Squares(): JSX.Element {
  return (
    <>
      {track.map((square) => {
        const side = outwards(square);
        // A cut square has its room on the inner side.
        const { x, y } = shifted(
          square,
          side * (isCut(square, 0) ? 14 - ACROSS / 2 : ACROSS / 2 - 8),
        );
        const safe = SAFE.includes(square);
        const middle = placeOf(square, 0, 0);
        return (
          <g key={square} data-about={safe ? subjects.safe(square) : undefined}>
            <polygon
              class={`pa-square ${kindOf(square)}`}
              points={pointsText(outlineOf(square, 0))}
            />
            {safe && <circle class="pa-safe" cx={middle.x} cy={middle.y} r={11} />}
            {side !== 0 && (
              <text class="pa-label" x={x} y={y}>
                {square}
              </text>
            )}
          </g>
        );
      })}
      {colours.map((colour) =>
        corridor.map((square) => (
          <polygon
            key={`${colour} ${square}`}
            class={`pa-square corridor pa-${colour}`}
            points={pointsText(outlineOf(square, colour))}
          />
        )),
      )}
      {colours.map((colour) => (
        <polygon
          key={colour}
          class={`pa-goal pa-${colour}`}
          points={pointsText([
            { x: 0, y: 0 },
            turn({ x: INNER, y: INNER }, colour),
            turn({ x: -INNER, y: INNER }, colour),
          ])}
        />
      ))}
    </>
  );
}

/** A home, with who plays its colour, the dice it has left and its bounces. */
function Home(p: {
  colour: number;
  state: ParchisState;
  turn: boolean;
}): JSX.Element {
  const { colour, state } = p;
  const { x, y } = homeOf(colour);
  const half = CORNER / 2;
  const pool = poolOf(state, colour);
  // With the course's rules a player's two colours have one pool: it lies in the first one's home.
  const shows = state.dice.length === 4 || colour < 2;
  return (
    <g class={`pa-home pa-${colour} ${p.turn ? "in-turn" : ""}`} transform={`translate(${x} ${y})`}>
      <rect x={3 - half} y={3 - half} width={CORNER - 6} height={CORNER - 6} rx={20} />
      <circle class="pa-yard" r={58} />
      {[0, 1, 2].map((piece) => {
        const slot = placeOf(0, colour, piece);
        return <circle key={piece} class="pa-slot" cx={slot.x - x} cy={slot.y - y} r={18} />;
      })}
      {shows &&
        POOL.map((die, i) => (
          <g
            key={die}
            transform={`translate(${(i - 2) * 30} ${half - 24})`}
            data-about={subjects.die(die)}
          >
            <Die eyes={die} size={24} kind={pool.includes(die) ? "" : "pa-spent"} />
          </g>
        ))}
      {state.bounces[colour] > 0 && (
        <g class="pa-bounces" transform={`translate(${half - 28} 46)`}>
          <path d="M-9 4 Q-9 -6 0 -6 H7 M3 -10.5 L8 -6 L3 -1.5" />
          <text y={12}>{state.bounces[colour]}</text>
        </g>
      )}
    </g>
  );
}

interface ThingsProps {
  state: ParchisState;
  words: ParchisWords;
  /** The thing that Tab leads to. */
  current: string | null;
}

/** Items, traps and barriers. Where a piece stands on an item, it is drawn small in its corner. */
export function Things({ state, words, current }: ThingsProps): JSX.Element {
  const thing = (subject: string) => {
    const about = aboutText(subject, state, words)!;
    return {
      "data-about": subject,
      "data-thing": subject,
      role: "img" as const,
      "aria-label": `${about.title}. ${about.text}`,
      tabindex: subject === current ? 0 : -1,
    };
  };
  const taken = new Set(state.pieces.flat().map(([square]) => square));
  const traps = [...new Set(state.traps)].map((square) => ({
    square,
    count: state.traps.filter((s) => s === square).length,
  }));
  return (
    <>
      {barriersOf(state).map(({ colour, square }) => (
        <polygon
          key={`${colour} ${square}`}
          class={`pa-barrier pa-${colour}`}
          points={pointsText(outlineOf(square, colour))}
          data-about={subjects.barrier(colour, square)}
          aria-hidden="true"
        />
      ))}
      {state.items.map(([square, die]) => {
        const small = taken.has(square);
        const aside = small ? -21 : state.traps.includes(square) ? 10 : 0;
        const { x, y } = shifted(square, outwards(square) * aside);
        return (
          <g
            key={square}
            class="pa-item pa-thing"
            transform={`translate(${x} ${y})`}
            {...thing(subjects.item(square, die))}
          >
            <rect
              x={small ? -7 : -14}
              y={small ? -7 : -13}
              width={small ? 14 : 28}
              height={small ? 14 : 26}
              rx={small ? 3 : 6}
            />
            <DieEmblem die={die} size={small ? 11 : 21} />
          </g>
        );
      })}
      {traps.map(({ square, count }) => {
        const { x, y } = shifted(square, -outwards(square) * 15);
        return (
          <g
            key={square}
            class="pa-trap pa-thing"
            transform={`translate(${x} ${y})`}
            {...thing(subjects.trap(square))}
          >
            <path d="M0 -13 L13.5 10.5 H-13.5 Z" />
            <g transform="translate(0 3)">
              <DieEmblem die={BANANA} size={14} />
            </g>
            {count > 1 && (
              <text x={11} y={-6}>
                {count}
              </text>
            )}
          </g>
        );
      })}
    </>
  );
}

export function Cross({ state }: { state: ParchisState }): JSX.Element {
  return (
    <g aria-hidden="true">
      <rect class="pa-ground" x={-HALF} y={-HALF} width={2 * HALF} height={2 * HALF} rx={22} />
      {colours.map((colour) => (
        <Home
          key={colour}
          colour={colour}
          state={state}
          turn={state.winner < 0 && state.color === colour}
        />
      ))}
      <Squares />
    </g>
  );
}
