import type { KittensExtra, KittensState } from "../messages";
import { placeholder } from "./placeholder";

export const KittensBoard = placeholder<KittensState, KittensExtra>("kittens");
