// Bots of any game in Spanish, with their options.

import type { BotWords } from "../games/game_page";

export const bots: Record<string, BotWords> = {
  random: {
    summary: "todas las jugadas legales con la misma probabilidad",
  },
  mcts: {
    summary:
      "búsqueda en árbol de Monte Carlo con AMAF, victorias seguras y árbol reutilizado; muchos mundos donde hay algo oculto",
    options: {
      iterations:
        "iteraciones por jugada e hilo: dos hilos hacen el doble; con un hilo, la misma semilla da las mismas jugadas",
      time:
        "o bien milisegundos por jugada en promedio: las jugadas claras tardan menos y las dudosas hasta la mitad más; entonces el resultado depende de la máquina",
      threads: "hilos que buscan a la vez en un mismo árbol (donde hay algo oculto, en mundos propios), como mucho tantos como procesadores; con más de uno, las jugadas dependen de la máquina",
      memory: "megabytes para el árbol; donde hay algo oculto, para cada hilo",
      playouts: "partidas al azar por hoja; si no se dice, las que convienen al juego",
      exploration:
        "cuánto se prefiere una jugada poco probada (UCB1); si no se dice, lo que conviene al juego",
      rave:
        "visitas tras las que los resultados propios de una jugada pesan tanto como los de AMAF",
      proof:
        "posiciones que el solucionador exacto del juego, si lo hay, puede buscar por visita de un nodo; 0: no se le pregunta",
      network:
        "parte de la valoración aprendida del juego, si la tiene, en el valor de una posición; el resto son partidas al azar; 0: no se le pregunta",
      prior: "peso de las acciones que prefiere la valoración aprendida",
      judge: "visitas tras las que se valora una posición",
    },
  },
  greedy: {
    summary: "la jugada tras la que mejor se ve la partida",
    options: {
      error: "probabilidad de hacer en su lugar una jugada al azar",
    },
  },
  minimax: {
    summary: "todas las líneas hasta una profundidad fija, juzgadas por la evaluación del juego",
    options: {
      depth: "jugadas que mira adelante; las forzadas no cuentan",
    },
  },
  alphabeta: {
    summary: "lo que halla minimax, pero más hondo: alfa-beta con tabla de transposición",
    options: {
      depth: "jugadas que mira adelante; las forzadas no cuentan",
      time:
        "o bien milisegundos por jugada (o como mucho, si también se da la profundidad); entonces el resultado depende de la máquina",
      nodes:
        "posiciones por jugada en vez de tiempo: con un hilo, las mismas jugadas en cualquier máquina",
      threads:
        "hilos que buscan con una misma tabla y comparten el presupuesto; con presupuesto, el resultado entonces varía",
      "full-width":
        "1: también con presupuesto, cada profundidad acabada es la de minimax; así es si se da la profundidad",
      evaluation: "network: aprendida de partidas, si el juego la tiene; weights: rasgos con pesos",
      memory: "megabytes para la tabla de transposición",
    },
  },
};
