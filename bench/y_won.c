/* How often a search throws a won game of Y away: positions that the exact solver wins, with at
 * most three winning moves, on boards of size 7 to 10 with 14 to 28 empty cells.
 *
 *     build/bench/y_won POSITIONS BOT…
 */
#include "games/y/solve.h"
#include "making.h"
#include <stdio.h>
#include <stdlib.h>

enum { SMALLEST = 7, LARGEST = 10, EMPTY_MIN = 14, EMPTY_MAX = 28, WINNING_MAX = 3 };

static struct th_state *state_of(struct y *s) {
    return (struct th_state *)(void *)s;
}

/* Every second stone is put next to others, so that chains form as in a game. */
static bool play_at_random(struct y *s, int size, int empty, struct th_rng *rng) {
    const struct y_shape *shape = y_shape(size);
    y_start(s, size, 0);
    while (!s->over && y_cells(size) - s->stones > empty) {
        const int cell = (int)th_rng_below(rng, (uint32_t)y_cells(size));
        int near = 0;
        for (int i = 0; i < shape->neighbours[cell]; i++)
            near += s->cell[shape->neighbour[cell][i]] != Y_EMPTY;
        if (s->cell[cell] == Y_EMPTY && (near > 0 || th_rng_below(rng, 2) == 0)) y_place(s, cell);
    }
    return !s->over;
}

static int answer(const struct bot *bot, struct y *s) {
    struct th_rng rng = th_rng_seeded(1);
    th_action legal[TH_LEGAL_MAX];
    const int n = y_game.legal(state_of(s), legal);
    const struct th_ask ask = {&y_game, state_of(s), s->mover, legal, n, &rng, NULL, NULL};
    if (bot->kind->begin != NULL) bot->kind->begin(bot->self, state_of(s), s->mover);
    return (int)legal[bot->kind->choose(bot->self, &ask)];
}

int main(int count, char **word) {
    if (count < 3) {
        fprintf(stderr, "usage: %s POSITIONS BOT…\n", word[0]);
        return 2;
    }
    const int bots = count - 2;
    struct bot *bot = calloc((size_t)bots, sizeof *bot);
    long *lost = calloc((size_t)bots, sizeof *lost);
    struct y_solver *solver[LARGEST + 1] = {NULL};
    struct th_error e;
    struct th_rng rng = th_rng_seeded(1);
    for (int size = SMALLEST; size <= LARGEST; size++)
        solver[size] = y_solver_new(size, (size_t)64 << 20, &e);
    for (int i = 0; i < bots; i++) bot[i] = make_bot(&y_game, word[2 + i]);
    for (long left = atol(word[1]); left > 0;) {
        const int size = SMALLEST + (int)th_rng_below(&rng, LARGEST - SMALLEST + 1);
        const int empty = EMPTY_MIN + (int)th_rng_below(&rng, EMPTY_MAX - EMPTY_MIN + 1);
        struct y s;
        bool wins[Y_CELLS_MAX];
        if (!play_at_random(&s, size, empty, &rng)) continue;
        const int winning = y_solve_moves(solver[size], &s, wins);
        if (winning == 0 || winning > WINNING_MAX) continue;
        for (int i = 0; i < bots; i++) lost[i] += !wins[answer(&bot[i], &s)];
        left--;
    }
    for (int i = 0; i < bots; i++) printf("%s: %ld of %s lost\n", word[2 + i], lost[i], word[1]);
    for (int i = 0; i < bots; i++) drop_bot(&bot[i]);
    for (int size = SMALLEST; size <= LARGEST; size++) y_solver_drop(solver[size]);
    free(bot);
    free(lost);
    return 0;
}
