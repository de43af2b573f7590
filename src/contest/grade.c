#include "contest.h"

#include "core/seed.h"
#include "tahur/rng.h"
#include <stdlib.h>

/* ---- one task ---- */

bool exam_make(struct exam *x, const struct line_up *line_up, int seats, double require,
               double confidence, struct th_error *e) {
    *x = (struct exam){.require = require, .confidence = confidence};
    x->fixture.line_up[0] = *line_up;
    return scores_make(&x->scores, TWELFTHS * seats, e);
}

void exam_drop(struct exam *x) {
    scores_drop(&x->scores);
    distinct_drop(&x->distinct);
    luck_choice_drop(&x->luck);
}

void exam_set(const struct exam *x, struct plan *plan, uint64_t games) {
    const uint64_t seats = (uint64_t)plan->seats;
    plan->fixture = &x->fixture;
    plan->fixtures = plan->line_ups = 1;
    plan->all_orders = true;
    plan->games = (games + seats - 1) / seats * seats;
}

/* The score of the bot in the first place. */
static void score_block(struct exam *x, const struct plan *plan, const struct series_block *block) {
    double plain[TH_SEATS_MAX], adjusted[TH_SEATS_MAX];
    luck_block_wins(plan, block, plain, adjusted);
    scores_add(&x->scores, (int)(plain[0] * TWELFTHS + 0.5));
    moments_add(&x->adjusted, adjusted[0] / block->games);
    luck_choice_add(&x->luck, block, plain, adjusted);
}

bool exam_count(struct exam *x, const struct plan *plan, const struct series_block *block) {
    for (int i = 0; i < block->games; i++) {
        const struct match_result *r = &block->result[i];
        x->unfinished += r->end == MATCH_UNFINISHED;
        if (r->end == MATCH_FAULT) x->faults[plan_place(plan, block, i, r->fault_seat)]++;
    }
    x->games += (uint64_t)block->games;
    if (distinct_add_block(&x->distinct, plan, block))
        score_block(x, plan, block);
    else
        x->repeats++;
    x->verdict = luck_is_adjusted(&x->luck) ? means_verdict(&x->adjusted, x->require, x->confidence)
                                            : bets_verdict(&x->scores, x->require, x->confidence);
    return x->verdict == BETS_NOT_SURE && !exam_is_stale(x);
}

double exam_share(const struct exam *x) {
    return luck_is_adjusted(&x->luck) ? x->adjusted.mean : scores_mean(&x->scores);
}

struct bets_interval exam_interval(const struct exam *x) {
    return luck_is_adjusted(&x->luck) ? means_interval(&x->adjusted, x->confidence)
                                      : bets_interval(&x->scores, x->confidence);
}

bool exam_is_stale(const struct exam *x) {
    return x->verdict == BETS_NOT_SURE && x->distinct.stale >= DISTINCT_STALE_BLOCKS;
}

/* ---- all tasks ---- */

bool grade_make(struct grade *g, struct contest *c, double require, double confidence,
                struct th_error *e) {
    struct line_ups l = {0};
    const int others = c->plan.bots - 1;
    int *pool = calloc((size_t)others, sizeof *pool);
    *g = (struct grade){.contest = c, .require = require, .confidence = confidence};
    for (int i = 0; pool != NULL && i < others; i++) pool[i] = i + 1;
    bool ok = (pool != NULL || th_fail(e, "out of memory")) &&
              line_ups_add(&l, c->plan.seats, (const int[]){0}, 1, pool, others, e);
    free(pool);
    if (ok) {
        g->task = calloc((size_t)l.count, sizeof *g->task);
        g->over = calloc((size_t)l.count, sizeof *g->over);
        g->pace = calloc((size_t)c->plan.bots, sizeof *g->pace);
        ok = (g->task != NULL && g->over != NULL && g->pace != NULL) || th_fail(e, "out of memory");
    }
    for (int i = 0; ok && i < l.count; i++) {
        ok = exam_make(&g->task[i], &l.list[i], c->plan.seats, require, confidence, e);
        g->tasks++;
    }
    line_ups_drop(&l);
    return ok;
}

void grade_drop(struct grade *g) {
    for (int i = 0; i < g->tasks; i++) exam_drop(&g->task[i]);
    free(g->task);
    free(g->over);
    free(g->pace);
}

static bool count_block(void *context, const struct series_block *block) {
    struct grade *g = context;
    for (int i = 0; i < block->games; i++) g->digest = th_mix2(g->digest, block->result[i].digest);
    const bool more = exam_count(&g->task[g->now], &g->plan, block);
    if (g->progress != NULL) g->progress(g->context, g);
    return more;
}

static bool play_task(struct grade *g, int number, struct th_error *e) {
    struct contest *c = g->contest;
    struct exam *x = &g->task[number];
    g->plan = c->plan;
    exam_set(x, &g->plan, c->games);
    g->plan.seed = seed_of_part(c->plan.seed, SEED_TASK, (uint64_t)number);
    g->now = number;
    c->games_before = c->faults.games_before = g->games;
    if (!contest_check_records(c, e) || !contest_open_records(c, e)) return false;
    struct series s = contest_series(c, &g->plan);
    s.count = count_block;
    s.context = g;
    s.pace = g->pace;
    if (!luck_choice_begin(&x->luck, &g->plan, 1, e)) return false;
    s.measure = luck_choice_measure(&x->luck, &g->plan);
    const enum series_end end = series_play(&s, e);
    luck_choice_cancel(&x->luck);
    if (end == SERIES_FAILED || end == SERIES_SHORT) return false;
    g->games += x->games;
    g->stopped = end == SERIES_STOPPED;
    g->over[number] = end == SERIES_COMPLETE;
    return true;
}

bool grade_play(struct grade *g, struct th_error *e) {
    bool ok = true;
    for (int i = 0; ok && !g->stopped && i < g->tasks; i++) ok = play_task(g, i, e);
    return ok;
}

bool grade_passes(const struct grade *g) {
    for (int i = 0; i < g->tasks; i++)
        if (g->task[i].verdict != BETS_AT_LEAST) return false;
    return true;
}
