// What went wrong, in a sentence, where it went wrong.

import { ServiceError } from "../api";
import { Icon } from "./icon";
import { useSpeech } from "../words/words";
import type { Speech } from "../words/words";

/** Our own sentence for what often happens; else the service's, which says more. */
export function troubleText(error: unknown, { words, said }: Speech): string {
  if (!(error instanceof ServiceError)) return String(error);
  return words.errors[error.code] ?? said(error.message);
}

export function Trouble({ error, onClose }: { error: unknown; onClose?: () => void }) {
  const speech = useSpeech();
  if (!error) return null;
  return (
    <div class="trouble" role="alert">
      <span>{troubleText(error, speech)}</span>
      {onClose && (
        <button type="button" class="quiet" aria-label={speech.words.page.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
