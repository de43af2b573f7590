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

interface SureProps {
  title: string;
  text?: string;
  button: string;
  onClose: () => void;
  onSure: () => void;
}

/** Asks before what cannot be taken back. */
function Sure({ title, text, button, onClose, onSure }: SureProps) {
  const { words } = useSpeech();
  return (
    <Dialog title={title} onClose={onClose}>
      {text && <p>{text}</p>}
      <div class="dialog-foot">
        <button type="button" onClick={onClose}>
          {words.setup.cancel}
        </button>
        <button
          type="button"
          class="main"
          onClick={() => {
            onClose();
            onSure();
          }}
        >
          {button}
        </button>
      </div>
    </Dialog>
  );
}

export function Actions(p: ActionProps) {
  const { words } = useSpeech();
  const [asked, setAsked] = useState<"resign" | "again" | null>(null);
  const { can, over, owner } = p.message;
  const button = (label: string, does: () => void, disabled: boolean, main = false) => (
    <button type="button" class={main ? "main" : undefined} disabled={disabled} onClick={does}>
      {label}
    </button>
  );
  const people = p.message.players.some((player) => player.yours && player.kind === "person");
  const others = p.message.players.some((player) => !player.yours && player.kind === "person");
  const hints = p.message.hints === "allowed";
  return (
    <div class="actions" role="group" aria-label={words.game.actions}>
      {people &&
        (!over || can.undo) &&
        button(others ? words.people.askUndo : words.game.undo, p.onUndo, !can.undo || !p.live || p.busy)}
      {people && !over && hints && button(words.game.hint, p.onHint, !can.hint || !p.live || p.busy)}
      {hints && (
        <button
          type="button"
          aria-pressed={p.thinking}
          disabled={!can.think && !p.thinking && !over}
          title={words.game.think}
          onClick={p.onThink}
        >
          {words.game.thinkShort}
        </button>
      )}
      {people && !over && button(words.game.resign, () => setAsked("resign"), !can.resign || p.busy)}
      {can.switch && button(words.game.switchSeats, p.onSwitch, p.busy)}
      {owner &&
        button(
          words.game.again,
          over ? p.onAgain : () => setAsked("again"),
          p.busy,
          over !== null,
        )}
      {button(words.game.share, p.onShare, false)}
      {button(words.game.rules, p.onRules, false)}
      {can.record && (
        <a class="button" href={p.api.recordAddress} download={`${p.message.game}.tahur`}>
          {words.game.download}
        </a>
      )}
      {asked === "resign" && (
        <Sure
          title={words.game.resignSure}
          button={words.game.resign}
          onClose={() => setAsked(null)}
          onSure={p.onResign}
        />
      )}
      {asked === "again" && (
        <Sure
          title={words.game.againSure}
          text={words.game.againNote}
          button={words.game.again}
          onClose={() => setAsked(null)}
          onSure={p.onAgain}
        />
      )}
    </div>
  );
}
