/* What somebody wants to know of a position, and a thread of the pool finds out while the request
 * waits: a hint, and what a bot thinks of every move. The thread has a copy of what the seat may
 * know, and nothing of the room. */
#include "analysis/think.h"
#include "call.h"
#include "offer.h"
#include "sight.h"
#include <stdlib.h>
#include <string.h>

struct question {
    struct job job;
    struct api_waiter *waiter;
    struct api_answer answer;
    const struct th_game *game;
    struct th_options game_options;
    struct th_state *view; /* of the seat in turn */
    size_t step;           /* as whoever asks counts them */
    uint64_t seed;
    char bot[TH_SPEC_BYTES]; /* empty: the game's own choice */
};

static void drop(struct question *q) {
    free(q->view);
    free(q);
}

static void done(struct job *job) {
    struct question *q = (struct question *)job;
    if (q->answer.status == 0)
        api_refuse(&q->answer, "", 503, "busy", "there is no thread free for a question");
    q->waiter->answer = q->answer;
    q->waiter->ready(q->waiter);
    drop(q);
}

/* ---- the work ---- */

static void answer(struct question *q,
                   json_t *(*think)(const struct think_question *, struct th_error *)) {
    struct th_error e = {"there is no answer"};
    const struct think_question asked = {.game = q->game,
                                         .options = &q->game_options,
                                         .state = q->view,
                                         .bot = q->bot[0] != 0 ? q->bot : NULL,
                                         .seed = q->seed,
                                         .stop = &q->job.stop};
    json_t *json = think(&asked, &e);
    if (json != NULL && think == think_json)
        json_object_set_new(json, "step", json_integer((json_int_t)q->step));
    if (json != NULL)
        api_tell(&q->answer, 200, json);
    else if (atomic_load(&q->job.stop))
        api_refuse(&q->answer, "", 503, "busy", "it took longer than a question may");
    else
        api_refuse(&q->answer, "", 422, "bad-value", "%s", e.text);
}

static void work_hint(struct job *job) {
    answer((struct question *)job, think_hint);
}

static void work_think(struct job *job) {
    answer((struct question *)job, think_json);
}

/* ---- requests ---- */

/* Whether somebody may hear what a bot thinks for the seat that decided after so many steps, and
 * which it is: by what the seat knew then. */
static bool may_hear(struct call *c, size_t place, int *seat) {
    const struct session *s = &c->room->session;
    th_action legal[TH_LEGAL_MAX];
    record_state(&s->record, place, s->record.spare[0]);
    *seat = s->game->mover(s->record.spare[0]);
    const bool own = *seat >= 0 && (room_seats_of(c->room, c->key) >> *seat & 1) != 0;
    /* First: whether another has a choice may be told by cards that are hidden. */
    if (!room_is_open(c->room) && !own)
        call_refuse(c, 409, "not-now", "none of your seats has to decide there");
    else if (*seat < 0 || s->game->legal(s->record.spare[0], legal) < 2)
        call_refuse(c, 409, "not-now", "nobody has to decide there");
    else
        return true;
    return false;
}

/* Of the view of the seat that decides after so many steps of the record. */
static enum api_result ask(struct call *c, size_t place, const char *bot,
                           void (*work)(struct job *)) {
    const struct session *s = &c->room->session;
    const size_t step = sight_count(s, place, room_sight(c->room, c->key));
    struct th_error e;
    int seat;
    if (!may_hear(c, place, &seat)) return API_ANSWERED;
    if (!queue_has_room(&c->house->pool.queue, c->request->client))
        return call_refuse(c, 503, "busy", "too many questions wait already: try again soon");
    struct question *q = calloc(1, sizeof *q);
    if (q != NULL) q->view = th_state_new(s->game, &s->record.spec.options, &e);
    if (q == NULL || q->view == NULL) {
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
    q->step = step;
    q->seed = th_mix2(house_number(c->room->id), step); /* nothing of the game's own luck */
    if (bot != NULL) snprintf(q->bot, sizeof q->bot, "%s", bot);
    api_await(c->request->waiter, &c->house->pool, &q->job);
    pool_add(&c->house->pool, &q->job);
    house_look_again(c->house); /* what is under way may have to give way */
    return API_WAITS;
}

enum api_result call_hint(struct call *c) {
    if (!room_can_think(c->room, c->key))
        return call_refuse(c, 409, "not-now", "nobody of yours has to decide");
    return ask(c, c->room->session.record.steps, think_adviser(c->room->session.game), work_hint);
}

enum api_result call_think(struct call *c) {
    const struct session *s = &c->room->session;
    const json_t *step = json_object_get(c->body, "step");
    const char *bot = json_string_value(json_object_get(c->body, "bot"));
    char limited[TH_SPEC_BYTES];
    struct th_spec spec;
    struct th_error e;
    const int sight = room_sight(c->room, c->key);
    const json_int_t wanted = json_integer_value(step);
    const size_t place = step == NULL  ? s->record.steps
                         : wanted >= 0 ? sight_place(s, (size_t)wanted, sight)
                                       : SIZE_MAX;
    if (place == SIZE_MAX)
        return call_refuse(c, 400, "bad-value", "\"step\" is 0 to %zu",
                           sight_count(s, s->record.steps, sight));
    if (bot != NULL) {
        const struct th_bot_kind *kind = offer_bot(s->game, bot, &spec, &e);
        if (kind == NULL) return call_refuse(c, 400, "bad-value", "%s", e.text);
        th_options_write(kind->name, &spec.options, true, limited, sizeof limited);
        bot = limited;
    }
    return ask(c, place, bot, work_think);
}
