// The games that have a folder here, by the names that the catalogue has.

import type { GameName } from "../messages";
import { page as cantstop } from "./cantstop";
import type { GamePage } from "./game_page";
import { page as kittens } from "./kittens";
import { page as parchis } from "./parchis";
import { page as y } from "./y";

export const GAME_PAGES: Record<GameName, GamePage> = { cantstop, y, kittens, parchis };
