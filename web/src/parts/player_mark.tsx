// The mark of a player beside a name, the same as on the board.

import { SeatMark } from "../boards/seat_mark";
import { pageOf } from "../games/games";
import type { GameName } from "../messages";

/** Without a seat: of what nobody does. */
export function PlayerMark({ game, seat }: { game: GameName; seat: number | null }) {
  if (seat === null) return <span class="no-seat" aria-hidden="true" />;
  const Mark = pageOf(game)?.Mark ?? SeatMark;
  return <Mark seat={seat} />;
}
