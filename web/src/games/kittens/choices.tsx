// What can be done, as buttons: each with what it does, its risk and what a bot thinks of it.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { KittensExtra, Thoughts } from "../../messages";
import { estimate, percent } from "../../boards/format";
import { useKeptFocus } from "../../boards/hooks";
import { Card, isKind } from "./card";
import type { KittensWords } from "./en";

interface ChoicesProps {
  extra: KittensExtra;
  moves: string[];
  thoughts: Thoughts | null;
  hint: string | null;
  onMove: (move: string) => void;
  words: KittensWords;
}

/** A chance of winning, or else what the bot itself counts by. */
function worthOf(thoughts: Thoughts | null, move: string): string | null {
  const thought = thoughts?.moves.find((t) => t.move === move);
  if (!thought) return null;
  if (thought.value !== null) return estimate(thought.value, thought.error);
  return thought.own === null ? null : `${thoughts!.own ?? ""} ${thought.own.toFixed(2)}`.trim();
}

/** The chance of a bomb that a way of drawing brings. */
function riskOf(extra: KittensExtra, move: string): number | null {
  if (!extra.bomb) return null;
  if (move === "draw") return extra.bomb.top;
  return move === "draw-bottom" ? extra.bomb.bottom : null;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function Choices(p: ChoicesProps): JSX.Element {
  const { moves, words } = p;
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string | null>(null);
  const current = at && moves.includes(at) ? at : (moves[0] ?? null);
  const button = (move: string | null) =>
    list.current?.querySelector<HTMLElement>(`[data-move="${move}"]`) ?? null;
  useKeptFocus(list, () => button(current), moves.join(" "));

  const go = (event: KeyboardEvent) => {
    const place = moves.indexOf(current ?? "");
    let next = place + (STEPS[event.key] ?? 0);
    if (event.key === "Home") next = 0;
    if (event.key === "End") next = moves.length - 1;
    if (next === place) return;
    event.preventDefault();
    const move = moves[(next + moves.length) % moves.length];
    setAt(move);
    button(move)?.focus();
  };

  return (
    <div
      ref={list}
      class={`ki-choices ${moves.includes("top") ? "put" : ""}`}
      role="group"
      aria-label={words.choices}
    >
      {moves.map((move) => {
        const risk = riskOf(p.extra, move);
        const fact = risk === null ? words.fact(move) : words.bombChance(percent(risk));
        const worth = worthOf(p.thoughts, move);
        const best = p.thoughts?.best === move;
        const hinted = p.hint === move;
        const spoken = [words.action(move), fact, worth && words.worth(worth)];
        if (best) spoken.push(words.best);
        if (hinted) spoken.push(words.hint);
        return (
          <button
            key={move}
            type="button"
            class={`board-button ki-choice ${hinted ? "board-hint" : ""}`}
            data-move={move}
            tabindex={move === current ? 0 : -1}
            aria-label={spoken.filter(Boolean).join(". ")}
            onClick={() => p.onMove(move)}
            onFocus={() => setAt(move)}
            onKeyDown={go}
          >
            <Card kind={isKind(move) ? move : move === "draw" ? "?" : "bomb"} />
            <span class="ki-choice-text">
              <strong>{words.action(move)}</strong>
              {fact && (
                <span class={risk !== null && risk > 0 ? "ki-risk" : ""}>
                  {risk !== null && (
                    <span class="ki-risk-bar" aria-hidden="true">
                      <span style={{ width: `${risk * 100}%` }} />
                    </span>
                  )}
                  {fact}
                </span>
              )}
              {(worth || hinted) && (
                <span class="ki-marks">
                  {worth && (
                    <span class={`board-worth ${best ? "best" : ""}`}>
                      {best ? "★ " : ""}
                      {worth}
                    </span>
                  )}
                  {hinted && <span class="ki-hinted">★ {words.hint}</span>}
                </span>
              )}
            </span>
          </button>
        );
      })}
    </div>
  );
}
