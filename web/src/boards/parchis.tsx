import type { ParchisExtra, ParchisState } from "../messages";
import { placeholder } from "./placeholder";

export const ParchisBoard = placeholder<ParchisState, ParchisExtra>("parchis");
