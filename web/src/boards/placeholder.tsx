import type { GameName } from "../messages";
import { moveText } from "../words/moves";
import type { BoardProps } from "./props";

export function placeholder<S, X>(game: GameName) {
  return ({ state, moves, onMove, hint, thoughts, language }: BoardProps<S, X>) => (
    <div class="board">
      <div class="placeholder-moves">
        {moves.map((move) => (
          <button
            key={move}
            type="button"
            data-move={move}
            class={move === hint ? "hinted" : ""}
            onClick={() => onMove(move)}
          >
            {moveText(game, move, language)} {thoughts?.moves.find((t) => t.move === move)?.value?.toFixed(2)}
          </button>
        ))}
      </div>
      <pre>{JSON.stringify(state, null, 1).slice(0, 900)}</pre>
    </div>
  );
}
