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

/* ---- openings ---- */

/* So many random decisions begin a game that would otherwise be played again and again; in games
 * so short that little would be left, half of one. */
enum { OPENING_PLIES = 4 };

static int choose_first(void *self, const struct th_ask *ask) {
    (void)self, (void)ask;
    return 0;
}

/* Random decisions for the games against this judge: some if it never varies. It shows in a game in
 * each seat against a player that does not vary either, so the network under training has no part
 * in it, and all scores of a training are of the same games. */
static uint32_t opening_plies(struct train_run *run, int judge) {
    static const struct th_bot_kind first = {.name = "first", .choose = choose_first};
    const struct match_rules rules = {.game = run->plan->game,
                                      .start = run->versus.start,
                                      .max_turns = UINT32_MAX,
                                      .abort = run->plan->stop};
    uint32_t plies = OPENING_PLIES;
    for (uint64_t game = 0; game < 2; game++) {
        struct match_result r;
        struct bot bots[2] = {{.kind = &first}, {.kind = &first}};
        bots[match_seat(0, game, 2)] = run->judge[judge];
        match_play(&rules, bots, match_number(game, 2), run->versus.state, run->versus.view, &r);
        if (r.varied) return 0;
        if (r.plies / 2 < plies) plies = r.plies / 2;
    }
    return plies;
}

void train_choose_openings(struct train_run *run) {
    const bool chance = run->plan->game->outcomes != NULL;
    for (int i = 0; i < run->plan->judges.count; i++)
        run->opening_plies[i] = chance ? 0 : opening_plies(run, i);
}

/* ---- the measure ---- */

/* Openings are named only where there are any. */
static json_t *measure_of(const struct train_run *run) {
    const struct train_plan *plan = run->plan;
    json_t *bots = json_array(), *openings = json_object();
    for (int i = 0; i < plan->judges.count; i++) {
        const char *name = plan->judges.bot[i].spec.text;
        if (!counts(plan, i)) continue;
        json_array_append_new(bots, json_string(name));
        if (run->opening_plies[i] > 0)
            json_object_set_new(openings, name, json_integer(run->opening_plies[i]));
    }
    json_t *measure =
        json_pack("{s:I, s:o}", "games", (json_int_t)plan->evaluate_games, "bots", bots);
    if (json_object_size(openings) > 0) json_object_set(measure, "random_plies", openings);
    json_decref(openings);
    return measure;
}

static struct evaluation evaluate(struct train_run *run, const struct network *n, int judge,
                                  uint64_t games, uint64_t seed) {
    const struct match_rules rules = {.game = run->plan->game,
                                      .start = run->versus.start,
                                      .seed = th_seed_of(seed),
                                      .max_turns = UINT32_MAX,
                                      .random_plies = run->opening_plies[judge],
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
    json_t *measure = measure_of(run);
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

/* ---- points ---- */

static json_t *number_or_null(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

void train_note_repeats(json_t *object, const struct evaluation *e) {
    if (e->different > 0)
        json_object_set_new(object, "different_games", json_integer((json_int_t)e->different));
    if (e->random_plies > 0)
        json_object_set_new(object, "random_plies", json_integer((json_int_t)e->random_plies));
}

static json_t *against_json(const struct evaluation *e) {
    json_t *json = json_pack("{s:I, s:I, s:f, s:[f, f]}", "games", (json_int_t)e->games, "wins",
                             (json_int_t)e->wins, "win_share", e->share, "ci95", e->low, e->high);
    train_note_repeats(json, e);
    return json;
}

/* What happened since the last evaluation, and the evaluation. */
static json_t *point_json(const struct train_run *run, const struct dqn_tally *tally,
                          const struct evaluation by[], double value, bool best) {
    const struct dqn *d = run->dqn;
    json_t *against = json_object();
    for (int i = 0; i < run->plan->judges.count; i++)
        json_object_set_new(against, run->plan->judges.bot[i].spec.text, against_json(&by[i]));
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
