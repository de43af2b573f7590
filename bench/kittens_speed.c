/* How many decisions a second Kittens makes with random legal play, the observation of every
 * decision written, on one core, by processor time; and without observations. */
#include "core/clock.h"
#include "games/kittens/board.h"
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 9, GAMES = 60000 };

/* Plays games; returns decisions. The sum keeps the numbers from being thrown away. */
static long play(enum kittens_rules rules, bool observe, struct th_rng *rng, double *sum) {
    static const struct th_game *const game = &kittens_game;
    struct kittens start, s;
    struct th_state *state = (struct th_state *)(void *)&s;
    long decisions = 0;
    kittens_begin(&start, &kittens_decks[0], rules);
    for (int g = 0; g < GAMES; g++) {
        s = start;
        while (s.phase != KITTENS_OVER) {
            if (s.phase != KITTENS_DECIDING && s.phase != KITTENS_PLACING) {
                kittens_turned(&s, (enum kittens_card)game->pick(state, th_rng_next(rng)));
                continue;
            }
            if (observe) {
                float out[KITTENS_OBSERVATION];
                kittens_observe(&s, s.seat, out);
                *sum += (double)out[KITTENS_OBSERVATION - 2];
            }
            th_action legal[KITTENS_ACTIONS];
            const int n = game->legal(state, legal);
            const uint32_t i = n > 1 ? th_rng_below(rng, (uint32_t)n) : 0;
            kittens_act(&s, (enum kittens_action)legal[i]);
            decisions++;
        }
    }
    return decisions;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void) {
    struct th_rng rng = th_rng_seeded(1);
    double sum = 0;
    printf("decisions a second in millions, median of %d rounds (and range)\n", ROUNDS);
    for (int kind = 0; kind < 4; kind++) {
        const enum kittens_rules rules = kind < 2 ? KITTENS_FULL : KITTENS_CLASSIC;
        const bool observe = kind % 2 == 0;
        double rate[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            const double begun = clock_cpu_seconds();
            const long decisions = play(rules, observe, &rng, &sum);
            rate[i] = (double)decisions / (clock_cpu_seconds() - begun) / 1e6;
        }
        qsort(rate, ROUNDS, sizeof *rate, ascending);
        printf("%-8s %-22s %6.1f   (%.1f to %.1f)\n", rules == KITTENS_FULL ? "full" : "classic",
               observe ? "with observations" : "without observations", rate[ROUNDS / 2], rate[0],
               rate[ROUNDS - 1]);
    }
    return sum < 0; /* never */
}
