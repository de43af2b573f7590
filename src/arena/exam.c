#include "exam.h"

bool exam_make(struct exam *x, const struct line_up *line_up, int seats, double require,
               double confidence, struct th_error *e) {
    *x = (struct exam){.require = require, .confidence = confidence};
    x->fixture.line_up[0] = *line_up;
    return scores_make(&x->scores, TWELFTHS * seats, e);
}

void exam_drop(struct exam *x) {
    scores_drop(&x->scores);
    kinds_drop(&x->kinds);
}

void exam_set(const struct exam *x, struct series *s, uint64_t games) {
    const uint64_t seats = (uint64_t)s->seats;
    s->fixture = &x->fixture;
    s->fixtures = s->line_ups = 1;
    s->all_orders = true;
    s->games = (games + seats - 1) / seats * seats;
}

/* What the bot in the first place won. */
static int score_game(const struct series *s, const struct series_block *block, int game) {
    double share[TH_SEATS_MAX];
    int seat = 0;
    series_shares(&block->result[game], s->seats, share);
    while (series_place(s, block, game, seat) != 0) seat++;
    return (int)(share[seat] * TWELFTHS + 0.5);
}

bool exam_count(struct exam *x, const struct series *s, const struct series_block *block) {
    int score = 0;
    for (int i = 0; i < block->games; i++) {
        const struct match_result *r = &block->result[i];
        score += score_game(s, block, i);
        x->unfinished += r->end == MATCH_UNFINISHED;
        if (r->end == MATCH_FAULT) x->faults[series_place(s, block, i, r->fault_seat)]++;
    }
    x->games += (uint64_t)block->games;
    if (kinds_add_block(&x->kinds, s, block))
        scores_add(&x->scores, score);
    else
        x->repeats++;
    x->verdict = bets_verdict(&x->scores, x->require, x->confidence);
    return x->verdict == BETS_NOT_SURE && !exam_is_stale(x);
}

bool exam_is_stale(const struct exam *x) {
    return x->verdict == BETS_NOT_SURE && x->kinds.stale >= KINDS_STALE_BLOCKS;
}
