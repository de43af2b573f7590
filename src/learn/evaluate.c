/* Evaluations: the games that a bot wins; points, measure and final evaluation of a training. */
#include "train.h"

#include "core/clock.h"
#include "stats/share.h"
#include "tahur/arena.h"
#include "train_own.h"
#include <math.h>

/* ---- a bot ---- */

struct evaluation evaluate_bot(struct bot player, const struct match_rules *rules,
                               const struct opponent opponents[], int count, uint64_t games,
                               struct th_state *state, struct th_state *view) {
    const int seats = rules->game->seats(rules->start);
    struct evaluation result = {.games = games, .random_plies = rules->random_plies};
    struct share share = {0};
    double total = 0;
    if (games == 0) return (struct evaluation){.high = 1};
    for (uint64_t g = 0; g < games; g++) {
        const struct match_number number = match_number(g, seats);
        const int seat = match_seat(0, g, seats), place = (int)(g % (uint64_t)seats);
        struct match_result match;
        struct bot bots[TH_SEATS_MAX];
        const int opponent = (int)(number.block % (uint64_t)count);
        bots[seat] = player;
        for (int k = 1; k < seats; k++)
            bots[match_seat(k, g, seats)] = opponents[opponent].copy[k - 1];
        match_play(rules, bots, number, state, view, &match);
        if (match.end >= MATCH_ABORTED) {
            share_drop(&share);
            return (struct evaluation){.high = 1};
        }
        const double won = match.payoff[seat]; /* a part of the win in a draw */
        total += won;
        result.wins += won >= 1.0;
        result.seat_wins[seat] += won >= 1.0;
        share_add(&share, won, th_mix2((uint64_t)opponent << 32, match.digest), !match.varied);
        if (place == seats - 1 || g + 1 == games) share_close_block(&share, place + 1);
    }
    result.different = share_distinct(&share, seats);
    double mean;
    const uint64_t counted = result.different > 0 ? result.different : games;
    const double worth = share_worth(&share, (double)counted, &mean);
    th_wilson(mean * worth, worth, &result.low, &result.high);
    result.share = total / (double)games;
    share_drop(&share);
    return result;
}

/* ---- a training ---- */

/* Seeds of evaluation games, the same for every training: one to select the best player, one to
 * measure it. */
enum { CHOOSING_SEED = 20260731, MEASURING_SEED = 20260801 };

/* Whether the score counts this judge: an opponent; in self-play, all judges. */
static bool counts(const struct train_plan *plan, int judge) {
    return plan->learner->reference || plan->opponents.count == 0 ||
           bot_list_find(&plan->opponents, &plan->judges.bot[judge]) >= 0;
}

/* ---- openings ---- */

/* Random decisions at the start of games that would otherwise be repeated; in very short games at
 * most half of the plies. */
enum { OPENING_PLIES = 4 };

static int choose_first(void *self, const struct th_ask *ask) {
    (void)self, (void)ask;
    return 0;
}

/* The number of random decisions for games against this judge: 0 if it is not deterministic. This
 * is tested in one game per seat of a deterministic player, so it does not depend on the training,
 * and all scores of a training are from the same games. */
static uint32_t opening_plies(struct train_run *run, int judge) {
    static const struct th_bot_kind first = {.name = "first", .choose = choose_first};
    const struct match_rules rules = {.game = run->plan->game,
                                      .start = run->versus.start,
                                      .max_turns = UINT32_MAX,
                                      .abort = run->plan->stop};
    const int seats = run->versus.seats;
    uint32_t plies = OPENING_PLIES;
    for (uint64_t game = 0; game < (uint64_t)seats; game++) {
        struct match_result r;
        struct bot bots[TH_SEATS_MAX];
        for (int k = 0; k < seats - 1; k++)
            bots[match_seat(k, game, seats)] = run->judge[judge].copy[k];
        bots[match_seat(seats - 1, game, seats)] = (struct bot){.kind = &first};
        match_play(&rules, bots, match_number(game, seats), run->versus.state, run->versus.view,
                   &r);
        if (r.varied) return 0;
        if (r.plies / 2 < plies) plies = r.plies / 2;
    }
    return plies;
}

void train_choose_openings(struct train_run *run) {
    const bool chance = run->plan->game->outcomes != NULL;
    if (run->plan->learner->reference) return;
    for (int i = 0; i < run->plan->judges.count; i++)
        run->opening_plies[i] = chance ? 0 : opening_plies(run, i);
}

/* ---- the measure ---- */

/* The measure of scores as JSON; "random_plies" is omitted if no judge has any. */
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

static struct evaluation evaluate(struct train_run *run, enum learned which, int judge,
                                  uint64_t games, uint64_t seed) {
    const struct train_plan *plan = run->plan;
    const bool together = plan->learner->reference;
    const struct match_rules rules = {.game = plan->game,
                                      .start = run->versus.start,
                                      .seed = th_seed_of(seed),
                                      .max_turns = UINT32_MAX,
                                      .random_plies = run->opening_plies[judge],
                                      .abort = plan->stop};
    struct learned_player player = {.learner = plan->learner, .self = run->self, .which = which};
    return evaluate_bot(learned_bot(&player), &rules, together ? run->opponent : &run->judge[judge],
                        together ? plan->opponents.count : 1, games, run->versus.state,
                        run->versus.view);
}

/* The mean share of wins over the judges that count. */
static double score(const struct train_plan *plan, const struct evaluation by[]) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < train_judges(plan); i++)
        if (counts(plan, i)) {
            sum += by[i].share;
            count++;
        }
    return sum / count;
}

bool train_measure_again(struct train_run *run) {
    const struct train_plan *plan = run->plan;
    if (plan->learner->reference) return true;
    const double begun = clock_cpu_seconds();
    struct evaluation by[VERSUS_OPPONENTS_MAX] = {0};
    json_t *measure = measure_of(run);
    const double before = train_progress(run).best_score;
    const bool other = run->measure == NULL || !json_equal(measure, run->measure);
    const bool again = other && before > -INFINITY;
    for (int i = 0; again && i < plan->judges.count; i++) {
        if (!counts(plan, i)) continue;
        by[i] = evaluate(run, LEARNED_BEST, i, plan->evaluate_games, CHOOSING_SEED);
        if (by[i].games > 0) continue;
        json_decref(measure);
        return false;
    }
    json_decref(run->measure);
    run->measure = measure;
    if (again) {
        run->again.done = true;
        run->again.before = before;
        run->again.now = score(plan, by);
        plan->learner->set_best(run->self, run->again.now, false);
        run->evaluate_seconds += clock_cpu_seconds() - begun;
    }
    return true;
}

/* ---- points ---- */

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

/* The progress of the training, the learner's figures since the last evaluation, and the
 * evaluation. Model files contain the fields in this order. */
static json_t *point_json(struct train_run *run, const struct evaluation by[], double value,
                          bool best, bool end) {
    const struct train_plan *plan = run->plan;
    const struct learner_progress p = train_progress(run);
    json_t *figures = plan->learner->figures(run->self, !end), *against = json_object();
    for (int i = 0; i < train_judges(plan); i++)
        json_object_set_new(against, train_judge(plan, i), against_json(&by[i]));
    json_t *point = json_pack("{s:I, s:I, s:I}", "games", (json_int_t)p.games, "steps",
                              (json_int_t)p.steps, "updates", (json_int_t)p.updates);
    json_object_update(point, figures);
    json_decref(figures);
    json_object_set_new(point, "score", json_real(value));
    json_object_set_new(point, "best", json_boolean(best));
    json_object_set_new(point, "against", against);
    if (end) json_object_set_new(point, "end", json_true());
    return point;
}

bool train_evaluate_point(struct train_run *run, bool end) {
    const struct train_plan *plan = run->plan;
    const double begun = clock_cpu_seconds();
    struct evaluation by[VERSUS_OPPONENTS_MAX];
    for (int i = 0; i < train_judges(plan); i++) {
        by[i] = evaluate(run, LEARNED_NOW, i, plan->evaluate_games, CHOOSING_SEED);
        if (by[i].games == 0) return false;
    }
    const double value = score(plan, by);
    const bool best = value > train_progress(run).best_score;
    if (end) {
        run->end_best = best;
        run->end_score = value;
    } else if (best && plan->learner->set_best != NULL) {
        plan->learner->set_best(run->self, value, true);
    }
    json_array_append_new(run->points, point_json(run, by, value, best, end));
    run->evaluate_seconds += clock_cpu_seconds() - begun;
    return true;
}

bool train_point_missing(const struct train_run *run) {
    const uint64_t games = train_progress(run).games;
    if (games == 0 || games % run->plan->evaluate_every != 0) return false;
    const json_t *last = json_array_get(run->points, json_array_size(run->points) - 1);
    return json_integer_value(json_object_get(last, "games")) != (json_int_t)games;
}

bool train_evaluate_final(struct train_run *run) {
    const struct train_plan *plan = run->plan;
    for (int i = 0; i < train_judges(plan) && plan->final_games > 0; i++) {
        run->final[i] = evaluate(run, train_kept(run), i, plan->final_games, MEASURING_SEED);
        if (run->final[i].games == 0) return false;
    }
    return true;
}

void train_forget_end(json_t *points) {
    const size_t n = json_array_size(points);
    if (n > 0 && json_is_true(json_object_get(json_array_get(points, n - 1), "end")))
        json_array_remove(points, n - 1);
}
