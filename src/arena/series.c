#include "series.h"

#include "core/seed.h"
#include "ranks.h"
#include "series_run.h"
#include "tahur/rng.h"
#include <assert.h>
#include <string.h>

/* ---- what a round is ---- */

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Every n rounds each of n things comes once, in an order of its own: i goes to a·i + b mod n,
 * where a has no divisor in common with n. */
static uint64_t drawn_in_turn(const struct series *s, enum seed_purpose purpose, uint64_t round,
                              uint64_t n) {
    uint64_t a = seed_number(s->seed, purpose, round / n, 1) % n;
    while (greatest_common_divisor(a, n) != 1) a = (a + 1) % n;
    return (a * (round % n) + seed_number(s->seed, purpose, round / n, 2) % n) % n;
}

int series_opening(const struct series *s, uint64_t round) {
    if (s->openings == 0) return 0;
    return (int)drawn_in_turn(s, SEED_OPENINGS, round, (uint64_t)s->openings);
}

/* In the k-th order of (n − 1)! the places behind the first are exchanged: with rotations, all
 * orders of the seats. */
static void order_of_round(const struct series *s, uint64_t round, int order[]) {
    int rest[TH_SEATS_MAX], left = s->seats - 1;
    uint64_t orders = 1, k = round;
    for (int i = 0; i < left; i++) {
        rest[i] = i + 1;
        orders *= (uint64_t)i + 1;
    }
    if (s->all_orders && s->openings > 0) k = drawn_in_turn(s, SEED_ORDERS, round, orders);
    order[0] = 0;
    for (int i = 1; i < s->seats; i++, left--) {
        const int take = s->all_orders ? (int)(k % (uint64_t)left) : 0;
        k /= (uint64_t)left;
        order[i] = rest[take];
        memmove(&rest[take], &rest[take + 1], (size_t)(left - take - 1) * sizeof *rest);
    }
}

int series_place(const struct series *s, const struct series_block *b, int game, int seat) {
    int order[TH_SEATS_MAX];
    order_of_round(s, b->round, order);
    return order[match_player(seat, (uint64_t)(game % s->seats), s->seats)];
}

int series_bot(const struct series *s, const struct series_block *b, int game, int seat) {
    return s->fixture[b->fixture].line_up[game / s->seats].bot[series_place(s, b, game, seat)];
}

struct series_block series_block_at(const struct series *s, uint64_t block,
                                    const struct match_result *result) {
    const uint64_t size = (uint64_t)series_block_games(s), left = s->games - block * size;
    return (struct series_block){.round = block / (uint64_t)s->fixtures,
                                 .fixture = (int)(block % (uint64_t)s->fixtures),
                                 .games = (int)(left < size ? left : size),
                                 .result = result};
}

struct match_rules series_rules(const struct series *s, const struct series_block *b,
                                const struct th_state *start) {
    return (struct match_rules){.game = s->game,
                                .start = s->openings > 0 ? s->opening[series_opening(s, b->round)]
                                                         : start,
                                .seed = seed_of_part(s->seed, SEED_FIXTURE, (uint64_t)b->fixture),
                                .max_turns = s->max_turns,
                                .random_plies = s->random_plies,
                                .abort = s->stop};
}

struct match_number series_match(const struct series *s, const struct series_block *b, int game) {
    return (struct match_number){b->round,
                                 b->round * (uint64_t)s->seats + (uint64_t)(game % s->seats)};
}

uint64_t series_own_games(const struct series *s) {
    const uint64_t size = (uint64_t)series_block_games(s), end = s->to * size;
    return (s->to > 0 && end < s->games ? end : s->games) - s->from * size;
}

void series_shares(const struct match_result *r, int seats, double share[]) {
    double sum = 0;
    for (int i = 0; i < seats; i++) sum += r->payoff[i];
    for (int i = 0; i < seats; i++) share[i] = sum > 0 ? r->payoff[i] : 1.0 / seats;
}

/* ---- playing ---- */

enum series_end series_play(const struct series *s, struct th_error *e) {
    struct run run;
    assert(s->seats >= 1 && s->seats <= TH_SEATS_MAX && s->threads >= 1);
    if (!run_make(&run, s, e)) run.failed = true;
    const bool only_kept = s->store != NULL && s->store->only_kept;
    if (only_kept && !run.failed)
        run_count_kept(&run);
    else if (rank_count() > 1 && rank_own() > 0)
        run_serve(&run);
    else if (rank_count() > 1)
        run_deal(&run);
    else if (!run.failed)
        run_on_threads(&run);
    const enum series_end end = run_end(&run);
    if ((end == SERIES_FAILED || end == SERIES_SHORT) && run.error.text[0] != 0) *e = run.error;
    run_drop(&run);
    return end;
}
