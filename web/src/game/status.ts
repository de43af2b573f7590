// Where a game stands, in a sentence.

import type { StateMessage } from "../messages";
import type { Words } from "../words/en";
import { nameOf } from "./names";

function endText(message: StateMessage, words: Words): string {
  const over = message.over!;
  const name = (seat: number | null) => nameOf(message, seat, words);
  switch (over.end) {
    case "resigned":
      return words.game.resigned(name(over.seat));
    case "time":
      return words.game.outOfTime(name(over.seat));
    case "fault":
      return words.game.fault(name(over.seat));
    case "unfinished":
      return words.game.unfinished;
    case "stopped":
      return words.game.stopped;
    case "won":
      return "";
  }
}

function winnerText(message: StateMessage, words: Words): string {
  const result = message.over!.result;
  const best = Math.max(...result);
  const seat = result.indexOf(best);
  if (best <= 0 || result.lastIndexOf(best) !== seat) return "";
  const player = message.players[seat];
  const own = message.players.filter((other) => other.yours);
  if (player?.yours && own.length === 1 && message.players.length > 1) return words.game.youWon;
  return words.game.won(nameOf(message, seat, words));
}

/** Of a moment that is past: nobody is asked for anything there. */
export function pastText(message: StateMessage, words: Words): string {
  if (message.over) return statusText(message, words);
  if (typeof message.turn !== "number") return words.game.dice;
  return words.game.turnOf(nameOf(message, message.turn, words));
}

export function statusText(message: StateMessage, words: Words): string {
  if (message.over) {
    const parts = [endText(message, words), winnerText(message, words)].filter((part) => part);
    return parts.length > 0 ? parts.join(". ") : words.game.ended;
  }
  if (message.paused && !message.asks) return words.game.paused;
  if (message.thinking !== null)
    return words.game.botThinks(nameOf(message, message.thinking, words));
  if (typeof message.turn !== "number") return words.game.dice;
  const player = message.players[message.turn];
  if (!player) return "";
  if (player.yours && player.kind === "person") {
    const own = message.players.filter((other) => other.yours && other.kind === "person");
    return own.length === 1 ? words.game.yourTurnAlone : words.game.yourTurn(nameOf(message, player.seat, words));
  }
  return words.game.turnOf(nameOf(message, message.turn, words));
}
