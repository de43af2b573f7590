// The mark of a seat: a colour and a shape, so that it is told by either.

import type { JSX } from "preact";

const TRIANGLE = "M0 -1.08 L1.06 0.78 A0.1 0.1 0 0 1 0.97 0.9 H-0.97 A0.1 0.1 0 0 1 -1.06 0.78 Z";

/** The shape alone, around the origin, as large as a circle of `radius`. */
export function SeatShape({ seat, radius }: { seat: number; radius: number }): JSX.Element {
  const r = radius;
  const shape = `seat-shape seat-${seat}`;
  if (seat === 1)
    return (
      <rect
        class={shape}
        x={-0.88 * r}
        y={-0.88 * r}
        width={1.76 * r}
        height={1.76 * r}
        rx={0.2 * r}
      />
    );
  if (seat === 2) return <path class={shape} d={TRIANGLE} transform={`scale(${r})`} />;
  if (seat === 3)
    return <path class={shape} d="M0 -1.16 L1.16 0 L0 1.16 L-1.16 0 Z" transform={`scale(${r})`} />;
  return <circle class={shape} r={r} />;
}

/** The same as a picture of its own, beside a name. */
export function SeatMark({ seat }: { seat: number }): JSX.Element {
  return (
    <svg class="seat-mark" viewBox="-1.35 -1.35 2.7 2.7" aria-hidden="true">
      <SeatShape seat={seat} radius={1} />
    </svg>
  );
}
