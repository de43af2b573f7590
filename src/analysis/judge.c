/* Verdicts, judges, and the choice of a judge. */
#include "judge.h"

#include "core/facets.h"
#include "core/match.h"
#include "core/text.h"
#include "tahur/registry.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- verdicts ---- */

/* By Laplace's rule of succession: the next game could have another result, however many had the
 * same. */
double verdict_least_error(double games) {
    const double share = 1 / (games + 2);
    return sqrt(share * (1 - share) / games);
}

struct verdict_gap verdicts_gap(const struct verdicts *v, int i, int k) {
    struct verdict_gap gap = {.mean = v->of[i].value[v->seat] - v->of[k].value[v->seat]};
    if (i == k) return gap;
    const double *error_i = v->of[i].error, *error_k = v->of[k].error;
    if (v->sample == NULL || v->games < 2) {
        gap.error = sqrt(error_i[v->seat] * error_i[v->seat] + error_k[v->seat] * error_k[v->seat]);
        return gap;
    }
    double squares = 0;
    for (int64_t g = 0; g < v->games; g++) {
        const double *game = v->sample + g * v->n;
        const double rest = game[i] - game[k] - gap.mean;
        squares += rest * rest;
    }
    const double games = (double)v->games;
    gap.error = sqrt(squares / (games - 1) / games);
    if (gap.error < verdict_least_error(games)) gap.error = verdict_least_error(games);
    return gap;
}

double verdict_critical(int n) {
    const double pairs = n > 1 ? n * (n - 1) / 2.0 : 1;
    double low = 0, high = 40;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) > 0.01 / pairs)
            low = middle;
        else
            high = middle;
    }
    return low;
}

bool verdicts_better(const struct verdicts *v, int i, int k) {
    const struct verdict_gap gap = verdicts_gap(v, i, k);
    if (isnan(gap.error)) return v->sample == NULL && gap.mean > VERDICT_TOLERANCE;
    return gap.mean > 0 && gap.mean > verdict_critical(v->n) * gap.error;
}

/* ---- judge ---- */

enum { ROLLED_OUTCOMES_MAX = 16 }; /* up to which rollouts evaluate each outcome */

struct judge {
    struct judge_settings set;
    int seats;
    struct rollouts *rollouts;
    struct bot bot;
    bool begun;                              /* `begin` of the bot was called */
    struct th_state *view, *after, *further; /* buffers */
    struct th_thoughts thoughts;
    struct verdict of[TH_LEGAL_MAX];
};

/* ---- values of all seats from that of one ---- */

/* Distributes the rest to the other seats: in proportion to the game's estimate, if it has one,
 * otherwise equally. */
static void fill_up(const struct judge *j, const struct th_state *s, int seat, double own,
                    double value[]) {
    const struct th_game *game = j->set.rollouts.game;
    double others = 0;
    for (int i = 0; i < j->seats; i++) value[i] = 1.0;
    if (j->seats > 2 && analysis_of(game)->estimate != NULL) game->analysis->estimate(s, value);
    for (int i = 0; i < j->seats; i++)
        if (i != seat) others += value[i];
    for (int i = 0; i < j->seats; i++)
        value[i] = i == seat    ? own
                   : others > 0 ? (1 - own) * value[i] / others
                                : (1 - own) / (j->seats - 1);
}

static void note(struct judge *j, const struct th_state *s, int seat, int place, th_action a,
                 double own, double error) {
    const struct th_game *game = j->set.rollouts.game;
    struct verdict *v = &j->of[place];
    const bool whole = game->viewer == NULL || game->viewer(s) == TH_SEES_ALL;
    memcpy(j->after, s, game->state_size);
    if (whole) game->apply(j->after, a); /* a view cannot be played on */
    if (game->mover(j->after) == TH_OVER) {
        game->payoff(j->after, v->value);
        error = 0;
    } else {
        fill_up(j, j->after, seat, own, v->value);
    }
    for (int i = 0; i < j->seats; i++) v->error[i] = error;
}

static struct verdicts noted(struct judge *j, int seat, int n) {
    struct verdicts v = {.n = n, .seats = j->seats, .seat = seat, .of = j->of, .reduction = NAN};
    for (int i = 1; i < n; i++)
        if (!(v.of[i].value[seat] <= v.of[v.best].value[seat]) && !isnan(v.of[i].value[seat]))
            v.best = i;
    return v;
}

/* ---- perfect play and search ---- */

static bool solve(struct judge *j, const struct th_state *s, const th_action legal[], int n,
                  struct judge_opinion *out) {
    const struct th_game *game = j->set.rollouts.game;
    double payoff[TH_LEGAL_MAX];
    const int seat = game->mover(s);
    if (j->set.no_solver || analysis_of(game)->solve == NULL ||
        !game->analysis->solve(s, legal, n, payoff, j->set.rollouts.stop))
        return false;
    for (int i = 0; i < n; i++) note(j, s, seat, i, legal[i], payoff[i], 0);
    *out =
        (struct judge_opinion){.verdicts = noted(j, seat, n), .way = JUDGED_EXACTLY, .choice = -1};
    return true;
}

/* Asks the bot and fills in j->thoughts; returns its answer. */
static int ask(struct judge *j, const struct th_state *s, const th_action legal[], int n) {
    const struct th_game *game = j->set.rollouts.game;
    const struct bot *bot = &j->bot;
    struct th_rng rng = th_rng_seeded(j->set.rollouts.seed);
    const int seat = game->mover(s);
    memcpy(j->view, s, game->state_size);
    if (game->view != NULL) game->view(s, seat, j->view);
    /* Unless answers must be fresh, once for all questions, so that a bot can reuse what it found
     * for an earlier one. Answers depend on the sequence of questions only, so they are
     * reproducible. */
    if ((!j->begun || j->set.fresh) && bot->kind->begin != NULL)
        bot->kind->begin(bot->self, j->view, seat);
    j->begun = true;
    th_thoughts_clear(&j->thoughts, n);
    return bot_ask(bot, game, j->view, seat, legal, n, &rng, &j->thoughts, j->set.rollouts.stop);
}

static bool search(struct judge *j, const struct th_state *s, const th_action legal[], int n,
                   struct judge_opinion *out, struct th_error *e) {
    const struct th_game *game = j->set.rollouts.game;
    const int seat = game->mover(s);
    if (n == 1) { /* a seat with one action is not asked: evaluate the state after it */
        double value[TH_SEATS_MAX];
        memmove(j->further, s, game->state_size); /* it may be the same */
        game->apply(j->further, legal[0]);
        if (!judge_state(j, j->further, value, e)) return false;
        for (int i = 0; i < j->seats; i++) j->of[0].value[i] = value[i], j->of[0].error[i] = NAN;
        *out = (struct judge_opinion){
            .verdicts = noted(j, seat, n), .way = JUDGED_BY_SEARCH, .choice = -1};
        return true;
    }
    const int answer = ask(j, s, legal, n);
    if (answer < 0 || answer >= n || isnan(j->thoughts.of[answer].value))
        return th_fail(e, "%s gives no chances of winning; it could be judged by rollouts",
                       j->bot.kind->name);
    for (int i = 0; i < n; i++)
        note(j, s, seat, i, legal[i], j->thoughts.of[i].value, j->thoughts.of[i].error);
    *out = (struct judge_opinion){.verdicts = noted(j, seat, n),
                                  .way = JUDGED_BY_SEARCH,
                                  .thoughts = &j->thoughts,
                                  .choice = answer};
    /* The bot's own choice if it is as good: a search knows more than its mean values. */
    if (!isnan(j->of[answer].value[seat]) &&
        j->of[answer].value[seat] >= j->of[out->verdicts.best].value[seat])
        out->verdicts.best = answer;
    return true;
}

static bool stopped(const struct judge *j, struct th_error *e) {
    return th_is_set(j->set.rollouts.stop) && !th_fail(e, "stopped");
}

bool judge_actions(struct judge *j, const struct th_state *s, const th_action legal[], int n,
                   struct judge_opinion *out, struct th_error *e) {
    if (stopped(j, e)) return false;
    if (solve(j, s, legal, n, out)) return true;
    if (j->set.only_solver)
        return th_fail(e, "perfect play cannot be found in this position; --by search or rollouts "
                          "would do");
    if (j->set.by == JUDGE_BY_SEARCH)
        return search(j, s, legal, n, out, e) && (j->set.hasty || !stopped(j, e));
    const struct rollouts_question q = {.state = s,
                                        .as_seen = true,
                                        .action = legal,
                                        .n = n,
                                        .seat = j->set.rollouts.game->mover(s)};
    *out = (struct judge_opinion){.way = JUDGED_BY_ROLLOUTS, .choice = -1};
    return rollouts_ask(j->rollouts, &q, &out->verdicts, e);
}

/* ---- whole states ---- */

static bool roll_state(struct judge *j, const struct th_state *s, double value[],
                       struct th_error *e) {
    struct verdicts v;
    const struct rollouts_question q = {.state = s, .n = 1};
    if (!rollouts_ask(j->rollouts, &q, &v, e)) return false;
    memcpy(value, v.of[0].value, sizeof v.of[0].value);
    return true;
}

bool judge_state_with(struct judge *j, const struct th_state *s, th_action best, double value[],
                      struct th_error *e) {
    const struct th_game *game = j->set.rollouts.game;
    assert(j->set.by == JUDGE_BY_ROLLOUTS); /* a search uses views only */
    memcpy(j->after, s, game->state_size);
    game->apply(j->after, best);
    if (game->mover(j->after) != TH_OVER) return roll_state(j, j->after, value, e);
    game->payoff(j->after, value);
    return true;
}

bool judge_state(struct judge *j, const struct th_state *s, double value[], struct th_error *e) {
    const struct th_game *game = j->set.rollouts.game;
    const int mover = game->mover(s);
    if (mover == TH_OVER) {
        game->payoff(s, value);
        return true;
    }
    if (mover == TH_CHANCE) {
        if (j->set.by == JUDGE_BY_ROLLOUTS) return roll_state(j, s, value, e);
        if (analysis_of(game)->estimate == NULL)
            return th_fail(e,
                           "%s has no judgement of positions that wait for chance; it could be "
                           "judged by rollouts",
                           game->name);
        game->analysis->estimate(s, value);
        return true;
    }
    th_action legal[TH_LEGAL_MAX];
    struct judge_opinion opinion;
    const int n = game->legal(s, legal);
    if (!judge_actions(j, s, legal, n, &opinion, e)) return false;
    const int best = opinion.verdicts.best;
    memcpy(value, opinion.verdicts.of[best].value, sizeof opinion.verdicts.of[best].value);
    return game->view == NULL || judge_state_with(j, s, legal[best], value, e);
}

bool judge_outcomes(struct judge *j, const struct th_state *s, const struct th_outcome outcome[],
                    int n, double value[][TH_SEATS_MAX], struct th_error *e) {
    const struct th_game *game = j->set.rollouts.game;
    e->text[0] = 0;
    if (j->set.by == JUDGE_BY_ROLLOUTS && n > ROLLED_OUTCOMES_MAX) return false;
    for (int i = 0; i < n; i++) {
        struct th_state *after = j->further;
        memcpy(after, s, game->state_size);
        game->apply(after, outcome[i].action);
        if (!judge_state(j, after, value[i], e)) return false;
    }
    return true;
}

/* ---- making ---- */

struct judge *judge_new(const struct judge_settings *settings, struct th_error *e) {
    const struct rollouts_settings *r = &settings->rollouts;
    struct judge *j = calloc(1, sizeof *j);
    if (j == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    j->set = *settings;
    j->bot.kind = r->bot.kind;
    j->seats = th_game_seats(r->game, &r->game_options, e);
    bool ok = j->seats > 0;
    struct th_state **room[] = {&j->view, &j->after, &j->further};
    for (int i = 0; i < 3 && ok; i++)
        ok = (*room[i] = th_state_new(r->game, &r->game_options, e)) != NULL;
    if (ok && settings->by == JUDGE_BY_ROLLOUTS)
        ok = (j->rollouts = rollouts_new(r, e)) != NULL;
    else if (ok)
        ok = (j->bot.self =
                  th_bot_make(r->bot.kind, r->game, &r->game_options, &r->bot.options, e)) != NULL;
    if (ok) return j;
    judge_drop(j);
    return NULL;
}

void judge_drop(struct judge *j) {
    if (j->rollouts != NULL) rollouts_drop(j->rollouts);
    if (j->bot.self != NULL && j->bot.kind->drop != NULL) j->bot.kind->drop(j->bot.self);
    free(j->view);
    free(j->after);
    free(j->further);
    free(j);
}

/* ---- choice of a judge ---- */

enum { MAX_TURNS = 4000 };

/* The requested bot, or the one that the game recommends. */
static const char *bot_of(const struct judging *j, const struct th_game *game, const char *given) {
    if (given != NULL) return given;
    if (!j->rollouts && analysis_of(game)->judge != NULL) return analysis_of(game)->judge;
    return analysis_of(game)->roller != NULL ? analysis_of(game)->roller : "random";
}

bool judge_bot_has_chances(const struct th_game *game, const struct th_bot_kind *kind) {
    return kind->value_kind == TH_VALUE_CHANCE ||
           (kind->value_kind == TH_VALUE_SCORE && search_of(game)->value_scale > 0);
}

bool judging_make(struct judging *j, const struct th_game *game, const struct th_options *options,
                  const struct judging_wish *wish, struct th_error *e) {
    *j = (struct judging){.by = wish->by, .games = wish->games};
    const int seats = th_game_seats(game, options, e);
    struct th_spec spec;
    struct judge_settings set = {.by = JUDGE_BY_SEARCH, .hasty = wish->hasty, .fresh = wish->fresh};
    if (seats == 0) return false;
    if (seats == 1)
        return th_fail(e, "alone there is nothing to win: a judgement needs two seats or more");
    j->rollouts = j->by == JUDGING_ROLLOUTS || (j->by == JUDGING_AUTO && wish->counted);
    set.rollouts.bot.kind = th_bot_find(game, bot_of(j, game, wish->bot), &spec, e);
    if (set.rollouts.bot.kind == NULL) return false;
    set.rollouts.bot.options = spec.options;
    if (!j->rollouts && j->by == JUDGING_AUTO &&
        (game->view != NULL || !judge_bot_has_chances(game, set.rollouts.bot.kind)))
        j->rollouts = true;
    set.by = j->rollouts ? JUDGE_BY_ROLLOUTS : JUDGE_BY_SEARCH;
    set.no_solver = j->by == JUDGING_SEARCH || j->by == JUDGING_ROLLOUTS || wish->counted;
    set.only_solver = j->by == JUDGING_EXACT;
    j->exact = set.only_solver || (analysis_of(game)->solve != NULL && !set.no_solver);
    set.rollouts.game = game;
    set.rollouts.game_options = *options;
    set.rollouts.games = j->games;
    set.rollouts.until = j->until = wish->until;
    set.rollouts.seed = wish->seed;
    set.rollouts.max_turns = MAX_TURNS;
    set.rollouts.threads = wish->threads;
    set.rollouts.control = wish->control;
    set.rollouts.stop = wish->stop;
    snprintf(j->bot, sizeof j->bot, "%s", spec.text);
    j->judge = judge_new(&set, e);
    return j->judge != NULL;
}

void judging_close(struct judging *j) {
    if (j->judge != NULL) judge_drop(j->judge);
    j->judge = NULL;
}

const char *judging_way(const struct judging *j, char out[JUDGING_WAY_BYTES]) {
    char games[27], until[48] = "";
    const char *exactly = j->exact ? "perfect play where it can be found, else " : "";
    if (j->until > 0) snprintf(until, sizeof until, " or more, to an error of %g", j->until);
    if (j->by == JUDGING_EXACT)
        snprintf(out, JUDGING_WAY_BYTES, "perfect play");
    else if (j->rollouts)
        snprintf(out, JUDGING_WAY_BYTES, "%srollouts of %s, %s of each move%s", exactly, j->bot,
                 text_thousands(j->games, games), until);
    else
        snprintf(out, JUDGING_WAY_BYTES, "%swhat %s thinks", exactly, j->bot);
    return out;
}

json_t *judging_json(const struct judging *j) {
    const char *by = j->by == JUDGING_EXACT ? "exact" : j->rollouts ? "rollouts" : "search";
    return json_pack("{s:s, s:b, s:s, s:I}", "by", by, "exact", (int)j->exact, "bot", j->bot,
                     "games", (json_int_t)j->games);
}
