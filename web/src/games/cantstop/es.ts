// Can't Stop in Spanish.

import { list } from "../../words/list";
import type { GameWords } from "../game_page";
import type { CantStopWords } from "./en";
import { told } from "./told";

const pasos = (n: number) => `${n} paso${n === 1 ? "" : "s"}`;
const columnList = (c: number[]) =>
  c.length === 1 ? `la columna ${c[0]}` : `las columnas ${list(c, "y")}`;

const board: CantStopWords = {
  board: "Tablero de Can’t Stop",
  scores: (needed) =>
    `Columnas completadas; con ${["tres", "cuatro", "cinco"][needed - 3]} se gana`,
  choices: "Opciones",
  rolls: (name) => `${name} tira los dados`,
  chooses: (name) => `${name}: ¿qué columnas?`,
  decides: (name) => `${name}: ¿parar o tirar otra vez?`,
  choosing: (name) => `${name} está eligiendo`,
  deciding: (name) => `${name} está decidiendo`,
  over: "La partida ha terminado",
  wins: (name, columns) => `${name} gana con ${columnList(columns)}`,
  won: (name) => `Gana ${name}`,
  bust: "¡Se pasó!",
  busted: (name, lost) =>
    lost === 0 ? `${name} no pudo usar la tirada` : `${name} pierde ${pasos(lost)} del turno`,
  banked: (name, n) => `${name} para y conserva ${pasos(n)}`,
  bankedColumns: (name, n, columns) =>
    `${name} para, conserva ${pasos(n)} y completa ${columnList(columns)}`,
  goOn: (chance) => `${chance} de seguir`,
  bustChance: (chance) => `${chance} de pasarse`,
  stop: "Parar",
  roll: "Tirar",
  keeps: (n) => `conserva ${pasos(n)}`,
  completes: (columns) => `completa ${columnList(columns)}`,
  winsNow: "gana la partida",
  dice: (dice) => (dice.length ? `Dados: ${list(dice, "y")}` : "Dados sin tirar"),
  hint: "pista",
  best: "la mejor",
  moveLabel: (columns) =>
    columns.length === 2 && columns[0] === columns[1]
      ? `${columns[0]} dos veces`
      : list(columns, "y"),
  trackLabel: (column, from, to, height) => `columna ${column} de ${from} a ${to}, de ${height}`,
  oddsLabel: (chance) => `${chance} de que sirva la próxima tirada`,
  worthLabel: (worth) => `probabilidad de ganar ${worth}`,
  seatLabel: (name, parts) => `${name}: ${parts.length ? parts.join(", ") : "aún sin pasos"}.`,
  progressLabel: (column, step, height) =>
    step >= height ? `columna ${column} completada` : `columna ${column}, ${step} de ${height}`,
  runnersLabel: (parts) => `Corredores: ${parts.join(", ")}.`,
};

const MOVES: Record<string, string> = { stop: "Plantarse", roll: "Tirar otra vez" };

const move = (move: string): string => MOVES[move] ?? move.replace("+", " + ");

export const es: GameWords<CantStopWords> = {
  title: "Can’t Stop",
  motto: "¿Otra tirada? Tienta a la suerte columna arriba; con tres completas se gana.",
  board,
  move,
  told,
};
