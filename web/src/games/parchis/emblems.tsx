// The ten special dice as small drawings, around the origin and 24 units across. Their colours are
// their own in light and dark: a shell is red or blue, a banana yellow.

import type { JSX } from "preact";

export const FIRST_SPECIAL = 101;
export const SPECIALS = [
  "star",
  "boo",
  "bullet",
  "red-shell",
  "blue-shell",
  "mushroom",
  "mega-mushroom",
  "lightning",
  "horn",
  "banana",
] as const;
export type Special = (typeof SPECIALS)[number];

function starPath(points: number, outer: number, inner: number): string {
  const corners = Array.from({ length: 2 * points }, (_, i) => {
    const radius = i % 2 === 0 ? outer : inner;
    const angle = (i * Math.PI) / points - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}
export const STAR = starPath(5, 11.5, 5);
export const BURST = starPath(12, 19, 14);

const Eyes = ({ x = 3, y = 0, r = 1.5 }) => (
  <>
    <circle class="em-dark" cx={-x} cy={y} r={r} />
    <circle class="em-dark" cx={x} cy={y} r={r} />
  </>
);

const Shell = ({ kind }: { kind: string }) => (
  <>
    <path class="em-cream" d="M-11 4 Q-11 9 0 9.5 Q11 9 11 4 Z" />
    <path class={kind} d="M-10.5 5 Q-10 -9 0 -9.5 Q10 -9 10.5 5 Q0 8.5 -10.5 5 Z" />
    <path
      class="em-line-light"
      d="M0 -6 L5 -2.5 L3.6 3 H-3.6 L-5 -2.5 Z M5 -2.5 L9 -2 M-5 -2.5 L-9 -2"
    />
  </>
);

const Mushroom = ({ kind }: { kind: string }) => (
  <>
    <path class="em-cream" d="M-5.5 1 H5.5 L6.2 8 Q0 12.5 -6.2 8 Z" />
    <path class={kind} d="M-11 2 Q-11 -10 0 -10.5 Q11 -10 11 2 Q0 5 -11 2 Z" />
    <circle class="em-white" cx="0" cy="-4.5" r="3.4" />
    <path class="em-white" d="M-10.8 -1 Q-7 -3 -6.4 1 L-11 2 ZM10.8 -1 Q7 -3 6.4 1 L11 2 Z" />
    <Eyes x={2} y={6} r={1.1} />
  </>
);

const DRAWINGS: Record<Special, () => JSX.Element> = {
  star: () => (
    <>
      <path class="em-gold" d={STAR} />
      <Eyes x={2.1} y={-1} r={1.3} />
    </>
  ),
  boo: () => (
    <>
      <path
        class="em-white"
        d="M-9.5 8 V-1 Q-9 -10.5 0 -10.5 Q9 -10.5 9.5 -1 V8 L6.3 10.5 L3.2 7.5 L0 10.5 L-3.2 7.5 L-6.3 10.5 Z"
      />
      <Eyes x={3.2} y={-2.5} r={1.7} />
      <path class="em-line" d="M-3 3 Q0 5.5 3 3" />
    </>
  ),
  bullet: () => (
    <>
      <path class="em-black" d="M-6 -7.5 H1 Q10.5 -7 11.3 0 Q10.5 7 1 7.5 H-6 Z" />
      <path class="em-grey" d="M-11 -8.5 H-5.5 V8.5 H-11 Z" />
      <circle class="em-white" cx="4" cy="-1.5" r="2.4" />
      <circle class="em-dark" cx="4.8" cy="-1.3" r="1.1" />
    </>
  ),
  "red-shell": () => <Shell kind="em-red" />,
  "blue-shell": () => (
    <>
      <path
        class="em-white"
        d="M-8 -7 L-10.5 -11.5 L-4.5 -9.5 ZM8 -7 L10.5 -11.5 L4.5 -9.5 ZM-2.4 -9 L0 -12 L2.4 -9 Z"
      />
      <Shell kind="em-blue" />
    </>
  ),
  mushroom: () => <Mushroom kind="em-red" />,
  "mega-mushroom": () => (
    <>
      <Mushroom kind="em-gold" />
      <path class="em-red" d="M0 -8.6 L3.6 -4.4 H1.5 V-0.6 H-1.5 V-4.4 H-3.6 Z" />
    </>
  ),
  lightning: () => (
    <path class="em-gold" d="M2.5 -11.5 L-7.5 2 H-1.2 L-3 11.5 L7.5 -3 H1.2 L4.5 -11.5 Z" />
  ),
  horn: () => (
    <>
      <path class="em-gold" d="M-10 -3.4 H-4.5 L6 -9.5 V9.5 L-4.5 3.4 H-10 Z" />
      <path class="em-line" d="M8.6 -4.5 Q11.2 0 8.6 4.5" />
      <path class="em-black" d="M-7.5 3.4 H-3.5 L-2.4 9.5 H-5.8 Z" />
    </>
  ),
  banana: () => (
    <>
      <path
        class="em-gold"
        d="M-10.5 -3 Q-7.5 9.5 8 6.4 Q10.6 5.8 10.8 3.8 Q0 5 -5.6 -5.8 Q-8 -8.6 -10.5 -3 Z"
      />
      <path
        class="em-black"
        d="M-9.8 -4.6 L-10.8 -9 L-7.6 -9.6 L-6.2 -6.4 ZM9.4 6 L11.6 5.6 L11.4 3.2 L9.8 3.6 Z"
      />
    </>
  ),
};

/** A special die by its number; `size` is how many units it is across. */
export function DieEmblem({ die, size = 24 }: { die: number; size?: number }): JSX.Element | null {
  const special = SPECIALS[die - FIRST_SPECIAL];
  if (!special) return null;
  const Drawing = DRAWINGS[special];
  return (
    <g class="emblem-die" transform={`scale(${size / 24})`}>
      <Drawing />
    </g>
  );
}
