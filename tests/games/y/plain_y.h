/* The Game of Y once more, slow and obvious: the judge of the fast implementation.
 *
 * Written from the rules page (docs/rules/y.md) alone; the section names in the comments are those
 * of that page. Nothing here is shared with the fast implementation, so that reading it next to the
 * rules page is enough to believe it. Only plain_y_playout is written to be quick, because it is
 * also the baseline of a benchmark.
 *
 * There is no swap and no resignation here: both change who owns a stone or who has won, and
 * neither changes how a board is judged.
 */
#ifndef GAMES_Y_PLAIN_Y_H
#define GAMES_Y_PLAIN_Y_H

/* Cells by index: 0 or 1 for a stone of that player, 2 for empty. Entries past the board are 2. */
struct plain_y {
    int size; /* 2..19 */
    int cell[190];
    int mover; /* 0 or 1 */
};

/* An empty board, player 0 to move. */
void plain_y_start(struct plain_y *b, int size);

/* By flood fill from every stone: the set of players with a group that touches all three sides.
 * 0 nobody, 1 player 0, 2 player 1, 3 both (which no board can show). */
int plain_y_winners(const struct plain_y *b);

/* The winner, 0 or 1, of a full board by Y-reduction. */
int plain_y_reduce(const struct plain_y *b);

/* What a playout looks up instead of working out: it depends on the size alone. */
struct plain_y_shape {
    int size;
    int cells;
    int neighbour[190][6]; /* by cell; the first neighbours[cell] entries count */
    int neighbours[190];
    int sides[190]; /* the sum of 1 where x = 0, 2 where y = 0, 4 where z = 0 */
};

void plain_y_shape(struct plain_y_shape *t, int size);

/* Uniform in 0..n-1, for n >= 1. */
typedef unsigned plain_y_random(void *context, unsigned n);

/* One classical random playout: the empty cells in a random order, placed alternately beginning
 * with the mover, until the first win. Returns the winner. `first` is the empty cell the mover
 * plays first, or -1 for a random one. The shape is that of b->size, and the position must not be
 * over. random is asked once for each random stone, with n the number of empty cells left. */
int plain_y_playout(const struct plain_y_shape *t, const struct plain_y *b, int first,
                    plain_y_random *random, void *context);

/* The winner with perfect play, mover to move, by exhaustive search without a table: only for few
 * empty cells, say at most 10. A position that is over has the winner it has. */
int plain_y_solve(const struct plain_y *b);

#endif
