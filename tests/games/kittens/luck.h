/* Games of Kittens walked through step by step, and how much of their results was luck as the game
 * judges it (src/games/kittens/estimate.h). For the tests and for bench/kittens_estimate.c. */
#ifndef KITTENS_LUCK_H
#define KITTENS_LUCK_H

#include "games/kittens/board.h"

/* Called for every state of a game with what happens in it, and, with an action that means nothing,
 * for its end. `payoff` is that of the end. */
typedef void luck_visit(void *context, const struct kittens *s, th_action a, const double payoff[]);

struct luck_games {
    const char *game, *first, *second; /* specs; the bots keep their seats */
    uint64_t games, seed;
    uint32_t random_plies; /* every fourth game begins with up to so many */
};

void luck_walk(const struct luck_games *games, luck_visit *visit, void *context);

enum { LUCK_BINS = 10 };

struct luck_sums {
    double luck; /* of the game under way, for seat 0 */
    double games, result, luck_sum, luck_squares, products;
    /* States in which a seat decides, by what the estimate gives it. */
    struct {
        double states, foretold, won;
    } bin[LUCK_BINS];
};

/* A visit, with a struct luck_sums: sums up estimates and results. */
luck_visit luck_add;

/* The variance of results, and what is left of it without the luck, times its best coefficient. */
struct luck_report {
    double share, luck, luck_error; /* means; the standard error */
    double coefficient, factor;     /* variance before / variance behind */
};
struct luck_report luck_report(const struct luck_sums *sums);

#endif
