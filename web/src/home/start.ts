// From what was chosen to a game that runs.

import { createGame } from "../api";
import type { Created, NewGame, Seat } from "../api";
import { pageOf } from "../games/games";
import type { GameEntry } from "../messages";
import { gameAddress, go } from "../route";
import { keepGame } from "../store";
import { chosenOptions } from "./options";
import type { Values } from "./options";

export type Who = "here" | "link" | "easy" | "medium" | "hard" | "bot";

export interface SeatChoice {
  who: Who;
  name: string;
  bot: string;
  options: Values;
}

export interface Setup {
  options: Values;
  seats: SeatChoice[];
  clock: string; // "": none
  pace: number;
  hints: boolean; // between people
}

export const USUAL_PACE = 700;

/** How many sit at the table: where a game leaves it open, its option `players` says. */
export function seatsOf(game: GameEntry, options: Values): number {
  const [least, most] = game.seats;
  const players = Number(
    options.players ?? game.options.find((o) => o.name === "players")?.default ?? most,
  );
  return Math.min(most, Math.max(least, Number.isInteger(players) ? players : most));
}

export function seatChoice(who: Who): SeatChoice {
  return { who, name: "", bot: "", options: {} };
}

/** A person against a bot of medium strength, by the rules that the page offers first. */
export function usualSetup(game: GameEntry): Setup {
  const options: Values = game.options.some((o) => o.name === "players") ? { players: "2" } : {};
  Object.assign(options, Object.values(pageOf(game.name)?.presets?.sets ?? {})[0]);
  const seats = Array.from({ length: seatsOf(game, options) }, (_, seat) =>
    seatChoice(seat === 0 ? "here" : "medium"),
  );
  return { options, seats, clock: "", pace: USUAL_PACE, hints: false };
}

function seatOf(game: GameEntry, choice: SeatChoice): Seat {
  switch (choice.who) {
    case "here":
    case "link": {
      // Whoever has no name is called a player in the language of whoever looks.
      const name = choice.name.trim();
      return { kind: choice.who, ...(name && { name }) };
    }
    case "bot": {
      const entry = game.bots.find((bot) => bot.name === choice.bot) ?? game.bots[0];
      return {
        kind: "bot",
        bot: entry.name,
        options: chosenOptions(entry.options, choice.options),
      };
    }
    default:
      return { kind: "bot", bot: choice.who };
  }
}

/** How many people play. */
export function peopleOf(setup: Setup): number {
  return setup.seats.filter((seat) => seat.who === "here" || seat.who === "link").length;
}

export function newGame(game: GameEntry, setup: Setup): NewGame {
  return {
    game: game.name,
    options: chosenOptions(game.options, setup.options),
    players: setup.seats.map((choice) => seatOf(game, choice)),
    pace: setup.pace,
    ...(setup.hints && peopleOf(setup) > 1 ? { hints: true } : {}),
    ...(setup.clock ? { clock: setup.clock } : {}),
  };
}

/** Remembers a game that was made here, and goes to it. */
export function enterGame({ id, key, links, state }: Created): void {
  keepGame({
    id,
    key,
    game: state.game,
    names: state.players.map((player) => player.name),
    links,
    seen: Date.now(),
    over: state.over !== null,
  });
  // Whoever waits for others has their links to hand out first.
  go(gameAddress(id, key), links.length > 0);
}

export async function start(game: NewGame): Promise<void> {
  enterGame(await createGame(game));
}
