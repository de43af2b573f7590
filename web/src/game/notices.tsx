// What people of one game have to say to each other: moves to be taken back, hints to agree to, clocks
// that wait.

import type { ComponentChildren } from "preact";
import type { StateMessage } from "../messages";
import { useSpeech } from "../words/words";
import { nameOf } from "./names";

function Notice({ children }: { children: ComponentChildren }) {
  return (
    <div class="notice" role="status">
      {children}
    </div>
  );
}

interface Props {
  message: StateMessage;
  busy: boolean;
  onAnswer: (grant: boolean) => void;
  onAgree: () => void;
}

function TakebackNotice({ message, busy, onAnswer }: Omit<Props, "onAgree">) {
  const { words } = useSpeech();
  const { takeback, can } = message;
  if (!takeback) return null;
  const name = (seat: number | null) => nameOf(message, seat, words);
  if (takeback.state === "refused")
    return <Notice>{words.people.refused(name(takeback.by))}</Notice>;
  if (takeback.state === "granted")
    return <Notice>{words.people.granted(name(takeback.by))}</Notice>;
  if (message.players[takeback.seat].yours) return <Notice>{words.people.youAsked}</Notice>;
  return (
    <Notice>
      <span>{words.people.asks(name(takeback.seat))}</span>
      {can.grant && (
        <span class="notice-buttons">
          <button type="button" class="main" disabled={busy} onClick={() => onAnswer(true)}>
            {words.people.grant}
          </button>
          <button type="button" disabled={busy} onClick={() => onAnswer(false)}>
            {words.people.refuse}
          </button>
        </span>
      )}
    </Notice>
  );
}

export function Notices(p: Props) {
  const { words } = useSpeech();
  const { message } = p;
  const waits = message.clock !== null && !message.over && message.presence.includes("awaited");
  return (
    <>
      <TakebackNotice {...p} />
      {waits && <Notice>{words.people.clocksWait}</Notice>}
      {message.hints === "offered" && (message.can.agree || message.owner) && (
        <Notice>
          <span>{message.can.agree ? words.people.hintsOffered : words.people.hintsWait}</span>
          {message.can.agree && (
            <span class="notice-buttons">
              <button type="button" class="main" disabled={p.busy} onClick={p.onAgree}>
                {words.people.agree}
              </button>
            </span>
          )}
        </Notice>
      )}
    </>
  );
}
