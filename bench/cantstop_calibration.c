/* Whether the chances that turn-optimal sees come true: games of it against itself, and at the
 * start of every turn the estimate of the game for every seat against who won, by tenths of the
 * estimate.
 *
 *     build/bench/cantstop_calibration SPEC [GAMES [SEED]]
 *     build/bench/cantstop_calibration cantstop:rules=official,players=2 20000
 *
 * Positions of one game hang together: the standard error of a tenth is that of a sum over games.
 */
#include "core/facets.h"
#include "games/cantstop/board.h"
#include "games/cantstop/solved.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TENTHS = 10, LONGEST = 1000 };

struct tenth {
    double chance, won, count;
    double squares; /* of the sum of won less chance over a game */
};

static void give_up(const char *why) {
    fprintf(stderr, "cantstop_calibration: %s\n", why);
    exit(1);
}

static void play_turn(struct cantstop_solved *solved, struct cantstop *s, struct th_rng *rng) {
    const uint32_t number = s->turns;
    cantstop_begin_turn(solved, s);
    while (s->phase != CANTSTOP_OVER && s->turns == number) {
        if (s->phase == CANTSTOP_ROLL) {
            cantstop_rolled(s, cantstop_tables.roll_by_rank[th_rng_below(rng, CANTSTOP_ALL)]);
        } else if (s->phase == CANTSTOP_MOVE) {
            th_action legal[CANTSTOP_LEGAL_MAX];
            const int n = cantstop_moves(s, s->forced, legal);
            struct cantstop best = *s;
            double least = 0;
            for (int i = 0; i < n; i++) {
                struct cantstop after = *s;
                cantstop_make_move(&after, legal[i]);
                cantstop_solve_for(solved, after.active);
                const double cost = solved->turn.best[cantstop_solved_place(solved, &after)];
                if (i == 0 || cost < least) best = after, least = cost;
            }
            *s = best;
        } else {
            cantstop_solve_for(solved, s->active);
            const int place = cantstop_solved_place(solved, s);
            if (cantstop_may_stop(s) && solved->turn.stop[place] <= solved->turn.best[place])
                cantstop_bank(s);
            else
                s->phase = CANTSTOP_ROLL;
        }
    }
}

static void play_game(struct cantstop_solved *solved, struct cantstop s, struct th_rng *rng,
                      struct tenth tenths[TENTHS]) {
    static double chance[LONGEST][TH_SEATS_MAX];
    int n = 0;
    for (; s.phase != CANTSTOP_OVER && n < LONGEST; n++) {
        cantstop_game.analysis->estimate((const struct th_state *)(const void *)&s, chance[n]);
        play_turn(solved, &s, rng);
    }
    if (s.phase != CANTSTOP_OVER) give_up("a game without an end");
    const unsigned winners = cantstop_winners(&s);
    double rest[TENTHS] = {0};
    for (int i = 0; i < n; i++)
        for (int seat = 0; seat < s.players; seat++) {
            const double x = chance[i][seat];
            const int at = x >= 1 ? TENTHS - 1 : (int)(x * TENTHS);
            const double won = winners >> seat & 1 ? 1.0 / cantstop_count(winners) : 0;
            tenths[at].chance += x;
            tenths[at].won += won;
            tenths[at].count++;
            rest[at] += won - x;
        }
    for (int i = 0; i < TENTHS; i++) tenths[i].squares += rest[i] * rest[i];
}

int main(int argc, char **argv) {
    struct th_spec spec;
    struct th_error e;
    if (argc < 2) give_up("usage: cantstop_calibration SPEC [GAMES [SEED]]");
    const struct th_game *game = th_game_find(argv[1], &spec, &e);
    if (game != &cantstop_game) give_up("a spec of cantstop, please");
    const int games = argc > 2 ? atoi(argv[2]) : 2000;
    struct th_rng rng = th_rng_seeded(argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    struct cantstop start;
    struct cantstop_solved solved;
    struct tenth tenths[TENTHS] = {{0}};
    if (!game->setup((struct th_state *)(void *)&start, &spec.options, &e) ||
        !cantstop_solved_make(&solved, &e))
        give_up(e.text);
    if (start.players < 2) give_up("two players at least");
    for (int i = 0; i < games; i++) play_game(&solved, start, &rng, tenths);
    printf("%s, %d games\n| estimate | mean | won | difference | standard error | positions |\n"
           "|---|---|---|---|---|---|\n",
           argv[1], games);
    for (int i = 0; i < TENTHS; i++) {
        const struct tenth *t = &tenths[i];
        if (!(t->count > 0)) continue;
        printf("| %d – %d %% | %.2f %% | %.2f %% | %+.2f | %.2f | %.0f |\n", 10 * i, 10 * i + 10,
               100 * t->chance / t->count, 100 * t->won / t->count,
               100 * (t->won - t->chance) / t->count, 100 * sqrt(t->squares) / t->count, t->count);
    }
    cantstop_solved_drop(&solved);
    return 0;
}
