#include "judge.h"

#include "core/match.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROLLED_OUTCOMES_MAX = 16 }; /* of which rollouts look at each */

struct judge {
    struct judge_settings set;
    int seats;
    struct rollouts *rollouts;
    struct bot bot;
    bool begun;                              /* the bot has been told of a game */
    struct th_state *view, *after, *further; /* room */
    struct th_thoughts thoughts;
    struct verdict of[TH_LEGAL_MAX];
};

/* ---- what the seat in turn has, filled up to all seats ---- */

/* The others share what the seat does not have: as the game judges them in this state, or else
 * equally. */
static void fill_up(const struct judge *j, const struct th_state *s, int seat, double own,
                    double value[]) {
    const struct th_game *game = j->set.rollouts.game;
    double others = 0;
    for (int i = 0; i < j->seats; i++) value[i] = 1.0;
    if (j->seats > 2 && game->estimate != NULL) game->estimate(s, value);
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
    if (whole) game->apply(j->after, a); /* by a view nobody can play on */
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

/* ---- by perfect play, by search ---- */

static bool solve(struct judge *j, const struct th_state *s, const th_action legal[], int n,
                  struct judge_opinion *out) {
    const struct th_game *game = j->set.rollouts.game;
    double payoff[TH_LEGAL_MAX];
    const int seat = game->mover(s);
    if (j->set.no_solver || game->solve == NULL ||
        !game->solve(s, legal, n, payoff, j->set.rollouts.stop))
        return false;
    for (int i = 0; i < n; i++) note(j, s, seat, i, legal[i], payoff[i], 0);
    *out =
        (struct judge_opinion){.verdicts = noted(j, seat, n), .way = JUDGED_EXACTLY, .choice = -1};
    return true;
}

/* What the bot thinks, asked out of the blue; its answer is returned. */
static int ask(struct judge *j, const struct th_state *s, const th_action legal[], int n) {
    const struct th_game *game = j->set.rollouts.game;
    const struct bot *bot = &j->bot;
    struct th_rng rng = th_rng_seeded(j->set.rollouts.seed);
    const int seat = game->mover(s);
    memcpy(j->view, s, game->state_size);
    if (game->view != NULL) game->view(s, seat, j->view);
    /* Once for all questions: a bot that solved a turn, or searched a position, need not do it
     * again for each of a hundred rolls. What it answers depends on the questions, so all of it is
     * still the same every time. */
    if (!j->begun && bot->kind->begin != NULL) bot->kind->begin(bot->self, j->view, seat);
    j->begun = true;
    th_thoughts_clear(&j->thoughts, n);
    const struct th_ask question = {.game = game,
                                    .view = j->view,
                                    .seat = seat,
                                    .legal = legal,
                                    .n = n,
                                    .rng = &rng,
                                    .thoughts = &j->thoughts,
                                    .stop = j->set.rollouts.stop};
    return bot->kind->choose(bot->self, &question);
}

static bool search(struct judge *j, const struct th_state *s, const th_action legal[], int n,
                   struct judge_opinion *out, struct th_error *e) {
    const struct th_game *game = j->set.rollouts.game;
    const int seat = game->mover(s);
    if (n == 1) { /* a seat with one action is not asked, so look behind it */
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
        return th_fail(e, "%s does not tell chances of winning; it could be judged by rollouts",
                       j->bot.kind->name);
    for (int i = 0; i < n; i++)
        note(j, s, seat, i, legal[i], j->thoughts.of[i].value, j->thoughts.of[i].error);
    *out = (struct judge_opinion){.verdicts = noted(j, seat, n),
                                  .way = JUDGED_BY_SEARCH,
                                  .thoughts = &j->thoughts,
                                  .choice = answer};
    /* The bot's own choice, if nothing is clearly better: a search knows more than its means. */
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
    assert(j->set.by == JUDGE_BY_ROLLOUTS); /* a search knows its view only */
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
        if (game->estimate == NULL)
            return th_fail(e,
                           "%s has no judgement of positions that wait for chance; it could be "
                           "judged by rollouts",
                           game->name);
        game->estimate(s, value);
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
