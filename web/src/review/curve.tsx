// The curve of everybody's chance of winning, step by step.

import { useRef } from "preact/hooks";
import type { Review } from "./types";
import { useSpeech } from "../words/words";

const WIDTH = 420;
const HEIGHT = 210;
const LEFT = 46;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 24;

/** Values by step, from before the first to the result. */
export function valuesOf(review: Review): number[][] {
  return [...review.steps.map((step) => step.value), review.players.map((player) => player.result)];
}

interface Props {
  review: Review;
  at: number; // the step that is shown
  names: string[];
  onGo: (step: number) => void;
}

export function Curve({ review, at, names, onGo }: Props) {
  const { words, percent } = useSpeech();
  const picture = useRef<SVGSVGElement>(null);
  const values = valuesOf(review);
  const last = values.length - 1;
  const x = (step: number) => LEFT + (step / Math.max(1, last)) * (WIDTH - LEFT - RIGHT);
  const y = (value: number) => TOP + (1 - value) * (HEIGHT - TOP - BOTTOM);
  const path = (seat: number) =>
    values
      .map((value, i) => `${i === 0 ? "M" : "L"}${x(i).toFixed(1)} ${y(value[seat]).toFixed(1)}`)
      .join("");
  const click = (event: MouseEvent) => {
    const box = picture.current!.getBoundingClientRect();
    const place = ((event.clientX - box.left) / box.width) * WIDTH;
    const step = Math.round(((place - LEFT) / (WIDTH - LEFT - RIGHT)) * last);
    onGo(Math.min(last, Math.max(0, step)));
  };
  const mistakes = review.steps.filter((step) => step.grade && step.grade !== "fine");
  return (
    <svg
      ref={picture}
      class="curve"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={words.review.curve}
      onClick={click}
    >
      {[0, 0.25, 0.5, 0.75, 1].map((value) => (
        <g key={value}>
          <path class="curve-line" d={`M${LEFT} ${y(value)}H${WIDTH - RIGHT}`} />
          <text class="curve-text" x={LEFT - 6} y={y(value) + 4} text-anchor="end">
            {percent(value)}
          </text>
        </g>
      ))}
      {names.map((_, seat) => (
        <path key={seat} class={`curve-seat seat-${seat}`} d={path(seat)} />
      ))}
      {mistakes.map((step) => (
        <circle
          key={step.step}
          class={`curve-mark seat-${step.seat} ${step.grade}`}
          cx={x(step.step - 1)}
          cy={y(step.value[step.seat])}
          r={step.grade === "blunder" ? 5.5 : step.grade === "bad" ? 4 : 2.8}
        />
      ))}
      <path class="curve-now" d={`M${x(Math.min(at, last))} ${TOP}V${HEIGHT - BOTTOM}`} />
      <text class="curve-text" x={WIDTH - RIGHT} y={HEIGHT - 6} text-anchor="end">
        {words.moves.shown(Math.min(at, last), last)}
      </text>
    </svg>
  );
}
