// The cards of Kittens: a face with an emblem and a name for each kind, and a back.

import type { JSX } from "preact";
import type { KittensWords } from "./en";

export const KINDS = [
  "bomb",
  "defuse",
  "skip",
  "attack",
  "see-future",
  "draw-bottom",
  "shuffle",
  "safe",
] as const;
export type Kind = (typeof KINDS)[number];

export function isKind(name: string): name is Kind {
  return (KINDS as readonly string[]).includes(name);
}

const EARS = "M-13 -8 L-14.5 -23 L-3 -15.5 Z M13 -8 L14.5 -23 L3 -15.5 Z";

// Each around the origin, about 44 units across.
const EMBLEMS: Record<Kind, () => JSX.Element> = {
  bomb: () => (
    <>
      <path class="ki-dark" d={EARS} />
      <circle class="ki-dark" cy="3" r="17" />
      <circle class="ki-spark" cx="-6" cy="0" r="3.6" />
      <circle class="ki-spark" cx="6" cy="0" r="3.6" />
      <path class="ki-slit" d="M-6 -3 V3 M6 -3 V3" />
      <path class="ki-light-line" d="M0 7 V9.5 M-4.5 12 Q0 14.5 4.5 12" />
      <path class="ki-fuse" d="M3 -15 Q6 -24 15 -20" />
      <path
        class="ki-spark"
        d="M16 -27 L17.6 -22.4 L22 -21 L17.6 -19.4 L16 -15 L14.4 -19.4 L10 -21 L14.4 -22.4 Z"
      />
    </>
  ),
  defuse: () => (
    <>
      <path class="ki-line" d="M-20 4 H-6 M7 4 H20" />
      <path class="ki-fill" d="M-8 -20 L3.5 6 L-1.5 8 Z M8 -20 L-3.5 6 L1.5 8 Z" />
      <circle class="ki-ring" cx="-7" cy="13.5" r="5.5" />
      <circle class="ki-ring" cx="7" cy="13.5" r="5.5" />
    </>
  ),
  skip: () => (
    <>
      <path class="ki-line" d="M-17 8 C-14 -20 14 -20 16 2" />
      <path class="ki-fill" d="M16.5 12 L8.5 1 L23 -1.5 Z" />
      <path class="ki-thin" d="M-20 17 H20" />
      <circle class="ki-fill" cy="11" r="4" />
    </>
  ),
  attack: () => (
    <path
      class="ki-fill"
      d="M-16 -19 Q-8 -2 -13 19 Q-3 0 -10.5 -19 Z M-3 -21 Q6 -2 0 21 Q11 0 3 -21 Z M10.5 -19 Q19 -2 13 18 Q23 0 16 -19 Z"
    />
  ),
  "see-future": () => (
    <>
      <path class="ki-line" d="M-21 1 Q0 -21 21 1 Q0 21 -21 1 Z" />
      <circle class="ki-fill" cy="1" r="8.5" />
      <circle class="ki-shine" cx="3" cy="-2" r="2.6" />
    </>
  ),
  "draw-bottom": () => (
    <>
      <rect class="ki-paper" x="-13" y="-21" width="26" height="16" rx="3" />
      <rect class="ki-paper" x="-13" y="-14" width="26" height="16" rx="3" />
      <rect class="ki-fill" x="-13" y="-7" width="26" height="16" rx="3" />
      <path class="ki-line" d="M0 11 V17" />
      <path class="ki-fill" d="M0 24 L-7.5 14.5 H7.5 Z" />
    </>
  ),
  shuffle: () => (
    <>
      <path
        class="ki-line"
        d="M-20 -10 H-12 C-2 -10 0 10 9 10 H13 M-20 10 H-12 C-8 10 -6 7.5 -4 4.5 M4 -4.5 C6 -8 8 -10 10 -10 H13"
      />
      <path class="ki-fill" d="M22 -10 L12 -16.5 V-3.5 Z M22 10 L12 3.5 V16.5 Z" />
    </>
  ),
  safe: () => (
    <>
      <path class="ki-fill" d={EARS} />
      <ellipse class="ki-fill" cy="3" rx="18" ry="16" />
      <path
        class="ki-light-line"
        d="M-11 1 Q-7.5 5 -4 1 M4 1 Q7.5 5 11 1 M-3 10 Q0 12.5 3 10 M-23 6 L-14 7.5 M23 6 L14 7.5"
      />
      <path class="ki-shine" d="M-2.4 6.4 H2.4 L0 9 Z" />
    </>
  ),
};

/** A paw for the back. */
const Paw = () => (
  <>
    <path
      class="ki-paw"
      d="M0 1 C7 1 11 9 7 13 C4 15.5 2 13.5 0 13.5 C-2 13.5 -4 15.5 -7 13 C-11 9 -7 1 0 1 Z"
    />
    <ellipse class="ki-paw" cx="-10" cy="-2" rx="3.4" ry="4.6" />
    <ellipse class="ki-paw" cx="-3.8" cy="-8" rx="3.4" ry="4.8" />
    <ellipse class="ki-paw" cx="3.8" cy="-8" rx="3.4" ry="4.8" />
    <ellipse class="ki-paw" cx="10" cy="-2" rx="3.4" ry="4.6" />
  </>
);

/** The drawing of a card; `kind` "?" is its back. Without words it has no name below. */
export function Card({ kind, words }: { kind: string; words?: KittensWords }): JSX.Element {
  if (!isKind(kind))
    return (
      <svg class="ki-card ki-back" viewBox="0 0 60 84" aria-hidden="true">
        <rect class="ki-face" x="1" y="1" width="58" height="82" rx="7" />
        <rect class="ki-frame" x="5.5" y="5.5" width="49" height="73" rx="4" />
        <g transform="translate(30 40)">
          <Paw />
        </g>
      </svg>
    );
  const Emblem = EMBLEMS[kind];
  const name = words?.card(kind) ?? "";
  return (
    <svg class={`ki-card ki-${kind}`} viewBox="0 0 60 84" aria-hidden="true">
      <rect class="ki-face" x="1" y="1" width="58" height="82" rx="7" />
      <g transform={words ? "translate(30 33)" : "translate(30 43) scale(1.12)"}>
        <Emblem />
      </g>
      {words && (
        <text class="ki-name" x="30" y="71" font-size={name.length > 8 ? 8.8 : 10.5}>
          {name}
        </text>
      )}
    </svg>
  );
}
