// A game without a picture: what can be done, as buttons.

import type { GameName } from "../messages";
import { useSpeech } from "../words/words";
import type { BoardProps } from "./props";

type Props = BoardProps<unknown, unknown>;

export function PlainBoard({ game, moves, onMove, hint }: Props & { game: GameName }) {
  const words = useSpeech().game(game);
  return (
    <div class="board plain">
      {moves.map((move) => (
        <button
          key={move}
          type="button"
          class={move === hint ? "board-button board-hint" : "board-button"}
          onClick={() => onMove(move)}
        >
          {words.move(move)}
        </button>
      ))}
    </div>
  );
}
