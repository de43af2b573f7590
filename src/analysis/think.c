/* Values, hints and reviews as JSON, for the page and the terminal. */
#include "think.h"

#include "analysis.h"
#include "core/error.h"
#include "core/facets.h"
#include "core/match.h"
#include "judge.h"
#include "review.h"
#include "tahur/registry.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROLLOUTS = 400, NAMED_ROLLOUTS = 1000 }; /* of each move: of the judgement; of a named bot */
#define PERFECT_PLAY "perfect play"

/* The one judgement of hints, thoughts and reviews. */
static struct judging_wish judgement(const th_flag *stop) {
    return (struct judging_wish){
        .games = ROLLOUTS, .seed = THINK_SEED, .threads = 1, .stop = stop, .fresh = true};
}

/* An answer in progress; arrays are by index in the list of legal actions. */
struct thinking {
    const struct think_question *q;
    const struct th_bot_kind *kind;
    struct th_spec spec;
    const char *bot, *by;
    char judge[TH_SPEC_BYTES]; /* what `bot` points to, if none was named */
    th_action legal[TH_LEGAL_MAX];
    int n, seat, best;
    double value[TH_LEGAL_MAX], error[TH_LEGAL_MAX];
    struct th_thoughts own, other;
    struct analysis analysis; /* here because it is large */
};

/* ---- asking ---- */

/* The index of the bot's action; negative: a fault. */
static int ask(const struct thinking *t, const struct th_bot_kind *kind,
               const struct th_options *options, bool of_answer, struct th_thoughts *thoughts,
               struct th_error *e) {
    const struct think_question *q = t->q;
    struct th_rng rng = th_rng_seeded(q->seed);
    struct th_state *view = th_state_new(q->game, q->options, e);
    void *self = view != NULL ? th_bot_make(kind, q->game, q->options, options, e) : NULL;
    int place = TH_FAULT_CRASH;
    if (self != NULL) {
        memcpy(view, q->state, q->game->state_size);
        if (q->game->view != NULL) q->game->view(q->state, t->seat, view);
        th_thoughts_clear(thoughts, t->n);
        thoughts->of_answer = of_answer;
        if (kind->begin != NULL) kind->begin(self, view, t->seat);
        const struct bot bot = {.kind = kind, .self = self};
        place = bot_ask(&bot, q->game, view, t->seat, t->legal, t->n, &rng, thoughts, q->stop);
        if (place == TH_SHORTAGE)
            shortage_fail(e);
        else if (place < 0)
            th_fail(e, "%s gives no legal move", kind->name);
        if (kind->drop != NULL) kind->drop(self);
    }
    free(view);
    return place;
}

static bool find(struct thinking *t, const char *bot, struct th_error *e) {
    t->kind = th_bot_find(t->q->game, bot, &t->spec, e);
    t->bot = t->spec.text;
    return t->kind != NULL;
}

/* ---- values ---- */

/* Fills in values by a judge: perfect play or a search, with its thoughts, or rollouts. */
static bool judge(struct thinking *t, const struct judging_wish *wish, struct th_error *e) {
    struct judging j;
    struct analysis *x = &t->analysis;
    bool ok = judging_make(&j, t->q->game, t->q->options, wish, e);
    if (ok) {
        *x = (struct analysis){.game = t->q->game, .state = t->q->state};
        ok = analysis_make(x, j.judge, e);
    }
    if (ok) {
        const struct verdicts *v = &x->opinion.verdicts;
        t->by = analysis_way(x);
        for (int i = 0; i < t->n; i++) {
            t->value[i] = v->of[i].value[t->seat];
            t->error[i] = v->of[i].error[t->seat];
        }
        snprintf(t->judge, sizeof t->judge, "%s", j.bot);
        if (t->bot == NULL) t->bot = x->opinion.way == JUDGED_EXACTLY ? PERFECT_PLAY : t->judge;
        /* A named bot's own choice, which need not have the highest value. */
        t->best = t->q->bot != NULL && x->opinion.choice >= 0 ? x->opinion.choice : v->best;
        if (x->opinion.thoughts != NULL) t->own = *x->opinion.thoughts;
    }
    judging_close(&j);
    return ok;
}

/* By the bot that was named. */
static bool think_as(struct thinking *t, struct th_error *e) {
    const struct th_game *game = t->q->game;
    struct judging_wish wish = {.by = JUDGING_SEARCH,
                                .bot = t->spec.text,
                                .games = NAMED_ROLLOUTS,
                                .seed = t->q->seed,
                                .threads = 1,
                                .stop = t->q->stop,
                                .hasty = true};
    /* With one seat there is nothing to win. After the only legal move a search would see hidden
     * information. */
    if (judge_bot_has_chances(game, t->kind) && game->seats(t->q->state) > 1 &&
        !(t->n == 1 && game->view != NULL))
        return judge(t, &wish, e);
    t->by = "search";
    for (int i = 0; i < t->n; i++) t->value[i] = t->error[i] = NAN;
    t->best = ask(t, t->kind, &t->spec.options, false, &t->own, e);
    if (t->best < 0) return false;
    if (analysis_of(game)->judge != NULL) return true;
    wish.by = JUDGING_ROLLOUTS;
    if (t->kind->slow) wish.bot = analysis_of(game)->roller;
    const int choice = t->best;
    const bool ok = judge(t, &wish, e) || th_is_set(t->q->stop);
    t->best = choice;
    return ok;
}

/* ---- JSON ---- */

/* The line expected after the action; with hidden information only the action itself. */
static json_t *line_json(const struct thinking *t, int place, struct th_state *room) {
    const struct th_game *game = t->q->game;
    const struct th_thought *of = &t->own.of[place];
    json_t *line = json_array();
    char text[TH_ACTION_BYTES];
    memcpy(room, t->q->state, game->state_size);
    for (int i = 0; i < of->line_n && th_is_possible(game, room, of->line[i]); i++) {
        json_array_append_new(line,
                              json_string(game->action_text(room, of->line[i], text, sizeof text)));
        if (game->view != NULL) break;
        game->apply(room, of->line[i]);
    }
    return line;
}

static json_t *move_json(const struct thinking *t, int i, struct th_state *room) {
    char text[TH_ACTION_BYTES];
    return json_pack("{s:s, s:o, s:o, s:o, s:o}", "move",
                     t->q->game->action_text(t->q->state, t->legal[i], text, sizeof text), "value",
                     analysis_number(t->value[i]), "error", analysis_number(t->error[i]), "own",
                     analysis_number(t->own.of[i].own), "line", line_json(t, i, room));
}

/* Whether i precedes k, which is before it in the list: the best first, then by value. */
static bool comes_first(const struct thinking *t, int i, int k) {
    if (i == t->best || k == t->best) return i == t->best;
    return !isnan(t->value[i]) && !(t->value[i] <= t->value[k]);
}

static json_t *thinking_json(const struct thinking *t, struct th_state *room) {
    const struct th_game *game = t->q->game;
    json_t *moves = json_array();
    char best[TH_ACTION_BYTES];
    int rank[TH_LEGAL_MAX];
    for (int i = 0; i < t->n; i++) {
        int k = i;
        for (; k > 0 && comes_first(t, i, rank[k - 1]); k--) rank[k] = rank[k - 1];
        rank[k] = i;
    }
    for (int k = 0; k < t->n; k++) json_array_append_new(moves, move_json(t, rank[k], room));
    return json_pack("{s:i, s:s, s:s, s:b, s:s?, s:i, s:s?, s:s, s:o}", "seat", t->seat, "bot",
                     t->bot, "by", t->by, "complete", !th_is_set(t->q->stop), "own", t->own.own,
                     "depth", t->own.depth, "reach", t->own.reach, "best",
                     game->action_text(t->q->state, t->legal[t->best], best, sizeof best), "moves",
                     moves);
}

/* ---- answers ---- */

static struct thinking *begin(const struct think_question *q, struct th_error *e) {
    struct thinking *t = malloc(sizeof *t);
    if (t == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    t->q = q;
    t->bot = NULL;
    t->seat = q->game->mover(q->state);
    t->n = q->game->legal(q->state, t->legal);
    t->best = 0;
    th_thoughts_clear(&t->own, t->n);
    return t;
}

const char *think_adviser(const struct th_game *game) {
    return analysis_of(game)->adviser != NULL ? analysis_of(game)->adviser : "hard";
}

/* Among moves that are equal by perfect play, the adviser's choice if it is one of them. */
static void choose_of_equals(struct thinking *t) {
    struct th_spec spec;
    struct th_error ignored;
    const struct th_bot_kind *adviser =
        th_bot_find(t->q->game, think_adviser(t->q->game), &spec, &ignored);
    if (adviser == NULL) return;
    const int place = ask(t, adviser, &spec.options, true, &t->other, &ignored);
    if (place >= 0 && t->value[place] >= t->value[t->best]) t->best = place;
}

/* Values by the named bot, or by the one judgement. */
static bool think(struct thinking *t, struct th_error *e) {
    const struct th_game *game = t->q->game;
    if (t->q->bot != NULL) return find(t, t->q->bot, e) && think_as(t, e);
    if (game->seats(t->q->state) < 2) {
        const char *bot = analysis_of(game)->judge;
        return find(t, bot != NULL ? bot : "hard", e) && think_as(t, e);
    }
    struct judging_wish wish = judgement(t->q->stop);
    wish.hasty = true;
    if (!judge(t, &wish, e)) return false;
    if (strcmp(t->bot, PERFECT_PLAY) == 0) choose_of_equals(t);
    return true;
}

json_t *think_json(const struct think_question *q, struct th_error *e) {
    struct th_state *room = th_state_new(q->game, q->options, e);
    struct thinking *t = room != NULL ? begin(q, e) : NULL;
    json_t *json = NULL;
    if (t != NULL && think(t, e)) json = thinking_json(t, room);
    free(t);
    free(room);
    return json;
}

static json_t *hint_json(const struct thinking *t, double chance) {
    char text[TH_ACTION_BYTES];
    return json_pack("{s:s, s:o, s:s}", "move",
                     t->q->game->action_text(t->q->state, t->legal[t->best], text, sizeof text),
                     "chance", analysis_number(chance), "bot", t->bot);
}

json_t *think_hint(const struct think_question *q, struct th_error *e) {
    struct thinking *t = begin(q, e);
    json_t *json = NULL;
    if (t != NULL && q->bot == NULL && think(t, e) && !th_is_set(q->stop))
        json = hint_json(t, t->value[t->best]);
    else if (t != NULL && (q->bot != NULL || th_is_set(q->stop)) &&
             find(t, q->bot != NULL ? q->bot : think_adviser(q->game), e) &&
             (t->best = ask(t, t->kind, &t->spec.options, true, &t->own, e)) >= 0)
        json = hint_json(t, q->bot != NULL ? t->own.of[t->best].value : NAN);
    free(t);
    return json;
}

json_t *think_review(const struct record *record, const struct think_review *how,
                     struct th_error *e) {
    const struct judging_wish wish = judgement(how->stop);
    struct judging judging;
    struct review review;
    char way[JUDGING_WAY_BYTES];
    json_t *json = NULL;
    if (judging_make(&judging, record->game, &record->spec.options, &wish, e) &&
        review_make(&review, record, judging.judge, how->progress, how->context, e)) {
        json = review_json(record, &review, judging_way(&judging, way));
        json_object_set_new(json, "judging", judging_json(&judging));
        review_drop(&review);
    }
    judging_close(&judging);
    return json;
}
