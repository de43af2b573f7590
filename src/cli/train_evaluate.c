#include "train_evaluate.h"

#include "core/clock.h"
#include <math.h>

/* Of the games of evaluations, which are the same for every training: one for choosing a network,
 * one for telling how good the chosen one is. */
enum { CHOOSING_SEED = 20260731, TELLING_SEED = 20260801 };

/* Whether the score counts this judge: an opponent; in self-play, all judges. */
static bool counts(const struct train_plan *plan, int judge) {
    return plan->opponents.count == 0 ||
           bot_list_find(&plan->opponents, &plan->judges.bot[judge]) >= 0;
}

json_t *train_measure(const struct train_plan *plan) {
    json_t *bots = json_array();
    for (int i = 0; i < plan->judges.count; i++)
        if (counts(plan, i))
            json_array_append_new(bots, json_string(plan->judges.bot[i].spec.text));
    return json_pack("{s:I, s:o}", "games", (json_int_t)plan->evaluate_games, "bots", bots);
}

static struct evaluation evaluate(struct train_run *run, const struct network *n, int judge,
                                  uint64_t games, uint64_t seed) {
    const struct match_rules rules = {.game = run->plan->game,
                                      .start = run->versus.start,
                                      .seed = seed,
                                      .max_turns = UINT32_MAX,
                                      .abort = run->plan->stop};
    struct player player = {.network = n};
    return player_evaluate(player_bot(&player), &rules, &run->judge[judge], 1, games,
                           run->versus.state, run->versus.view);
}

/* The mean share of wins over those that count. */
static double score(const struct train_plan *plan, const struct evaluation by[]) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < plan->judges.count; i++)
        if (counts(plan, i)) {
            sum += by[i].share;
            count++;
        }
    return sum / count;
}

bool train_measure_again(struct train_run *run) {
    const struct train_plan *plan = run->plan;
    const double begun = clock_cpu_seconds();
    struct evaluation by[VERSUS_OPPONENTS_MAX] = {0};
    json_t *measure = train_measure(plan);
    const bool other = run->measure == NULL || !json_equal(measure, run->measure);
    const bool again = other && run->dqn->best_score > -INFINITY;
    for (int i = 0; again && i < plan->judges.count; i++) {
        if (!counts(plan, i)) continue;
        by[i] = evaluate(run, &run->dqn->best, i, plan->evaluate_games, CHOOSING_SEED);
        if (by[i].games > 0) continue;
        json_decref(measure);
        return false;
    }
    json_decref(run->measure);
    run->measure = measure;
    if (again) {
        run->again.done = true;
        run->again.before = run->dqn->best_score;
        run->again.now = run->dqn->best_score = score(plan, by);
        run->evaluate_seconds += clock_cpu_seconds() - begun;
    }
    return true;
}

static json_t *number_or_null(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

/* What happened since the last evaluation, and the evaluation. */
static json_t *point_json(const struct train_run *run, const struct dqn_tally *tally,
                          const struct evaluation by[], double value, bool best) {
    const struct dqn *d = run->dqn;
    json_t *against = json_object();
    for (int i = 0; i < run->plan->judges.count; i++)
        json_object_set_new(against, run->plan->judges.bot[i].spec.text,
                            json_pack("{s:I, s:I, s:f, s:[f, f]}", "games", (json_int_t)by[i].games,
                                      "wins", (json_int_t)by[i].wins, "win_share", by[i].share,
                                      "ci95", by[i].low, by[i].high));
    const double games = tally->games > 0 ? (double)tally->games : 1;
    const double updates = tally->updates > 0 ? (double)tally->updates : 1;
    return json_pack("{s:I, s:I, s:I, s:f, s:f, s:o, s:f, s:f, s:b, s:o}", "games",
                     (json_int_t)d->games, "steps", (json_int_t)d->replay.added, "updates",
                     (json_int_t)d->updates, "epsilon", (double)dqn_epsilon(d), "rate",
                     (double)dqn_rate(d), "loss", number_or_null(tally->loss / updates), "reward",
                     tally->reward / games, "score", value, "best", best, "against", against);
}

bool train_evaluate_point(struct train_run *run, bool end) {
    const struct train_plan *plan = run->plan;
    const double begun = clock_cpu_seconds();
    struct evaluation by[VERSUS_OPPONENTS_MAX];
    for (int i = 0; i < plan->judges.count; i++) {
        by[i] = evaluate(run, &run->dqn->online, i, plan->evaluate_games, CHOOSING_SEED);
        if (by[i].games == 0) return false;
    }
    const double value = score(plan, by);
    const bool best = value > run->dqn->best_score;
    const struct dqn_tally tally = run->dqn->tally;
    if (end) {
        run->end_best = best;
        run->end_score = value;
    } else {
        dqn_keep_best(run->dqn, value);
        dqn_take_tally(run->dqn);
    }
    json_t *point = point_json(run, &tally, by, value, best);
    if (end) json_object_set_new(point, "end", json_true());
    json_array_append_new(run->points, point);
    run->evaluate_seconds += clock_cpu_seconds() - begun;
    return true;
}

bool train_point_missing(const struct train_run *run) {
    const uint64_t games = run->dqn->games;
    if (games == 0 || games % run->plan->evaluate_every != 0) return false;
    const json_t *last = json_array_get(run->points, json_array_size(run->points) - 1);
    return json_integer_value(json_object_get(last, "games")) != (json_int_t)games;
}

bool train_evaluate_final(struct train_run *run) {
    const struct train_plan *plan = run->plan;
    for (int i = 0; i < plan->judges.count && plan->final_games > 0; i++) {
        run->final[i] = evaluate(run, train_run_kept(run), i, plan->final_games, TELLING_SEED);
        if (run->final[i].games == 0) return false;
    }
    return true;
}

void train_forget_end(json_t *points) {
    const size_t n = json_array_size(points);
    if (n > 0 && json_is_true(json_object_get(json_array_get(points, n - 1), "end")))
        json_array_remove(points, n - 1);
}
