#include "train_pack.h"

#include "train_evaluate.h"
#include "train_files.h"
#include <math.h>
#include <stdlib.h>

/* Beside the notes of a model file there are, for the report:
 *
 *     finished   whether all was played and measured
 *     seconds    of training and of evaluations
 *     final      by judge: games, wins, wins by seat, share and its interval; then, where games
 *                repeat themselves or begin with random decisions, how many differ, and how many
 *                decisions
 *     astray     only of a training gone astray, whose state cannot be stored: its figures
 *
 * What the evaluation at the end was is in the last of the points. */

static json_t *number_or_null(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

/* ---- packing ---- */

static json_t *final_json(const struct train_run *run) {
    json_t *list = json_array();
    for (int i = 0; i < run->plan->judges.count; i++) {
        const struct evaluation *f = &run->final[i];
        json_t *one = json_pack("[I, I, I, I, f, f, f]", (json_int_t)f->games, (json_int_t)f->wins,
                                (json_int_t)f->seat_wins[0], (json_int_t)f->seat_wins[1], f->share,
                                f->low, f->high);
        if (f->different > 0 || f->random_plies > 0) {
            json_array_append_new(one, json_integer((json_int_t)f->different));
            json_array_append_new(one, json_integer((json_int_t)f->random_plies));
        }
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *astray_json(const struct train_run *run, bool network) {
    const struct dqn *d = run->dqn;
    return json_pack("{s:I, s:I, s:I, s:o, s:b}", "games", (json_int_t)d->games, "steps",
                     (json_int_t)d->replay.added, "updates", (json_int_t)d->updates, "score",
                     number_or_null(train_run_best_score(run)), "network", network);
}

static bool all_numbers(const struct network *n) {
    for (size_t i = 0; i < n->count; i++)
        if (!isfinite(n->parameters[i])) return false;
    return true;
}

struct bytes train_pack(const struct train_run *run) {
    const bool sound = dqn_sound(run->dqn);
    const struct network *kept = train_run_kept(run);
    const bool network = all_numbers(kept);
    struct bytes b = {.failed = true};
    struct network nothing;
    struct model m;
    struct th_error ignored;
    if (!network_make(&nothing, &kept->shape, &ignored)) return b;
    json_t *notes = train_notes(run, true);
    json_object_set_new(notes, "finished", json_boolean(run->finished));
    json_object_set_new(notes, "seconds",
                        json_pack("[f, f]", run->train_seconds, run->evaluate_seconds));
    json_object_set_new(notes, "final", final_json(run));
    if (!sound) json_object_set_new(notes, "astray", astray_json(run, network));
    if (train_fill_model(&m, run, notes, sound)) {
        if (!network) m.network = nothing;
        b = model_bytes(&m);
        free(m.notes);
    }
    json_decref(notes);
    network_drop(&nothing);
    return b;
}

/* ---- unpacking ---- */

static uint64_t whole(const json_t *object, const char *name) {
    const json_int_t n = json_integer_value(json_object_get(object, name));
    return n > 0 ? (uint64_t)n : 0;
}

static void fill(struct network *n, float value) {
    for (size_t i = 0; i < n->count; i++) n->parameters[i] = value;
}

/* A training gone astray, with the figures and the network it had: astray it is again. */
static bool take_remains(const struct train_run *run, const struct model *m, const json_t *notes,
                         struct train_past *past, struct th_error *e) {
    const json_t *astray = json_object_get(notes, "astray");
    const json_t *score = json_object_get(astray, "score");
    json_t *points = json_object_get(notes, "points");
    struct dqn *d = dqn_new(&run->dqn->settings, run->dqn->observation, run->dqn->actions, e);
    if (d == NULL) return false;
    if (!json_is_array(points) || !network_same_shape(&d->best.shape, &m->network.shape)) {
        dqn_drop(d);
        return th_fail(e, "it is damaged: its figures are not those of a training");
    }
    d->games = whole(astray, "games");
    d->updates = whole(astray, "updates");
    d->replay.added = whole(astray, "steps");
    d->best_score = json_is_number(score) ? json_number_value(score) : -INFINITY;
    fill(&d->online, NAN);
    if (json_is_true(json_object_get(astray, "network")))
        network_copy(&d->best, &m->network);
    else
        fill(&d->best, NAN);
    *past = (struct train_past){.dqn = d,
                                .points = json_incref(points),
                                .measure = json_incref(json_object_get(notes, "measure"))};
    return true;
}

static bool read_final(const struct train_plan *plan, const json_t *list, struct evaluation out[]) {
    if (json_array_size(list) != (size_t)plan->judges.count) return false;
    for (int i = 0; i < plan->judges.count; i++) {
        json_t *one = json_array_get(list, (size_t)i);
        const json_int_t different = json_integer_value(json_array_get(one, 7));
        const json_int_t plies = json_integer_value(json_array_get(one, 8));
        json_int_t games, wins, seat[2];
        double share, low, high;
        if (json_unpack(one, "[I, I, I, I, F, F, F]", &games, &wins, &seat[0], &seat[1], &share,
                        &low, &high) != 0 ||
            games < 0 || wins < 0 || seat[0] < 0 || seat[1] < 0 || different < 0 || plies < 0 ||
            plies > UINT32_MAX || wins > games || different > games ||
            !(share >= 0 && share <= 1) || !(low >= 0 && low <= high && high <= 1))
            return false;
        out[i] = (struct evaluation){.games = (uint64_t)games,
                                     .wins = (uint64_t)wins,
                                     .seat_wins = {(uint64_t)seat[0], (uint64_t)seat[1]},
                                     .different = (uint64_t)different,
                                     .random_plies = (uint32_t)plies,
                                     .share = share,
                                     .low = low,
                                     .high = high};
    }
    return true;
}

static void adopt(struct train_run *run, const struct train_past *past, const json_t *notes,
                  const struct evaluation final[]) {
    const json_t *seconds = json_object_get(notes, "seconds");
    const bool astray = json_object_get(notes, "astray") != NULL;
    dqn_drop(run->dqn);
    json_decref(run->points);
    json_decref(run->measure);
    run->dqn = past->dqn;
    run->points = past->points;
    run->measure = past->measure;
    run->self.network = &run->dqn->online;
    run->finished = json_is_true(json_object_get(notes, "finished"));
    run->train_seconds = json_number_value(json_array_get(seconds, 0));
    run->evaluate_seconds = json_number_value(json_array_get(seconds, 1));
    for (int i = 0; i < run->plan->judges.count; i++) run->final[i] = final[i];
    if (!run->finished && !astray) train_forget_end(run->points);
    const json_t *last = json_array_get(run->points, json_array_size(run->points) - 1);
    if (astray || !json_is_true(json_object_get(last, "end"))) return;
    run->end_best = json_is_true(json_object_get(last, "best"));
    run->end_score = json_number_value(json_object_get(last, "score"));
}

bool train_unpack(struct train_run *run, const uint8_t *data, size_t size, struct th_error *e) {
    struct model m;
    struct train_past past;
    struct evaluation final[VERSUS_OPPONENTS_MAX];
    if (!model_parse(&m, data, size, e)) return false;
    json_t *notes = json_loads(m.notes, 0, NULL);
    bool ok = json_object_get(notes, "astray") != NULL
                  ? take_remains(run, &m, notes, &past, e)
                  : train_take_past(&m, run->plan, notes, &past, e);
    if (ok && (past.dqn->settings.seed != run->dqn->settings.seed ||
               !read_final(run->plan, json_object_get(notes, "final"), final))) {
        dqn_drop(past.dqn);
        json_decref(past.points);
        json_decref(past.measure);
        ok = th_fail(e, "it is damaged: its figures are not those of this training");
    }
    if (ok) adopt(run, &past, notes, final);
    json_decref(notes);
    model_drop(&m);
    return ok;
}
