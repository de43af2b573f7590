// The words of the board of Can't Stop.

import type { Language } from "./props";

/** "6, 7 and 8" */
function list(items: (string | number)[], and: string): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${and} ${items[items.length - 1]}`;
}
const steps = (n: number) => `${n} step${n === 1 ? "" : "s"}`;
const pasos = (n: number) => `${n} paso${n === 1 ? "" : "s"}`;
const columnsEn = (c: number[]) => `column${c.length === 1 ? "" : "s"} ${list(c, "and")}`;
const columnsEs = (c: number[]) =>
  c.length === 1 ? `la columna ${c[0]}` : `las columnas ${list(c, "y")}`;

const en = {
  board: "Board of Can’t Stop",
  scores: "Completed columns; three win",
  choices: "Choices",
  rolls: (name: string) => `${name} rolls the dice`,
  chooses: (name: string) => `${name}: which columns?`,
  decides: (name: string) => `${name}: stop or roll again?`,
  choosing: (name: string) => `${name} is choosing`,
  deciding: (name: string) => `${name} is deciding`,
  over: "The game is over",
  wins: (name: string, columns: number[]) => `${name} wins with ${columnsEn(columns)}`,
  won: (name: string) => `${name} wins`,
  bust: "Bust!",
  busted: (name: string, lost: number) =>
    lost === 0 ? `${name} could not use the roll` : `${name} loses the turn’s ${steps(lost)}`,
  banked: (name: string, n: number) => `${name} stopped and keeps ${steps(n)}`,
  bankedColumns: (name: string, n: number, columns: number[]) =>
    `${name} stopped, keeps ${steps(n)} and completes ${columnsEn(columns)}`,
  goOn: (chance: string) => `${chance} to go on`,
  bustChance: (chance: string) => `${chance} bust`,
  stop: "Stop",
  roll: "Roll",
  keeps: (n: number) => `keeps ${steps(n)}`,
  completes: (columns: number[]) => `completes ${columnsEn(columns)}`,
  winsNow: "wins the game",
  dice: (dice: number[]) => (dice.length ? `Dice: ${list(dice, "and")}` : "Dice not rolled yet"),
  hint: "hint",
  best: "best",
  moveLabel: (columns: number[]) =>
    columns.length === 2 && columns[0] === columns[1]
      ? `${columns[0]} twice`
      : list(columns, "and"),
  trackLabel: (column: number, from: number, to: number, height: number) =>
    `column ${column} from ${from} to ${to} of ${height}`,
  oddsLabel: (chance: string) => `${chance} that the next roll can be used`,
  worthLabel: (worth: string) => `chance of winning ${worth}`,
  seatLabel: (name: string, parts: string[]) =>
    `${name}: ${parts.length ? parts.join(", ") : "no steps yet"}.`,
  progressLabel: (column: number, step: number, height: number) =>
    step >= height ? `column ${column} completed` : `column ${column} ${step} of ${height}`,
  runnersLabel: (parts: string[]) => `Runners: ${parts.join(", ")}.`,
};

export type CantStopWords = typeof en;

const es: CantStopWords = {
  board: "Tablero de Can’t Stop",
  scores: "Columnas completadas; con tres se gana",
  choices: "Opciones",
  rolls: (name) => `${name} tira los dados`,
  chooses: (name) => `${name}: ¿qué columnas?`,
  decides: (name) => `${name}: ¿parar o tirar otra vez?`,
  choosing: (name) => `${name} está eligiendo`,
  deciding: (name) => `${name} está decidiendo`,
  over: "La partida ha terminado",
  wins: (name, columns) => `${name} gana con ${columnsEs(columns)}`,
  won: (name) => `Gana ${name}`,
  bust: "¡Se pasó!",
  busted: (name, lost) =>
    lost === 0 ? `${name} no pudo usar la tirada` : `${name} pierde ${pasos(lost)} del turno`,
  banked: (name, n) => `${name} para y conserva ${pasos(n)}`,
  bankedColumns: (name, n, columns) =>
    `${name} para, conserva ${pasos(n)} y completa ${columnsEs(columns)}`,
  goOn: (chance) => `${chance} de seguir`,
  bustChance: (chance) => `${chance} de pasarse`,
  stop: "Parar",
  roll: "Tirar",
  keeps: (n) => `conserva ${pasos(n)}`,
  completes: (columns) => `completa ${columnsEs(columns)}`,
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

export const cantStopWords: Record<Language, CantStopWords> = { en, es };
