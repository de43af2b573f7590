// The mark of a player beside a name, the same as on the board: of Parchís, both colours.

import { ColourMark } from "../boards/parchis_pieces";
import { SeatMark } from "../boards/seat_mark";
import type { GameName } from "../messages";

/** Without a seat: of what nobody does. */
export function PlayerMark({ game, seat }: { game: GameName; seat: number | null }) {
  if (seat === null) return <span class="no-seat" aria-hidden="true" />;
  if (game !== "parchis") return <SeatMark seat={seat} />;
  return (
    <span class="two-marks" aria-hidden="true">
      <ColourMark colour={seat} />
      <ColourMark colour={seat + 2} />
    </span>
  );
}
