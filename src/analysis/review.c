#include "review.h"

#include "core/match.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const review_grades[] = {"fine", "small", "bad", "blunder", NULL};

/* One review under way. */
struct work {
    struct review *review;
    const struct record *record;
    const struct th_game *game;
    struct judge *judge;
    unsigned char *states; /* by step, `stride` bytes each */
    size_t stride;
    struct th_state *after;
    double values[TH_LEGAL_MAX][TH_SEATS_MAX];
};

static struct th_state *state_at(const struct work *w, size_t step) {
    return (struct th_state *)(void *)(w->states + step * w->stride);
}

static enum review_grade grade_of(double loss) {
    return loss >= REVIEW_BLUNDER_LOSS ? REVIEW_BLUNDER
           : loss >= REVIEW_BAD_LOSS   ? REVIEW_BAD
           : loss >= REVIEW_SMALL_LOSS ? REVIEW_SMALL
                                       : REVIEW_FINE;
}

/* ---- decisions ---- */

/* Whether the judge's best action is better than the one that was played, which turned out to be
 * worth `behind`. The two are compared at the same depth first: by rollouts with the same luck, or
 * by one search. */
static bool is_better(const struct verdicts *v, int played, const double behind[], bool hidden) {
    const int best = v->best;
    if (best == played) return false;
    if (played >= 0 && !isnan(v->of[played].value[v->seat]) && !verdicts_better(v, best, played))
        return false;
    if (hidden) return true;
    const double error = v->of[best].error[v->seat],
                 gain = v->of[best].value[v->seat] - behind[v->seat];
    /* Of rollouts the pairs have told; of a search its own doubt is all there is. */
    return gain > (v->sample == NULL && !isnan(error) ? VERDICT_SURE * error : 0) && gain > 0;
}

static bool judge_decision(struct work *w, size_t k, const double behind[], struct th_error *e) {
    struct review_step *step = &w->review->step[k];
    const struct th_state *s = state_at(w, k);
    const bool hidden = w->game->view != NULL;
    th_action legal[TH_LEGAL_MAX];
    const int n = w->game->legal(s, legal), played = th_place_of(step->played, legal, n);
    struct judge_opinion opinion;
    step->kind = n == 1 && played == 0 ? REVIEW_FORCED : REVIEW_DECISION;
    memcpy(step->value, behind, sizeof step->value);
    if (step->kind == REVIEW_FORCED) return true;
    if (!judge_actions(w->judge, s, legal, n, &opinion, e)) return false;
    const struct verdicts *v = &opinion.verdicts;
    if (!is_better(v, played, behind, hidden && played >= 0)) return true;
    step->better = true;
    step->best = legal[v->best];
    for (int i = 0; i < w->review->seats; i++) {
        const double best = v->of[v->best].value[i];
        step->error[i] = best - (hidden && played >= 0 ? v->of[played].value[i] : behind[i]);
        step->value[i] = best;
    }
    step->grade = grade_of(step->error[step->seat]);
    if (!hidden) return true;
    /* What the better action is worth as things truly are. */
    memcpy(w->after, s, w->game->state_size);
    w->game->apply(w->after, step->best);
    return judge_state(w->judge, w->after, step->value, e);
}

bool review_decide(struct judge *judge, const struct th_game *game, const struct th_state *s,
                   th_action played, struct th_state *room, struct review_loss *out,
                   struct th_error *e) {
    th_action legal[TH_LEGAL_MAX];
    const int n = game->legal(s, legal), place = th_place_of(played, legal, n);
    struct judge_opinion opinion;
    *out = (struct review_loss){.choice = n > 1};
    if (n == 1) return true;
    if (!judge_actions(judge, s, legal, n, &opinion, e)) return false;
    const struct verdicts *v = &opinion.verdicts;
    const int best = v->best, seat = v->seat;
    if (best == place) return true;
    const double hoped = v->of[best].value[seat], error = v->of[best].error[seat];
    double had = place >= 0 ? v->of[place].value[seat] : NAN;
    bool better = !isnan(had) && verdicts_better(v, best, place);
    if (isnan(had)) { /* the search hardly tried it: look behind it */
        double value[TH_SEATS_MAX];
        memcpy(room, s, game->state_size);
        game->apply(room, played);
        if (!judge_state(judge, room, value, e)) return false;
        had = value[seat];
        better = hoped - had > (isnan(error) ? 0 : VERDICT_SURE * error);
    }
    if (!better) return true;
    out->loss = hoped - had;
    out->best = legal[best];
    out->grade = grade_of(out->loss);
    return true;
}

/* ---- chance ---- */

static bool judge_chance(struct work *w, size_t k, const double behind[], struct th_error *e) {
    struct review_step *step = &w->review->step[k];
    const struct th_state *s = state_at(w, k);
    struct th_outcome outcome[TH_LEGAL_MAX];
    const int n = w->game->outcomes(s, outcome);
    double total = 0;
    step->kind = REVIEW_CHANCE;
    for (int i = 0; i < n; i++) {
        total += outcome[i].weight;
        if (outcome[i].action == step->played) step->probability = outcome[i].weight;
    }
    step->probability /= total;
    memcpy(step->value, behind, sizeof step->value);
    if (n == 1) return true;
    if (!judge_outcomes(w->judge, s, outcome, n, w->values, e))
        return e->text[0] == 0 && judge_state(w->judge, s, step->value, e);
    for (int i = 0; i < w->review->seats; i++) {
        double mean = 0;
        for (int o = 0; o < n; o++) {
            const bool happened = outcome[o].action == step->played;
            mean += outcome[o].weight / total * (happened ? behind[i] : w->values[o][i]);
        }
        step->value[i] = mean;
    }
    return true;
}

/* ---- the end ---- */

/* Somebody gave up, or lost by time or a fault, in a game that was not over: an error of that seat,
 * if it had more to expect. */
static bool judge_giving_up(struct work *w, size_t k, const double result[], struct th_error *e) {
    struct review_step *step = &w->review->step[k];
    step->kind = REVIEW_GIVEN_UP;
    step->seat = w->record->end_seat;
    if (!judge_state(w->judge, state_at(w, k), step->value, e)) return false;
    if (step->value[step->seat] <= result[step->seat])
        memcpy(step->value, result, sizeof step->value);
    for (int i = 0; i < w->review->seats; i++) step->error[i] = step->value[i] - result[i];
    step->grade = grade_of(step->error[step->seat]);
    return true;
}

/* ---- all of it ---- */

static void prepare(struct work *w) {
    const struct record *r = w->record;
    memcpy(state_at(w, 0), r->start, w->game->state_size);
    for (size_t k = 0; k < r->steps; k++) {
        memcpy(state_at(w, k + 1), state_at(w, k), w->game->state_size);
        w->game->apply(state_at(w, k + 1), r->action[k]);
    }
    for (size_t k = 0; k < w->review->steps; k++) {
        struct review_step *step = &w->review->step[k];
        const int mover = w->game->mover(state_at(w, k));
        step->turn = w->game->turns(state_at(w, k));
        step->seat = mover >= 0 ? mover : mover == TH_CHANCE ? w->game->luck_of(state_at(w, k)) : 0;
        if (k < r->steps) step->played = r->action[k];
    }
}

static void sum_up(struct review *r) {
    for (int i = 0; i < r->seats; i++) {
        struct review_player *p = &r->player[i];
        p->start = r->steps > 0 ? r->step[0].value[i] : r->result[i];
        p->result = r->result[i];
        for (size_t k = 0; k < r->steps; k++) {
            const struct review_step *step = &r->step[k];
            if (step->kind == REVIEW_CHANCE) {
                p->luck += step->change[i];
                continue;
            }
            p->hidden += step->hidden[i];
            if (step->seat != i) {
                p->gifts -= step->error[i];
                continue;
            }
            p->errors += step->error[i];
            if (step->kind == REVIEW_FORCED) continue;
            p->decisions++;
            p->grade[step->grade]++;
        }
    }
}

/* From the end to the beginning. */
static bool go_back(struct work *w, void (*progress)(void *context, uint64_t done), void *context,
                    struct th_error *e) {
    struct review *r = w->review;
    const double *behind = r->result;
    for (size_t k = r->steps; k-- > 0; behind = r->step[k].value) {
        struct review_step *step = &r->step[k];
        bool ok;
        if (k == w->record->steps)
            ok = judge_giving_up(w, k, behind, e);
        else if (w->game->mover(state_at(w, k)) == TH_CHANCE)
            ok = judge_chance(w, k, behind, e);
        else
            ok = judge_decision(w, k, behind, e);
        if (!ok) return false;
        for (int i = 0; i < r->seats; i++) {
            step->change[i] = behind[i] - step->value[i];
            if (step->kind != REVIEW_CHANCE) step->hidden[i] = step->change[i] + step->error[i];
            if (w->game->view == NULL) step->hidden[i] = 0; /* but for rounding */
        }
        if (progress != NULL) progress(context, r->steps - k);
    }
    return true;
}

bool review_make(struct review *r, const struct record *record, struct judge *judge,
                 void (*progress)(void *context, uint64_t done), void *context,
                 struct th_error *e) {
    const struct th_game *game = record->game;
    struct work w = {.review = r, .record = record, .game = game, .judge = judge};
    if (record->end == RECORD_STOPPED || record->end == RECORD_UNFINISHED)
        return th_fail(e, "the game has no result: it is %s", record_ends[record->end]);
    *r = (struct review){.seats = record->seats};
    memcpy(r->result, record->result, sizeof r->result);
    const bool given_up = game->mover(record->last) != TH_OVER;
    r->steps = record->steps + (given_up ? 1 : 0);
    w.stride = (game->state_size + 63) / 64 * 64;
    r->step = calloc(r->steps + 1, sizeof *r->step);
    w.states = aligned_alloc(64, (record->steps + 2) * w.stride);
    w.after = th_state_new(game, &record->spec.options, e);
    bool ok = w.after != NULL;
    if (r->step == NULL || w.states == NULL) ok = th_fail(e, "out of memory");
    if (ok) {
        prepare(&w);
        ok = go_back(&w, progress, context, e);
    }
    if (ok) sum_up(r);
    free(w.states);
    free(w.after);
    if (!ok) review_drop(r);
    return ok;
}

void review_drop(struct review *r) {
    free(r->step);
    r->step = NULL;
}
