/* Jobs of the worker threads: decisions of bots, hints and evaluations of moves, reviews of games.
 *
 * A job owns a copy of what it needs. Its `work` runs without the mutex of the hub and does not
 * touch the room; `started` and `done` are called with the mutex held. If the room has changed
 * meanwhile, the pointer to it is NULL and the result is dropped. */
#include "analysis/think.h"
#include "api.h"
#include "core/bot.h"
#include "core/clock.h"
#include "core/error.h"
#include "room.h"
#include <stdlib.h>
#include <string.h>

/* ---- decisions of bots ---- */

struct decision_job {
    struct job job;    /* first, so that pointers can be converted */
    struct room *room; /* NULL: the result is not needed */
    const struct th_game *game;
    struct th_options game_options;
    const struct th_bot_kind *kind;
    struct th_spec spec;
    struct th_state *view;
    int seat, n, place;
    th_action legal[TH_LEGAL_MAX];
    struct th_rng rng;
};

static void decision_started(struct job *job) {
    struct decision_job *d = (struct decision_job *)job;
    if (d->room != NULL) room_decision_started(d->room, d->seat);
}

static void decision_work(struct job *job) {
    struct decision_job *d = (struct decision_job *)job;
    struct th_error e;
    void *self = d->kind == NULL
                     ? NULL
                     : th_bot_make(d->kind, d->game, &d->game_options, &d->spec.options, &e);
    d->place = shortage("a bot could not be made");
    if (self == NULL) return;
    if (d->kind->begin != NULL) d->kind->begin(self, d->view, d->seat);
    /* A bot with a single legal action is asked, too: an immediate answer would reveal a hidden
     * hand. The contract of `choose` requires two actions; every bot of the catalogue also accepts
     * one (tests/serve/test_jobs.c). */
    d->place = bot_ask_always(&(struct bot){.kind = d->kind, .self = self}, d->game, d->view,
                              d->seat, d->legal, d->n, &d->rng, NULL, &job->stop);
    if (d->kind->drop != NULL) d->kind->drop(self);
}

static void decision_done(struct job *job) {
    struct decision_job *d = (struct decision_job *)job;
    if (d->room != NULL && !d->room->hub->pool.closing && job->begun > 0)
        room_decision_done(d->room, d->place);
    else if (d->room != NULL)
        d->room->decision = NULL;
    free(d->view);
    free(d);
}

struct job *decision_job_new(struct room *r, struct th_error *e) {
    const struct session *s = &r->session;
    struct decision_job *d = calloc(1, sizeof *d);
    const int seat = session_bot_to_move(s);
    if (d != NULL) d->view = th_state_new(s->game, &s->record.spec.options, e);
    if (d == NULL || d->view == NULL) {
        free(d);
        th_fail(e, "there is no memory for a decision");
        return NULL;
    }
    d->job = (struct job){.client = r->client,
                          .game = hub_hash(r->id),
                          .seconds = LIMIT_DECISION_SECONDS,
                          .started = decision_started,
                          .work = decision_work,
                          .done = decision_done};
    d->room = r;
    d->game = s->game;
    d->game_options = s->record.spec.options;
    d->kind = catalog_bot(s->game, r->player[seat].bot, &d->spec, e);
    d->seat = seat;
    d->rng = session_generator(s, seat);
    memcpy(d->view, session_view(s, seat), s->game->state_size);
    d->n = s->game->legal(d->view, d->legal);
    return &d->job;
}

void decision_job_detach(struct job *job) {
    ((struct decision_job *)job)->room = NULL;
}

/* ---- hints and evaluations ---- */

struct question_job {
    struct job job; /* first, so that pointers can be converted */
    struct api_waiter *waiter;
    struct api_answer answer;
    const struct th_game *game;
    struct th_options game_options;
    struct th_state *view; /* of the seat in turn; owned */
    size_t step;           /* the number of the step, as the client counts */
    uint64_t seed;
    char bot[TH_SPEC_BYTES]; /* empty: the judge of the game */
};

static void question_free(struct question_job *q) {
    free(q->view);
    free(q);
}

static void question_done(struct job *job) {
    struct question_job *q = (struct question_job *)job;
    if (q->answer.status == 0)
        api_refuse(&q->answer, "", 503, "busy", "there is no thread free for a question");
    q->waiter->answer = q->answer;
    q->waiter->ready(q->waiter);
    question_free(q);
}

static void answer_question(struct question_job *q,
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
        api_answer_json(&q->answer, 200, json);
    else if (atomic_load(&q->job.stop))
        api_refuse(&q->answer, "", 503, "busy", "it took longer than a question may");
    else
        api_refuse(&q->answer, "", 422, "bad-value", "%s", e.text);
}

static void work_hint(struct job *job) {
    answer_question((struct question_job *)job, think_hint);
}

static void work_think(struct job *job) {
    answer_question((struct question_job *)job, think_json);
}

/* Whether the client may ask for an evaluation after `place` steps of the record. *seat: the seat
 * that decides there, whose view is evaluated. */
static bool may_ask(struct call *c, size_t place, int *seat) {
    const struct session *s = &c->room->session;
    th_action legal[TH_LEGAL_MAX];
    record_state(&s->record, place, s->record.spare[0]);
    *seat = s->game->mover(s->record.spare[0]);
    const bool own = *seat >= 0 && (room_seats_of(c->room, c->key) >> *seat & 1) != 0;
    if (room_hints(c->room) != ROOM_HINTS_ALLOWED) {
        call_refuse(c, 403, "not-agreed", "the players have not all agreed to hints");
        return false;
    }
    /* Checked first: whether another seat has a choice may depend on hidden cards. */
    if (!room_is_open(c->room) && !own)
        call_refuse(c, 409, "not-now", "none of your seats has to decide there");
    else if (*seat < 0 || s->game->legal(s->record.spare[0], legal) < 2)
        call_refuse(c, 409, "not-now", "no player has to decide there");
    else
        return true;
    return false;
}

/* Queues a question about the view of the seat that decides after `place` steps of the record. */
static enum api_result ask_question(struct call *c, size_t place, const char *bot,
                                    void (*work)(struct job *)) {
    const struct session *s = &c->room->session;
    const size_t step = view_count_steps(s, place, room_perspective(c->room, c->key));
    struct th_error e;
    int seat;
    if (!may_ask(c, place, &seat)) return API_ANSWERED;
    if (!queue_has_room(&c->hub->pool.queue, c->request->client))
        return call_refuse(c, 503, "busy", "too many questions wait already: try again soon");
    struct question_job *q = calloc(1, sizeof *q);
    if (q != NULL) q->view = th_state_new(s->game, &s->record.spec.options, &e);
    if (q == NULL || q->view == NULL) {
        if (q != NULL) question_free(q);
        return call_refuse(c, 503, "full", "there is no memory for a question");
    }
    if (s->game->view != NULL)
        s->game->view(s->record.spare[0], seat, q->view);
    else
        memcpy(q->view, s->record.spare[0], s->game->state_size);
    q->job = (struct job){.client = c->request->client,
                          .game = hub_hash(c->room->id),
                          .question = true,
                          .seconds = LIMIT_QUESTION_SECONDS,
                          .work = work,
                          .done = question_done};
    q->waiter = c->request->waiter;
    q->game = s->game;
    q->game_options = s->record.spec.options;
    q->step = step;
    q->seed = th_mix2(hub_hash(c->room->id), step); /* independent of the game's own luck */
    if (bot != NULL) snprintf(q->bot, sizeof q->bot, "%s", bot);
    api_wait_for_job(c->request->waiter, &c->hub->pool, &q->job);
    pool_add(&c->hub->pool, &q->job);
    hub_wake_housekeeper(c->hub); /* a running question may have to stop earlier */
    return API_WAITS;
}

enum api_result call_hint(struct call *c) {
    if (room_hints(c->room) == ROOM_HINTS_ALLOWED && !room_can_hint(c->room, c->key))
        return call_refuse(c, 409, "not-now", "none of your seats has to decide");
    return ask_question(c, c->room->session.record.steps, NULL, work_hint);
}

enum api_result call_think(struct call *c) {
    const struct session *s = &c->room->session;
    const json_t *step = json_object_get(c->body, "step");
    const char *bot = json_string_value(json_object_get(c->body, "bot"));
    char limited[TH_SPEC_BYTES];
    struct th_spec spec;
    struct th_error e;
    const int perspective = room_perspective(c->room, c->key);
    const json_int_t wanted = json_integer_value(step);
    const size_t place = step == NULL  ? s->record.steps
                         : wanted >= 0 ? view_record_steps(s, (size_t)wanted, perspective)
                                       : SIZE_MAX;
    if (place == SIZE_MAX)
        return call_refuse(c, 400, "bad-value", "\"step\" is 0 to %zu",
                           view_count_steps(s, s->record.steps, perspective));
    if (bot != NULL) {
        const struct th_bot_kind *kind = catalog_bot(s->game, bot, &spec, &e);
        if (kind == NULL) return call_refuse(c, 400, "bad-value", "%s", e.text);
        th_options_write(kind->name, &spec.options, true, limited, sizeof limited);
        bot = limited;
    }
    return ask_question(c, place, bot, work_think);
}

/* ---- reviews ---- */

struct review_job {
    struct job job; /* first, so that pointers can be converted */
    struct hub *hub;
    struct room *room; /* NULL: it was dropped, or has changed */
    struct api_waiter *waiters;
    struct record record;
    struct api_answer answer;
    double sent; /* when progress was sent last */
};

static void review_progress(void *context, uint64_t steps) {
    struct review_job *v = context;
    const double now = clock_seconds();
    pool_yield(&v->hub->pool, &v->job);
    if (now - v->sent < 0.1) return;
    v->sent = now;
    pthread_mutex_lock(&v->hub->lock);
    if (v->room != NULL) room_send_review_progress(v->room, steps, v->record.steps);
    pthread_mutex_unlock(&v->hub->lock);
}

static void review_work(struct job *job) {
    struct review_job *v = (struct review_job *)job;
    const struct think_review how = {.stop = &job->stop, .progress = review_progress, .context = v};
    struct th_error e;
    json_t *json = think_review(&v->record, &how, &e);
    if (json != NULL)
        api_answer_json(&v->answer, 200, json);
    else if (atomic_load(&job->stop))
        api_refuse(&v->answer, "", 503, "busy", "the review took longer than it may");
    else
        api_refuse(&v->answer, "", 422, "bad-value", "%s", e.text);
}

static void answer_waiters(struct review_job *v) {
    for (struct api_waiter *w = v->waiters, *next; w != NULL; w = next) {
        next = w->next;
        w->answer = v->answer;
        w->answer.body = v->answer.body != NULL ? strdup(v->answer.body) : NULL;
        if (w->answer.body == NULL) w->answer.size = 0;
        w->ready(w);
    }
}

static void review_done(struct job *job) {
    struct review_job *v = (struct review_job *)job;
    struct th_error e;
    if (v->answer.status == 0) api_refuse(&v->answer, "", 503, "busy", "there is no review now");
    if (v->room != NULL) {
        v->room->review = NULL;
        if (v->answer.status == 200 &&
            store_save_review(&v->hub->store, v->room->id, v->answer.body, &e)) {
            v->room->reviewed = true;
            room_send_review_progress(v->room, v->record.steps, v->record.steps);
        }
    }
    answer_waiters(v);
    record_drop(&v->record);
    free(v->answer.body);
    free(v);
}

/* A waiting client has left. The review is cancelled with its last waiter. */
static void review_abandon(struct api_waiter *w) {
    struct review_job *v = (struct review_job *)w->job;
    if (v->waiters == w && w->next == NULL) {
        if (v->room != NULL) review_job_cancel(v->room);
        return;
    }
    struct api_waiter **at = &v->waiters;
    while (*at != w) at = &(*at)->next;
    *at = w->next;
    api_refuse(&w->answer, "", 503, "busy", "no client waits for the review");
    w->ready(w);
}

/* Adds the request to the waiters of the review. */
static void wait_for_review(struct call *c, struct review_job *v) {
    struct api_waiter *w = c->request->waiter;
    w->pool = &c->hub->pool;
    w->job = &v->job;
    w->gone = review_abandon;
    w->next = v->waiters;
    v->waiters = w;
}

void review_job_cancel(struct room *r) {
    struct job *job = r->review;
    if (job == NULL) return;
    ((struct review_job *)job)->room = NULL;
    r->review = NULL;
    pool_cancel(&r->hub->pool, job);
}

static bool copy_record(const struct record *r, struct record *out, struct th_error *e) {
    if (!record_begin(out, r->spec.text, r->own_start ? r->start : NULL, e)) return false;
    for (size_t i = 0; i < r->steps; i++)
        if (!record_add(out, r->action[i])) {
            record_drop(out);
            return th_fail(e, "out of memory");
        }
    memcpy(out->player, r->player, sizeof out->player);
    out->has_seed = r->has_seed;
    out->has_number = r->has_number;
    out->seed = r->seed;
    out->number = r->number;
    out->fault = r->fault;
    record_finish(out, r->end, r->end_seat);
    return true;
}

static enum api_result start_review(struct call *c) {
    struct th_error e = {""};
    if (!queue_has_room(&c->hub->pool.queue, c->request->client))
        return call_refuse(c, 503, "busy", "too many questions wait already: try again soon");
    struct review_job *v = calloc(1, sizeof *v);
    if (v == NULL || !copy_record(&c->room->session.record, &v->record, &e)) {
        free(v);
        return call_refuse(c, 503, "full", "there is no memory for a review");
    }
    v->job = (struct job){.client = c->request->client,
                          .game = hub_hash(c->room->id),
                          .question = true,
                          .lengthy = true,
                          .seconds = LIMIT_REVIEW_SECONDS,
                          .work = review_work,
                          .done = review_done};
    v->hub = c->hub;
    v->room = c->room;
    wait_for_review(c, v);
    c->room->review = &v->job;
    pool_add(&c->hub->pool, &v->job);
    return API_WAITS;
}

enum api_result call_review(struct call *c) {
    if (!room_can_review(c->room))
        return call_refuse(c, 409, "not-now",
                           "there is a review of games of two or more that are over");
    char *known = c->room->reviewed ? store_load_review(&c->hub->store, c->room->id) : NULL;
    if (known != NULL) {
        *c->answer = (struct api_answer){
            .status = 200, .body = known, .size = strlen(known), .type = "application/json"};
        return API_ANSWERED;
    }
    if (c->room->review == NULL) return start_review(c);
    wait_for_review(c, (struct review_job *)c->room->review);
    return API_WAITS;
}
