// A small picture of a game.

import type { GameName } from "../messages";
import { GAME_PAGES } from "./games";

export function Emblem({ game }: { game: GameName }) {
  const { Emblem: Picture } = GAME_PAGES[game];
  return <Picture />;
}
