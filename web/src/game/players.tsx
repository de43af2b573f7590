// Who plays, whose turn it is, how much time is left.

import { useEffect, useState } from "preact/hooks";
import type { Player, Presence, StateMessage } from "../messages";
import { PlayerMark } from "../parts/player_mark";
import type { Words } from "../words/en";
import { useSpeech } from "../words/words";
import type { Frame } from "./live";
import { nameOf } from "./names";

function timeText(seconds: number): string {
  const left = Math.max(0, seconds);
  if (left < 10) return left.toFixed(1);
  const whole = Math.floor(left);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Counts on from the message by this machine's own clock. */
function useTimeLeft(frame: Frame, seat: number): number | null {
  const { clock } = frame.message;
  const running = clock?.running === seat;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = window.setInterval(() => tick((n) => n + 1), 100);
    return () => window.clearInterval(timer);
  }, [running]);
  if (!clock) return null;
  return clock.left[seat] - (running ? (performance.now() - frame.at) / 1000 : 0);
}

/** What stands below a name: what a bot is, or where a person is. */
function aboutPlayer(message: StateMessage, player: Player, presence: Presence, words: Words): string {
  if (message.thinking === player.seat && !message.paused) return words.game.thinking;
  if (player.kind === "bot") {
    const level = words.setup.strength[player.name as "easy"];
    return level ?? (player.bot && player.bot !== player.name ? player.bot : "bot");
  }
  const own = message.players.filter((other) => other.yours && other.kind === "person");
  if (!player.yours) return presence ? words.people[presence] : "";
  return own.length === 1 ? words.game.you : words.game.here;
}

interface RowProps {
  frame: Frame;
  live: Frame;
  player: Player;
}

function PlayerRow({ frame, live, player }: RowProps) {
  const { words } = useSpeech();
  const message = frame.message;
  const left = useTimeLeft(live, player.seat);
  const turn = message.turn === player.seat && !message.over;
  const won = message.over?.result[player.seat] === 1;
  const presence = live.message.presence[player.seat] ?? null;
  const about = aboutPlayer(message, player, presence, words);
  const elsewhere = presence !== null && !player.yours;
  return (
    <li
      class={`player seat-${player.seat}${turn ? " in-turn" : ""}${won ? " winner" : ""}`}
      aria-current={turn ? "true" : undefined}
    >
      <PlayerMark game={message.game} seat={player.seat} />
      <span class="player-name">
        {nameOf(message, player.seat, words)}
        {about && (
          <small title={player.bot ?? about}>
            {elsewhere && <span class={`presence ${presence}`} aria-hidden="true" />}
            {about}
          </small>
        )}
      </span>
      {turn && <span class="visually-hidden">{words.game.toMove}</span>}
      {won && <span aria-hidden="true">★</span>}
      {left !== null && (
        <span class={left < 10 ? "clock low" : "clock"} role="timer">
          {timeText(left)}
        </span>
      )}
    </li>
  );
}

/** Whose turn it is in what is shown; clocks run on, whatever somebody looks at. */
export function Players({ frame, live }: Omit<RowProps, "player">) {
  const { words } = useSpeech();
  const message: StateMessage = frame.message;
  return (
    <ul class="players" aria-label={words.game.players}>
      {message.players.map((player) => (
        <PlayerRow key={player.seat} frame={frame} live={live} player={player} />
      ))}
    </ul>
  );
}
