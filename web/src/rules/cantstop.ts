// Can't Stop for players; docs/rules/cantstop.md is what counts.

export const CANTSTOP = {
  en: `
## The aim
Eleven columns, numbered 2 to 12, of different heights: a 7 comes often, so its column is long; a 2 or a
12 is rare, so theirs are short. *Whoever completes three columns first wins.*

{heights}

## Your turn
- *Roll* four dice and make two pairs of them. There are three ways to do that, and each gives two sums.
- *Choose* one of the moves on offer: a step up in the column of each sum, or in just one of the two. Two
equal sums are two steps in one column.
- Then *decide*: roll again, or stop.

{pairs}

## Runners
In one turn you can climb in *three columns at most*; a runner marks how far you have got in each. When
all three are out, only those columns are of use. A column in which a runner has reached the top takes no
more steps in this turn: it makes busting more likely.

## Stop, or bust
- If you *stop*, the steps of your runners are yours for good, and the turn passes.
- If no pair of your roll can make a step, you are *bust*: all that you climbed in this turn is lost, and
the turn passes.

A column is completed, and a game won, only when you stop. Three tops without stopping win nothing yet.

## The others
Nobody is in anybody's way: several players may stand on the same step, and complete the same column. Only
your own completed columns are closed to you.

## Variants
- *players*: from one to four. Alone it is a solitaire: how few turns do you need?
- *forced*: the official rule, by which both sums of a pair have to move if both can.

## A word of advice
With runners on 6, 7 and 8 the next roll goes well in 92 of 100 cases; on 2, 3 and 12 in 44. Such
odds stand beside your choices.
`,
  es: `
## El objetivo
Once columnas, del 2 al 12, de distinta altura: el 7 sale mucho y su columna es larga; el 2 y el 12 son
raros y las suyas son cortas. *Gana quien primero complete tres columnas.*

{heights}

## Tu turno
- *Tira* cuatro dados y forma con ellos dos parejas. Hay tres maneras, y cada una da dos sumas.
- *Elige* una de las jugadas posibles: un paso arriba en la columna de cada suma, o solo en una de las
dos. Dos sumas iguales son dos pasos en una misma columna.
- Después *decide*: tirar otra vez o plantarte.

{pairs}

## Los corredores
En un turno puedes subir por *tres columnas como mucho*; un corredor señala hasta dónde has llegado en cada
una. Cuando los tres están en juego, solo sirven esas columnas. Una columna cuyo corredor ya está arriba del
todo no admite más pasos en este turno: hace más fácil pasarse.

## Plantarse o pasarse
- Si *te plantas*, los pasos de tus corredores son tuyos para siempre, y el turno pasa.
- Si ninguna pareja de tu tirada puede dar un paso, *te pasas*: pierdes todo lo subido en este turno, y el
turno pasa.

Una columna se completa, y una partida se gana, solo al plantarse. Llegar arriba en tres sin plantarse aún no
gana nada.

## Los demás
Nadie estorba a nadie: varios jugadores pueden estar en el mismo escalón y completar la misma columna. Solo
se te cierran las columnas que has completado tú.

## Variantes
- *players*: de uno a cuatro. A solas es un solitario: ¿en cuántos turnos lo consigues?
- *forced*: la regla oficial, por la que las dos sumas de una pareja deben moverse si las dos pueden.

## Un consejo
Con corredores en 6, 7 y 8 la próxima tirada sale bien 92 de cada 100 veces; en 2, 3 y 12, 44. Esa
probabilidad se ve junto a cada opción.
`,
};
