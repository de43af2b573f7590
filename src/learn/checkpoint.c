/* Trainings as model files: on the disk, in saved runs, and in messages between ranks. */
#include "core/facets.h"
#include "network_training.h"
#include "tahur/registry.h"
#include "train_own.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the training in a model ---- */

static void set_kind(struct model *m, const struct learner *learner) {
    snprintf(m->kind, sizeof m->kind, "%s", learner->name);
}

bool checkpoint_store(struct model *m, const struct learner *learner, const void *self,
                      struct th_error *e) {
    set_kind(m, learner);
    if (learner->finite != NULL && !learner->finite(self))
        return th_fail(
            e, "the training is not written: it has diverged, its parameters are not finite "
               "numbers any more; a lower rate may help");
    m->trained = true;
    learner->store(self, &m->training);
    return !m->training.failed || th_fail(e, "there is no memory to write a training");
}

void *checkpoint_restore(const struct model *m, const struct learner *learner, struct th_error *e) {
    if (!model_check_kind(m, learner->name, e)) return NULL;
    if (!m->trained) {
        th_fail(e, "it holds a network alone, without the training to continue");
        return NULL;
    }
    struct bytes_reader r = bytes_reader_of(m->training.data, m->training.size);
    void *self = learner->restore(&r, e);
    if (self == NULL) return NULL;
    bool done = r.at == r.end || th_fail(e, "it is damaged: there is more than a model in it");
    if (done && learner->network != NULL &&
        !network_same_shape(&learner->network(self, LEARNED_NOW)->shape, &m->network.shape))
        done = th_fail(e, "it is damaged: the training is one of another network");
    if (done) return self;
    learner->drop(self);
    return NULL;
}

/* ---- model files ---- */

/* The notes of a model file; with `whole`, those that a training needs to continue. */
static json_t *notes_of(const struct train_run *run, bool whole) {
    json_t *notes = json_pack("{s:s}", "opponent", run->plan->opponent_text);
    if (whole) {
        json_object_set(notes, "measure", run->measure);
        json_object_set(notes, "points", run->points);
    }
    return notes;
}

/* Fills a model with the best player, and with the training if `whole`. The network is borrowed
 * from the learner; drop_filled frees the rest. */
static bool fill_model(struct model *m, const struct train_run *run, const json_t *notes,
                       bool whole, struct th_error *e) {
    const struct train_plan *plan = run->plan;
    *m = (struct model){.notes = json_dumps(notes, JSON_COMPACT)};
    set_kind(m, plan->learner);
    if (plan->learner->network != NULL)
        m->network = *plan->learner->network(run->self, train_kept(run));
    snprintf(m->game, sizeof m->game, "%s", plan->game_spec.text);
    snprintf(m->layout, sizeof m->layout, "%s", learning_of(plan->game)->observation_layout);
    if (m->notes == NULL) return th_fail(e, "there is no memory to write a model");
    return !whole || checkpoint_store(m, plan->learner, run->self, e);
}

static void drop_filled(struct model *m) {
    free(m->notes);
    free(m->training.data);
}

bool checkpoint_write(struct train_run *run, struct th_error *e) {
    struct model m;
    run->diverged = !run->plan->slim && !train_finite(run);
    const bool whole = !run->plan->slim && !run->diverged;
    json_t *notes = notes_of(run, whole);
    const bool written = fill_model(&m, run, notes, whole, e) && model_write(&m, run->path, e);
    drop_filled(&m);
    json_decref(notes);
    return written;
}

/* Whether two specs are one game with the same options: "kittens" and "kittens:rules=full". */
static bool same_game(const char *text, const struct train_plan *plan) {
    struct th_spec spec;
    struct th_error ignored;
    return th_game_find(text, &spec, &ignored) == plan->game &&
           th_options_equal(&spec.options, &plan->game_spec.options);
}

/* The outputs of a network of this plan. */
static int outputs_of(const struct train_plan *plan) {
    const int actions = plan->game->action_count;
    return plan->learner->outputs != NULL ? plan->learner->outputs(actions, plan->seats) : actions;
}

/* The training of a model of this game, with all points in its notes. */
static bool take_past(const struct model *m, const struct train_plan *plan, const json_t *notes,
                      struct train_past *past, struct th_error *e) {
    const struct th_game *game = plan->game;
    const char *spec = same_game(m->game, plan) ? m->game : plan->game_spec.text;
    if (!model_check(m, spec, learning_of(game)->observation_layout, e) ||
        !model_check_kind(m, plan->learner->name, e) ||
        !model_check_sizes(m, plan->observations, outputs_of(plan), e))
        return false;
    const char *opponent = json_string_value(json_object_get(notes, "opponent"));
    json_t *points = json_object_get(notes, "points");
    if (m->trained &&
        (opponent == NULL || strlen(opponent) >= TH_SPEC_BYTES || !json_is_array(points)))
        return th_fail(e, "its notes are not those of a training");
    *past = (struct train_past){.self = checkpoint_restore(m, plan->learner, e)};
    if (past->self == NULL) return false;
    past->points = json_incref(points);
    past->measure = json_incref(json_object_get(notes, "measure"));
    snprintf(past->opponent_text, sizeof past->opponent_text, "%s", opponent);
    return true;
}

bool checkpoint_read(const char *path, const struct train_plan *plan, struct train_past *past,
                     struct th_error *e) {
    struct model m;
    struct th_error why;
    if (!model_read(&m, path, e)) return false;
    json_t *notes = json_loads(m.notes, 0, NULL);
    const bool fits = take_past(&m, plan, notes, past, &why);
    if (fits) train_forget_end(past->points);
    json_decref(notes);
    model_drop(&m);
    return fits || th_fail(e, "%s is refused: %s", path, why.text);
}

/* ---- packing ----
 *
 * In addition to the notes of a model file there are, for the report:
 *
 *     finished   whether all games are played and evaluated
 *     seconds    of training and of evaluations
 *     final      by judge: games, wins, wins in the first two seats, share and its interval; then,
 *                if games are repeated or begin with random decisions, or there are more seats, the
 *                numbers of distinct games and of random decisions; then wins in the other seats
 *     astray     only of a training that has diverged, which cannot be stored: its figures
 *
 * The evaluation at the end is the last of the points. */

/* The name in the format of saved runs. */
#define DIVERGED_KEY "astray"

static json_t *number_or_null(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *final_json(const struct train_run *run) {
    const int seats = run->versus.seats;
    json_t *list = json_array();
    for (int i = 0; i < train_judges(run->plan); i++) {
        const struct evaluation *f = &run->final[i];
        json_t *one = json_pack("[I, I, I, I, f, f, f]", (json_int_t)f->games, (json_int_t)f->wins,
                                (json_int_t)f->seat_wins[0], (json_int_t)f->seat_wins[1], f->share,
                                f->low, f->high);
        if (f->different > 0 || f->random_plies > 0 || seats > 2) {
            json_array_append_new(one, json_integer((json_int_t)f->different));
            json_array_append_new(one, json_integer((json_int_t)f->random_plies));
        }
        for (int s = 2; s < seats; s++)
            json_array_append_new(one, json_integer((json_int_t)f->seat_wins[s]));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *diverged_json(const struct train_run *run, bool network) {
    const struct learner_progress p = train_progress(run);
    return json_pack("{s:I, s:I, s:I, s:o, s:b}", "games", (json_int_t)p.games, "steps",
                     (json_int_t)p.steps, "updates", (json_int_t)p.updates, "score",
                     number_or_null(train_best_score(run)), "network", network);
}

struct bytes checkpoint_pack(const struct train_run *run) {
    const struct learner *learner = run->plan->learner;
    const bool finite = train_finite(run);
    const struct network *kept =
        learner->network != NULL ? learner->network(run->self, train_kept(run)) : NULL;
    const bool network = kept != NULL && all_finite(kept->parameters, kept->count);
    struct bytes b = {.failed = true};
    struct network zeros = {0}; /* instead of a network that has diverged */
    struct model m;
    struct th_error ignored;
    if (kept != NULL && !network_make(&zeros, &kept->shape, &ignored)) return b;
    json_t *notes = notes_of(run, true);
    json_object_set_new(notes, "finished", json_boolean(run->finished));
    json_object_set_new(notes, "seconds",
                        json_pack("[f, f]", run->train_seconds, run->evaluate_seconds));
    json_object_set_new(notes, "final", final_json(run));
    if (!finite) json_object_set_new(notes, DIVERGED_KEY, diverged_json(run, network));
    if (fill_model(&m, run, notes, finite, &ignored)) {
        if (!network) m.network = zeros;
        b = model_bytes(&m);
    }
    drop_filled(&m);
    json_decref(notes);
    network_drop(&zeros);
    return b;
}

/* ---- unpacking ---- */

static uint64_t whole(const json_t *object, const char *name) {
    const json_int_t n = json_integer_value(json_object_get(object, name));
    return n > 0 ? (uint64_t)n : 0;
}

/* A training that has diverged, with its figures and network. */
static bool take_diverged(const struct train_run *run, const struct model *m, const json_t *notes,
                          struct train_past *past, struct th_error *e) {
    const struct train_plan *plan = run->plan;
    const struct learner *learner = plan->learner;
    const json_t *diverged = json_object_get(notes, DIVERGED_KEY);
    const json_t *score = json_object_get(diverged, "score");
    json_t *points = json_object_get(notes, "points");
    const struct learner_setup setup = {.game = plan->game,
                                        .observation = plan->observations,
                                        .actions = plan->game->action_count,
                                        .seats = plan->seats,
                                        .seed = run->seed,
                                        .games = plan->games};
    const struct learner_progress p = {
        .games = whole(diverged, "games"),
        .updates = whole(diverged, "updates"),
        .steps = whole(diverged, "steps"),
        .best_score = json_is_number(score) ? json_number_value(score) : -INFINITY};
    const bool network = json_is_true(json_object_get(diverged, "network"));
    void *self = learner->new (&setup, &plan->options, e);
    if (self == NULL) return false;
    if (!json_is_array(points) || learner->diverge == NULL ||
        !model_check_kind(m, learner->name, e) || m->network.count == 0 ||
        !learner->diverge(self, &p, network ? &m->network : NULL)) {
        learner->drop(self);
        return th_fail(e, "it is damaged: its figures are not those of a training");
    }
    *past = (struct train_past){.self = self,
                                .points = json_incref(points),
                                .measure = json_incref(json_object_get(notes, "measure"))};
    return true;
}

static bool read_final(const struct train_run *run, const json_t *list, struct evaluation out[]) {
    if (json_array_size(list) != (size_t)train_judges(run->plan)) return false;
    for (int i = 0; i < train_judges(run->plan); i++) {
        json_t *one = json_array_get(list, (size_t)i);
        const json_int_t different = json_integer_value(json_array_get(one, 7));
        const json_int_t plies = json_integer_value(json_array_get(one, 8));
        json_int_t games, wins, seat[TH_SEATS_MAX];
        double share, low, high;
        if (json_unpack(one, "[I, I, I, I, F, F, F]", &games, &wins, &seat[0], &seat[1], &share,
                        &low, &high) != 0 ||
            games < 0 || wins < 0 || different < 0 || plies < 0 || plies > UINT32_MAX ||
            wins > games || different > games || !(share >= 0 && share <= 1) ||
            !(low >= 0 && low <= high && high <= 1))
            return false;
        out[i] = (struct evaluation){.games = (uint64_t)games,
                                     .wins = (uint64_t)wins,
                                     .different = (uint64_t)different,
                                     .random_plies = (uint32_t)plies,
                                     .share = share,
                                     .low = low,
                                     .high = high};
        for (int s = 0; s < run->versus.seats; s++) {
            if (s >= 2) seat[s] = json_integer_value(json_array_get(one, (size_t)(7 + s)));
            if (seat[s] < 0) return false;
            out[i].seat_wins[s] = (uint64_t)seat[s];
        }
    }
    return true;
}

static void adopt(struct train_run *run, const struct train_past *past, const json_t *notes,
                  const struct evaluation final[]) {
    const json_t *seconds = json_object_get(notes, "seconds");
    const bool diverged = json_object_get(notes, DIVERGED_KEY) != NULL;
    struct train_past before = {.self = run->self, .points = run->points, .measure = run->measure};
    train_past_drop(&before, run->plan->learner);
    run->self = past->self;
    run->itself.self = past->self;
    run->points = past->points;
    run->measure = past->measure;
    run->finished = json_is_true(json_object_get(notes, "finished"));
    run->train_seconds = json_number_value(json_array_get(seconds, 0));
    run->evaluate_seconds = json_number_value(json_array_get(seconds, 1));
    for (int i = 0; i < train_judges(run->plan); i++) run->final[i] = final[i];
    if (!run->finished && !diverged) train_forget_end(run->points);
    const json_t *last = json_array_get(run->points, json_array_size(run->points) - 1);
    if (diverged || !json_is_true(json_object_get(last, "end"))) return;
    run->end_best = json_is_true(json_object_get(last, "best"));
    run->end_score = json_number_value(json_object_get(last, "score"));
}

bool checkpoint_unpack(struct train_run *run, const uint8_t *data, size_t size,
                       struct th_error *e) {
    const struct learner *learner = run->plan->learner;
    struct model m;
    struct train_past past;
    struct evaluation final[VERSUS_OPPONENTS_MAX];
    if (!model_parse(&m, data, size, e)) return false;
    json_t *notes = json_loads(m.notes, 0, NULL);
    bool ok = json_object_get(notes, DIVERGED_KEY) != NULL
                  ? take_diverged(run, &m, notes, &past, e)
                  : take_past(&m, run->plan, notes, &past, e);
    if (ok && (learner->progress(past.self).seed != run->seed ||
               !read_final(run, json_object_get(notes, "final"), final))) {
        train_past_drop(&past, learner);
        ok = th_fail(e, "it is damaged: its figures are not those of this training");
    }
    if (ok) adopt(run, &past, notes, final);
    json_decref(notes);
    model_drop(&m);
    return ok;
}

/* ---- saved runs ---- */

bool checkpoint_load(struct train_run *run, struct th_error *e) {
    const struct train_store *store = run->plan->store;
    struct train_saved saved;
    struct th_error why;
    if (!store->load(store->context, run->seed, &saved, e)) return false;
    const size_t size = saved.model.size;
    bool ok = size == 0 || checkpoint_unpack(run, saved.model.data, size, &why);
    if (ok && size > 0 &&
        (train_progress(run).games != saved.games || run->finished != saved.finished))
        ok = th_fail(&why, "it is damaged: its games are not those of its row");
    free(saved.model.data);
    return ok || th_fail(e, "seed %llu of the run cannot continue: %s",
                         (unsigned long long)run->seed, why.text);
}

bool train_save_in_store(void *context, const struct train_run *run, struct th_error *e) {
    const struct train_store *store = context;
    if (!run->finished && !train_finite(run)) return true;
    const struct train_saved saved = {.games = train_progress(run).games,
                                      .finished = run->finished,
                                      .model = checkpoint_pack(run)};
    const bool ok = store->save(store->context, run->seed, &saved, e);
    free(saved.model.data);
    return ok;
}
