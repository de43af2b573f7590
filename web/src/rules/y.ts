// Y for players; docs/rules/y.md is what counts.

export const Y = {
  en: `
## The aim
A triangle of hexagonal cells. *Join all three sides with one unbroken chain of your stones* and you win at
once. A cell in a corner belongs to both sides that meet there.

{y}

## Your turn
Put one stone of your colour on any empty cell. Stones never move and are never taken. Players take turns;
the first player begins.

That is all. A full board always has exactly one winner, so *there are no draws*: to stop the other, you
have to win yourself.

## Swapping
Whoever begins has an advantage. With the option *pie* the second player may answer the first stone by
swapping: that stone becomes the second player's, and the first player moves again. So the first stone should
be neither too good nor too bad.

## Resigning
You may resign at your own turn; the other player wins.

## A word of advice
- The middle is worth more than the sides.
- Two cells of your own with two common empty neighbours are as good as joined (a bridge): if the other
plays in one, you take the other one.
- Do not run after the other's stones: stand in their way some cells ahead.
`,
  es: `
## El objetivo
Un triángulo de casillas hexagonales. *Une los tres lados con una cadena sin huecos de tus fichas* y ganas
en el acto. La casilla de una esquina pertenece a los dos lados que se juntan en ella.

{y}

## Tu turno
Pon una ficha de tu color en cualquier casilla vacía. Las fichas no se mueven ni se capturan. Los jugadores se
alternan; empieza el primero.

Eso es todo. Un tablero lleno tiene siempre exactamente un ganador, así que *no hay empates*: para parar al
otro tienes que ganar tú.

## Cambiar de color
Quien empieza tiene ventaja. Con la opción *pie*, el segundo puede responder a la primera ficha quedándose con
ella: la ficha pasa a ser suya y vuelve a jugar el primero. Así, la primera ficha no debe ser ni demasiado
buena ni demasiado mala.

## Abandonar
Puedes abandonar en tu turno; gana el otro.

## Un consejo
- El centro vale más que los lados.
- Dos fichas tuyas con dos casillas vacías vecinas en común están casi unidas (un puente): si el otro juega
en una, tú tomas la otra.
- No corras detrás de las fichas del otro: ponte en su camino unas casillas más allá.
`,
};
