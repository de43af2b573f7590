/* Reviews of finished games; the same as text and JSON. */
#include "review.h"

#include "analysis.h"
#include "core/match.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const review_grades[] = {"fine", "small", "bad", "blunder", NULL};

/* A review in progress. */
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

bool review_decide(struct judge *judge, const struct th_game *game, const struct th_state *s,
                   th_action played, struct th_state *room, struct review_loss *out,
                   struct th_error *e) {
    th_action legal[TH_LEGAL_MAX];
    const int n = game->legal(s, legal), place = th_place_of(played, legal, n);
    struct judge_opinion opinion;
    *out = (struct review_loss){.choice = n > 1 || place < 0, .hoped = NAN, .had = NAN};
    if (!out->choice) return true;
    if (!judge_actions(judge, s, legal, n, &opinion, e)) return false;
    const struct verdicts *v = &opinion.verdicts;
    const int best = v->best, seat = v->seat, seats = v->seats;
    const struct verdict hoped = v->of[best];
    out->best = legal[best];
    out->line = (struct review_line){.n = 1, .action = {legal[best]}};
    if (opinion.thoughts != NULL && opinion.thoughts->of[best].line_n > 1) {
        out->line.n = opinion.thoughts->of[best].line_n;
        memcpy(out->line.action, opinion.thoughts->of[best].line, sizeof out->line.action);
    }
    out->hoped = out->had = hoped.value[seat];
    struct verdict had = {.value = {NAN}};
    if (best == place) return true;
    if (place >= 0) had = v->of[place];
    bool better = place >= 0 && verdicts_better(v, best, place);
    if (place < 0 ||
        isnan(had.value[seat])) { /* resigned, or without a value: evaluate the state after it */
        const double error = hoped.error[seat];
        memcpy(room, s, game->state_size);
        game->apply(room, played);
        if (!judge_state(judge, room, had.value, e)) return false;
        better = hoped.value[seat] - had.value[seat] >
                 (isnan(error) ? VERDICT_TOLERANCE : verdict_critical(n) * error);
    }
    out->had = had.value[seat];
    if (!better) return true;
    for (int i = 0; i < seats; i++) out->lost[i] = hoped.value[i] - had.value[i];
    out->grade = grade_of(out->lost[seat]);
    return true;
}

/* The part of a loss that remains in hindsight: chances stay between 0 and 1. */
static double part_left(const double value_after[], const double lost[], int seats) {
    double part = 1;
    for (int i = 0; i < seats; i++) {
        const double room = lost[i] > 0 ? 1 - value_after[i] : value_after[i], want = fabs(lost[i]);
        if (want > 0 && part * want > room) part = room > 0 ? room / want : 0;
    }
    return part;
}

static bool judge_decision(struct work *w, size_t k, const double value_after[],
                           struct th_error *e) {
    struct review_step *step = &w->review->step[k];
    const int seats = w->review->seats;
    struct review_loss loss;
    if (!review_decide(w->judge, w->game, state_at(w, k), step->played, w->after, &loss, e))
        return false;
    step->kind = loss.choice ? REVIEW_DECISION : REVIEW_FORCED;
    step->better = loss.lost[step->seat] > 0;
    step->best = loss.best;
    step->line = loss.line;
    step->grade = loss.grade;
    step->hoped = loss.hoped;
    step->had = loss.had;
    const double part = w->game->view != NULL ? 1 : part_left(value_after, loss.lost, seats);
    for (int i = 0; i < seats; i++) {
        step->error[i] = loss.lost[i];
        step->hindsight[i] = loss.lost[i] - part * loss.lost[i];
        step->value[i] = value_after[i] + part * loss.lost[i];
    }
    if (w->game->view == NULL || step->kind == REVIEW_FORCED) return true;
    return judge_state_with(w->judge, state_at(w, k), step->best, step->value, e);
}

/* ---- chance ---- */

static bool judge_chance(struct work *w, size_t k, const double value_after[], struct th_error *e) {
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
    memcpy(step->value, value_after, sizeof step->value);
    if (n == 1) return true;
    if (!judge_outcomes(w->judge, s, outcome, n, w->values, e))
        return e->text[0] == 0 && judge_state(w->judge, s, step->value, e);
    /* With perfect information, the outcome that happened has the value computed after it.
     * (With hidden information it has that value anyway: positions are evaluated one by one.) */
    for (int i = 0; i < w->review->seats; i++) {
        double mean = 0;
        for (int o = 0; o < n; o++) {
            const bool happened = outcome[o].action == step->played;
            mean += outcome[o].weight / total * (happened ? value_after[i] : w->values[o][i]);
        }
        step->value[i] = mean;
    }
    return true;
}

/* ---- the end ---- */

/* A seat resigned, or lost by time or a fault, before the end: an error of that seat, as far as its
 * chance by its view was above 0. */
static bool judge_giving_up(struct work *w, size_t k, const double result[], struct th_error *e) {
    struct review_step *step = &w->review->step[k];
    const struct th_state *s = state_at(w, k);
    double hoped[TH_SEATS_MAX];
    step->kind = REVIEW_GIVEN_UP;
    step->seat = w->record->end_seat;
    if (!judge_state(w->judge, s, step->value, e)) return false;
    memcpy(hoped, step->value, sizeof hoped);
    if (w->game->view != NULL && w->game->mover(s) == step->seat) {
        th_action legal[TH_LEGAL_MAX];
        struct judge_opinion opinion;
        const int n = w->game->legal(s, legal);
        if (!judge_actions(w->judge, s, legal, n, &opinion, e)) return false;
        memcpy(hoped, opinion.verdicts.of[opinion.verdicts.best].value, sizeof hoped);
    }
    if (hoped[step->seat] <= result[step->seat]) {
        if (w->game->view == NULL) memcpy(step->value, result, sizeof step->value);
        return true;
    }
    for (int i = 0; i < w->review->seats; i++) step->error[i] = hoped[i] - result[i];
    step->grade = grade_of(review_lost(step));
    return true;
}

/* ---- the whole game ---- */
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

double review_accuracy(double loss) {
    return exp(-5 * (loss > 0 ? loss : 0));
}

static void sum_up(struct review *r) {
    for (int i = 0; i < r->seats; i++) {
        struct review_player *p = &r->player[i];
        double accuracy = 0;
        p->start = r->steps > 0 ? r->step[0].value[i] : r->result[i];
        p->result = r->result[i];
        for (size_t k = 0; k < r->steps; k++) {
            const struct review_step *step = &r->step[k];
            if (step->kind == REVIEW_CHANCE) {
                p->luck += step->change[i];
                continue;
            }
            p->hidden += step->hidden[i];
            p->hindsight += step->hindsight[i];
            if (step->seat != i) {
                p->gifts -= step->error[i];
                continue;
            }
            p->errors += step->error[i];
            if (step->kind == REVIEW_FORCED) continue;
            p->decisions++;
            p->grade[step->grade]++;
            accuracy += review_accuracy(review_lost(step));
        }
        p->accuracy = p->decisions > 0 ? accuracy / p->decisions : NAN;
    }
}

/* From the end to the start. */
static bool go_back(struct work *w, void (*progress)(void *context, uint64_t done), void *context,
                    struct th_error *e) {
    struct review *r = w->review;
    const double *value_after = r->result;
    for (size_t k = r->steps; k-- > 0; value_after = r->step[k].value) {
        struct review_step *step = &r->step[k];
        bool ok;
        if (k == w->record->steps)
            ok = judge_giving_up(w, k, value_after, e);
        else if (w->game->mover(state_at(w, k)) == TH_CHANCE)
            ok = judge_chance(w, k, value_after, e);
        else
            ok = judge_decision(w, k, value_after, e);
        if (!ok) return false;
        for (int i = 0; i < r->seats; i++) {
            step->change[i] = value_after[i] - step->value[i];
            if (step->kind != REVIEW_CHANCE) step->hidden[i] = step->change[i] + step->error[i];
            /* Except for rounding. */
            if (w->game->view == NULL) step->hidden[i] = 0;
        }
        if (progress != NULL) progress(context, r->steps - k);
    }
    return true;
}

bool review_check(const struct record *record, struct th_error *e) {
    if (record->end != RECORD_STOPPED && record->end != RECORD_UNFINISHED) return true;
    return th_fail(e, "the game has no result: it is %s", record_ends[record->end]);
}

bool review_make(struct review *r, const struct record *record, struct judge *judge,
                 void (*progress)(void *context, uint64_t done), void *context,
                 struct th_error *e) {
    const struct th_game *game = record->game;
    struct work w = {.review = r, .record = record, .game = game, .judge = judge};
    if (!review_check(record, e)) return false;
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

/* ---- text and JSON ---- */

const char *review_action(const struct record *r, size_t step, th_action a,
                          char out[TH_ACTION_BYTES]) {
    record_state(r, step, r->spare[0]);
    return r->game->action_text(r->spare[0], a, out, TH_ACTION_BYTES);
}

const char *review_position(const struct record *r, size_t step, char out[TH_POSITION_BYTES]) {
    record_state(r, step, r->spare[0]);
    return r->game->position_text(r->spare[0], out, TH_POSITION_BYTES);
}

const char *review_did(const struct record *r, const struct review *review, size_t step,
                       char out[TH_ACTION_BYTES]) {
    const struct review_step *s = &review->step[step];
    if (s->kind != REVIEW_GIVEN_UP) return review_action(r, step, s->played, out);
    return r->end == RECORD_RESIGNED ? "(resigns)"
           : r->end == RECORD_TIME   ? "(out of time)"
                                     : "(a fault)";
}

static json_t *numbers(const double value[], int seats) {
    json_t *list = json_array();
    for (int i = 0; i < seats; i++) json_array_append_new(list, json_real(value[i]));
    return list;
}

/* As far as it is possible: the line of a bot from a library may be invalid. */
static json_t *line_json(const struct record *r, size_t step, const struct review_line *line) {
    const struct th_game *game = r->game;
    struct th_state *s = r->spare[0];
    json_t *list = json_array();
    char action[TH_ACTION_BYTES];
    record_state(r, step, s);
    for (int i = 0; i < line->n && th_is_possible(game, s, line->action[i]); i++) {
        json_array_append_new(
            list, json_string(game->action_text(s, line->action[i], action, sizeof action)));
        game->apply(s, line->action[i]);
    }
    return list;
}

static json_t *step_json(const struct record *r, const struct review *review, size_t k) {
    static const char *const kinds[] = {"decision", "forced", "chance", "given-up"};
    const struct review_step *s = &review->step[k];
    const int seats = review->seats;
    char action[TH_ACTION_BYTES];
    json_t *json = json_pack("{s:I, s:I, s:s, s:i, s:s, s:o, s:o}", "step", (json_int_t)k + 1,
                             "turn", (json_int_t)s->turn + 1, "kind", kinds[s->kind], "seat",
                             s->seat, "action", review_did(r, review, k, action), "value",
                             numbers(s->value, seats), "change", numbers(s->change, seats));
    if (s->kind == REVIEW_CHANCE) {
        json_object_set_new(json, "probability", json_real(s->probability));
        return json;
    }
    json_object_set_new(json, "loss", json_real(review_lost(s)));
    if (s->kind == REVIEW_DECISION)
        json_object_set_new(json, "chances",
                            json_pack("{s:o, s:o}", "best", analysis_number(s->hoped), "played",
                                      analysis_number(s->had)));
    json_object_set_new(json, "error", numbers(s->error, seats));
    json_object_set_new(json, "hidden", numbers(s->hidden, seats));
    json_object_set_new(json, "hindsight", numbers(s->hindsight, seats));
    json_object_set_new(json, "grade", json_string(review_grades[s->grade]));
    if (s->better) {
        json_object_set_new(json, "better", json_string(review_action(r, k, s->best, action)));
        json_object_set_new(json, "line", line_json(r, k, &s->line));
    }
    if (s->grade > REVIEW_FINE) {
        char position[TH_POSITION_BYTES];
        json_object_set_new(json, "position", json_string(review_position(r, k, position)));
    }
    return json;
}

json_t *review_json(const struct record *r, const struct review *review, const char *judge) {
    json_t *players = json_array(), *steps = json_array();
    for (int i = 0; i < review->seats; i++) {
        const struct review_player *p = &review->player[i];
        json_array_append_new(
            players,
            json_pack("{s:i, s:s, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:i, s:i, s:i, s:i, s:o}",
                      "seat", i, "player", r->player[i], "start", p->start, "luck", p->luck,
                      "hidden", p->hidden, "hindsight", p->hindsight, "errors", p->errors, "gifts",
                      p->gifts, "result", p->result, "luck_adjusted",
                      p->result - p->luck - p->hidden, "decisions", p->decisions, "small",
                      p->grade[REVIEW_SMALL], "bad", p->grade[REVIEW_BAD], "blunders",
                      p->grade[REVIEW_BLUNDER], "accuracy", analysis_number(p->accuracy)));
    }
    for (size_t k = 0; k < review->steps; k++)
        json_array_append_new(steps, step_json(r, review, k));
    return json_pack("{s:s, s:s, s:s, s:o, s:o}", "game", r->spec.text, "end", record_ends[r->end],
                     "judge", judge, "players", players, "steps", steps);
}
