// The board of a game.

import { Component } from "preact";
import type { ComponentChildren, FunctionComponent } from "preact";
import { CantStopBoard } from "../boards/cantstop";
import { KittensBoard } from "../boards/kittens";
import { ParchisBoard } from "../boards/parchis";
import { PlainBoard } from "../boards/plain";
import type { BoardProps } from "../boards/props";
import { YBoard } from "../boards/y";
import type { GameName, Thoughts } from "../messages";
import { useSpeech } from "../words/words";
import type { Frame } from "./live";
import { namesOf } from "./names";

// Each board knows the state of its own game; which one a message holds, its name says.
type AnyBoard = FunctionComponent<BoardProps<unknown, unknown>>;
const BOARDS = {
  cantstop: CantStopBoard,
  y: YBoard,
  kittens: KittensBoard,
  parchis: ParchisBoard,
} as unknown as Record<GameName, AnyBoard>;

/** A board that fails must not take the game with it: the moves can still be made, without a picture. */
class Guard extends Component<{ otherwise: ComponentChildren; children: ComponentChildren }> {
  state = { failed: false };
  componentDidCatch(error: unknown) {
    console.error(error);
    this.setState({ failed: true });
  }
  render() {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}

interface Props {
  frame: Frame;
  moves: string[];
  onMove: (move: string) => void;
  thoughts: Thoughts | null;
  hint: string | null;
}

export function Board({ frame, moves, onMove, thoughts, hint }: Props) {
  const { language, words } = useSpeech();
  const { message, before, recent, motion } = frame;
  const names = namesOf(message.players, words);
  const Shown = BOARDS[message.game];
  const props: BoardProps<unknown, unknown> = {
    state: message.state,
    extra: message.extra,
    before,
    recent,
    players: message.players.map((player, i) => ({ ...player, name: names[i] })),
    seat: message.seat,
    turn: message.turn,
    moves,
    onMove,
    thoughts,
    hint,
    over: message.over,
    motion,
    language,
  };
  return (
    <Guard key={message.game} otherwise={<PlainBoard game={message.game} {...props} />}>
      <Shown {...props} />
    </Guard>
  );
}
