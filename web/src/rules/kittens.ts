// Kittens for players; docs/rules/kittens.md is what counts.

export const KITTENS = {
  en: `
## The aim
Two players draw from one deck, and there are bombs in it. *Whoever draws a bomb and cannot defuse it has
lost.*

## The cards
- *Bomb*: you lose, unless you have a defuse.
- *Defuse*: is spent by itself when you draw a bomb. Then you put the bomb back.
- *Skip*: cancels one card that you would have to draw.
- *Attack*: you draw nothing, and the other has to draw two.
- *See the future*: you alone see the top three cards.
- *Draw from the bottom*: you draw the bottom card instead of the top one.
- *Shuffle*: shuffles the deck.
- *Safe*: does nothing, which is good news.

Both begin with a defuse, a skip and an attack. The deck has 30 cards: 4 bombs, 2 defuses, 2 skips, 2 attacks,
1 see the future, 1 draw from the bottom, 1 shuffle and 17 safe ones.

## Your turn
You owe one draw; two after an attack (an attack *sets* two, it never adds). Before every draw that you owe
you decide: draw, or play a card. Skip cancels one draw, attack cancels all of yours. See the future and shuffle
cost no draw: you decide again afterwards. When nothing is owed any more, the turn passes.

## A bomb
Without a defuse you lose at once. With one, the defuse is spent, and you put the bomb back *on top*, *in the
middle* or *at the bottom*. The other sees that you did, but not where. Draws that you still owe remain owed.
A bomb always goes back, so there are never fewer of them, while the deck gets smaller.

## What you know
Your cards, how many the other has, how many cards and bombs are left, what was played, and the places in the deck
that you know yourself: what you saw, and the bomb you put back. When the other puts a bomb back, what you knew may
have moved, and you are no longer sure of it.

## Variants
- *rules=classic*: one action a turn, then all draws that are owed follow.
- *deck*: seed25 is a smaller deck. In official, hands are dealt, and there is only one bomb.
- The number of each card can be chosen.
`,
  es: `
## El objetivo
Dos jugadores roban de un mismo mazo, y en él hay bombas. *Pierde quien roba una bomba y no puede
desactivarla.*

## Las cartas
- *Bomba*: pierdes, salvo que tengas una desactivación.
- *Desactivación*: se gasta sola cuando robas una bomba. Después devuelves la bomba al mazo.
- *Saltar*: anula una carta que tendrías que robar.
- *Atacar*: tú no robas nada y el otro tiene que robar dos.
- *Ver el futuro*: solo tú ves las tres cartas de arriba.
- *Robar del fondo*: robas la carta de abajo en vez de la de arriba.
- *Barajar*: baraja el mazo.
- *Tranquila*: no hace nada, y eso es buena noticia.

Los dos empiezan con una desactivación, un salto y un ataque. El mazo tiene 30 cartas: 4 bombas,
2 desactivaciones, 2 saltos, 2 ataques, 1 ver el futuro, 1 robar del fondo, 1 barajar y 17 tranquilas.

## Tu turno
Debes un robo; dos tras un ataque (un ataque *fija* dos, nunca suma). Antes de cada robo que debes decides:
robar o jugar una carta. Saltar anula un robo, atacar anula todos los tuyos. Ver el futuro y barajar no cuestan
ningún robo: después decides otra vez. Cuando no se debe nada más, el turno pasa.

## Una bomba
Sin desactivación pierdes en el acto. Con ella, se gasta, y devuelves la bomba *encima*, *al medio* o *al
fondo* del mazo. El otro ve que lo haces, pero no dónde. Los robos que aún debes los sigues debiendo. Las bombas
siempre vuelven: nunca hay menos, mientras que el mazo mengua.

## Lo que sabes
Tus cartas, cuántas tiene el otro, cuántas cartas y bombas quedan, lo que se ha jugado y los lugares del mazo
que conoces: lo que viste y la bomba que devolviste. Cuando el otro devuelve una bomba, lo que sabías puede
haberse movido, y ya no estás seguro.

## Variantes
- *rules=classic*: una acción por turno, y después todos los robos debidos.
- *deck*: seed25 es un mazo más pequeño. En official se reparten las manos y hay una sola bomba.
- Se puede elegir el número de cada carta.
`,
};
