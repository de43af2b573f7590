// One cell of the triangle, with what lies on it and what is thought of it.

import type { JSX } from "preact";
import { hexagon, RADIUS } from "./geometry";
import { pointsText, type Point } from "../../boards/points";

const OUTLINE = pointsText(hexagon(RADIUS - 0.6));
const BEST = pointsText(hexagon(RADIUS - 3));
const HINT = pointsText(hexagon(RADIUS - 2));
const FOCUS = pointsText(hexagon(RADIUS - 1.5));

/** Stones differ by colour, and that of seat 1 has a ring. */
export function Stone({ seat }: { seat: number }): JSX.Element {
  return (
    <g class={`y-stone seat-${seat}`}>
      <circle class="y-stone-body" r={RADIUS * 0.68} />
      {seat === 1 && <circle class="y-stone-ring" r={RADIUS * 0.4} />}
    </g>
  );
}

/** A stone beside a name. */
export function StoneMark({ seat }: { seat: number }): JSX.Element {
  return (
    <svg class="y-mark" viewBox={`-15 -15 30 30`} aria-hidden="true">
      <Stone seat={seat} />
    </svg>
  );
}

export interface CellProps {
  name: string;
  at: Point;
  stone: number | null;
  /** Whose stone would be put here; null: it may not. */
  ghost: number | null;
  chosen: boolean;
  last: boolean;
  chain: boolean;
  hint: boolean;
  best: boolean;
  /** From 0, the worst of all moves, to 1, the best; null: not thought about. */
  heat: number | null;
  /** What to write on it, in one or two lines. */
  figures: string[];
  /** Of motion for a stone that is new. */
  drop: number;
  focusable: boolean;
  label: string;
}

export function CellShape(p: CellProps): JSX.Element {
  const legal = p.ghost !== null;
  const kind = [
    "y-cell",
    legal ? `legal seat-${p.ghost}` : "",
    p.heat !== null ? "heat" : "",
    p.chosen ? "chosen" : "",
    p.chain ? "chain" : "",
  ].join(" ");
  return (
    <g
      class={kind}
      transform={`translate(${p.at.x.toFixed(2)} ${p.at.y.toFixed(2)})`}
      role={legal ? "button" : "img"}
      aria-label={p.label}
      tabindex={p.focusable ? 0 : -1}
      data-cell={p.name}
      data-move={legal ? p.name : undefined}
    >
      <polygon
        class="y-hex"
        points={OUTLINE}
        style={p.heat !== null ? { "--heat": `${Math.round(p.heat * 100)}%` } : undefined}
      />
      {legal && p.heat === null && <circle class="y-dot" r="2.2" />}
      {p.stone !== null && (
        <g class={p.drop > 0 ? "y-drop" : ""} style={{ animationDuration: `${p.drop}ms` }}>
          <Stone seat={p.stone} />
        </g>
      )}
      {p.last && <path class="y-last" d="M0 -5 L5 0 L0 5 L-5 0 Z" />}
      {p.best && <polygon class="y-best" points={BEST} />}
      {p.figures.map((figure, i) => (
        <text
          key={i}
          class={i === 0 ? "y-figure" : "y-figure small"}
          y={p.figures.length === 1 ? 0 : i === 0 ? -4 : 7}
        >
          {figure}
        </text>
      ))}
      {p.hint && <polygon class="y-hint-edge" points={HINT} />}
      {p.hint && <polygon class="y-hint" points={HINT} />}
      {legal && (
        <g class="y-ghost">
          <Stone seat={p.ghost!} />
        </g>
      )}
      <polygon class="y-focus" points={FOCUS} />
    </g>
  );
}
