// Between two people at one screen who must not see each other's cards.

import { useEffect, useRef } from "preact/hooks";
import type { StateMessage } from "../messages";
import { useSpeech } from "../words/words";

/**
 * Whose cards a message shows, now or in the past, if another person sits at this screen too and must
 * not see them.
 */
export function curtainFor(now: StateMessage, shown: StateMessage, hidden: boolean): number | null {
  if (!hidden || now.over) return null;
  const here = now.players.filter((player) => player.yours && player.kind === "person");
  return here.length > 1 ? shown.seat : null;
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
