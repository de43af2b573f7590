// Small pictures for the rules of Can't Stop.

const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

function Die({ x, y, face }: { x: number; y: number; face: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect class="f-die" x="-12" y="-12" width="24" height="24" rx="5" />
      {PIPS[face].map(([px, py], i) => (
        <circle key={i} class="f-pip" cx={6 * px} cy={6 * py} r="2.3" />
      ))}
    </g>
  );
}

/** The dice 1 2 4 6 and the three ways to pair them. */
function Pairs() {
  const ways = [
    [1, 2, 4, 6],
    [1, 4, 2, 6],
    [1, 6, 2, 4],
  ];
  return (
    <svg class="figure" viewBox="0 0 420 78" role="img" aria-label="1+2, 4+6 · 1+4, 2+6 · 1+6, 2+4">
      {ways.map(([a, b, c, d], i) => (
        <g key={i} transform={`translate(${10 + 140 * i} 0)`}>
          <Die x={14} y={26} face={a} />
          <Die x={42} y={26} face={b} />
          <Die x={80} y={26} face={c} />
          <Die x={108} y={26} face={d} />
          <text class="f-text" x="28" y="64" text-anchor="middle">
            {a + b}
          </text>
          <text class="f-text" x="94" y="64" text-anchor="middle">
            {c + d}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** How many steps each column has. */
function Heights() {
  const heights = [3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3];
  return (
    <svg
      class="figure"
      viewBox="0 0 420 150"
      role="img"
      aria-label={heights.map((height, i) => `${i + 2}: ${height}`).join(", ")}
    >
      {heights.map((height, i) => (
        <g key={i} transform={`translate(${30 + 36 * i} 0)`}>
          {Array.from({ length: height }, (_, k) => (
            <rect key={k} class="f-cell" x="-13" y={120 - 9 * k} width="26" height="7" rx="2" />
          ))}
          <text class="f-text" y="146" text-anchor="middle">
            {i + 2}
          </text>
        </g>
      ))}
    </svg>
  );
}

export const figures = { pairs: Pairs, heights: Heights };
