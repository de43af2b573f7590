#include "series.h"

#include "ranks.h"
#include "series_run.h"
#include <assert.h>
#include <string.h>

/* In round k the places behind the first are in the k-th order of (n − 1)!: with rotations, all
 * orders of the seats. */
static void order_of_round(const struct series *s, uint64_t round, int order[]) {
    int rest[TH_SEATS_MAX], left = s->seats - 1;
    for (int i = 0; i < left; i++) rest[i] = i + 1;
    order[0] = 0;
    for (int i = 1; i < s->seats; i++, left--) {
        const int take = s->all_orders ? (int)(round % (uint64_t)left) : 0;
        round /= (uint64_t)left;
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

void series_shares(const struct match_result *r, int seats, double share[]) {
    double sum = 0;
    for (int i = 0; i < seats; i++) sum += r->payoff[i];
    for (int i = 0; i < seats; i++) share[i] = sum > 0 ? r->payoff[i] : 1.0 / seats;
}

struct th_pace pace_summary(const struct pace *p) {
    return (struct th_pace){.answers = p->answers,
                            .mean = pace_mean(p),
                            .p95 = pace_quantile(p, 0.95),
                            .worst = pace_worst(p)};
}

enum series_end series_play(const struct series *s, struct th_error *e) {
    struct run run;
    assert(s->seats >= 1 && s->seats <= TH_SEATS_MAX && s->threads >= 1);
    if (!run_make(&run, s, e)) run.failed = true;
    const bool alone = rank_count() == 1 || (s->store != NULL && s->store->only_kept);
    if (!alone && rank_own() > 0)
        run_serve(&run);
    else if (!alone)
        run_deal(&run);
    else if (!run.failed)
        run_on_threads(&run);
    if (run.failed && run.error.text[0] != 0) *e = run.error;
    const enum series_end end = run.failed    ? SERIES_FAILED
                                : run.stopped ? SERIES_STOPPED
                                              : SERIES_COMPLETE;
    run_drop(&run);
    return end;
}
