// What the players of a game are called, for the page and all boards.

import type { Player, StateMessage } from "../messages";
import type { Words } from "../words/en";

// Marks that turn the direction of writing would turn what stands around a name as well.
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
// Letters that show nothing: a name of these alone is none.
const UNSEEN = /[\s\p{C}\u115f\u1160\u3164\uffa0\u2800]/gu;

/** A name that goes from right to left stays within itself, in a sentence too. */
function apart(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

export function levelName(name: string, words: Words): string {
  if (name === "easy" || name === "medium" || name === "hard") return words.setup[name];
  return name;
}

type Named = Pick<Player, "name"> & Partial<Pick<Player, "kind" | "bot">>;

/**
 * The names by seat. Whoever has none is a player with a number; of those who are called the same each
 * gets one, so that a sentence tells them apart.
 */
export function namesOf(players: Named[], words: Words): string[] {
  const plain = players.map((player, seat) => {
    const own = player.name.replace(DIRECTIONS, "").trim();
    const name = own.replace(UNSEEN, "") === "" ? (player.bot ?? "") : own;
    if (name === "") return words.setup.person(seat + 1);
    return player.kind === "person" ? name : levelName(name, words);
  });
  const taken = new Set(plain);
  const names = plain.map((name, seat) => {
    if (plain.filter((other) => other === name).length === 1) return name;
    let number = plain.slice(0, seat + 1).filter((other) => other === name).length;
    while (taken.has(`${name} ${number}`)) number++;
    taken.add(`${name} ${number}`);
    return `${name} ${number}`;
  });
  return names.map(apart);
}

export function nameOf(message: StateMessage, seat: number | null, words: Words): string {
  const place = message.players.findIndex((player) => player.seat === seat);
  return place < 0 ? "" : namesOf(message.players, words)[place];
}
