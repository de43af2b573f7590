// Links to a game, for the other seats and for viewers.

import { useState } from "preact/hooks";
import type { StateMessage } from "../messages";
import { Dialog } from "../parts/dialog";
import { gameAddress } from "../route";
import { keptGame } from "../store";
import { useSpeech } from "../words/words";
import { nameOf } from "./names";

function LinkRow({ label, address }: { label: string; address: string }) {
  const { words } = useSpeech();
  const [copied, setCopied] = useState(false);
  const whole = location.origin + address;
  const copy = async (event: Event) => {
    const field = (event.currentTarget as HTMLElement).parentElement!.querySelector("input")!;
    field.select();
    try {
      await navigator.clipboard.writeText(whole);
    } catch {
      document.execCommand("copy"); // pages without https have no clipboard of the newer kind
    }
    setCopied(true);
  };
  return (
    <div class="link-row">
      <label>
        {label}
        <input readOnly value={whole} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={copy}>
        {copied ? words.game.copied : words.game.copy}
      </button>
    </div>
  );
}

export function ShareDialog({ message, onClose }: { message: StateMessage; onClose: () => void }) {
  const { words } = useSpeech();
  const links = keptGame(message.id)?.links ?? [];
  return (
    <Dialog title={words.game.shareTitle} onClose={onClose}>
      {links.map(({ seat, key }) => (
        <LinkRow
          key={seat}
          label={words.game.shareSeat(nameOf(message, seat, words))}
          address={gameAddress(message.id, key)}
        />
      ))}
      <LinkRow label={words.game.shareViewer} address={gameAddress(message.id, null)} />
      {links.length > 0 && <p class="note">{words.game.shareNote}</p>}
    </Dialog>
  );
}
