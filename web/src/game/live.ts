// A game as it goes on: messages of the service come in, and are shown one after the other, each for
// as long as its animation takes.

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { gameApi, watchGame } from "../api";
import type { GameApi, ServiceError } from "../api";
import type { PresenceMessage, StateMessage, Step } from "../messages";

/** What is shown: a message, what happened before it, and what it is animated from. */
export interface Frame {
  message: StateMessage;
  steps: Step[]; // all
  before: unknown; // the state before `recent`; null: no animation
  recent: Step[];
  motion: number;
  at: number; // when it came, by performance.now()
}

export interface Live {
  api: GameApi;
  frame: Frame | null;
  connected: boolean;
  gone: ServiceError | null;
  reviewing: { done: number; of: number } | null;
  receive: (message: StateMessage) => void;
  skip: () => void;
}

export const MOTION = 450; // milliseconds that a move may take to be seen
const BACKLOG = 6; // more messages than these are not worth waiting for

export function wantsMotion(): boolean {
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The message that is newest, shown or not, with all its steps. */
interface Newest {
  message: StateMessage;
  steps: Step[];
  at: number;
}

/**
 * Puts a message behind what is known. Null: it says nothing new. "lost": something in between is
 * missing.
 */
export function follow(
  known: Newest | null,
  message: StateMessage,
  at: number,
): Newest | null | "lost" {
  if (known && message.version < known.message.version) return null;
  const kept = known?.steps ?? [];
  if (message.from > kept.length) return "lost";
  return { message, steps: [...kept.slice(0, message.from), ...message.steps], at };
}

/**
 * How many of the newest steps were shown already. When a game ends in which something was hidden,
 * all steps are counted anew (docs/api.md): then it is all but the last, which ended it.
 */
function stepsShown(shown: StateMessage, message: StateMessage): number {
  if (shown.can.record === message.can.record) return shown.total;
  return message.over?.end === "won" ? message.total - 1 : message.total;
}

/** From what was shown to a newer message; what was taken back is not animated. */
export function frameOf(shown: Frame | null, { message, steps, at }: Newest): Frame {
  const done = shown ? stepsShown(shown.message, message) : 0;
  const motion = wantsMotion() ? (message.pace > 0 ? Math.min(MOTION, message.pace) : MOTION) : 0;
  // From one person's view to another's nothing is animated: that would show the cards of the first.
  const moved = shown !== null && message.total > done && message.seat === shown.message.seat;
  return {
    message,
    steps,
    at,
    before: moved && motion > 0 ? shown.message.state : null,
    recent: moved ? steps.slice(done) : [],
    motion: moved ? motion : 0,
  };
}

export function useLive(id: string, key: string | null): Live {
  const api = useMemo(() => gameApi(id, key), [id, key]);
  const [frame, setFrame] = useState<Frame | null>(null);
  const [connected, setConnected] = useState(true);
  const [gone, setGone] = useState<ServiceError | null>(null);
  const [reviewing, setReviewing] = useState<Live["reviewing"]>(null);
  const newest = useRef<Newest | null>(null);
  const shown = useRef<Frame | null>(null);
  const queue = useRef<Newest[]>([]);
  const timer = useRef(0);

  const show = useCallback((next: Frame) => {
    shown.current = next;
    setFrame(next);
  }, []);

  const advance = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = 0;
    const next = queue.current.shift();
    if (!next) return;
    const following = frameOf(shown.current, next);
    show(following);
    timer.current = window.setTimeout(advance, following.motion);
  }, []);

  const skip = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = 0;
    queue.current = [];
    const last = newest.current;
    if (last) show({ ...frameOf(shown.current, last), before: null, recent: [], motion: 0 });
  }, []);

  const receive = useCallback(
    (message: StateMessage) => {
      const next = follow(newest.current, message, performance.now());
      if (next === null) return;
      if (next === "lost") {
        void api.now().then(receive, () => {});
        return;
      }
      newest.current = next;
      queue.current.push(next);
      if (queue.current.length > BACKLOG) skip();
      else if (timer.current === 0) advance();
    },
    [api],
  );

  // No new position: it changes what is known of the newest ones, and what is shown of them.
  const receivePresence = useCallback((change: PresenceMessage) => {
    const at = performance.now();
    const changed = <T extends Newest>(known: T): T => ({
      ...known,
      message: { ...known.message, ...change },
      at,
    });
    if (newest.current) newest.current = changed(newest.current);
    queue.current = queue.current.map(changed);
    if (shown.current) show(changed(shown.current));
  }, []);

  useEffect(() => {
    newest.current = shown.current = null;
    queue.current = [];
    setFrame(null);
    setGone(null);
    setReviewing(null);
    const stop = watchGame(api, {
      onState: receive,
      onPresence: receivePresence,
      onReview: setReviewing,
      onConnected: setConnected,
      onGone: setGone,
    });
    return () => {
      stop();
      window.clearTimeout(timer.current);
      timer.current = 0;
    };
  }, [api]);

  return { api, frame, connected, gone, reviewing, receive, skip };
}
