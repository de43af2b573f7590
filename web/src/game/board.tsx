// The board of a game.

import type { FunctionComponent } from "preact";
import { CantStopBoard } from "../boards/cantstop";
import { KittensBoard } from "../boards/kittens";
import { ParchisBoard } from "../boards/parchis";
import type { BoardProps } from "../boards/props";
import { YBoard } from "../boards/y";
import type { GameName, Thoughts } from "../messages";
import { useSpeech } from "../words/words";
import type { Frame } from "./live";

// Each board knows the state of its own game; which one a message holds, its name says.
type AnyBoard = FunctionComponent<BoardProps<unknown, unknown>>;
const BOARDS = {
  cantstop: CantStopBoard,
  y: YBoard,
  kittens: KittensBoard,
  parchis: ParchisBoard,
} as unknown as Record<GameName, AnyBoard>;

interface Props {
  frame: Frame;
  moves: string[];
  onMove: (move: string) => void;
  thoughts: Thoughts | null;
  hint: string | null;
}

export function Board({ frame, moves, onMove, thoughts, hint }: Props) {
  const { language } = useSpeech();
  const { message, before, recent, motion } = frame;
  const Shown = BOARDS[message.game];
  return (
    <Shown
      state={message.state}
      extra={message.extra}
      before={before}
      recent={recent}
      players={message.players}
      seat={message.seat}
      turn={message.turn}
      moves={moves}
      onMove={onMove}
      thoughts={thoughts}
      hint={hint}
      over={message.over}
      motion={motion}
      language={language}
    />
  );
}
