// Parchís for players; docs/rules/parchis.md is what counts.

export const PARCHIS = {
  en: `
## The aim
Two players, two colours each: yellow and red against blue and green. Every colour has three pieces. *The first
colour with all three in the goal wins for its player.* There is no luck: you choose your dice.

{parchis}

## Your turn
- Colours take turns: yellow, blue, red, green.
- Each colour has its own dice 1, 2, 4, 5 and 6. Choose one, and move any piece of *either* of your colours. A
spent die is gone until all five are; then all are back.
- Or use a special die that you have picked up.
- If no piece can use a die, you may spend it to pass; else you have to move.

## On the way
- Pieces run around the track of 68 squares, then up the corridor of their own colour, to the goal. A piece at home
comes out with a *5*.
- A *6* gives another turn, and counts 7 when none of that colour is at home.
- At most two pieces stand on a square. Two of one colour are a *barrier*: other colours cannot pass. With a 6, a
colour that has a barrier must break it.
- Landing on a piece of another colour *eats* it, also one of your own other colour: it goes home, and a piece of
the colour that ate moves *20*. On the twelve safe squares nobody is eaten.
- The goal wants the exact number; what is over counts backwards (a bounce). Reaching it lets another piece of that
colour move *10*. A colour may bounce 30 times; the 31st time loses the game.

## Special dice
Whoever lands on an item takes it, up to two in hand. Each is used once, instead of a die.
- *Banana*: a trap on the square of the piece. Who runs into it stops there, loses the turn and stands still for
the next ply.
- *Mushroom*: eight squares or more, to the first free one, past everything.
- *Bullet*: the same with forty; it even leaves home.
- *Red shell*: sends home the nearest piece of another colour ahead on the track.
- *Blue shell*: sends home the piece of another colour that is nearest to its goal.
- *Horn*: sends home others within two squares. Kept in hand, it wards off a shell.
- *Lightning*: pieces of all other colours become mini for five turns, and the opponent loses the last special die.
- *Boo*: the piece is a ghost for five turns, and takes the opponent's last special die.
- *Star*: invincible for three turns.
- *Mega mushroom*: a giant for three turns.

## What pieces can be
- *Bananed*: dice do not move it.
- *Mini*: moves half as far, does not eat, makes no barrier.
- *Ghost*: passes everything, neither eats nor is eaten.
- *Star*: moves two more; sends home whom it runs over, and who runs into it.
- *Mega*: stands on two squares, crushes what is there, and lets no other colour pass.

## Variants
- *rules=course*: as the original course program plays, oddities included.
- *items=0*: without special dice.
`,
  es: `
## El objetivo
Dos jugadores con dos colores cada uno: amarillo y rojo contra azul y verde. Cada color tiene tres fichas. *El
primer color con las tres en la meta gana para su jugador.* No hay azar: los dados se eligen.

{parchis}

## Tu turno
- Juegan por turno los colores: amarillo, azul, rojo, verde.
- Cada color tiene sus propios dados 1, 2, 4, 5 y 6. Elige uno y mueve una ficha de *cualquiera* de tus dos colores.
Un dado gastado no vuelve hasta que se gastan los cinco; entonces vuelven todos.
- O usa un dado especial que hayas recogido.
- Si ninguna ficha puede usar un dado, puedes gastarlo para pasar; si no, hay que mover.

## El camino
- Las fichas recorren las 68 casillas del tablero, luego el pasillo de su color, hasta la meta. Una ficha sale de casa
con un *5*.
- Un *6* da otro turno, y cuenta 7 si no queda en casa ninguna de ese color.
- Como mucho hay dos fichas en una casilla. Dos del mismo color son una *barrera*: los demás colores no pasan. Con un 6,
el color que tiene una barrera debe abrirla.
- Caer sobre una ficha de otro color la *come*, aunque sea de tu otro color: se va a casa, y una ficha del color que
comió avanza *20*. En las doce casillas seguras no se come.
- La meta pide el número exacto; lo que sobra se cuenta hacia atrás (un rebote). Llegar permite a otra ficha de ese color
avanzar *10*. Un color puede rebotar 30 veces; la vez 31 pierde la partida.

## Los dados especiales
Quien cae sobre un objeto lo recoge, hasta dos en la mano. Cada uno se usa una vez, en lugar de un dado.
- *Plátano*: una trampa en la casilla de la ficha. Quien tropieza con ella se detiene, pierde el turno y no se mueve en la
jugada siguiente.
- *Champiñón*: ocho casillas o más, hasta la primera libre, por encima de todo.
- *Bala*: lo mismo con cuarenta; incluso sale de casa.
- *Caparazón rojo*: manda a casa la ficha de otro color más cercana por delante.
- *Caparazón azul*: manda a casa la ficha de otro color más próxima a su meta.
- *Bocina*: manda a casa a las que estén a dos casillas o menos. Guardada en la mano, protege de un caparazón.
- *Rayo*: las fichas de los demás colores se vuelven mini durante cinco turnos, y el rival pierde su último dado especial.
- *Fantasma*: la ficha es un fantasma durante cinco turnos y roba al rival su último dado especial.
- *Estrella*: invencible durante tres turnos.
- *Megachampiñón*: gigante durante tres turnos.

## Los estados de una ficha
- *Resbalada*: los dados no la mueven.
- *Mini*: avanza la mitad, no come, no hace barrera.
- *Fantasma*: lo atraviesa todo, ni come ni la comen.
- *Estrella*: avanza dos más; manda a casa a quien atropella y a quien choca con ella.
- *Mega*: ocupa dos casillas, aplasta lo que haya y no deja pasar a ningún otro color.

## Variantes
- *rules=course*: como juega el programa original de la asignatura, rarezas incluidas.
- *items=0*: sin dados especiales.
`,
};
