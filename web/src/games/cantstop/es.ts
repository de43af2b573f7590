// Can't Stop in Spanish.

import { list } from "../../words/list";
import type { EventWords, GameWords } from "../game_page";
import type { CantStopEvents } from "./events";
import type { CantStopWords } from "./en";
import { bots } from "./bots_es";

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

const events: EventWords<CantStopEvents> = {
  rolled: ({ dice, bust }) => `sacó ${dice.join(" ")}${bust ? " y se pasó" : ""}`,
  "went-on": () => "siguió",
  stopped: ({ steps, completed }) =>
    `se plantó con ${pasos(steps)}` +
    (completed.length > 0 ? ` y completó ${list(completed, "y")}` : ""),
  took: ({ move }) => `tomó ${move}`,
};

export const es: GameWords<CantStopWords, CantStopEvents> = {
  title: "Can’t Stop",
  motto: "¿Otra tirada? Tienta a la suerte columna arriba; con tres completas se gana.",
  board,
  move,
  events,
  options: {
    players: {
      name: "Jugadores",
      help: "asientos en la mesa; 1 es un solitario, que se cuenta en turnos",
    },
    forced: {
      name: "Regla oficial de movimiento",
      help:
        "1: la regla oficial, las dos sumas de un emparejamiento se mueven si las dos pueden; 0: se puede dejar una",
    },
    rules: {
      name: "Reglas",
      help:
        "un conjunto de las opciones de abajo, que se pueden cambiar una a una; official: las reglas de la caja, que son closed=1,forced=1; bga: las de Board Game Arena, que son iguales; seed: las de siempre aquí",
      values: {
        official: "Oficiales (la caja, Board Game Arena)",
        seed: "Columnas abiertas",
      },
    },
    closed: {
      name: "Las columnas completas se cierran",
      help:
        "1: una columna que alguien ha completado queda cerrada para todos; 0: solo para ese jugador",
    },
    blocking: {
      name: "Casillas de los demás",
      help:
        "las casillas de los demás; none: se comparten; jump: el corredor pasa a la siguiente libre; stop: con un corredor en una hay que volver a tirar",
      values: {
        none: "Se comparten",
        jump: "Se saltan",
        stop: "Ahí no hay plantarse",
      },
    },
    columns: {
      name: "Columnas para ganar",
      help: "columnas completas con las que se gana",
    },
  },
  bots,
};
