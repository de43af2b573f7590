// The better line, played on the board: positions that the game did not have.

import { useEffect, useRef, useState } from "preact/hooks";
import type { GameApi } from "../api";
import type { Frame } from "../game/live";
import { wantsMotion } from "../game/live";
import type { StateMessage } from "../messages";

const MOTION = 250;

export interface Line {
  /** What is shown; null: no line. */
  frame: Frame | null;
  moves: string[];
  at: number; // how many of them are shown
  start: (step: number, moves: string[], from: StateMessage) => void;
  go: (at: number) => void;
  close: () => void;
  trouble: unknown;
}

interface Shown {
  step: number;
  moves: string[];
  at: number;
}

export function useLine(api: GameApi, step: number | null): Line {
  const [shown, setShown] = useState<Shown | null>(null);
  const [frame, setFrame] = useState<Frame | null>(null);
  const [trouble, setTrouble] = useState<unknown>(null);
  const last = useRef<StateMessage | null>(null);
  const close = () => {
    setShown(null);
    setFrame(null);
  };
  useEffect(close, [api, step]); // another position is looked at

  useEffect(() => {
    if (!shown) return;
    let wanted = true;
    setTrouble(null);
    const show = (message: StateMessage) => {
      if (!wanted) return;
      const before = last.current;
      const forward = before !== null && message.total === before.total + 1 && wantsMotion();
      last.current = message;
      setFrame({
        message,
        steps: message.steps,
        before: forward ? before.state : null,
        recent: message.steps.slice(-1),
        motion: forward ? MOTION : 0,
        at: 0,
      });
    };
    api.line(shown.step, shown.moves.slice(0, shown.at)).then(show, (error) => {
      if (wanted) setTrouble(error);
    });
    return () => {
      wanted = false;
    };
  }, [api, shown]);

  return {
    frame: shown ? frame : null,
    moves: shown?.moves ?? [],
    at: shown?.at ?? 0,
    start: (from, moves, message) => {
      last.current = message;
      setShown({ step: from, moves, at: Math.min(1, moves.length) });
    },
    go: (at) => setShown(shown && { ...shown, at: Math.max(0, Math.min(shown.moves.length, at)) }),
    close,
    trouble,
  };
}
