// Asking what a bot thinks, anew for every position while somebody wants to know.

import { useEffect, useState } from "preact/hooks";
import type { GameApi } from "../api";
import type { StateMessage, Thoughts } from "../messages";

const PASSING = 300; // milliseconds

export interface Thinking {
  on: boolean;
  toggle: () => void;
  thoughts: Thoughts | null;
  asking: boolean;
  trouble: unknown;
}

/** Where several moves are as good as the best, none stands out. */
export function withClearBest(said: Thoughts): Thoughts {
  const best = said.moves.find((thought) => thought.move === said.best);
  const equal = said.moves.filter(
    (thought) => thought.value !== null && thought.value === best?.value,
  );
  return equal.length > 1 ? { ...said, best: null } : said;
}

/** `step` is the position that is looked at; null: the game as it is now. */
export function useThinking(
  api: GameApi,
  message: StateMessage | null,
  step: number | null,
  connected: boolean,
): Thinking {
  const [on, setOn] = useState(false);
  const [thoughts, setThoughts] = useState<Thoughts | null>(null);
  const [asking, setAsking] = useState(false);
  const [trouble, setTrouble] = useState<unknown>(null);
  const possible = message?.hints === "allowed" && (step !== null || message.can.think);
  const version = message?.version;
  const passing = step === null && message?.thinking != null && !message.paused;

  useEffect(() => {
    setThoughts(null);
    setTrouble(null);
    if (!on || !possible) return;
    const stop = new AbortController();
    const wanted = () => !stop.signal.aborted;
    setAsking(true);
    const ask = () =>
      api
        .think(step ?? undefined, stop.signal)
        .then(
          (said) => wanted() && setThoughts(withClearBest(said)),
          // The next message says so, too, and where it can be asked again.
          (error) => wanted() && error.code !== "not-now" && setTrouble(error),
        )
        .then(() => wanted() && setAsking(false));
    // Bots that play fast leave no time to think about each position.
    const timer = window.setTimeout(() => void ask(), passing ? PASSING : 0);
    return () => {
      window.clearTimeout(timer);
      stop.abort();
      setAsking(false);
    };
  }, [api, on, possible, version, step, connected, passing]);

  return { on, toggle: () => setOn(!on), thoughts, asking, trouble };
}
