// A small picture of Y.

import { Picture } from "../../boards/picture";

export function YEmblem() {
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
  return <Picture>{cells}</Picture>;
}
