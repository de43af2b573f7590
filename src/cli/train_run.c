#include "train_run.h"

#include "core/clock.h"
#include "core/shortage.h"
#include "train_evaluate.h"
#include "train_files.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Random actions of a network that plays itself, so that games differ. */
static const float SELF_RANDOM = 0.05F;

/* ---- making ---- */

bool train_run_make(struct train_run *run, const struct train_plan *plan,
                    const struct train_past *past, const char *path, struct th_error *e) {
    *run = (struct train_run){.plan = plan,
                              .dqn = past->dqn,
                              .points = past->points,
                              .measure = past->measure,
                              .first = past->dqn->games,
                              .first_updates = past->dqn->updates};
    if (path != NULL && (run->path = strdup(path)) == NULL)
        return th_fail(e, "there is no memory for a training");
    struct versus *v = &run->versus;
    if (!versus_make(v, plan->game, &plan->game_spec.options, e) ||
        !bot_list_make(&plan->opponents, plan->game, &plan->game_spec.options, run->opponent, e) ||
        !bot_list_make(&plan->judges, plan->game, &plan->game_spec.options, run->judge, e))
        return false;
    memcpy(v->opponent, run->opponent, sizeof v->opponent);
    v->opponents = plan->opponents.count;
    if (v->opponents == 0) {
        run->self = (struct player){.network = &run->dqn->online, .random = SELF_RANDOM};
        v->opponent[v->opponents++] = player_bot(&run->self);
    }
    return true;
}

void train_run_drop(struct train_run *run) {
    bot_list_drop(run->opponent);
    bot_list_drop(run->judge);
    versus_drop(&run->versus);
    dqn_drop(run->dqn);
    json_decref(run->points);
    json_decref(run->measure);
    free(run->path);
}

/* ---- what was kept ---- */

bool train_run_begun(const struct train_run *run) {
    return run->dqn->games > run->first;
}

const struct network *train_run_kept(const struct train_run *run) {
    return run->end_best ? &run->dqn->online : dqn_best(run->dqn);
}

double train_run_best_score(const struct train_run *run) {
    return run->end_best ? run->end_score : run->dqn->best_score;
}

/* ---- running ---- */

/* Writes the file on the way, so that little is lost by whatever ends the program: after an
 * evaluation, as long as a twentieth of the time is enough for it. What goes wrong is told in the
 * end, when it is written once more. */
static void save_now_and_then(struct train_run *run) {
    const double begun = clock_seconds();
    struct th_error ignored;
    if (run->path == NULL || begun - run->saved_at < 20 * run->save_seconds) return;
    if (!dqn_sound(run->dqn)) return;
    train_save(run, &ignored);
    run->saved_at = clock_seconds();
    run->save_seconds = run->saved_at - begun;
}

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

bool train_must_stop(const struct train_plan *plan) {
    return atomic_load(plan->stop) || shortage_happened();
}

/* Games up to this number, or to the end of the program. */
static void play_until(struct train_run *run, uint64_t last) {
    const struct environment environment = versus_environment(&run->versus);
    const double begun = clock_cpu_seconds();
    while (run->dqn->games < last && !train_must_stop(run->plan))
        dqn_train(run->dqn, &environment, &run->versus, 1);
    run->train_seconds += clock_cpu_seconds() - begun;
}

/* False ends the training: it goes on another time, from what was kept before. */
static bool keep(struct train_run *run) {
    const struct train_plan *plan = run->plan;
    if (plan->keep == NULL) return true;
    run->unkept = !plan->keep(plan->keeper, run, &run->unkept_why);
    return !run->unkept;
}

static void train(struct train_run *run) {
    enum { GAMES_AT_ONCE = 25 }; /* between looks at the clock */
    const struct train_plan *plan = run->plan;
    const uint64_t last = run->first + plan->games, every = plan->evaluate_every;
    bool going = !train_point_missing(run) || (train_evaluate_point(run, false) && keep(run));
    while (going && run->dqn->games < last && !train_must_stop(run->plan)) {
        const uint64_t now = run->dqn->games;
        play_until(run, least(least(last, (now / every + 1) * every), now + GAMES_AT_ONCE));
        bool evaluated = false;
        if (train_point_missing(run)) {
            evaluated = train_evaluate_point(run, false);
            if (evaluated) save_now_and_then(run);
            going = evaluated && keep(run);
        }
        plan->progress(plan->context, run, evaluated);
    }
    if (run->dqn->games == last && last % every != 0 && train_evaluate_point(run, true))
        plan->progress(plan->context, run, true);
}

void train_run_write(struct train_run *run) {
    if (run->path != NULL) run->failed = !train_save(run, &run->error);
}

/* Whether games could not be played: then the training fails, and goes on another time from what
 * was kept before. */
static bool fail_short(struct train_run *run) {
    if (!shortage_happened()) return false;
    run->failed = true;
    shortage_fail(&run->error);
    return true;
}

void train_run_all(struct train_run *run) {
    const struct train_plan *plan = run->plan;
    if (!run->finished) {
        train_choose_openings(run);
        if (train_measure_again(run)) train(run);
    }
    if (fail_short(run) || !train_run_begun(run)) return;
    train_run_write(run);
    if (run->finished || run->unkept) return;
    run->finished = train_evaluate_final(run) && !atomic_load(plan->stop);
    if (!fail_short(run)) keep(run);
}
