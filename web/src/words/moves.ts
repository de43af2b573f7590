// Moves as people say them. What the service calls them stays what is sent back.

import type { Language } from "../boards/props";
import type { GameName } from "../messages";

type Table = Record<string, string>;

const KITTENS: Record<Language, Table> = {
  en: {
    draw: "Draw a card",
    skip: "Skip",
    attack: "Attack",
    top: "Bomb on top",
    middle: "Bomb in the middle",
    bottom: "Bomb at the bottom",
    "see-future": "See the future",
    "draw-bottom": "Draw from the bottom",
    shuffle: "Shuffle",
    bomb: "bomb",
    defuse: "defuse",
    safe: "safe card",
  },
  es: {
    draw: "Robar una carta",
    skip: "Saltar",
    attack: "Atacar",
    top: "Bomba arriba",
    middle: "Bomba en medio",
    bottom: "Bomba al fondo",
    "see-future": "Ver el futuro",
    "draw-bottom": "Robar del fondo",
    shuffle: "Barajar",
    bomb: "bomba",
    defuse: "desactivación",
    safe: "carta tranquila",
  },
};

const CANTSTOP: Record<Language, Table> = {
  en: { stop: "Stop", roll: "Roll again" },
  es: { stop: "Plantarse", roll: "Tirar otra vez" },
};

const Y: Record<Language, Table> = {
  en: { swap: "Swap", resign: "Resign" },
  es: { swap: "Cambiar de color", resign: "Abandonar" },
};

export const COLOURS: Record<Language, Table> = {
  en: { yellow: "yellow", blue: "blue", red: "red", green: "green" },
  es: { yellow: "amarilla", blue: "azul", red: "roja", green: "verde" },
};

export const DICE: Record<Language, Table> = {
  en: {
    star: "star",
    boo: "boo",
    bullet: "bullet",
    "red-shell": "red shell",
    "blue-shell": "blue shell",
    mushroom: "mushroom",
    "mega-mushroom": "mega mushroom",
    lightning: "lightning",
    horn: "horn",
    banana: "banana",
  },
  es: {
    star: "estrella",
    boo: "fantasma",
    bullet: "bala",
    "red-shell": "caparazón rojo",
    "blue-shell": "caparazón azul",
    mushroom: "champiñón",
    "mega-mushroom": "megachampiñón",
    lightning: "rayo",
    horn: "bocina",
    banana: "plátano",
  },
};

function parchisMove(move: string, language: Language): string {
  const [first, second, third] = move.split(" ");
  const die = (name: string) => DICE[language][name] ?? name;
  if (first === "pass") return `${language === "es" ? "Pasar con" : "Pass with"} ${die(second)}`;
  return `${die(first)}: ${COLOURS[language][second] ?? second} ${third}`;
}

export function moveText(game: GameName, move: string, language: Language): string {
  switch (game) {
    case "kittens":
      return KITTENS[language][move] ?? move;
    case "cantstop":
      return CANTSTOP[language][move] ?? move.replace("+", " + ");
    case "y":
      return Y[language][move] ?? move;
    case "parchis":
      return parchisMove(move, language);
  }
}
