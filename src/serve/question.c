/* What somebody wants to know, and a thread of the pool finds out while the request waits: a hint,
 * what a bot thinks of every move, the review of a game. */
#include "question.h"

#include "call.h"
#include "offer.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- hints and thoughts ---- */

struct question {
    struct job job;
    struct api_waiter *waiter;
    struct api_answer answer;
    struct th_spec game_spec, bot_spec;
    const struct th_game *game;
    const struct th_bot_kind *kind;
    struct th_state *view;
    int seat, n;
    th_action legal[TH_LEGAL_MAX];
    struct th_rng rng;
    size_t step;
};

static void work_hint(struct job *job) {
    struct question *q = (struct question *)job;
    struct th_error e;
    struct th_thoughts *thoughts = malloc(sizeof *thoughts);
    char text[TH_ACTION_BYTES];
    void *self = th_bot_make(q->kind, q->game, &q->game_spec.options, &q->bot_spec.options, &e);
    const struct th_ask ask = {.game = q->game,
                               .view = q->view,
                               .seat = q->seat,
                               .legal = q->legal,
                               .n = q->n,
                               .rng = &q->rng,
                               .thoughts = thoughts,
                               .stop = &job->stop};
    int place = -1;
    if (thoughts != NULL) th_thoughts_clear(thoughts, q->n);
    if (self != NULL && q->kind->begin != NULL) q->kind->begin(self, q->view, q->seat);
    if (self != NULL) place = q->kind->choose(self, &ask);
    if (self != NULL && q->kind->drop != NULL) q->kind->drop(self);
    if (place >= 0 && place < q->n) {
        const double chance = thoughts != NULL ? thoughts->of[place].value : NAN;
        api_tell(&q->answer, 200,
                 json_pack("{s:s, s:o, s:s}", "move",
                           q->game->action_text(q->view, q->legal[place], text, sizeof text),
                           "chance", isnan(chance) ? json_null() : json_real(chance), "bot",
                           q->bot_spec.text));
    } else {
        api_refuse(&q->answer, 503, "busy", "the bot has no answer");
    }
    free(thoughts);
}

static void done(struct job *job) {
    struct question *q = (struct question *)job;
    if (q->answer.status == 0) api_refuse(&q->answer, 503, "busy", "the service is ending");
    q->waiter->answer = q->answer;
    q->waiter->ready(q->waiter);
    free(q->view);
    free(q);
}

static enum api_result ask(struct call *c, const char *bot, void (*work)(struct job *)) {
    const struct session *s = &c->room->session;
    const int seat = session_asks(s);
    struct th_error e;
    if (!room_can_think(c->room, c->key))
        return call_refuse(c, 409, "not-now", "nobody of yours has to decide");
    if (!queue_has_room(&c->house->pool.queue, c->request->client))
        return call_refuse(c, 503, "busy", "too many questions wait already: try again soon");
    struct question *q = calloc(1, sizeof *q);
    if (q != NULL) q->view = th_state_new(s->game, &s->record.spec.options, &e);
    if (q == NULL || q->view == NULL) {
        free(q);
        return call_refuse(c, 503, "full", "there is no memory for a question");
    }
    q->kind = offer_bot(s->game, bot, &q->bot_spec, &e);
    if (q->kind == NULL) {
        free(q->view);
        free(q);
        return call_refuse(c, 400, "bad-value", "%s", e.text);
    }
    q->job = (struct job){.client = c->request->client,
                          .game = house_number(c->room->id),
                          .question = true,
                          .seconds = LIMIT_QUESTION_SECONDS,
                          .work = work,
                          .done = done};
    q->waiter = c->request->waiter;
    q->game = s->game;
    q->game_spec = s->record.spec;
    q->seat = seat;
    q->rng = session_generator(s, seat);
    q->step = s->record.steps;
    memcpy(q->view, session_view(s, seat), s->game->state_size);
    q->n = s->game->legal(q->view, q->legal);
    pool_add(&c->house->pool, &q->job);
    return API_WAITS;
}

enum api_result call_hint(struct call *c) {
    return ask(c, offer_adviser(c->room->session.game), work_hint);
}

enum api_result call_think(struct call *c) {
    return call_refuse(c, 503, "busy", "not yet");
}

enum api_result call_review(struct call *c) {
    return call_refuse(c, 503, "busy", "not yet");
}

void question_forget_review(struct job *job) {
    (void)job;
}
