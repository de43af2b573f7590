// The bots of Kittens in Spanish, with their options.

import type { BotWords } from "../game_page";

export const bots: Record<string, BotWords> = {
  easy: {
    summary: "salta cuando hay muchas bombas; si no, ataca de vez en cuando",
  },
  medium: {
    summary: "piensa unos cientos de mundos",
  },
  hard: {
    summary: "una red que aprendió a ganar a los demás",
  },
  level1: {
    summary: "para prácticas: salta cuando hay muchas bombas; si no, ataca de vez en cuando",
  },
  level2: {
    summary: "para prácticas: una red entrenada, una de cada dos jugadas al azar",
  },
  level3: {
    summary: "para prácticas: una red entrenada, una de cada seis jugadas al azar",
  },
  level4: {
    summary: "para prácticas: una red entrenada",
  },
  dqn: {
    summary: "una red entrenada jugando: la jugada de mayor valor",
    options: {
      error: "probabilidad de hacer en su lugar una jugada al azar",
    },
  },
  puct: {
    summary: "búsqueda en árbol que guía una red entrenada jugando contra sí misma",
    options: {
      iterations:
        "recorridos del árbol por jugada, que consultan una vez la red cada uno; la misma semilla da las mismas jugadas",
      time: "o bien milisegundos por jugada; entonces el resultado depende de la máquina",
      memory: "megabytes para la búsqueda",
      exploration:
        "peso de lo que la red prefiere de antemano frente a los valores encontrados (PUCT)",
      "chance-nodes":
        "1: todos los resultados del azar pesan según su probabilidad, en vez de sacarse uno al azar: para modelos entrenados con --chance-nodes",
      choose:
        "la jugada más visitada, o la mejor según los valores encontrados y lo que la red prefiere de antemano",
      "value-scale":
        "con choose=values: peso de los valores frente a lo que la red prefiere de antemano",
      error: "probabilidad de hacer en su lugar una jugada al azar",
    },
  },
  v1: {
    summary:
      "salta cuando hay muchas bombas; si no, ataca de vez en cuando (proyecto de la asignatura)",
  },
  v2: {
    summary: "sopesa bombas, manos y mazo; pone la bomba encima mientras el mazo es grande",
  },
  v3: {
    summary: "como v2, pero pone la bomba al fondo, que es mucho más difícil de aprovechar",
  },
};
