#include "train_run.h"

#include "core/clock.h"
#include "tahur/registry.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the games of evaluations, which are the same for every training: one for choosing a network,
 * one for telling how good the chosen one is. */
enum { CHOOSING_SEED = 20260731, TELLING_SEED = 20260801 };

/* Random actions of a network that plays itself, so that games differ. */
static const float SELF_RANDOM = 0.05F;

/* ---- line-ups ---- */

int line_up_find(const struct line_up *l, const char *text) {
    for (int i = 0; i < l->count; i++)
        if (strcmp(l->bot[i].spec.text, text) == 0) return i;
    return -1;
}

/* The length of the first spec in a list. Behind a comma begins another one, unless it is an option
 * of the first: key=value, without a name and a colon before it. */
static size_t first_spec(const char *list) {
    size_t n = strcspn(list, ",");
    while (list[n] == ',') {
        const size_t word = strcspn(list + n + 1, ":=,");
        if (list[n + 1 + word] != '=' || memchr(list, ':', n) == NULL) break;
        n += 1 + strcspn(list + n + 1, ",");
    }
    return n;
}

bool line_up_read(struct line_up *l, const struct th_game *game, const char *list,
                  struct th_error *e) {
    for (;; list++) {
        char text[TH_SPEC_BYTES];
        const size_t n = first_spec(list);
        if (n >= sizeof text) return th_fail(e, "the name of a bot is too long");
        memcpy(text, list, n);
        text[n] = 0;
        if (line_up_find(l, text) < 0) {
            if (l->count == VERSUS_OPPONENTS_MAX)
                return th_fail(e, "at most %d bots can be named", VERSUS_OPPONENTS_MAX);
            struct th_spec *spec = &l->bot[l->count].spec;
            l->bot[l->count].kind = th_bot_find(game, text, spec, e);
            if (l->bot[l->count].kind == NULL) return false;
            l->count++;
        }
        list += n;
        if (*list == 0) return true;
    }
}

bool line_up_make(const struct line_up *l, const struct th_game *game,
                  struct bot bots[VERSUS_OPPONENTS_MAX], struct th_error *e) {
    for (int i = 0; i < l->count; i++) {
        bots[i].kind = l->bot[i].kind;
        bots[i].self = bots[i].kind->make(game, &l->bot[i].spec.options, e);
        if (bots[i].self == NULL) return false;
    }
    return true;
}

void line_up_drop(struct bot bots[VERSUS_OPPONENTS_MAX]) {
    for (int i = 0; i < VERSUS_OPPONENTS_MAX; i++)
        if (bots[i].self != NULL && bots[i].kind->drop != NULL) bots[i].kind->drop(bots[i].self);
}

/* ---- making ---- */

bool train_run_make(struct train_run *run, const struct train_plan *plan, struct dqn *dqn,
                    json_t *points, const char *path, struct th_error *e) {
    *run = (struct train_run){.plan = plan,
                              .dqn = dqn,
                              .points = points,
                              .first = dqn->games,
                              .first_updates = dqn->updates};
    if (path != NULL && (run->path = strdup(path)) == NULL)
        return th_fail(e, "there is no memory for a training");
    struct versus *v = &run->versus;
    if (!versus_make(v, plan->game, &plan->game_spec.options, e) ||
        !line_up_make(&plan->opponents, plan->game, run->opponent, e) ||
        !line_up_make(&plan->judges, plan->game, run->judge, e))
        return false;
    memcpy(v->opponent, run->opponent, sizeof v->opponent);
    v->opponents = plan->opponents.count;
    if (v->opponents == 0) {
        run->self = (struct player){.network = &dqn->online, .random = SELF_RANDOM};
        v->opponent[v->opponents++] = player_bot(&run->self);
    }
    return true;
}

void train_run_drop(struct train_run *run) {
    line_up_drop(run->opponent);
    line_up_drop(run->judge);
    versus_drop(&run->versus);
    dqn_drop(run->dqn);
    json_decref(run->points);
    free(run->path);
}

/* ---- evaluating ---- */

static struct evaluation evaluate(struct train_run *run, const struct network *n, int judge,
                                  uint64_t games, uint64_t seed) {
    const struct match_rules rules = {
        .game = run->plan->game, .start = run->versus.start, .seed = seed, .max_turns = UINT32_MAX};
    return player_evaluate(n, &rules, run->judge[judge], games, run->versus.state,
                           run->versus.view);
}

/* The mean share of wins over the opponents; in self-play, over all judges. */
static double score(const struct train_plan *plan, const struct evaluation by[]) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < plan->judges.count; i++)
        if (plan->opponents.count == 0 ||
            line_up_find(&plan->opponents, plan->judges.bot[i].spec.text) >= 0) {
            sum += by[i].share;
            count++;
        }
    return sum / count;
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
    return json_pack("{s:I, s:I, s:I, s:f, s:f, s:f, s:f, s:f, s:b, s:o}", "games",
                     (json_int_t)d->games, "steps", (json_int_t)d->replay.added, "updates",
                     (json_int_t)d->updates, "epsilon", (double)dqn_epsilon(d), "rate",
                     (double)dqn_rate(d), "loss", tally->loss / updates, "reward",
                     tally->reward / games, "score", value, "best", best, "against", against);
}

static void evaluate_point(struct train_run *run) {
    const struct train_plan *plan = run->plan;
    const double begun = clock_cpu_seconds();
    struct evaluation by[VERSUS_OPPONENTS_MAX];
    for (int i = 0; i < plan->judges.count; i++)
        by[i] = evaluate(run, &run->dqn->online, i, plan->evaluate_games, CHOOSING_SEED);
    const double value = score(plan, by);
    const bool best = dqn_keep_best(run->dqn, value);
    const struct dqn_tally tally = dqn_take_tally(run->dqn);
    json_array_append_new(run->points, point_json(run, &tally, by, value, best));
    run->evaluate_seconds += clock_cpu_seconds() - begun;
}

/* ---- files ---- */

static bool save(const struct train_run *run, struct th_error *e) {
    const struct train_plan *plan = run->plan;
    json_t *notes = json_pack("{s:s}", "opponent", plan->opponent_text);
    if (!plan->slim) json_object_set(notes, "points", run->points);
    struct model m = {.notes = json_dumps(notes, JSON_COMPACT),
                      .network = *dqn_best(run->dqn),
                      .training = plan->slim ? NULL : run->dqn};
    snprintf(m.game, sizeof m.game, "%s", plan->game_spec.text);
    snprintf(m.layout, sizeof m.layout, "%s", plan->game->observation_layout);
    const bool written = m.notes != NULL ? model_write(&m, run->path, e)
                                         : th_fail(e, "there is no memory to write a model");
    free(m.notes);
    json_decref(notes);
    return written;
}

bool train_resume(const char *path, const struct train_plan *plan, struct dqn **dqn,
                  json_t **points, char opponent_text[TH_SPEC_BYTES], struct th_error *e) {
    struct model m;
    struct th_error why;
    if (!model_read(&m, path, e)) return false;
    const struct th_game *game = plan->game;
    bool fits = model_check(&m, plan->game_spec.text, game->observation_layout, &why) &&
                model_check_sizes(&m, game->observation, game->action_count, &why);
    if (fits && m.training == NULL)
        fits = th_fail(&why, "it holds a network alone, without the training to go on with");
    json_t *notes = fits ? json_loads(m.notes, 0, NULL) : NULL;
    const char *opponent = json_string_value(json_object_get(notes, "opponent"));
    json_t *list = json_object_get(notes, "points");
    if (fits && (opponent == NULL || strlen(opponent) >= TH_SPEC_BYTES || !json_is_array(list)))
        fits = th_fail(&why, "its notes are not those of a training");
    if (fits) {
        snprintf(opponent_text, TH_SPEC_BYTES, "%s", opponent);
        *points = json_incref(list);
        *dqn = m.training;
        m.training = NULL;
    }
    json_decref(notes);
    model_drop(&m);
    return fits || th_fail(e, "%s is refused: %s", path, why.text);
}

/* ---- running ---- */

static uint64_t least(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static void train(struct train_run *run) {
    enum { GAMES_AT_ONCE = 25 }; /* between looks at the clock and for Control-C */
    const struct train_plan *plan = run->plan;
    const struct environment environment = versus_environment(plan->game);
    const uint64_t last = run->first + plan->games, every = plan->evaluate_every;
    while (run->dqn->games < last && !atomic_load(plan->stop)) {
        const uint64_t now = run->dqn->games;
        const uint64_t until = least(least(last, (now / every + 1) * every), now + GAMES_AT_ONCE);
        const double begun = clock_cpu_seconds();
        dqn_train(run->dqn, &environment, &run->versus, until - now);
        run->train_seconds += clock_cpu_seconds() - begun;
        const bool evaluated = until % every == 0;
        if (evaluated) evaluate_point(run);
        plan->progress(plan->context, run, evaluated);
    }
    run->finished = run->dqn->games == last;
}

void train_run_all(struct train_run *run) {
    train(run);
    if (run->path != NULL && !save(run, &run->error)) {
        run->failed = true;
        return;
    }
    for (int i = 0; i < run->plan->judges.count && !atomic_load(run->plan->stop); i++)
        run->final[i] = evaluate(run, dqn_best(run->dqn), i, run->plan->final_games, TELLING_SEED);
}
