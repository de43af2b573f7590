// A small picture of a game; without a folder, its first letter.

import { Picture } from "../boards/picture";
import type { GameName } from "../messages";
import { knownGame, pageOf } from "./games";

export function Emblem({ game }: { game: GameName }) {
  const page = pageOf(game);
  if (page) return <page.Emblem />;
  return (
    <Picture>
      <rect class="e-card" x="10" y="10" width="80" height="80" rx="14" />
      <text class="e-letter" x="50" y="50" text-anchor="middle" dominant-baseline="central">
        {[...knownGame(game).title][0]}
      </text>
    </Picture>
  );
}
