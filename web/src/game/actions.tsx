// The buttons of a game: what can be done now, as the service says.

import { useState } from "preact/hooks";
import type { GameApi } from "../api";
import type { StateMessage } from "../messages";
import { Dialog } from "../parts/dialog";
import { useSpeech } from "../words/words";

export interface ActionProps {
  message: StateMessage;
  api: GameApi;
  live: boolean; // not looking at the past
  busy: boolean;
  thinking: boolean; // the thoughts are shown
  onUndo: () => void;
  onHint: () => void;
  onThink: () => void;
  onResign: () => void;
  onSwitch: () => void;
  onAgain: () => void;
  onShare: () => void;
  onRules: () => void;
}

export function Actions(p: ActionProps) {
  const { words } = useSpeech();
  const [sure, setSure] = useState(false);
  const { can, over, owner } = p.message;
  const button = (label: string, does: () => void, disabled: boolean, main = false) => (
    <button type="button" class={main ? "main" : undefined} disabled={disabled} onClick={does}>
      {label}
    </button>
  );
  const people = p.message.players.some((player) => player.yours && player.kind === "person");
  return (
    <div class="actions" role="group" aria-label={words.game.actions}>
      {people &&
        (!over || can.undo) &&
        button(words.game.undo, p.onUndo, !can.undo || !p.live || p.busy)}
      {people && !over && button(words.game.hint, p.onHint, !can.hint || !p.live || p.busy)}
      <button
        type="button"
        aria-pressed={p.thinking}
        disabled={!can.think && !p.thinking && !over}
        title={words.game.think}
        onClick={p.onThink}
      >
        {words.game.thinkShort}
      </button>
      {people && !over && button(words.game.resign, () => setSure(true), !can.resign || p.busy)}
      {can.switch && button(words.game.switchSeats, p.onSwitch, p.busy)}
      {owner && button(words.game.again, p.onAgain, p.busy, over !== null)}
      {button(words.game.share, p.onShare, false)}
      {button(words.game.rules, p.onRules, false)}
      {can.record && (
        <a class="button" href={p.api.recordAddress} download={`${p.message.game}.tahur`}>
          {words.game.download}
        </a>
      )}
      {sure && (
        <Dialog title={words.game.resignSure} onClose={() => setSure(false)}>
          <div class="dialog-foot">
            <button type="button" onClick={() => setSure(false)}>
              {words.setup.cancel}
            </button>
            <button
              type="button"
              class="main"
              onClick={() => {
                setSure(false);
                p.onResign();
              }}
            >
              {words.game.resign}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
