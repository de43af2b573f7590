// The mark of a player beside a name, the same as on the board.

import { SeatMark } from "../boards/seat_mark";
import { GAME_PAGES } from "../games/games";
import type { GameName } from "../messages";

/** Without a seat: of what nobody does. */
export function PlayerMark({ game, seat }: { game: GameName; seat: number | null }) {
  if (seat === null) return <span class="no-seat" aria-hidden="true" />;
  const Mark = GAME_PAGES[game].Mark ?? SeatMark;
  return <Mark seat={seat} />;
}
