// Between two people at one screen who must not see each other's cards.

import { useEffect, useRef, useState } from "preact/hooks";
import type { GameApi } from "../api";
import type { StateMessage } from "../messages";
import { useSpeech } from "../words/words";
import { Board } from "./board";
import { MOTION, wantsMotion } from "./live";
import type { Frame } from "./live";

/**
 * Whose cards a message shows, now or in the past, if another person sits at this screen too and must
 * not see them.
 */
export function curtainFor(now: StateMessage, shown: StateMessage, hidden: boolean): number | null {
  if (!hidden || now.over) return null;
  const here = now.players.filter((player) => player.yours && player.kind === "person");
  return here.length > 1 ? shown.seat : null;
}

export interface Farewell {
  /** Whoever has just ended a turn, and has something to see that the next must not. */
  seat: number | null;
  frame: Frame | null; // what that is; null: it is on its way
}

/**
 * The view goes to the next person at once; but whoever drew a card wants to see it first. `opened` is
 * the seat whose cards lie open.
 */
export function useFarewell(api: GameApi, live: Frame | null, opened: number | null): Farewell {
  const seen = useRef<{ seat: number; total: number; state: unknown } | null>(null);
  const [frame, setFrame] = useState<Frame | null>(null);
  const now = live?.message ?? null;
  const before = seen.current;
  const leaves =
    now !== null && opened !== null && !now.over && now.seat !== opened && before?.seat === opened;
  const secret = leaves && live!.steps.slice(before!.total).some((step) => step.move === null);
  const seat = secret ? opened : null;
  const total = now?.total ?? 0;

  useEffect(() => {
    if (now && now.seat !== null && now.seat === opened)
      seen.current = { seat: now.seat, total: now.total, state: now.state };
  }, [now, opened]);
  useEffect(() => {
    setFrame(null);
    if (seat === null) return;
    let wanted = true;
    const show = (message: StateMessage) => {
      if (!wanted) return;
      const motion = wantsMotion() ? MOTION : 0;
      setFrame({
        message,
        steps: message.steps,
        before: motion > 0 ? before!.state : null,
        recent: message.steps.slice(before!.total),
        motion,
        at: performance.now(),
      });
    };
    api.at(total, seat).then(show, () => {});
    return () => {
      wanted = false;
    };
  }, [api, seat, total]);
  return { seat, frame };
}

interface LastLookProps {
  frame: Frame | null;
  name: string;
  onDone: () => void;
}

/** What came of the turn that has ended, until its player has seen it. */
export function LastLook({ frame, name, onDone }: LastLookProps) {
  const { words, told } = useSpeech();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const news = (frame?.recent ?? []).filter((step) => step.text !== "");
  return (
    <div class="last-look">
      <div class="last-look-head">
        <p role="status">
          <strong>{name}</strong> {news.map((step) => told(frame!.message.game, step)).join(", ")}
        </p>
        <button type="button" class="main" ref={button} onClick={onDone}>
          {words.curtain.hide}
        </button>
      </div>
      {frame && <Board frame={frame} moves={[]} onMove={() => {}} thoughts={null} hint={null} />}
    </div>
  );
}

export function Curtain({ name, onOpen }: { name: string; onOpen: () => void }) {
  const { words } = useSpeech();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), [name]);
  return (
    <div class="curtain">
      <h2>{words.curtain.title(name)}</h2>
      <p>{words.curtain.text}</p>
      <button type="button" class="main" ref={button} onClick={onOpen}>
        {words.curtain.button(name)}
      </button>
    </div>
  );
}
