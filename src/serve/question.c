/* What somebody wants to know of a position, and a thread of the pool finds out while the request
 * waits: a hint, and what a bot thinks of every move. The thread has a copy of what the seat may
 * know, and nothing of the room. */
#include "analysis/analysis.h"
#include "analysis/judging.h"
#include "call.h"
#include "offer.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct question {
    struct job job;
    struct api_waiter *waiter;
    struct api_answer answer;
    const struct th_game *game;
    struct th_options game_options;
    struct th_state *view, *room;
    int seat;
    size_t step;
    struct th_rng rng;
    char bot[TH_SPEC_BYTES]; /* empty: the game's own choice */
};

static void drop(struct question *q) {
    free(q->view);
    free(q->room);
    free(q);
}

static void done(struct job *job) {
    struct question *q = (struct question *)job;
    if (q->answer.status == 0) api_refuse(&q->answer, 503, "busy", "the service is ending");
    q->waiter->answer = q->answer;
    q->waiter->ready(q->waiter);
    drop(q);
}

/* ---- a hint ---- */

/* The bot's choice, with what it thinks of it; false if it has none. */
static bool choose(struct question *q, struct th_thoughts *thoughts, th_action *action,
                   double *chance, struct th_error *e) {
    th_action legal[TH_LEGAL_MAX];
    struct th_spec spec;
    const struct th_bot_kind *kind = offer_bot(q->game, q->bot, &spec, e);
    void *self =
        kind != NULL ? th_bot_make(kind, q->game, &q->game_options, &spec.options, e) : NULL;
    const struct th_ask ask = {.game = q->game,
                               .view = q->view,
                               .seat = q->seat,
                               .legal = legal,
                               .n = q->game->legal(q->view, legal),
                               .rng = &q->rng,
                               .thoughts = thoughts,
                               .stop = &q->job.stop};
    if (self == NULL) return false;
    th_thoughts_clear(thoughts, ask.n);
    if (kind->begin != NULL) kind->begin(self, q->view, q->seat);
    const int place = kind->choose(self, &ask);
    if (kind->drop != NULL) kind->drop(self);
    if (place < 0 || place >= ask.n) return th_fail(e, "%s does not know", q->bot);
    *action = legal[place];
    *chance = thoughts->of[place].value;
    return true;
}

static void work_hint(struct job *job) {
    struct question *q = (struct question *)job;
    struct th_error e = {"there is no memory for a hint"};
    struct th_thoughts *thoughts = malloc(sizeof *thoughts);
    char text[TH_ACTION_BYTES];
    th_action action = 0;
    double chance = NAN;
    if (thoughts != NULL && choose(q, thoughts, &action, &chance, &e))
        api_tell(&q->answer, 200,
                 json_pack("{s:s, s:o, s:s}", "move",
                           q->game->action_text(q->view, action, text, sizeof text), "chance",
                           analysis_number(chance), "bot", q->bot));
    else
        api_refuse(&q->answer, 503, "full", "%s", e.text);
    free(thoughts);
}

/* ---- thoughts ---- */

static json_t *line_json(struct question *q, const struct th_thoughts *t, int place) {
    json_t *line = json_array();
    char text[TH_ACTION_BYTES];
    if (t == NULL) return line;
    memcpy(q->room, q->view, q->game->state_size);
    for (int i = 0; i < t->of[place].line_n && q->game->mover(q->room) != TH_OVER; i++) {
        const th_action a = t->of[place].line[i];
        json_array_append_new(line,
                              json_string(q->game->action_text(q->room, a, text, sizeof text)));
        q->game->apply(q->room, a);
    }
    return line;
}

/* Rollouts know nothing of what the bot that plays them holds of the moves itself: it is asked. */
static void add_own_thoughts(struct question *q, struct analysis *x, struct th_thoughts *room,
                             const char *bot) {
    struct th_error e;
    th_action action;
    double chance;
    snprintf(q->bot, sizeof q->bot, "%s", bot);
    if (x->opinion.thoughts == NULL && x->opinion.way == JUDGED_BY_ROLLOUTS && room != NULL &&
        choose(q, room, &action, &chance, &e))
        x->opinion.thoughts = room;
}

static json_t *thoughts_json(struct question *q, const struct analysis *x, const char *bot) {
    const struct th_thoughts *t = x->opinion.thoughts;
    const bool own = t != NULL && t->own != NULL;
    char text[TH_ACTION_BYTES];
    json_t *moves = json_array();
    for (int k = 0; k < x->n; k++) {
        const int i = x->rank[k];
        json_array_append_new(
            moves, json_pack("{s:s, s:o, s:o, s:o, s:o}", "move", analysis_action(x, i, text),
                             "value", analysis_number(analysis_value(x, i)), "error",
                             analysis_number(x->opinion.verdicts.of[i].error[x->seat]), "own",
                             own ? analysis_number(t->of[i].own) : json_null(), "line",
                             line_json(q, t, i)));
    }
    return json_pack("{s:i, s:I, s:s, s:s, s:s?, s:i, s:s?, s:s, s:o}", "seat", q->seat, "step",
                     (json_int_t)q->step, "bot", bot, "by", analysis_way(x), "own",
                     own ? t->own : NULL, "depth", t != NULL ? t->depth : 0, "reach",
                     t != NULL ? t->reach : NULL, "best",
                     analysis_action(x, x->opinion.verdicts.best, text), "moves", moves);
}

static void work_think(struct job *job) {
    enum { ROLLOUTS = 400 };
    struct question *q = (struct question *)job;
    struct th_error e = {"there is no memory to think"};
    struct judging judging = {.judge = NULL};
    const struct judging_wish wish = {.bot = q->bot[0] != 0 ? q->bot : NULL,
                                      .games = ROLLOUTS,
                                      .seed = 1,
                                      .threads = 1,
                                      .stop = &job->stop,
                                      .hasty = true};
    struct analysis *x = calloc(1, sizeof *x);
    struct th_thoughts *room = malloc(sizeof *room);
    bool ok = x != NULL && judging_make(&judging, q->game, &q->game_options, &wish, &e);
    if (ok) {
        x->game = q->game;
        x->state = q->view;
        x->room = q->room;
        ok = analysis_make(x, judging.judge, &e);
    }
    if (ok) {
        add_own_thoughts(q, x, room, judging.bot);
        api_tell(&q->answer, 200, thoughts_json(q, x, judging.bot));
    } else if (atomic_load(&job->stop)) {
        api_refuse(&q->answer, 503, "busy", "it took longer than a question may");
    } else {
        api_refuse(&q->answer, 422, "bad-value", "%s", e.text);
    }
    judging_close(&judging);
    free(room);
    free(x);
}

/* ---- requests ---- */

/* Whether somebody may hear what a bot thinks for the seat that decided after so many steps, and
 * which it is: by what the seat knew then. */
static bool may_hear(struct call *c, size_t step, int *seat) {
    const struct session *s = &c->room->session;
    th_action legal[TH_LEGAL_MAX];
    record_state(&s->record, step, s->record.spare[0]);
    const bool now = step == s->record.steps;
    *seat = now && s->over ? TH_OVER : s->game->mover(s->record.spare[0]);
    if (*seat < 0 || s->game->legal(s->record.spare[0], legal) < 2)
        call_refuse(c, 409, "not-now", "nobody has to decide there");
    else if (!room_is_open(c->room) && (room_seats_of(c->room, c->key) >> *seat & 1) == 0)
        call_refuse(c, 409, "not-now", "it is the turn of seat %d, which is not yours", *seat);
    else
        return true;
    return false;
}

/* Of the view of the seat that decides after so many steps. */
static enum api_result ask(struct call *c, size_t step, const char *bot,
                           void (*work)(struct job *)) {
    const struct session *s = &c->room->session;
    struct th_error e;
    int seat;
    if (!may_hear(c, step, &seat)) return API_ANSWERED;
    if (!queue_has_room(&c->house->pool.queue, c->request->client))
        return call_refuse(c, 503, "busy", "too many questions wait already: try again soon");
    struct question *q = calloc(1, sizeof *q);
    if (q != NULL) q->view = th_state_new(s->game, &s->record.spec.options, &e);
    if (q != NULL) q->room = th_state_new(s->game, &s->record.spec.options, &e);
    if (q == NULL || q->view == NULL || q->room == NULL) {
        if (q != NULL) drop(q);
        return call_refuse(c, 503, "full", "there is no memory for a question");
    }
    if (s->game->view != NULL)
        s->game->view(s->record.spare[0], seat, q->view);
    else
        memcpy(q->view, s->record.spare[0], s->game->state_size);
    q->job = (struct job){.client = c->request->client,
                          .game = house_number(c->room->id),
                          .question = true,
                          .seconds = LIMIT_QUESTION_SECONDS,
                          .work = work,
                          .done = done};
    q->waiter = c->request->waiter;
    q->game = s->game;
    q->game_options = s->record.spec.options;
    q->seat = seat;
    q->step = step;
    q->rng = session_generator(s, seat);
    if (bot != NULL) snprintf(q->bot, sizeof q->bot, "%s", bot);
    pool_add(&c->house->pool, &q->job);
    return API_WAITS;
}

enum api_result call_hint(struct call *c) {
    if (!room_can_think(c->room, c->key))
        return call_refuse(c, 409, "not-now", "nobody of yours has to decide");
    return ask(c, c->room->session.record.steps, offer_adviser(c->room->session.game), work_hint);
}

enum api_result call_think(struct call *c) {
    const struct session *s = &c->room->session;
    const json_t *step = json_object_get(c->body, "step");
    const char *bot = json_string_value(json_object_get(c->body, "bot"));
    char limited[TH_SPEC_BYTES];
    struct th_spec spec;
    struct th_error e;
    const json_int_t wanted = step != NULL ? json_integer_value(step) : (json_int_t)s->record.steps;
    if (wanted < 0 || wanted > (json_int_t)s->record.steps)
        return call_refuse(c, 400, "bad-value", "\"step\" is 0 to %zu", s->record.steps);
    if (bot != NULL) {
        const struct th_bot_kind *kind = offer_bot(s->game, bot, &spec, &e);
        if (kind == NULL) return call_refuse(c, 400, "bad-value", "%s", e.text);
        th_options_write(kind->name, &spec.options, true, limited, sizeof limited);
        bot = limited;
    }
    if (room_seats(c->room) < 2)
        return call_refuse(c, 409, "not-now", "alone there is nothing to win");
    return ask(c, (size_t)wanted, bot, work_think);
}
