// The buttons of a line that is shown on the board.

import type { GameName } from "../messages";
import { Icon } from "../parts/icon";
import { useSpeech } from "../words/words";
import type { Line } from "./line";

export function LineBar({ line, game }: { line: Line; game: GameName }) {
  const speech = useSpeech();
  const { words } = speech;
  const move = line.moves[line.at - 1];
  return (
    <div class="past-bar line-bar">
      <button
        type="button"
        class="quiet"
        aria-label={words.moves.previous}
        disabled={line.at === 0}
        onClick={() => line.go(line.at - 1)}
      >
        <Icon name="back" />
      </button>
      <span aria-live="polite">
        {words.review.line(line.at, line.moves.length)}
        {move && `: ${speech.game(game).move(move)}`}
      </span>
      <button
        type="button"
        class="quiet"
        aria-label={words.moves.next}
        disabled={line.at >= line.moves.length}
        onClick={() => line.go(line.at + 1)}
      >
        <Icon name="on" />
      </button>
      <button type="button" onClick={line.close}>
        {words.review.lineEnd}
      </button>
    </div>
  );
}
