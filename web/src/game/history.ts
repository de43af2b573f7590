// Stepping through a game: what it looked like after so many steps.

import { useEffect, useRef, useState } from "preact/hooks";
import type { GameApi } from "../api";
import type { StateMessage } from "../messages";
import { wantsMotion } from "./live";
import type { Frame } from "./live";

export interface History {
  /** The step that is shown; null: the game as it is now. */
  at: number | null;
  frame: Frame | null;
  go: (step: number | null) => void;
}

const MOTION = 250;

export function useHistory(api: GameApi, live: Frame | null): History {
  const [at, setAt] = useState<number | null>(null);
  const [frame, setFrame] = useState<Frame | null>(null);
  const known = useRef(new Map<number, StateMessage>());
  const total = live?.message.total ?? 0;
  const over = live?.message.over != null;
  const open = live?.message.can.record ?? false;

  // Steps taken back are other steps when they come again; another person sees other cards; and at the
  // end everybody sees all.
  const seat = live?.message.seat ?? null;
  const last = useRef({ total, over, seat, api });
  const before = last.current;
  if (total < before.total || over !== before.over || seat !== before.seat || api !== before.api)
    known.current.clear();
  last.current = { total, over, seat, api };

  // When everything is open, steps are counted otherwise (docs/api.md): back to the game as it is.
  useEffect(() => setAt(null), [api, open]);
  useEffect(() => {
    if (at !== null && at > total) setAt(null);
  }, [at, total]);

  useEffect(() => {
    if (at === null || !live) {
      setFrame(null);
      return;
    }
    let wanted = true;
    const show = (message: StateMessage) => {
      if (!wanted) return;
      known.current.set(at, message);
      setFrame((before) => {
        const follows = before !== null && before.message.total === at - 1;
        const forward = follows && before.message.seat === message.seat && wantsMotion();
        return {
          message,
          steps: live.steps,
          before: forward ? before.message.state : null,
          recent: at > 0 ? live.steps.slice(at - 1, at) : [],
          motion: forward ? MOTION : 0,
          at: 0,
        };
      });
    };
    const kept = known.current.get(at);
    if (kept) show(kept);
    else
      api.at(at).then(
        // A state message of the past may not say how far it is: it is where we asked for.
        (message) => show({ ...message, total: at }),
        () => wanted && setAt(null),
      );
    return () => {
      wanted = false;
    };
  }, [at, api, over, seat]);

  const go = (step: number | null) => {
    setAt(step === null || step >= total ? null : Math.max(0, step));
  };
  return { at, frame: at === null ? null : frame, go };
}
