// Links to a game, for the other seats and for viewers.

import { useEffect, useState } from "preact/hooks";
import { invitation } from "../api";
import type { Invitation } from "../api";
import type { StateMessage } from "../messages";
import { Dialog } from "../parts/dialog";
import { qrCode } from "../parts/qr";
import { gameAddress } from "../route";
import { keptGame } from "../store";
import { useSpeech } from "../words/words";
import { nameOf } from "./names";

const COMMAND = "tahur serve --listen 0.0.0.0";

/** Whether an address means the machine itself, which no friend can reach by it. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\./.test(host);
}

/** Where the links of a page at this place lead, as others can open them; null: they cannot. */
export function originFor(at: { hostname: string; origin: string }, known: Invitation): string | null {
  if (!isLoopback(at.hostname)) return at.origin;
  return known.addresses.find((address) => !isLoopback(new URL(address).hostname)) ?? null;
}

function linkTo(origin: string, address: string, token: string | null): string {
  const url = new URL(address, origin);
  if (token !== null) url.searchParams.set("token", token);
  return url.href;
}

function QrPicture({ text, label }: { text: string; label: string }) {
  const code = qrCode(text);
  if (!code) return null;
  const size = code.length + 8; // with its light border
  const path = code.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join("")} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

function LinkRow({ label, whole, code }: { label: string; whole: string; code: boolean }) {
  const { words } = useSpeech();
  const [copied, setCopied] = useState(false);
  const copy = async (event: Event) => {
    const row = (event.currentTarget as HTMLElement).closest(".link-row")!;
    row.querySelector("input")!.select();
    try {
      await navigator.clipboard.writeText(whole);
    } catch {
      document.execCommand("copy"); // pages without https have no clipboard of the newer kind
    }
    setCopied(true);
  };
  return (
    <>
      <div class="link-row">
        <label>
          {label}
          <input readOnly value={whole} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <button type="button" onClick={copy}>
          {copied ? words.game.copied : words.game.copy}
        </button>
      </div>
      {code && <QrPicture text={whole} label={words.game.shareCode(label)} />}
    </>
  );
}

export function ShareDialog({ message, onClose }: { message: StateMessage; onClose: () => void }) {
  const { words } = useSpeech();
  const [known, setKnown] = useState<Invitation | null>(null);
  useEffect(() => {
    // A service that does not say has at least the address of this page.
    invitation().then(setKnown, () => setKnown({ addresses: [], token: null }));
  }, []);
  const links = keptGame(message.id)?.links ?? [];
  const reached = known && originFor(location, known);
  const row = (key: string | null, label: string) => (
    <LinkRow
      key={key}
      label={label}
      whole={linkTo(reached ?? location.origin, gameAddress(message.id, key), known!.token)}
      code={reached !== null && (key !== null || links.length === 0)}
    />
  );
  return (
    <Dialog title={words.game.shareTitle} onClose={onClose}>
      {known === null ? (
        <p class="note">{words.page.working}</p>
      ) : (
        <>
          {reached === null && (
            <div class="notice">
              <span>{words.game.shareHere}</span>
              <code>{COMMAND}</code>
            </div>
          )}
          {links.map(({ seat, key }) => row(key, words.game.shareSeat(nameOf(message, seat, words))))}
          {row(null, words.game.shareViewer)}
          {links.length > 0 && <p class="note">{words.game.shareNote}</p>}
          {known.token !== null && <p class="note">{words.game.shareToken}</p>}
        </>
      )}
    </Dialog>
  );
}
