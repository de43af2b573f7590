// Sentences of the service in Spanish: help of options, what bots are, judges of reviews. By their
// English text; a test lists what the service can say and finds what is missing here.

const SENTENCES: Record<string, string> = {
  // Games
  "seats at the table; 1 is solitaire, counted in turns":
    "asientos en la mesa; 1 es un solitario, que se cuenta en turnos",
  "1: the official move rule, both sums of a pairing move when both can; 0: one may be left":
    "1: la regla oficial, las dos sumas de un emparejamiento se mueven si las dos pueden; 0: se puede dejar una",
  "a set of the options below, each of which may still be given; official: the rules in the box, which are closed=1,forced=1; bga: those of Board Game Arena, the same; seed: the default ones":
    "un conjunto de las opciones de abajo, que se pueden cambiar una a una; official: las reglas de la caja, que son closed=1,forced=1; bga: las de Board Game Arena, que son iguales; seed: las de siempre aquí",
  "1: a column that anyone has completed is closed to all; 0: only to that player":
    "1: una columna que alguien ha completado queda cerrada para todos; 0: solo para ese jugador",
  "the squares of other players; none: they are shared; jump: a runner moves on to the next free one; stop: with a runner on one you must roll again":
    "las casillas de los demás; none: se comparten; jump: el corredor pasa a la siguiente libre; stop: con un corredor en una hay que volver a tirar",
  "completed columns that win": "columnas completas con las que se gana",
  "cells along a side": "casillas por lado",
  "1: as its first move the second player may take over the first stone":
    "1: como primera jugada, el segundo puede quedarse con la primera ficha",
  "text: the written rules; course: as the original course program plays":
    "text: las reglas escritas; course: como juega el programa original de la asignatura",
  "0: without special dice": "0: sin dados especiales",
  "full: a decision before every owed draw; classic: one action a turn, as in the course project":
    "full: se decide antes de cada robo debido; classic: una acción por turno, como en el proyecto de la asignatura",
  "30 cards, 25 cards, or the official game's, from which the hands are dealt":
    "30 cartas, 25 cartas o las del juego oficial, de las que se reparten las manos",
  "bombs in the deck; by default as `deck` has it":
    "bombas en el mazo; si no se dice, las de `deck`",
  "defuse cards in the deck; by default as `deck` has it":
    "desactivaciones en el mazo; si no se dice, las de `deck`",
  "skip cards in the deck; by default as `deck` has it":
    "cartas de saltar en el mazo; si no se dice, las de `deck`",
  "attack cards in the deck; by default as `deck` has it":
    "cartas de atacar en el mazo; si no se dice, las de `deck`",
  "cards that show the top three in the deck; by default as `deck` has it":
    "cartas que enseñan las tres de arriba; si no se dice, las de `deck`",
  "cards to draw from the bottom in the deck; by default as `deck` has it":
    "cartas de robar del fondo en el mazo; si no se dice, las de `deck`",
  "shuffle cards in the deck; by default as `deck` has it":
    "cartas de barajar en el mazo; si no se dice, las de `deck`",
  "cards without an effect in the deck; by default as `deck` has it":
    "cartas sin efecto en el mazo; si no se dice, las de `deck`",
  "a press-your-luck dice race for one to four players":
    "una carrera de dados para tentar a la suerte, de uno a cuatro jugadores",
  "two players connect the three sides of a triangle":
    "dos jugadores unen los tres lados de un triángulo",
  "two players with two colours each choose their dice and run home":
    "dos jugadores con dos colores cada uno eligen sus dados y corren a casa",
  "two players draw cards until one of them draws a bomb too many":
    "dos jugadores roban cartas hasta que uno roba una bomba de más",

  // Bots
  "three rolls, wherever they lead highest": "tres tiradas, adonde más suban",
  "four rolls, and few new columns": "cuatro tiradas y pocas columnas nuevas",
  "weighs the exact risk of every roll; against people turn-optimal":
    "sopesa el riesgo exacto de cada tirada; contra personas, turn-optimal",
  "every legal action with the same probability":
    "todas las jugadas legales con la misma probabilidad",
  "Monte Carlo tree search with all-moves-as-first, sure wins and tree reuse; many worlds where something is hidden":
    "búsqueda en árbol de Monte Carlo con AMAF, victorias seguras y árbol reutilizado; muchos mundos donde hay algo oculto",
  "the first legal move, and never stops: only a bust ends its turn":
    "la primera jugada legal, y nunca se planta: solo pasarse acaba su turno",
  "stops after a fixed number of rolls": "se planta tras un número fijo de tiradas",
  "moves where it gets highest; stops only to win":
    "mueve adonde más sube; solo se planta para ganar",
  "moves where it opens the fewest columns; stops only to win":
    "mueve donde abre menos columnas; solo se planta para ganar",
  "stops when the next roll is too likely to bust":
    "se planta cuando es demasiado probable pasarse en la próxima tirada",
  "Keller's rule of thumb: stops when its progress counts 28; moves by the official rule":
    "la regla práctica de Keller: se planta cuando su avance suma 28; mueve según la regla oficial",
  "the same form with numbers bred by a genetic algorithm (Glenn and Aloi 2009)":
    "la misma forma con números criados por un algoritmo genético (Glenn y Aloi 2009)",
  "solves each turn exactly, for the best chance of being first; alone, for the fewest turns":
    "resuelve cada turno de forma exacta, para llegar primero con la mayor probabilidad; a solas, en los menos turnos",
  "a few random games for each move": "unas cuantas partidas al azar por jugada",
  "a small tree": "un árbol pequeño",
  "a large tree and a network, some tenths of a second a move":
    "un árbol grande y una red, unas décimas de segundo por jugada",
  "the action after which the game's evaluation is best":
    "la jugada tras la que mejor se ve la partida",
  "every line of play to a fixed depth, judged by the game's evaluation":
    "todas las líneas hasta una profundidad fija, juzgadas por la evaluación del juego",
  "what minimax finds, deeper: alpha-beta with a transposition table":
    "lo que halla minimax, pero más hondo: alfa-beta con tabla de transposición",
  "flat Monte Carlo: the move with the best share of random playouts, no tree":
    "Monte Carlo plano: la jugada que más partidas al azar gana, sin árbol",
  "skips when bombs are likely, else attacks now and then":
    "salta cuando hay muchas bombas; si no, ataca de vez en cuando",
  "thinks a few hundred worlds through": "piensa unos cientos de mundos",
  "a network that learned to beat the others": "una red que aprendió a ganar a los demás",
  "a network that was trained by playing, the action of highest value":
    "una red entrenada jugando: la jugada de mayor valor",
  "tree search that a network guides, which was trained by self-play":
    "búsqueda en árbol que guía una red entrenada jugando contra sí misma",
  "skips when bombs are likely, else attacks now and then (course project)":
    "salta cuando hay muchas bombas; si no, ataca de vez en cuando (proyecto de la asignatura)",
  "weighs bombs, hands and deck; puts the bomb on top while the deck is large":
    "sopesa bombas, manos y mazo; pone la bomba encima mientras el mazo es grande",
  "as v2, but puts the bomb at the bottom, which is much harder to exploit":
    "como v2, pero pone la bomba al fondo, que es mucho más difícil de aprovechar",
  "the best move for the moment": "la mejor jugada del momento",
  "looks two plies ahead": "mira dos jugadas adelante",
  "searches 500,000 nodes, some tenths of a second a move":
    "busca en 500.000 nodos, unas décimas de segundo por jugada",

  "for homework: two rolls, and few new columns": "para prácticas: dos tiradas y pocas columnas nuevas",
  "for homework: three rolls, wherever they lead highest": "para prácticas: tres tiradas, adonde más suban",
  "for homework: three rolls, and few new columns": "para prácticas: tres tiradas y pocas columnas nuevas",
  "for homework: four rolls, and few new columns": "para prácticas: cuatro tiradas y pocas columnas nuevas",
  "for homework: 150 random games a move": "para prácticas: 150 partidas al azar por jugada",
  "for homework: 270 random games a move": "para prácticas: 270 partidas al azar por jugada",
  "for homework: 480 random games a move": "para prácticas: 480 partidas al azar por jugada",
  "for homework: 880 random games a move": "para prácticas: 880 partidas al azar por jugada",
  "for homework: the best move for the moment, every fourth at random":
    "para prácticas: la mejor jugada del momento, una de cada cuatro al azar",
  "for homework: the best move for the moment, every eighth at random":
    "para prácticas: la mejor jugada del momento, una de cada ocho al azar",
  "for homework: the best move for the moment": "para prácticas: la mejor jugada del momento",
  "for homework: the best move for the moment, two of five at random":
    "para prácticas: la mejor jugada del momento, dos de cada cinco al azar",
  "for homework: skips when bombs are likely, else attacks now and then":
    "para prácticas: salta cuando hay muchas bombas; si no, ataca de vez en cuando",
  "for homework: a trained network, every second action at random":
    "para prácticas: una red entrenada, una de cada dos jugadas al azar",
  "for homework: a trained network, every sixth action at random":
    "para prácticas: una red entrenada, una de cada seis jugadas al azar",
  "for homework: a trained network": "para prácticas: una red entrenada",

  // Options of bots
  "probability of a random action instead": "probabilidad de hacer en su lugar una jugada al azar",
  "iterations per move and thread: two threads make twice as many; with one thread the same seed gives the same moves":
    "iteraciones por jugada e hilo: dos hilos hacen el doble; con un hilo, la misma semilla da las mismas jugadas",
  "milliseconds per move instead, on average: clear moves take less, close ones up to half as long again; then results depend on the machine":
    "o bien milisegundos por jugada en promedio: las jugadas claras tardan menos y las dudosas hasta la mitad más; entonces el resultado depende de la máquina",
  "milliseconds per move instead; then results depend on the machine":
    "o bien milisegundos por jugada; entonces el resultado depende de la máquina",
  "threads that search one tree at the same time (where something is hidden, worlds of their own), at most as many as there are processors; with more than one, moves depend on the machine":
    "hilos que buscan a la vez en un mismo árbol (donde hay algo oculto, en mundos propios), como mucho tantos como procesadores; con más de uno, las jugadas dependen de la máquina",
  "megabytes for the tree; where something is hidden, for each thread":
    "megabytes para el árbol; donde hay algo oculto, para cada hilo",
  "iterations per move, each of which asks the network once; the same seed gives the same moves":
    "recorridos del árbol por jugada, que consultan una vez la red cada uno; la misma semilla da las mismas jugadas",
  "megabytes for the search": "megabytes para la búsqueda",
  "weight of the network's priors against the values found (PUCT)":
    "peso de lo que la red prefiere de antemano frente a los valores encontrados (PUCT)",
  "1: all outcomes of a chance event are weighted by their probabilities, instead of drawn: for models that were trained with --chance-nodes":
    "1: todos los resultados del azar pesan según su probabilidad, en vez de sacarse uno al azar: para modelos entrenados con --chance-nodes",
  "the move with the most visits, or the best one by values found and priors":
    "la jugada más visitada, o la mejor según los valores encontrados y lo que la red prefiere de antemano",
  "with choose=values: weight of the values against the priors":
    "con choose=values: peso de los valores frente a lo que la red prefiere de antemano",
  "playouts per leaf; by default the game's own choice":
    "partidas al azar por hoja; si no se dice, las que convienen al juego",
  "weight of exploration (UCB1); by default the game's own choice":
    "cuánto se prefiere una jugada poco probada (UCB1); si no se dice, lo que conviene al juego",
  "positions that the game's exact solver, if it has one, may search per visit of a node; 0: it is not asked":
    "posiciones que el solucionador exacto del juego, si lo hay, puede buscar por visita de un nodo; 0: no se le pregunta",
  "share of the game's learned judgement, if it has one, in the value of a position; the rest are playouts; 0: it is not asked":
    "parte de la valoración aprendida del juego, si la tiene, en el valor de una posición; el resto son partidas al azar; 0: no se le pregunta",
  "weight of the actions that the learned judgement prefers":
    "peso de las acciones que prefiere la valoración aprendida",
  "visits after which a position is judged":
    "visitas tras las que se valora una posición",
  "visits after which an action's own results weigh as much as those of all moves as first":
    "visitas tras las que los resultados propios de una jugada pesan tanto como los de AMAF",
  "1: stops whenever a bank now wins": "1: se planta siempre que así gane",
  "stops after this many rolls": "se planta tras tantas tiradas",
  "the move policy; its own options may follow":
    "cómo elige las jugadas; pueden seguir opciones propias",
  "bonus for a column that reaches the top; by default 2 for aggressive, 1 for conservative":
    "premio por una columna que llega arriba; si no se dice, 2 la agresiva y 1 la conservadora",
  "greedy-aggressive's bonus for a win in reach; by default 4":
    "premio de greedy-aggressive por una victoria al alcance; si no se dice, 4",
  "greedy-conservative's penalty for a newly opened column; by default 0.5":
    "castigo de greedy-conservative por una columna recién abierta; si no se dice, 0,5",
  "greedy-conservative's bonus for a column active already; by default 0.1":
    "premio de greedy-conservative por una columna ya activa; si no se dice, 0,1",
  "greedy-conservative takes p off for each column opened, or once a move":
    "greedy-conservative resta p por cada columna abierta, o una vez por jugada",
  "bonus for a column that reaches the top": "premio por una columna que llega arriba",
  "bonus when the columns completed or at their top are three or more":
    "premio cuando las columnas completas o arriba del todo son tres o más",
  "penalty for a newly opened column": "castigo por una columna recién abierta",
  "bonus for a column that was active already": "premio por una columna que ya estaba activa",
  "stops when the next roll busts with at least this probability; 0.23 wins most games of four with forced=0":
    "se planta cuando la próxima tirada se pasa con al menos esta probabilidad; 0,23 gana más partidas de cuatro con forced=0",
  "progress weight of the columns 2 and 12": "peso del avance en las columnas 2 y 12",
  "progress weight of 3 and 11": "peso del avance en 3 y 11",
  "progress weight of 4 and 10": "peso del avance en 4 y 10",
  "progress weight of 5 and 9": "peso del avance en 5 y 9",
  "progress weight of 6 and 8": "peso del avance en 6 y 8",
  "progress weight of 7": "peso del avance en 7",
  "move weight of the columns 2 and 12": "peso de la jugada en las columnas 2 y 12",
  "move weight of 3 and 11": "peso de la jugada en 3 y 11",
  "move weight of 4 and 10": "peso de la jugada en 4 y 10",
  "move weight of 5 and 9": "peso de la jugada en 5 y 9",
  "move weight of 6 and 8": "peso de la jugada en 6 y 8",
  "move weight of 7": "peso de la jugada en 7",
  "adjustment when the three active columns are odd":
    "ajuste cuando las tres columnas activas son impares",
  "adjustment when they are even": "ajuste cuando son pares",
  "adjustment when all are 7 or more": "ajuste cuando todas son 7 o más",
  "adjustment when all are 7 or less": "ajuste cuando todas son 7 o menos",
  "taken off a move's score for each active column":
    "lo que se resta a una jugada por cada columna activa",
  "stops when the progress score reaches it": "se planta cuando el avance llega a este número",
  "search depth in plies; forced plies do not count":
    "jugadas que mira adelante; las forzadas no cuentan",
  "milliseconds per move instead (or at most, if depth is given as well); then results depend on the machine":
    "o bien milisegundos por jugada (o como mucho, si también se da la profundidad); entonces el resultado depende de la máquina",
  "positions per move instead of time: with one thread the same moves on every machine":
    "posiciones por jugada en vez de tiempo: con un hilo, las mismas jugadas en cualquier máquina",
  "threads that search with one table and share a budget; with a budget, results then vary":
    "hilos que buscan con una misma tabla y comparten el presupuesto; con presupuesto, el resultado entonces varía",
  "1: also with a budget, every finished depth has the result of minimax; always so if depth is given":
    "1: también con presupuesto, cada profundidad acabada es la de minimax; así es si se da la profundidad",
  "network: learned from games, where the game has such; weights: weighted features":
    "network: aprendida de partidas, si el juego la tiene; weights: rasgos con pesos",
  "megabytes for the transposition table": "megabytes para la tabla de transposición",
  "playouts a move, divided evenly over the candidates, at least one each; a large budget comes from fills, which serve all candidates at once, so many that each has its share on average":
    "partidas al azar por jugada, repartidas por igual entre las candidatas, al menos una cada una; con muchas se rellena el tablero, lo que sirve a todas a la vez",
  "milliseconds a move instead, by fills; then results depend on the machine":
    "o bien milisegundos por jugada, rellenando el tablero; entonces el resultado depende de la máquina",
  "1: literally, each candidate by so many playouts of its own":
    "1: al pie de la letra, cada candidata con tantas partidas propias",
};

const LEVELS: Record<string, string> = { easy: "fácil", medium: "medio", hard: "difícil" };

type Rule = [RegExp, (...parts: string[]) => string];

// Judges of reviews and analyses.
const PATTERNS: Rule[] = [
  [
    /^perfect play where it can be found, else (.+)$/,
    (other) => `el juego perfecto donde se puede hallar; si no, ${serviceText(other) ?? other}`,
  ],
  [/^perfect play$/, () => "el juego perfecto"],
  [/^what (.+) thinks$/, (bot) => `lo que piensa ${LEVELS[bot] ?? bot}`],
  [
    /^rollouts of (.+), ([\d,]+) of each move$/,
    (bot, n) => `partidas de ${LEVELS[bot] ?? bot}, ${n} de cada jugada`,
  ],

  // What a person who sets a game up or loads one may get wrong.
  [
    /^'(.*)' is no clock: write .*\(at most (\d+) hours\)$/,
    (text, hours) =>
      `«${text}» no es un reloj: escribe el tiempo de cada jugador y, tras un +, lo que suma cada jugada, como en 5m, 5m+3s o 300+3 (como mucho ${hours} horas).`,
  ],
  [
    /^(\S+: \S+) cannot be '(.*)'; it takes a (?:whole )?number from (\S+) to (\S+)$/,
    (what, wrong, least, most) => `${what} no puede ser «${wrong}»: va de ${least} a ${most}.`,
  ],
  [
    /^(\S+) of (\S+) can be at most (\S+) here$/,
    (name, bot, most) => `${name} de ${bot} puede ser aquí ${most} como mucho.`,
  ],
  [
    /^line 1: a record begins with “(.*)”, not with “(.*)”$/,
    (first, wrong) => `Una partida guardada empieza con «${first}», no con «${wrong}».`,
  ],
  [/^there is no record in that text$/, () => "Ahí no hay ninguna partida guardada."],
];

/** The Spanish of a sentence, or null if it is none of those known. */
export function serviceText(text: string): string | null {
  const known = SENTENCES[text];
  if (known !== undefined) return known;
  for (const [pattern, say] of PATTERNS) {
    const match = pattern.exec(text);
    if (match) return say(...match.slice(1));
  }
  return null;
}
