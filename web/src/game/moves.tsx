// What has happened so far, turn by turn, and the buttons to step through it.

import { useEffect, useRef } from "preact/hooks";
import type { StateMessage, Step } from "../messages";
import { Icon } from "../parts/icon";
import type { IconName } from "../parts/icon";
import { PlayerMark } from "../parts/player_mark";
import { SIGNS } from "../review/types";
import type { Grade } from "../review/types";
import { useSpeech } from "../words/words";
import { namesOf } from "./names";

interface Turn {
  turn: number;
  seat: number | null;
  steps: { number: number; step: Step }[];
}

/** Steps of one turn stand together; those that tell nothing are left out. */
export function byTurns(steps: Step[]): Turn[] {
  const turns: Turn[] = [];
  steps.forEach((step, i) => {
    let last = turns[turns.length - 1];
    if (!last || last.turn !== step.turn || last.seat !== step.seat) {
      last = { turn: step.turn, seat: step.seat, steps: [] };
      turns.push(last);
    }
    if (step.text !== "") last.steps.push({ number: i + 1, step });
  });
  return turns.filter((turn) => turn.steps.length > 0);
}

interface Props {
  message: StateMessage;
  steps: Step[];
  at: number | null;
  onGo: (step: number | null) => void;
  /** By the number of the step, of a game that was reviewed. */
  grades?: Map<number, Grade>;
}

export function Stepper({ message, at, onGo }: Omit<Props, "steps" | "grades">) {
  const { words } = useSpeech();
  const total = message.total;
  const step = at ?? total;
  const button = (label: string, sign: IconName, to: number | null, disabled: boolean) => (
    <button
      type="button"
      class="quiet"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={() => onGo(to)}
    >
      <Icon name={sign} />
    </button>
  );
  return (
    <div class="stepper" role="group" aria-label={words.moves.title}>
      {button(words.moves.first, "first", 0, step === 0)}
      {button(words.moves.previous, "back", step - 1, step === 0)}
      <span class="stepper-where" aria-live="polite">
        {words.moves.shown(step, total)}
      </span>
      {button(words.moves.next, "on", step + 1, step >= total)}
      {button(words.moves.last, "last", null, at === null)}
    </div>
  );
}

/** The mark of a step that is left out, as of drawing a card, stands at what came of it. */
export function placeGrades(steps: Step[], grades: Map<number, Grade>): Map<number, Grade> {
  const placed = new Map<number, Grade>();
  let waiting: Grade | undefined;
  steps.forEach((step, i) => {
    waiting = grades.get(i + 1) ?? waiting;
    if (step.text === "" || !waiting) return;
    placed.set(i + 1, waiting);
    waiting = undefined;
  });
  return placed;
}

function Mark({ grade }: { grade: Grade | undefined }) {
  const { words, language } = useSpeech();
  if (!grade || grade === "fine") return null;
  return (
    <span class={`mark ${grade}`} title={words.review.grades[grade]}>
      <span aria-hidden="true">{SIGNS[grade]}</span>
      <span class="visually-hidden" lang={language}>
        {" "}
        ({words.review.grades[grade]})
      </span>
    </span>
  );
}

export function Moves({ message, steps, at, onGo, grades }: Props) {
  const { words, told, foreign } = useSpeech();
  const list = useRef<HTMLOListElement>(null);
  const shown = at ?? message.total;

  // The step that is shown stays in sight, without moving the page itself.
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>('[aria-current="step"]');
    if (!box) return;
    if (!current) box.scrollTop = shown === 0 ? 0 : box.scrollHeight;
    else if (
      current.offsetTop < box.scrollTop ||
      current.offsetTop > box.scrollTop + box.clientHeight - 40
    )
      box.scrollTop = current.offsetTop - box.clientHeight / 2;
  }, [shown, steps.length]);

  const turns = byTurns(steps);
  const placed = grades && placeGrades(steps, grades);
  const names = namesOf(message.players, words);
  const whoOf = ({ seat }: Turn) => (seat === null ? words.moves.luck : names[seat]);
  if (turns.length === 0) return <p class="note">{words.moves.none}</p>;
  return (
    <ol class="moves" ref={list} tabIndex={0} aria-label={words.moves.title}>
      {turns.map((turn) => (
        <li key={turn.steps[0].number} class={`turn seat-${turn.seat ?? "none"}`}>
          <PlayerMark game={message.game} seat={turn.seat} />
          <span class="turn-who" title={whoOf(turn)}>
            {whoOf(turn)}
          </span>
          <span class="turn-steps">
            {turn.steps.map(({ number, step }) => (
              <button
                key={number}
                type="button"
                lang={foreign(message.game)}
                class={step.chance ? "step chance" : "step"}
                aria-current={number === shown ? "step" : undefined}
                onClick={() => onGo(number)}
              >
                {told(message.game, step)}
                <Mark grade={placed?.get(number)} />
              </button>
            ))}
          </span>
        </li>
      ))}
    </ol>
  );
}
