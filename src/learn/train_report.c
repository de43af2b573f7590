/* Results of trainings: summaries over seeds, JSON, and the actions that players take. */
#include "train.h"

#include "core/text.h"
#include "train_own.h"
#include <math.h>
#include <string.h>

/* ---- over all seeds ---- */

bool train_measured(const struct train_run runs[], int count) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < train_judges(runs[i].plan); j++)
            if (runs[i].final[j].games == 0) return false;
    return true;
}

struct train_spread train_spread(const struct train_run runs[], int count, int judge) {
    struct train_spread s = {.low = INFINITY, .high = -INFINITY};
    for (int i = 0; i < count; i++) {
        const double share = runs[i].final[judge].share;
        s.mean += share / count;
        s.low = fmin(s.low, share);
        s.high = fmax(s.high, share);
    }
    double squares = 0;
    for (int i = 0; i < count; i++) {
        const double distance = runs[i].final[judge].share - s.mean;
        squares += distance * distance;
    }
    s.deviation = count > 1 ? sqrt(squares / (count - 1)) : (double)NAN;
    return s;
}

/* The smallest number of distinct games of a seed with repeated games; 0: no games are repeated. */
static uint64_t fewest_different(const struct train_run runs[], int count, int judge) {
    uint64_t fewest = 0;
    for (int i = 0; i < count; i++) {
        const uint64_t different = runs[i].final[judge].different;
        if (different > 0 && (fewest == 0 || different < fewest)) fewest = different;
    }
    return fewest;
}

bool train_repeats(const struct train_plan *plan, const struct train_run runs[], int count,
                   int judge, char out[TRAIN_REPEATS_BYTES]) {
    char number[27];
    struct text t = text_in(out, TRAIN_REPEATS_BYTES);
    const uint32_t plies = runs[0].final[judge].random_plies;
    const uint64_t different = fewest_different(runs, count, judge);
    if (!train_measured(runs, count) || (plies == 0 && different == 0)) return false;
    text_add(&t, "%s: ", train_judge(plan, judge));
    if (plies > 0)
        text_add(&t, "it never varies, so each game begins with %u random decision%s%s",
                 (unsigned)plies, plies == 1 ? "" : "s", different > 0 ? "; " : "");
    if (different > 0)
        text_add(&t, "%s%s of these games differ, and the interval counts no more",
                 count > 1 ? "of one seed only " : "only ",
                 text_thousands((int64_t)different, number));
    return true;
}

/* ---- JSON ---- */

static json_t *number_or_null(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *final_json(const struct train_plan *plan, const struct train_run *run) {
    json_t *all = json_object();
    for (int i = 0; i < train_judges(plan); i++) {
        const struct evaluation *f = &run->final[i];
        json_t *by_seat = json_array();
        for (int s = 0; s < run->versus.seats; s++)
            json_array_append_new(by_seat, json_integer((json_int_t)f->seat_wins[s]));
        json_t *one =
            json_pack("{s:I, s:I, s:o, s:f, s:[f, f], s:n, s:i}", "games", (json_int_t)f->games,
                      "wins", (json_int_t)f->wins, "wins_by_seat", by_seat, "win_share", f->share,
                      "ci95", f->low, f->high, "different_games", "random_plies", 0);
        train_note_repeats(one, f);
        json_object_set_new(all, train_judge(plan, i), one);
    }
    return all;
}

/* The evaluations, with null for judges that an earlier evaluation did not have. */
static json_t *points_json(const struct train_plan *plan, const struct train_run *run) {
    json_t *points = json_deep_copy(run->points), *point;
    size_t i;
    json_array_foreach(points, i, point) {
        json_t *against = json_object_get(point, "against");
        for (int j = 0; j < train_judges(plan); j++)
            if (json_object_get(against, train_judge(plan, j)) == NULL)
                json_object_set_new(against, train_judge(plan, j), json_null());
    }
    return points;
}

static json_t *again_json(const struct train_run *run) {
    if (!run->again.done) return json_null();
    return json_pack("{s:f, s:f}", "score_before", run->again.before, "score_now", run->again.now);
}

static json_t *run_json(const struct train_plan *plan, const struct train_run *run) {
    const struct learner_progress p = train_progress(run);
    const bool begun = train_begun(run);
    return json_pack("{s:I, s:b, s:s?, s:b, s:I, s:I, s:I, s:o, s:o, s:f, s:f, s:o, s:o}", "seed",
                     (json_int_t)run->seed, "begun", begun, "file",
                     begun && !run->failed ? run->path : NULL, "diverged", run->diverged, "games",
                     (json_int_t)p.games, "steps", (json_int_t)p.steps, "updates",
                     (json_int_t)p.updates, "best_score", number_or_null(train_best_score(run)),
                     "measured_again", again_json(run), "train_seconds", run->train_seconds,
                     "evaluate_seconds", run->evaluate_seconds, "points", points_json(plan, run),
                     "final", train_measured(run, 1) ? final_json(plan, run) : json_null());
}

static json_t *seeds_json(const struct train_plan *plan, const struct train_run runs[], int count) {
    json_t *list = json_array(), *summary = json_object();
    for (int i = 0; i < count; i++) json_array_append_new(list, run_json(plan, &runs[i]));
    for (int i = 0; i < train_judges(plan) && train_measured(runs, count); i++) {
        const struct train_spread s = train_spread(runs, count, i);
        json_object_set_new(summary, train_judge(plan, i),
                            json_pack("{s:f, s:o, s:f, s:f}", "mean", s.mean, "deviation",
                                      number_or_null(s.deviation), "lowest", s.low, "highest",
                                      s.high));
    }
    const struct learner *learner = plan->learner;
    json_t *settings = learner->settings != NULL ? learner->settings(runs[0].self) : json_object();
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "game", plan->game_spec.text, "method",
                     learner->name, "opponent", plan->opponent_text, "settings", settings, "seeds",
                     list, "summary", summary);
}

/* ---- JSON of a reference ---- */

static json_t *trial_json(const struct evaluation *t) {
    if (t->games == 0) return json_null();
    json_t *json = json_pack("{s:I, s:f, s:[f, f]}", "games", (json_int_t)t->games, "win_share",
                             t->share, "ci95", t->low, t->high);
    train_note_repeats(json, t);
    return json;
}

/* An evaluation, the number of games before it, and the figures of the learner. */
static json_t *trial_point_json(const struct train_plan *plan, const json_t *point) {
    const json_t *against = json_object_get(point, "against");
    json_t *json = json_copy(json_object_get(against, train_judge(plan, 0)));
    json_object_del(json, "wins");
    json_object_set(json, "after", json_object_get(point, "games"));
    for (const char *const *name = plan->learner->figure_names; *name != NULL; name++)
        json_object_set(json, *name, json_object_get(point, *name));
    return json;
}

static json_t *reference_json(const struct train_plan *plan, const struct train_run *run) {
    json_t *all = json_pack("{s:s, s:s, s:s, s:I}", "game", plan->game_spec.text, "method",
                            plan->learner->name, "opponent", plan->opponent_text, "games",
                            (json_int_t)train_progress(run).games);
    json_t *figures = plan->learner->figures(run->self, false), *points = json_array(), *point;
    size_t i;
    json_array_foreach(run->points, i, point)
        json_array_append_new(points, trial_point_json(plan, point));
    json_object_update(all, figures);
    json_decref(figures);
    json_object_set_new(all, "seconds", json_real(run->train_seconds));
    json_object_set_new(all, "evaluations", points);
    json_object_set_new(all, "final", trial_json(&run->final[0]));
    return all;
}

json_t *train_json(const struct train_plan *plan, const struct train_run runs[], int count) {
    const int seats = runs[0].versus.seats;
    json_t *all =
        plan->learner->reference ? reference_json(plan, &runs[0]) : seeds_json(plan, runs, count);
    if (seats > 2) { /* with two seats a share needs no explanation */
        json_object_set_new(all, "seats", json_integer(seats));
        json_object_set_new(all, "fair_share", json_real(1.0 / seats));
    }
    return all;
}

/* ---- actions of the players ---- */

enum { COUNTED_GAMES = 2000 };
#define COUNTING_SEED UINT64_C(0x3a7c4)

void train_count_actions(struct train_run *run, uint32_t taken[]) {
    const struct th_game *game = run->plan->game;
    struct versus *v = &run->versus;
    const struct environment world = versus_environment(v);
    struct th_rng rng = th_rng_seeded(COUNTING_SEED);
    for (uint64_t i = 0; i < COUNTED_GAMES && !atomic_load(run->plan->stop); i++) {
        struct environment_step step = {.done = false};
        if (!world.reset(v, th_mix2(COUNTING_SEED, i))) continue;
        while (!step.done) {
            const struct th_ask ask = {game,         v->view, v->seat, v->legal,
                                       v->episode.n, &rng,    NULL,    NULL};
            const int place = run->plan->learner->choose(run->self, train_kept(run), &ask);
            const int action = (int)v->legal[place], stage = game->learning->stage(v->view);
            if (stage >= 0 && stage < TRAIN_STAGES) taken[stage * game->action_count + action]++;
            step = world.step(v, action);
        }
    }
}

const struct th_state *train_some_decision(struct train_run *run) {
    const struct environment world = versus_environment(&run->versus);
    for (uint64_t i = 0; i < COUNTED_GAMES; i++)
        if (world.reset(&run->versus, th_mix2(COUNTING_SEED, i))) return run->versus.state;
    return NULL;
}
