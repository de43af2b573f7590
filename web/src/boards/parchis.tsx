import type { ParchisExtra, ParchisState } from "../messages";
import { PlainBoard } from "./plain";
import type { BoardProps } from "./props";

export function ParchisBoard(props: BoardProps<ParchisState, ParchisExtra>) {
  return <PlainBoard game="parchis" {...props} />;
}
