// A small picture of Parchís.

import { Picture } from "../../boards/picture";

export function ParchisEmblem() {
  const corner = ["e-gold", "e-blue", "e-red", "e-green"];
  const places = [
    [6, 6],
    [62, 6],
    [62, 62],
    [6, 62],
  ];
  return (
    <Picture>
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
    </Picture>
  );
}
