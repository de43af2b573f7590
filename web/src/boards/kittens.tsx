import type { KittensExtra, KittensState } from "../messages";
import { PlainBoard } from "./plain";
import type { BoardProps } from "./props";

export function KittensBoard(props: BoardProps<KittensState, KittensExtra>) {
  return <PlainBoard game="kittens" {...props} />;
}
