// A small picture of Can't Stop.

import { Picture } from "../../boards/picture";

export function CantStopEmblem() {
  const heights = [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3];
  return (
    <Picture>
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
    </Picture>
  );
}
