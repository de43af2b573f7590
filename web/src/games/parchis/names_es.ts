// What dice and colours are called in Spanish.

export const DICE: Record<string, string> = {
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
};
export const COLOURS: Record<string, string> = { yellow: "amarilla", blue: "azul", red: "roja", green: "verde" };

