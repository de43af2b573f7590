// What the others do, for those who do not see the board: said once, in the words of the list of moves.

import { useEffect, useRef, useState } from "preact/hooks";
import type { StateMessage, Step } from "../messages";
import { useSpeech } from "../words/words";
import { namesOf } from "./names";

const KEPT = 8; // lines; a reader of the screen reads those that come

interface Line {
  key: number;
  who: string;
  text: string;
}

/** Steps of a seat that is not played on this page; null: chance without a player, or nothing to say. */
export function heard(step: Step, message: StateMessage): number | null {
  if (step.seat === null || step.text === "") return null;
  return message.players[step.seat]?.yours && message.players[step.seat].kind === "person"
    ? null
    : step.seat;
}

/** `steps`: all of the live game. Those that were there when the page was opened are not read out. */
export function Heard({ message, steps }: { message: StateMessage; steps: Step[] }) {
  const { words, told, foreign } = useSpeech();
  const known = useRef(steps.length);
  const [lines, setLines] = useState<Line[]>([]);
  useEffect(() => {
    const names = namesOf(message.players, words);
    const from = Math.min(known.current, steps.length);
    const fresh = steps.slice(from).flatMap((step, i): Line[] => {
      const seat = heard(step, message);
      return seat === null
        ? []
        : [{ key: from + i, who: names[seat], text: told(message.game, step) }];
    });
    known.current = steps.length;
    if (fresh.length > 0) setLines((before) => [...before, ...fresh].slice(-KEPT));
  }, [steps.length]);
  return (
    <div class="visually-hidden heard" role="log" aria-live="polite" aria-label={words.moves.heard}>
      {lines.map(({ key, who, text }) => (
        <p key={key}>
          {who}: <span lang={foreign(message.game)}>{text}</span>
        </p>
      ))}
    </div>
  );
}
