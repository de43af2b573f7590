// A die with its pips, around the origin.

import type { JSX } from "preact";

// Where the pips of each number lie, in units of a third of the die.
const PIPS: [number, number][][] = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

/** `eyes` of 0 is a die that is not thrown yet. */
export function Die({
  eyes,
  size,
  kind = "",
}: {
  eyes: number;
  size: number;
  kind?: string;
}): JSX.Element {
  const step = size * 0.26;
  return (
    <g class={`die ${kind}`}>
      <rect
        class="die-body"
        x={-size / 2}
        y={-size / 2}
        width={size}
        height={size}
        rx={size * 0.22}
      />
      {(PIPS[eyes] ?? []).map(([x, y]) => (
        <circle key={`${x} ${y}`} class="die-pip" cx={x * step} cy={y * step} r={size * 0.098} />
      ))}
    </g>
  );
}
