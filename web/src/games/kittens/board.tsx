// The table of Kittens: the other's hand above, the deck between, the own hand below.

import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import type { KittensExtra, KittensState } from "../../messages";
import "./board.css";
import { Card, isKind, KINDS } from "./card";
import { Choices } from "./choices";
import { Deck } from "./deck";
import { flightsOf, useFlights } from "./flights";
import type { KittensWords } from "./en";
import type { BoardProps } from "../../boards/props";
import { SeatMark } from "../../boards/seat_mark";

type Props = BoardProps<KittensState, KittensExtra, KittensWords>;

const HIDDEN = "?";

/** Cards by kind, in the order of the rules; what is hidden comes last. */
function sorted(cards: Record<string, number>): [string, number][] {
  return [...KINDS, HIDDEN].flatMap((kind): [string, number][] =>
    cards[kind] ? [[kind, cards[kind]]] : [],
  );
}
const sum = (cards: Record<string, number>) => Object.values(cards).reduce((a, b) => a + b, 0);

function cardName(kind: string, words: KittensWords): string {
  return isKind(kind) ? words.card(kind) : words.hidden;
}

function told(cards: Record<string, number>, words: KittensWords): string {
  return sorted(cards)
    .map(([kind, n]) => `${n} ${cardName(kind, words)}`)
    .join(", ");
}

interface SideProps {
  seat: number;
  p: Props;
  name: string;
  own: boolean;
  words: KittensWords;
}

/** Cards of one kind, lying on each other. */
function Pile(p: {
  kind: string;
  count: number;
  move: string | null;
  hint: boolean;
  onMove: (move: string) => void;
  words: KittensWords;
}): JSX.Element {
  return (
    <span
      class={`ki-pile ${p.move ? "can" : ""} ${p.hint ? "hinted" : ""} ${p.count > 1 ? "many" : ""}`}
      data-move={p.move ?? undefined}
      onClick={() => p.move && p.onMove(p.move)}
    >
      {p.count > 2 && <span class="ki-under two" />}
      {p.count > 1 && <span class="ki-under one" />}
      <Card kind={p.kind} words={p.words} />
      {p.count > 1 && <span class="ki-times">{p.count}</span>}
    </span>
  );
}

/** Hidden cards, side by side as far as there is room, so that one sees how many they are. */
function Fan({ count }: { count: number }): JSX.Element {
  return (
    <span class="ki-fan">
      {Array.from({ length: count }, (_, i) => (
        <span key={i}>
          <Card kind={HIDDEN} />
        </span>
      ))}
    </span>
  );
}

function Hand({ seat, p, name, words }: SideProps): JSX.Element {
  const hand = p.state.hands[seat];
  const mine = p.moves.length > 0 && p.state.seat === seat;
  return (
    <div
      class="ki-hand"
      data-zone={`hand-${seat}`}
      role="img"
      aria-label={`${words.hand(name)}: ${told(hand, words)}`}
    >
      {sorted(hand).map(([kind, count]) =>
        kind === HIDDEN ? (
          <Fan key={kind} count={count} />
        ) : (
          <Pile
            key={kind}
            kind={kind}
            count={count}
            move={mine && p.moves.includes(kind) ? kind : null}
            hint={mine && p.hint === kind}
            onMove={p.onMove}
            words={words}
          />
        ),
      )}
      {/* Everybody has seen it; it is on its way back. */}
      {p.state.waits === "place" && p.state.seat === seat && (
        <span class="ki-pile">
          <Card kind="bomb" words={words} />
        </span>
      )}
    </div>
  );
}

function Played({ seat, p, name, words }: SideProps): JSX.Element {
  const played = p.state.played[seat];
  const any = sum(played) > 0;
  return (
    <div
      class={`ki-played ${any ? "" : "none"}`}
      data-zone={`played-${seat}`}
      role="img"
      aria-label={`${words.played(name)}: ${any ? told(played, words) : words.nothing}`}
    >
      {sorted(played).map(([kind, n]) => (
        <span key={kind} class="ki-small">
          <Card kind={kind} />
          {n > 1 && <span class="ki-times">{n}</span>}
        </span>
      ))}
    </div>
  );
}

function Side(props: SideProps): JSX.Element {
  const { seat, p, name, words } = props;
  const turn = !p.over && p.state.seat === seat;
  const last = words.last(p.state.last[seat]);
  const lost = !!p.over && p.over.end === "won" && p.over.result[seat] === 0;
  return (
    <section
      class={`ki-side seat-${seat} ${turn ? "in-turn" : ""} ${props.own ? "own" : ""} ${lost ? "lost" : ""}`}
    >
      <p class="ki-who">
        <SeatMark seat={seat} />
        <strong class="visually-hidden">{name}</strong>
        <span class="ki-sum">{words.cards(sum(p.state.hands[seat]))}</span>
        {turn && p.state.owes > 0 && (
          <span class={`ki-owes ${p.state.owes > 1 ? "two" : ""}`}>{words.owes(p.state.owes)}</span>
        )}
        {last && <span class="ki-did">{last}</span>}
      </p>
      <div class="ki-cards">
        <Hand {...props} />
        <Played {...props} />
      </div>
      {lost && <Boom />}
    </section>
  );
}

/** Whoever drew the bomb sits behind this. */
function Boom(): JSX.Element {
  const rays = Array.from({ length: 24 }, (_, i) => {
    const radius = i % 2 ? 26 : i % 4 ? 40 : 48;
    const angle = (i * Math.PI) / 12;
    return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return (
    <span class="ki-boom" aria-hidden="true">
      <svg viewBox="-50 -50 100 100">
        <polygon class="ki-blast" points={rays.join(" ")} />
      </svg>
      <Card kind="bomb" />
    </span>
  );
}

function headline(p: Props, names: string[], words: KittensWords): string {
  const name = names[p.state.seat];
  const mine = p.moves.length > 0;
  if (p.over) {
    const winner = p.over.result.indexOf(1);
    if (winner < 0) return words.over;
    return p.over.end === "won"
      ? words.wins(names[winner], names[1 - winner])
      : words.won(names[winner]);
  }
  switch (p.state.waits) {
    case "deal":
      return words.dealing;
    case "look":
      return words.looking(name);
    case "draw":
    case "draw-bottom":
      return words.turning(name);
    case "place":
      return mine ? words.places(name) : words.placing(name);
    case "over":
      return words.over;
  }
  return mine ? words.asks(name) : words.deciding(name);
}

export function KittensBoard(p: Props): JSX.Element {
  const words = p.words;
  const sky = useRef<HTMLDivElement>(null);
  const names = [0, 1].map((seat) => p.players[seat]?.name ?? String(seat + 1));
  const below = p.seat ?? 0;
  const flights = useMemo(() => flightsOf(p.recent), [p.recent]);
  useFlights(sky, flights, p.before ? p.motion : 0, p.state);
  const winner = p.over ? p.over.result.indexOf(1) : -1;
  const side = (seat: number) => (
    <Side seat={seat} p={p} name={names[seat]} own={seat === below} words={words} />
  );
  return (
    <div class="board kittens">
      <div class="ki-layout">
        <div class="ki-table" role="group" aria-label={words.table}>
          {side(1 - below)}
          <Deck
            state={p.state}
            extra={p.extra}
            names={names}
            words={words}
            moves={p.moves}
            hint={p.hint}
            onMove={p.onMove}
          />
          {side(below)}
          <div ref={sky} class="ki-sky" aria-hidden="true" />
        </div>
        <div class="ki-panel">
          <p class="ki-headline" aria-live="polite">
            <SeatMark seat={winner >= 0 ? winner : p.state.seat} />
            {headline(p, names, words)}
          </p>
          <Choices
            extra={p.extra}
            moves={p.moves}
            thoughts={p.thoughts}
            hint={p.hint}
            onMove={p.onMove}
            words={words}
          />
        </div>
      </div>
    </div>
  );
}
