// The dice of whoever is in turn, to choose from, and the special dice in hand.

import type { JSX } from "preact";
import type { ParchisState } from "../../messages";
import { Die } from "../../boards/dice";
import { DieEmblem, FIRST_SPECIAL } from "./emblems";
import { dieText, subjects } from "./explain";
import { GOAL } from "./geometry";
import { ColourMark } from "./pieces";
import type { ParchisWords } from "./en";

/** Any die: with pips, with a number if it has none, or with its emblem. */
export function AnyDie({ die, size }: { die: number; size: number }): JSX.Element {
  if (die >= FIRST_SPECIAL || die > 6)
    return (
      <g class="die">
        <rect
          class={`die-body ${die >= FIRST_SPECIAL ? "pa-special" : ""}`}
          x={-size / 2}
          y={-size / 2}
          width={size}
          height={size}
          rx={size * 0.22}
        />
        {die >= FIRST_SPECIAL ? (
          <DieEmblem die={die} size={size * 0.8} />
        ) : (
          <text class="pa-die-number" font-size={size * 0.5}>
            {die}
          </text>
        )}
      </g>
    );
  return <Die eyes={die} size={size} />;
}

export interface Chip {
  die: number;
  /** A move, if choosing the die makes one at once; "" if it only chooses; null: it cannot be used. */
  move: string | null;
  chosen: boolean;
  hint: boolean;
  best: boolean;
  worth: string | null;
  label: string;
  /** What the die does, in a sentence. */
  does: string;
  /** It gives another turn. */
  again: boolean;
}

interface DiceProps {
  chips: Chip[];
  current: number; // which of them the keyboard is at
  words: ParchisWords;
  onChoose: (chip: Chip, byKey: boolean, again: boolean) => void;
  onLook: (chip: Chip | null) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function Dice(p: DiceProps): JSX.Element {
  return (
    <div class="pa-dice" role="group" aria-label={p.words.dice} onKeyDown={p.onKeyDown}>
      {p.chips.map((chip, i) => {
        const content = (
          <>
            <svg viewBox="-26 -26 52 52" aria-hidden="true">
              <AnyDie die={chip.die} size={46} />
            </svg>
            {chip.die >= FIRST_SPECIAL && <span class="pa-die-name">{p.words.die(chip.die)}</span>}
            {chip.again && <span class="pa-die-name pa-again">{p.words.playAgain}</span>}
            {chip.worth && (
              <span class={`board-worth ${chip.best ? "best" : ""}`}>
                {chip.best ? "★ " : ""}
                {chip.worth}
              </span>
            )}
          </>
        );
        const look = `pa-chip ${chip.chosen ? "chosen" : ""} ${chip.hint ? "board-hint" : ""}`;
        if (chip.move === null)
          return (
            <div
              key={i}
              class={`${look} off`}
              role="img"
              data-about={subjects.die(chip.die)}
              tabindex={i === p.current ? 0 : -1}
              aria-label={`${chip.label}. ${chip.does}`}
            >
              {content}
            </div>
          );
        return (
          <button
            key={i}
            type="button"
            class={look}
            data-die={chip.die}
            data-about={subjects.die(chip.die)}
            data-move={chip.move || undefined}
            tabindex={i === p.current ? 0 : -1}
            aria-label={chip.label}
            aria-description={chip.does}
            aria-pressed={chip.chosen}
            onClick={(event) => p.onChoose(chip, event.detail === 0, event.detail > 1)}
            onPointerEnter={(event) => event.pointerType === "mouse" && p.onLook(chip)}
            onPointerLeave={() => p.onLook(null)}
            onFocus={() => p.onLook(chip)}
          >
            {content}
          </button>
        );
      })}
    </div>
  );
}

/** Both players: their colours, how far they are, and the special dice they hold. */
export function Hands(p: {
  state: ParchisState;
  names: string[];
  words: ParchisWords;
}): JSX.Element {
  const { state, words } = p;
  return (
    <ul class="pa-hands">
      {[0, 1].map((seat) => (
        <li key={seat} class={state.winner < 0 && state.player === seat ? "in-turn" : ""}>
          <span class="pa-who">
            {[seat, seat + 2].map((colour) => {
              const home = state.pieces[colour].filter(([square]) => square === GOAL).length;
              return (
                <span key={colour} class="pa-colour">
                  <ColourMark colour={colour} />
                  {home}/3
                </span>
              );
            })}
          </span>
          <span
            class="pa-slots"
            role="group"
            aria-label={words.hand(p.names[seat], state.special[seat].map(words.die))}
          >
            {[0, 1].map((i) => {
              const die = state.special[seat][i];
              return die ? (
                <svg
                  key={i}
                  viewBox="-15 -15 30 30"
                  role="img"
                  aria-label={`${words.die(die)}. ${dieText(die, state, words)}`}
                  data-about={subjects.die(die)}
                  tabindex={0}
                >
                  <AnyDie die={die} size={27} />
                </svg>
              ) : (
                <svg key={i} viewBox="-15 -15 30 30" aria-hidden="true">
                  <rect class="pa-empty" x={-12.5} y={-12.5} width={25} height={25} rx={6} />
                </svg>
              );
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
