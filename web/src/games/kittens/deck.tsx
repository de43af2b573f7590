// The deck: a stack to draw from, and the same cards laid out from top to bottom, so that what is known
// of them lies at its place.

import type { JSX } from "preact";
import type { KittensExtra, KittensState } from "../../messages";
import { percent } from "../../boards/format";
import { Card, isKind } from "./card";
import type { KittensWords } from "./en";
import { SeatMark } from "../../boards/seat_mark";

export interface Place {
  kind: string; // "?" if nobody knows
  seats: number[]; // who knows it
  maybe: boolean; // the other's bomb may lie here
}

/** The deck from the top: "bomb:01" is a bomb that both seats know of. */
export function placesOf(state: KittensState): Place[] {
  const guesses = typeof state.view === "number" ? state.maybe[state.view] : null;
  const maybe = new Set((guesses ?? []).filter((place) => typeof place === "number"));
  return state.deck.map((text, i) => {
    const [kind, seats = ""] = text.split(":");
    return { kind, seats: [...seats].map(Number), maybe: maybe.has(i) };
  });
}

/** The deck in words. */
export function deckTold(state: KittensState, names: string[], words: KittensWords): string {
  const places = placesOf(state);
  const at = (i: number) => words.place(i, places.length);
  const known = places.flatMap(({ kind, seats }, i) =>
    isKind(kind)
      ? [
          `${at(i)}: ${words.card(kind)}${seats.length > 0 ? `, ${words.knownTo(seats.map((s) => names[s]))}` : ""}`,
        ]
      : [],
  );
  const maybe = places.flatMap((place, i) => (place.maybe ? [at(i)] : []));
  if (maybe.length > 0) known.push(words.maybeAt(maybe));
  known.push(words.unknown(places.filter((place) => !isKind(place.kind)).length));
  return known.join(". ");
}

const PUT = ["top", "middle", "bottom"];

interface DeckProps {
  state: KittensState;
  extra: KittensExtra;
  names: string[];
  words: KittensWords;
  moves: string[];
  hint: string | null;
  onMove: (move: string) => void;
}

/** As many edges as there is room for tell a thick deck from a thin one. */
function Stack(p: DeckProps): JSX.Element {
  const { state, words } = p;
  const size = state.deck.length;
  const places = placesOf(state);
  const layers = Math.min(9, Math.ceil(size / 4));
  const draws = p.moves.includes("draw");
  const label = [words.deck, words.cards(size), words.bombs(p.extra.count.bombs)].join(", ");
  return (
    <div
      class={`ki-stack ${draws ? "can" : ""} ${p.hint === "draw" ? "hinted" : ""}`}
      data-zone="deck"
      data-move={draws ? "draw" : undefined}
      role="img"
      aria-label={label}
      onClick={() => draws && p.onMove("draw")}
    >
      {Array.from({ length: layers }, (_, i) => (
        <span
          key={i}
          class="ki-layer"
          style={{ transform: `translate(${(layers - i) * 1.5}px, ${(layers - i) * 2}px)` }}
        />
      ))}
      {size > 0 ? <Card kind={places[0].kind} words={words} /> : <span class="ki-none" />}
    </div>
  );
}

export function Deck(p: DeckProps): JSX.Element {
  const { state, extra, words } = p;
  const places = placesOf(state);
  const putting = PUT.filter((move) => p.moves.includes(move));
  const maybe = places.some((place) => place.maybe);
  return (
    <div class="ki-deck">
      <Stack {...p} />
      <div
        class="ki-spread"
        style={{ maxWidth: `${Math.max(14, Math.min(34, 2.3 * places.length))}rem` }}
      >
        <p class="ki-count">
          <strong>{words.cards(extra.count.deck)}</strong>
          <span>{words.bombs(extra.count.bombs)}</span>
        </p>
        <div class="ki-strip" role="img" aria-label={deckTold(state, p.names, words)}>
          {places.map((place, i) => (
            <span
              key={i}
              class={`ki-place ${isKind(place.kind) ? "known" : ""} ${place.maybe ? "maybe" : ""}`}
            >
              {isKind(place.kind) ? <Card kind={place.kind} /> : <span class="ki-slice" />}
              <span class="ki-knows">
                {place.seats.map((seat) => (
                  <SeatMark key={seat} seat={seat} />
                ))}
                {place.maybe && <span class="ki-maybe">?</span>}
              </span>
            </span>
          ))}
        </div>
        {extra.bomb && places.length > 0 && (
          <p class="ki-ends">
            <span>
              {words.top} <b>{words.bombChance(percent(extra.bomb.top))}</b>
            </span>
            {places.length > 1 && (
              <span>
                {words.bottom} <b>{words.bombChance(percent(extra.bomb.bottom))}</b>
              </span>
            )}
          </p>
        )}
        {maybe && (
          <p class="ki-legend">
            <span class="ki-maybe">?</span> {words.maybe}
          </p>
        )}
        {putting.length > 0 && (
          <div class="ki-puts">
            {putting.map((move) => (
              <span
                key={move}
                class={`ki-put ${p.hint === move ? "hinted" : ""}`}
                data-move={move}
                onClick={() => p.onMove(move)}
              >
                <svg viewBox="0 0 20 14" aria-hidden="true">
                  <path d="M10 1 L18 12 H2 Z" />
                </svg>
                {words.action(move)}
              </span>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
