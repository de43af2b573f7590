// The board of Y.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { YExtra, YState } from "../../messages";
import { estimate, percent } from "../../boards/format";
import { useKeptFocus, useWidth } from "../../boards/hooks";
import { pointsText } from "../../boards/points";
import type { BoardProps } from "../../boards/props";
import "./board.css";
import { CellShape, StoneMark } from "./cell";
import {
  atSide,
  cellNamed,
  cellsOf,
  extent,
  joining,
  middleOf,
  nameOf,
  sideBar,
  WIDTH,
  type Cell,
} from "./geometry";
import { moveCursor } from "./cursor";
import type { YWords } from "./en";

type Props = BoardProps<YState, YExtra, YWords>;

const FINGER = 24; // pixels across a cell that a finger still hits
const SURE = 34; // and that it hits for sure, so that one tap is enough
const LARGE = 40; // when the board is enlarged
const LARGEST = 72; // when it is not
const ROOM_FOR_FIGURE = 26;
const ROOM_FOR_ERROR = 44;

function stonesOf(state: YState): (number | null)[][] {
  return state.layout
    .split("/")
    .map((row) => [...row].map((c) => (c === "." ? null : state.players.indexOf(c))));
}

/** The board in words, for those who do not see it. */
function told(p: Props, words: YWords): string {
  const stones = stonesOf(p.state);
  const cells = cellsOf(p.state.size);
  return [0, 1]
    .map((seat) => {
      const own = cells.filter((c) => stones[c.row][c.column] === seat);
      return words.stones(
        nameOfSeat(p, seat),
        own.map((c) => nameOf(c, p.state.size)),
      );
    })
    .join(" ");
}

function nameOfSeat(p: Props, seat: number): string {
  return p.players[seat]?.name ?? String(seat + 1);
}

/** What is thought of the moves: how good each is among all, and what to write on it. */
function heatOf(p: Props): {
  of: Map<string, { heat: number; value: number; error: number | null }>;
  low: number;
  high: number;
} {
  const told = (p.thoughts?.moves ?? []).flatMap((t) =>
    t.value === null ? [] : [{ ...t, value: t.value }],
  );
  const values = told.map((t) => t.value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const scale = (value: number) => (high > low ? (value - low) / (high - low) : 0.5);
  return {
    of: new Map(
      told.map((t) => [t.move, { heat: scale(t.value), value: t.value, error: t.error }]),
    ),
    low,
    high,
  };
}

function Frame({
  size,
  across,
  winner,
}: {
  size: number;
  across: number;
  winner: number | null;
}): JSX.Element {
  // Coordinates of about the same size on paper, however large the board is.
  const font = Math.min(17, across > 0 ? (13.5 * WIDTH) / across : 12);
  const rows = Array.from({ length: size }, (_, i) => i);
  return (
    <g aria-hidden="true">
      {[0, 1, 2].map((side) => (
        <polyline
          key={side}
          class={`y-side ${winner === null ? "" : `won seat-${winner}`}`}
          points={pointsText(sideBar(side, size))}
        />
      ))}
      {rows.map((row) => {
        const { x, y } = middleOf({ row, column: 0 }, size);
        return (
          <text key={row} class="y-coordinate row" font-size={font} x={x - 27} y={y - 9}>
            {size - row}
          </text>
        );
      })}
      {rows.map((column) => {
        const { x, y } = middleOf({ row: size - 1, column }, size);
        return (
          <text key={column} class="y-coordinate" font-size={font} x={x - 11} y={y + 39}>
            {String.fromCharCode(97 + column)}
          </text>
        );
      })}
    </g>
  );
}

/** The Y of the winner, from its middle to the bars of the three sides. */
function Joined({
  chain,
  size,
  winner,
}: {
  chain: Cell[];
  size: number;
  winner: number;
}): JSX.Element {
  return (
    <g class={`y-joined seat-${winner}`} aria-hidden="true">
      {["y-way-edge", "y-way"].map((kind) =>
        joining(chain, size).map((way, side) => {
          const points = way.map((cell) => middleOf(cell, size));
          points.push(atSide(way[way.length - 1], side, size));
          return <polyline key={`${kind} ${side}`} class={kind} points={pointsText(points)} />;
        }),
      )}
    </g>
  );
}

export function YBoard(p: Props): JSX.Element {
  const { size } = p.state;
  const words = p.words;
  const drawing = useRef<SVGSVGElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const touch = useRef(false);
  const [cursor, setCursor] = useState<string>(() => nameOf(middleCell(size), size));
  const [chosen, setChosen] = useState<string | null>(null);
  const [large, setLarge] = useState(false);
  const { width, height } = extent(size);
  const across = (WIDTH * useWidth(drawing)) / width; // pixels a cell
  const fit = `min(46rem, ${((80 * width) / height).toFixed(1)}vh, ${Math.round((LARGEST * width) / WIDTH)}px)`;
  const stones = stonesOf(p.state);
  const legal = new Set(p.moves);
  const mover = p.state.turn;
  const heat = heatOf(p);
  const chain = new Set(p.extra.chain);
  const winner = p.over ? p.over.result.indexOf(1) : -1;
  const pick = chosen && legal.has(chosen) ? chosen : null;
  const at = cellNamed(cursor, size) ? cursor : nameOf(middleCell(size), size);
  const fresh = new Set(p.before ? p.recent.map((s) => s.move) : []);

  useEffect(() => setChosen(null), [p.state]);
  useEffect(() => {
    const centre = find(p.extra.last ?? at);
    if (large) centre?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [large]);
  const find = (name: string) =>
    root.current?.querySelector<SVGElement>(`[data-cell="${name}"]`) ?? null;
  useKeptFocus(root, () => find(at), p.state);

  const play = (move: string) => {
    setChosen(null);
    p.onMove(move);
  };
  const onClick = (event: MouseEvent) => {
    const name = (event.target as Element).closest("[data-move]")?.getAttribute("data-move");
    if (!name || !legal.has(name)) return;
    setCursor(name);
    // A finger on a small cell may have meant its neighbour: it says so twice.
    if (touch.current && across < SURE && pick !== name) setChosen(name);
    else play(name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (legal.has(at)) play(at);
      return;
    }
    const next = moveCursor(cellNamed(at, size)!, event.key, size);
    if (!next) return;
    event.preventDefault();
    const name = nameOf(next, size);
    setCursor(name);
    find(name)?.focus();
  };

  const worthOf = (move: string) => {
    const thought = heat.of.get(move);
    return thought ? estimate(thought.value, thought.error) : "";
  };
  const label = (name: string, stone: number | null) => {
    const parts = [stone === null ? words.empty(name) : words.stone(name, nameOfSeat(p, stone))];
    if (name === p.extra.last) parts.push(words.last);
    if (chain.has(name)) parts.push(words.inChain);
    if (heat.of.has(name)) parts.push(words.worth(worthOf(name)));
    if (name === p.thoughts?.best) parts.push(words.best);
    if (name === p.hint) parts.push(words.hint);
    return parts.join(", ");
  };
  const figures = (name: string) => {
    if (!heat.of.has(name) || across < ROOM_FOR_FIGURE) return [];
    const [value, error] = worthOf(name).split(" ");
    const figure = value.replace(/[^\d<>]/g, "");
    return error && across >= ROOM_FOR_ERROR ? [figure, error.replace(/\s/g, "")] : [figure];
  };

  const board = (
    <svg
      ref={drawing}
      class={`y-board ${legal.size > 0 ? "open" : ""} ${p.over ? "over" : ""}`}
      viewBox={`0 0 ${width.toFixed(1)} ${height.toFixed(1)}`}
      style={
        large
          ? { width: `${Math.round((LARGE * width) / WIDTH)}px`, maxWidth: "none" }
          : { width: "100%", maxWidth: fit }
      }
      role="group"
      aria-label={`${words.board(size)}. ${told(p, words)}`}
      onClick={onClick}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => (touch.current = event.pointerType === "touch")}
    >
      <Frame size={size} across={across} winner={winner >= 0 && chain.size > 0 ? winner : null} />
      {cellsOf(size).map((cell) => {
        const name = nameOf(cell, size);
        const stone = stones[cell.row][cell.column];
        return (
          <CellShape
            key={name}
            name={name}
            at={middleOf(cell, size)}
            stone={stone}
            ghost={legal.has(name) ? mover : null}
            chosen={pick === name}
            last={name === p.extra.last}
            chain={chain.has(name)}
            hint={name === p.hint}
            best={name === p.thoughts?.best}
            heat={heat.of.get(name)?.heat ?? null}
            figures={figures(name)}
            drop={stone !== null && fresh.has(name) ? p.motion : 0}
            focusable={name === at}
            label={label(name, stone)}
          />
        );
      })}
      {winner >= 0 && chain.size > 0 && (
        <Joined
          chain={p.extra.chain.flatMap((name) => cellNamed(name, size) ?? [])}
          size={size}
          winner={winner}
        />
      )}
    </svg>
  );

  return (
    <div ref={root} class="board y">
      <p class="y-headline" aria-live="polite">
        <StoneMark seat={winner >= 0 ? winner : mover} />
        {winner >= 0
          ? (chain.size > 0 ? words.wins : words.won)(nameOfSeat(p, winner))
          : p.over
            ? words.over
            : words.turn(nameOfSeat(p, mover))}
      </p>
      <div class="y-box">{board}</div>
      <div class="y-below">
        {legal.has("swap") && (
          <button
            type="button"
            class={`board-button ${p.hint === "swap" ? "board-hint" : ""}`}
            data-move="swap"
            onClick={() => play("swap")}
          >
            ⇄ {words.swap}{" "}
            {heat.of.has("swap") && (
              <span class={`board-worth ${p.thoughts?.best === "swap" ? "best" : ""}`}>
                {worthOf("swap")}
              </span>
            )}
          </button>
        )}
        {pick && (
          <button type="button" class="board-button y-confirm" onClick={() => play(pick)}>
            <strong>{words.play(pick)}</strong>{" "}
            {heat.of.has(pick) && <span class="board-worth">{worthOf(pick)}</span>}{" "}
            <span>{words.again}</span>
          </button>
        )}
        {(large || (across > 0 && across < FINGER)) && (
          <button type="button" class="board-button" onClick={() => setLarge(!large)}>
            {large ? words.fit : words.enlarge}
          </button>
        )}
        {heat.of.size > 0 && (
          <p class="y-legend">
            <span>{percent(heat.low)}</span>
            <span class="y-scale" aria-hidden="true" />
            <span>{percent(heat.high)}</span>
            <span>{words.legend}</span>
          </p>
        )}
      </div>
    </div>
  );
}

function middleCell(size: number): Cell {
  const row = Math.floor((size * 2) / 3);
  return { row: Math.min(row, size - 1), column: Math.floor(row / 2) };
}
