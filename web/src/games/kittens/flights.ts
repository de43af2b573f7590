// Cards on their way: from the deck to a hand, from a hand to the cards that were played, and a bomb
// back to the deck. They fly over the table, which already shows how it is behind them.

import { h, render } from "preact";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Step } from "../../messages";
import { Card, isKind } from "./card";

export interface Flight {
  kind: string; // "?" is a back
  from: string; // zones of the table
  to: string;
}

const MOST = 3; // more at once nobody follows

/** What flies by these steps. Whoever may not see a card sees its back. */
export function flightsOf(steps: Step[]): Flight[] {
  const flights = steps.flatMap((step): Flight[] => {
    if (step.seat === null) return [];
    const hand = `hand-${step.seat}`;
    // Only the text tells a card that is drawn from one that is looked at or dealt.
    if (/^drew /.test(step.text)) {
      const bomb = /^drew a bomb/.test(step.text);
      return [{ kind: bomb ? "bomb" : (step.move ?? "?"), from: "deck", to: hand }];
    }
    if (/^put the bomb back/.test(step.text)) return [{ kind: "?", from: hand, to: "deck" }];
    if (!step.chance && step.move && isKind(step.move))
      return [{ kind: step.move, from: hand, to: `played-${step.seat}` }];
    return [];
  });
  return flights.slice(-MOST);
}

/** Shows the flights in an empty element that lies over the table. */
export function useFlights(
  sky: RefObject<HTMLElement>,
  flights: Flight[],
  motion: number,
  changed: unknown,
): void {
  useLayoutEffect(() => {
    const over = sky.current;
    const table = over?.parentElement;
    if (!over || !table || motion <= 0) return;
    const ground = over.getBoundingClientRect();
    const middleOf = (zone: string) => {
      const box = table.querySelector(`[data-zone="${zone}"]`)?.getBoundingClientRect();
      return box && { x: box.x + box.width / 2 - ground.x, y: box.y + box.height / 2 - ground.y };
    };
    const each = motion / Math.max(flights.length, 1);
    const cards = flights.flatMap(({ kind, from, to }, i) => {
      const [start, end] = [middleOf(from), middleOf(to)];
      if (!start || !end) return [];
      const card = document.createElement("div");
      card.className = "ki-flying";
      render(h(Card, { kind }), card);
      over.append(card);
      const at = (p: { x: number; y: number }, turn: number, scale: number) =>
        `translate(${p.x}px, ${p.y}px) translate(-50%, -50%) rotate(${turn}deg) scale(${scale})`;
      const run = card.animate(
        [
          { transform: at(start, 0, 1), opacity: 1 },
          { transform: at(end, i % 2 ? -8 : 8, 0.9), opacity: 1, offset: 0.85 },
          { transform: at(end, 0, 0.8), opacity: 0 },
        ],
        { duration: each, delay: i * each, easing: "ease-in-out", fill: "both" },
      );
      run.onfinish = () => card.remove();
      return [{ card, run }];
    });
    return () =>
      cards.forEach(({ card, run }) => {
        run.cancel();
        card.remove();
      });
  }, [changed]);
}
