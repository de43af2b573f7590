// A game that goes on from a step of another one.

import { createGame } from "../api";
import type { Created, GameApi, Seat } from "../api";
import type { Player, StateMessage } from "../messages";

/** "mcts:iterations=500" as the service takes it. */
export function botSeat(player: Player): Seat {
  const [, bot, text] = /^([^:]*):?(.*)$/s.exec(player.bot ?? "")!;
  const options = Object.fromEntries(
    text
      .split(",")
      .filter((part) => part.includes("="))
      .map((part) => {
        const [name, value] = [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)];
        return [name, /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value];
      }),
  );
  return { kind: "bot", bot, options };
}

/** The seat that had to decide is a person here; people share this screen, bots stay. */
export function seatsFrom(players: Player[], seat: number): Seat[] {
  return players.map((player) =>
    player.kind === "person" || player.seat === seat
      ? { kind: "here", ...(player.kind === "person" && player.name ? { name: player.name } : {}) }
      : botSeat(player),
  );
}

export async function tryAgain(
  api: GameApi,
  message: StateMessage,
  step: number,
  seat: number,
): Promise<Created> {
  const players = seatsFrom(message.players, seat);
  return createGame({ record: await api.record(), step, players, pace: message.pace, hints: true });
}
