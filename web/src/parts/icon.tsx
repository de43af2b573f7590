// Signs on buttons, drawn, for fonts have them or not.

const SHAPES = {
  first: "M5 5h2.5v14H5zM19 5v14L8.5 12z",
  back: "M17 5v14L6.5 12z",
  on: "M7 5v14l10.5-7z",
  last: "M16.5 5H19v14h-2.500zM5 5v14l10.5-7z",
  close:
    "M6.4 5L5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12 19 6.4 17.6 5 12 10.600z",
};

export type IconName = keyof typeof SHAPES;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  );
}
