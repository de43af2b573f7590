#include "reviewing.h"

#include "analysis/think.h"
#include "call.h"
#include "core/clock.h"
#include "room_message.h"
#include <stdlib.h>
#include <string.h>

struct reviewing {
    struct job job;
    struct house *house;
    struct room *room; /* NULL: it has gone, or has changed */
    struct api_waiter *waiters;
    struct record record;
    struct api_answer answer;
    double told; /* when progress was */
};

/* ---- the work ---- */

static void progress(void *context, uint64_t steps) {
    struct reviewing *v = context;
    const double now = clock_seconds();
    pool_give_way(&v->house->pool, &v->job);
    if (now - v->told < 0.1) return;
    v->told = now;
    pthread_mutex_lock(&v->house->lock);
    if (v->room != NULL) room_announce_review(v->room, steps, v->record.steps);
    pthread_mutex_unlock(&v->house->lock);
}

static void work(struct job *job) {
    struct reviewing *v = (struct reviewing *)job;
    const struct think_review how = {
        .stop = &job->stop, .seed = 1, .progress = progress, .context = v};
    struct th_error e;
    json_t *json = think_review(&v->record, &how, &e);
    if (json != NULL)
        api_tell(&v->answer, 200, json);
    else if (atomic_load(&job->stop))
        api_refuse(&v->answer, "", 503, "busy", "the review took longer than it may");
    else
        api_refuse(&v->answer, "", 422, "bad-value", "%s", e.text);
}

static void tell_waiters(struct reviewing *v) {
    for (struct api_waiter *w = v->waiters, *next; w != NULL; w = next) {
        next = w->next;
        w->answer = v->answer;
        w->answer.body = v->answer.body != NULL ? strdup(v->answer.body) : NULL;
        if (w->answer.body == NULL) w->answer.size = 0;
        w->ready(w);
    }
}

static void done(struct job *job) {
    struct reviewing *v = (struct reviewing *)job;
    struct th_error e;
    if (v->answer.status == 0) api_refuse(&v->answer, "", 503, "busy", "there is no review now");
    if (v->room != NULL) {
        v->room->review = NULL;
        if (v->answer.status == 200 &&
            store_save_review(&v->house->store, v->room->id, v->answer.body, &e)) {
            v->room->reviewed = true;
            room_announce_review(v->room, v->record.steps, v->record.steps);
        }
    }
    tell_waiters(v);
    record_drop(&v->record);
    free(v->answer.body);
    free(v);
}

/* The last one who waits takes the review with it. */
static void gone(struct api_waiter *w) {
    struct reviewing *v = (struct reviewing *)w->job;
    if (v->waiters == w && w->next == NULL) {
        if (v->room != NULL) reviewing_forget(v->room);
        return;
    }
    struct api_waiter **at = &v->waiters;
    while (*at != w) at = &(*at)->next;
    *at = w->next;
    api_refuse(&w->answer, "", 503, "busy", "nobody waits for the review");
    w->ready(w);
}

static void await(struct call *c, struct reviewing *v) {
    struct api_waiter *w = c->request->waiter;
    w->pool = &c->house->pool;
    w->job = &v->job;
    w->gone = gone;
    w->next = v->waiters;
    v->waiters = w;
}

void reviewing_forget(struct room *r) {
    struct job *job = r->review;
    if (job == NULL) return;
    ((struct reviewing *)job)->room = NULL;
    r->review = NULL;
    pool_cancel(&r->house->pool, job);
}

/* ---- the request ---- */

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

static enum api_result begin(struct call *c) {
    struct th_error e = {""};
    if (!queue_has_room(&c->house->pool.queue, c->request->client))
        return call_refuse(c, 503, "busy", "too many questions wait already: try again soon");
    struct reviewing *v = calloc(1, sizeof *v);
    if (v == NULL || !copy_record(&c->room->session.record, &v->record, &e)) {
        free(v);
        return call_refuse(c, 503, "full", "there is no memory for a review");
    }
    v->job = (struct job){.client = c->request->client,
                          .game = house_number(c->room->id),
                          .question = true,
                          .lengthy = true,
                          .seconds = LIMIT_REVIEW_SECONDS,
                          .work = work,
                          .done = done};
    v->house = c->house;
    v->room = c->room;
    await(c, v);
    c->room->review = &v->job;
    pool_add(&c->house->pool, &v->job);
    return API_WAITS;
}

enum api_result call_review(struct call *c) {
    if (!room_can_review(c->room))
        return call_refuse(c, 409, "not-now",
                           "there is a review of games of two or more that are over");
    char *known = c->room->reviewed ? store_load_review(&c->house->store, c->room->id) : NULL;
    if (known != NULL) {
        *c->answer = (struct api_answer){
            .status = 200, .body = known, .size = strlen(known), .type = "application/json"};
        return API_ANSWERED;
    }
    if (c->room->review == NULL) return begin(c);
    await(c, (struct reviewing *)c->room->review);
    return API_WAITS;
}
