/* Random playouts of Y as fills: every empty cell gets a stone, each side as many as it would
 * place, uniformly at random and independent of one another; a filled board has the winner the game
 * would have had. 256 boards are filled and scored at once, a bit each (fill.c explains how). */
#ifndef Y_FILL_H
#define Y_FILL_H

#include "board.h"
#include "tahur/rng.h"

/* Sums over fills. */
struct y_fills {
    uint32_t fills;
    uint32_t wins;                  /* of player 0 */
    uint32_t own[Y_CELLS_MAX];      /* fills in which the cell is player 0's … */
    uint32_t own_wins[Y_CELLS_MAX]; /* … and player 0 wins */
};

/* Two empty cells of which the owner will always get one: whether the owner or the other takes the
 * first, the other takes the second (a bridge between two chains of the owner, or to a side). */
struct y_bridges {
    int count;
    uint8_t cell[Y_CELLS_MAX / 2][2]; /* no cell stands twice */
    uint8_t owner[Y_CELLS_MAX / 2];
    uint8_t winner; /* who has won already, its bridges counted; Y_EMPTY: neither */
};
void y_find_bridges(const struct y *s, struct y_bridges *out);

/* How many fills a round of 256 boards gives on average, with so many empty cells. */
double y_fills_per_round(int empty);

/* Adds so many rounds of fills of this position, which must not be over. With bridges, each gets a
 * stone of either side, as if both always answered (no longer uniform, but nearer to good play);
 * NULL: none. The sums by cell are for empty cells, and only if asked for. Conditioned on a cell
 * being the mover's, a fill is a playout that begins there: so the sums hold the value of every
 * candidate. */
void y_fill(const struct y *s, const struct y_bridges *bridges, int rounds, bool by_cell,
            struct th_rng *rng, struct y_fills *sums);
/* The same without bridges; fewer rounds, but at least one, if `stop` is set meanwhile. */
void y_fill_until(const struct y *s, int rounds, bool by_cell, struct th_rng *rng,
                  const th_flag *stop, struct y_fills *sums);

/* The share of wins of `player` among the fills in which the cell is its own; `none` without any.
 */
static inline double y_fills_share(const struct y_fills *f, int player, int cell, double none) {
    const uint32_t own = player == 0 ? f->own[cell] : f->fills - f->own[cell];
    const uint32_t lost = f->own[cell] - f->own_wins[cell]; /* player 0's cell, player 1 wins */
    const uint32_t wins = player == 0 ? f->own_wins[cell] : f->fills - f->wins - lost;
    return own > 0 ? (double)wins / own : none;
}

/* ---- playout ---- */

/* The classical playout, move by move: what fills replace, and are measured against. */

/* Plays random moves to the end from a position that is not over; returns the winner. */
int y_playout(const struct y *s, struct th_rng *rng);

#endif
