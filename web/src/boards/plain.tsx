// A game without a picture: what can be done, as buttons.

import type { GameName } from "../messages";
import { moveText } from "../words/moves";
import type { BoardProps } from "./props";

type Props = BoardProps<unknown, unknown>;

export function PlainBoard({ game, moves, onMove, hint, language }: Props & { game: GameName }) {
  return (
    <div class="board plain">
      {moves.map((move) => (
        <button
          key={move}
          type="button"
          class={move === hint ? "board-button board-hint" : "board-button"}
          onClick={() => onMove(move)}
        >
          {moveText(game, move, language)}
        </button>
      ))}
    </div>
  );
}
