// What went wrong, in a sentence, where it went wrong.

import { ServiceError } from "../api";
import { Icon } from "./icon";
import { useSpeech } from "../words/words";
import type { Speech } from "../words/words";

interface Told {
  text: string;
  /** The service's own sentence, which says more, where it has no other language than English. */
  english: string | null;
}

/** Our own sentence for what often happens; else the service's, behind a few words of ours. */
export function troubleTold(error: unknown, { words, language }: Speech): Told {
  if (!(error instanceof ServiceError)) return { text: String(error), english: null };
  const own = words.errors[error.code];
  if (own) return { text: own, english: null };
  const message = error.key === null ? undefined : words.messages[error.key];
  if (message) return { text: message(...error.given), english: null };
  if (language === "en") return { text: error.message, english: null };
  return { text: words.refused[error.code] ?? words.errors.title, english: error.message };
}

export function Trouble({ error, onClose }: { error: unknown; onClose?: () => void }) {
  const speech = useSpeech();
  if (!error) return null;
  const { text, english } = troubleTold(error, speech);
  return (
    <div class="trouble" role="alert">
      <span>
        {text}
        {english && (
          <>
            {" "}
            <q lang="en">{english}</q>
          </>
        )}
      </span>
      {onClose && (
        <button type="button" class="quiet" aria-label={speech.words.page.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
