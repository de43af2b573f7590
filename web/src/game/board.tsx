// The board of a game.

import { Component } from "preact";
import type { ComponentChildren } from "preact";
import { PlainBoard } from "../boards/plain";
import type { BoardProps } from "../boards/props";
import { pageOf } from "../games/games";
import type { Step, Thoughts } from "../messages";
import { useSpeech } from "../words/words";
import type { Frame } from "./live";
import { namesOf } from "./names";

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

/** The steps of the last turn in which somebody moved. */
export function lastTurn(steps: Step[]): Step[] {
  const moves = steps.filter((step) => step.seat !== null && !step.chance);
  const last = moves[moves.length - 1];
  if (!last) return [];
  return steps.filter(({ turn, seat, chance }) => turn === last.turn && seat === last.seat && !chance);
}

interface Props {
  frame: Frame;
  moves: string[];
  onMove: (move: string) => void;
  thoughts: Thoughts | null;
  hint: string | null;
}

export function Board({ frame, moves, onMove, thoughts, hint }: Props) {
  const { words, game, told } = useSpeech();
  const { message, before, recent, motion } = frame;
  const names = namesOf(message.players, words);
  const Shown = pageOf(message.game)?.Board;
  const props: BoardProps<unknown, unknown> = {
    state: message.state,
    extra: message.extra,
    before,
    recent,
    last: lastTurn(frame.steps.slice(0, message.total)),
    players: message.players.map((player, i) => ({ ...player, name: names[i] })),
    seat: message.seat,
    turn: message.turn,
    moves,
    onMove,
    thoughts,
    hint,
    over: message.over,
    motion,
    told: (step) => told(message.game, step),
    words: game(message.game).board,
  };
  const plain = <PlainBoard game={message.game} {...props} />;
  if (!Shown) return plain;
  return (
    <Guard key={message.game} otherwise={plain}>
      <Shown {...props} />
    </Guard>
  );
}
