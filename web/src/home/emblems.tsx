// A small picture of each game.

import type { GameName } from "../messages";

function CantStop() {
  const heights = [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3];
  return (
    <>
      <path class="e-red" d="M32 4h36l28 28v36L68 96H32L4 68V32z" />
      {heights.map((height, i) => (
        <g key={i}>
          {Array.from({ length: Math.ceil(height / 2) }, (_, k) => (
            <circle
              key={k}
              class={i === 5 && k < 5 ? "e-gold" : i === 3 && k < 3 ? "e-sky" : "e-ivory"}
              cx={15 + 7 * i}
              cy={50 + 3.6 * (Math.ceil(height / 2) - 1) - 7.2 * k}
              r="2.7"
            />
          ))}
        </g>
      ))}
    </>
  );
}

function Y() {
  const stones: Record<string, string> = {
    "0,0": "e-ink",
    "1,1": "e-ink",
    "2,1": "e-ink",
    "3,1": "e-ink",
    "3,2": "e-ink",
    "4,0": "e-ink",
    "4,3": "e-ink",
    "2,0": "e-red",
    "2,2": "e-red",
    "4,2": "e-red",
    "3,0": "e-red",
    "4,4": "e-red",
  };
  const cells = [];
  for (let r = 0; r < 5; r++)
    for (let c = 0; c <= r; c++) {
      const x = 50 + (c - r / 2) * 18;
      const y = 18 + r * 15.6;
      cells.push(
        <g key={`${r},${c}`}>
          <path class="e-cell" d={`M${x} ${y - 10.4}l9 5.2v10.4l-9 5.2l-9 -5.2v-10.4z`} />
          {stones[`${r},${c}`] && <circle class={stones[`${r},${c}`]} cx={x} cy={y} r="6.4" />}
        </g>,
      );
    }
  return <>{cells}</>;
}

function Kittens() {
  return (
    <>
      <rect
        class="e-card-back"
        x="14"
        y="16"
        width="46"
        height="66"
        rx="6"
        transform="rotate(-9 37 49)"
      />
      <rect
        class="e-card"
        x="36"
        y="14"
        width="48"
        height="70"
        rx="6"
        transform="rotate(6 60 49)"
      />
      <g transform="rotate(6 60 49)">
        <circle class="e-ink" cx="59" cy="55" r="16" />
        <path class="e-ink" d="M46 47l-1 -17l12 9zM72 47l1 -17l-12 9z" />
        <circle class="e-gold" cx="53" cy="53" r="3" />
        <circle class="e-gold" cx="65" cy="53" r="3" />
        <path class="e-fuse" d="M59 62v3M54 66q5 4 10 0" />
        <path class="e-fuse-red" d="M70 40q8 -8 6 -16" />
        <circle class="e-gold" cx="76" cy="23" r="3.6" />
      </g>
    </>
  );
}

function Parchis() {
  const corner = ["e-gold", "e-blue", "e-red", "e-green"];
  const places = [
    [6, 6],
    [62, 6],
    [62, 62],
    [6, 62],
  ];
  return (
    <>
      <rect class="e-card" x="4" y="4" width="92" height="92" rx="8" />
      {places.map(([x, y], i) => (
        <g key={i}>
          <rect class={corner[i]} x={x} y={y} width="32" height="32" rx="6" />
          <circle class="e-ivory" cx={x + 16} cy={y + 16} r="10" />
          <circle class={corner[i]} cx={x + 16} cy={y + 16} r="5" />
        </g>
      ))}
      <path class="e-gold" d="M40 40L50 50L60 40z" />
      <path class="e-blue" d="M60 40L50 50L60 60z" />
      <path class="e-red" d="M60 60L50 50L40 60z" />
      <path class="e-green" d="M40 60L50 50L40 40z" />
      <path class="e-gold" d="M47 10h6v28h-6z" />
      <path class="e-blue" d="M62 47h28v6H62z" />
      <path class="e-red" d="M47 62h6v28h-6z" />
      <path class="e-green" d="M10 47h28v6H10z" />
    </>
  );
}

const PICTURES: Record<GameName, () => preact.JSX.Element> = {
  cantstop: CantStop,
  y: Y,
  kittens: Kittens,
  parchis: Parchis,
};

export function Emblem({ game }: { game: GameName }) {
  const Picture = PICTURES[game];
  return (
    <svg class="emblem" viewBox="0 0 100 100" aria-hidden="true">
      <Picture />
    </svg>
  );
}
