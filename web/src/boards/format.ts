// Numbers as the boards write them, the same in both languages.

const NBSP = "\u00a0";

/** A chance as "87 %". What is not quite certain never reads as certain. */
export function percent(chance: number): string {
  const rounded = Math.round(chance * 100);
  if (rounded === 100 && chance < 1) return `>${NBSP}99${NBSP}%`;
  if (rounded === 0 && chance > 0) return `<${NBSP}1${NBSP}%`;
  return `${rounded}${NBSP}%`;
}

/** A value with its standard error, "61 % ± 2"; what is exact has none. */
export function estimate(value: number, error: number | null): string {
  if (!error) return percent(value);
  const points = error * 100;
  const shown = points < 0.95 ? points.toFixed(1) : String(Math.round(points));
  return `${percent(value)} ±${NBSP}${shown === "0.0" ? "0.1" : shown}`;
}
