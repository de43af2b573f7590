/* How many times as fast the arena plays Can't Stop as the plain version of the tests, which
 * enumerates pairings and rolls literally: four max-rolls:n=4, one thread. Both are measured in
 * turns in one run, so that a busy machine disturbs both alike; the ratio is the figure. */
#include "core/clock.h"
#include "plain.h"
#include "tahur/arena.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 9, ARENA_GAMES = 40000, PLAIN_GAMES = 4000 };

static void roll(void *context, int player, int turn, int number, int dice[4]) {
    (void)player, (void)turn, (void)number;
    for (int i = 0; i < 4; i++) dice[i] = (int)th_rng_below(context, 6) + 1;
}

static double plain_rate(struct th_rng *rng, double *mean_turns) {
    static const struct plain_bot bots[4] = {{PLAIN_CONSERVATIVE, PLAIN_MAX_ROLLS, 4},
                                             {PLAIN_CONSERVATIVE, PLAIN_MAX_ROLLS, 4},
                                             {PLAIN_CONSERVATIVE, PLAIN_MAX_ROLLS, 4},
                                             {PLAIN_CONSERVATIVE, PLAIN_MAX_ROLLS, 4}};
    const double begun = clock_seconds();
    long turns = 0;
    for (int i = 0; i < PLAIN_GAMES; i++) {
        struct plain_board board;
        struct plain_counts counts[4];
        plain_start(&board, 4, 0);
        plain_play_game(&board, bots, 4000, roll, rng, counts);
        turns += board.turns;
    }
    *mean_turns = (double)turns / PLAIN_GAMES;
    return PLAIN_GAMES / (clock_seconds() - begun);
}

static struct th_arena make_arena(void) {
    struct th_arena arena = {
        .games = ARENA_GAMES, .seed = th_seed_of(1), .threads = 1, .max_turns = 4000};
    struct th_spec spec;
    struct th_error e;
    arena.game = th_game_find("cantstop", &spec, &e);
    arena.game_options = spec.options;
    arena.players = 4;
    for (int i = 0; i < 4; i++) {
        arena.player[i].kind = th_bot_find(arena.game, "max-rolls:n=4", &spec, &e);
        arena.player[i].options = spec.options;
    }
    return arena;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(const char *what, double values[ROUNDS], int decimals) {
    qsort(values, ROUNDS, sizeof *values, ascending);
    printf("%-18s %10.*f   (%.*f to %.*f)\n", what, decimals, values[ROUNDS / 2], decimals,
           values[0], decimals, values[ROUNDS - 1]);
}

int main(void) {
    struct th_arena arena = make_arena();
    struct th_rng rng = th_rng_seeded(1);
    double fast[ROUNDS], plain[ROUNDS], ratio[ROUNDS], plain_turns;
    struct th_arena_result result = {0};
    struct th_error e;
    for (int i = 0; i < ROUNDS; i++) {
        if (!th_arena_run(&arena, &result, &e)) {
            fprintf(stderr, "%s\n", e.text);
            return 1;
        }
        fast[i] = (double)result.games / result.seconds;
        plain[i] = plain_rate(&rng, &plain_turns);
        ratio[i] = fast[i] / plain[i];
    }
    printf("games per second, median of %d rounds (and range)\n", ROUNDS);
    print("arena, one thread", fast, 0);
    print("plain", plain, 0);
    print("ratio", ratio, 1);
    printf("turns a game: arena %.2f, plain %.2f\n", result.game_turns.mean, plain_turns);
    return 0;
}
