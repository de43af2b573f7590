#include "house.h"

#include "core/clock.h"
#include "core/thread.h"
#include "tahur/rng.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- rooms ---- */

void house_drop_room(struct room *r) {
    session_drop(&r->session);
    free(r);
}

static void forget(struct house *h, struct room *r) {
    assert(r->pins == 0);
    struct room **at = &h->rooms;
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    h->room_count--;
    room_close(r);
    house_drop_room(r);
}

static bool is_idle(const struct room *r) {
    return r->pins == 0 && r->streams == NULL && r->review == NULL && r->thinking == NULL &&
           !room_is_lively(r);
}

/* Makes room for one more: the one goes that was not used for longest. */
static bool make_room(struct house *h) {
    struct room *oldest = NULL;
    if (h->room_count < h->room_limit) return true;
    for (struct room *r = h->rooms; r != NULL; r = r->next)
        if (is_idle(r) && (oldest == NULL || r->used < oldest->used)) oldest = r;
    if (oldest != NULL) forget(h, oldest);
    return oldest != NULL;
}

static void take_in(struct house *h, struct room *r) {
    r->house = h;
    r->next = h->rooms;
    h->rooms = r;
    h->room_count++;
}

static struct room *load(struct house *h, const char *id) {
    struct th_error e;
    struct room *r = make_room(h) ? calloc(1, sizeof *r) : NULL;
    h->missing = HOUSE_NO_PLACE;
    if (r == NULL) return NULL;
    h->missing = HOUSE_UNKNOWN;
    if (!store_load(&h->store, id, r, &e)) {
        if (e.text[0] != 0) {
            log_line(&h->log, "tahur serve: the game %.6s… cannot be read: %s", id, e.text);
            h->missing = HOUSE_DAMAGED;
        }
        free(r);
        return NULL;
    }
    take_in(h, r);
    room_wake(r);
    return r;
}

struct room *house_find(struct house *h, const char *id) {
    struct room *r = h->rooms;
    h->missing = HOUSE_UNKNOWN;
    if (!names_valid(id)) return NULL;
    while (r != NULL && strcmp(r->id, id) != 0) r = r->next;
    if (r != NULL && r->broken) {
        if (r->pins > 0) {
            h->missing = HOUSE_DAMAGED;
            return NULL;
        }
        forget(h, r);
        r = NULL;
    }
    if (r == NULL) r = load(h, id);
    if (r != NULL) r->used = clock_seconds();
    return r;
}

enum house_room house_has_room(struct house *h, uint64_t client) {
    const double now = clock_seconds();
    const size_t i = client % HOUSE_MAKERS;
    if (h->store.games >= LIMIT_GAMES || !make_room(h)) return HOUSE_FULL;
    if (now - h->maker[i].since >= 60) h->maker[i].since = now, h->maker[i].games = 0;
    return h->maker[i].games++ < LIMIT_GAMES_A_MINUTE ? HOUSE_ROOM : HOUSE_TOO_FAST;
}

bool house_add(struct house *h, struct room *r, struct th_error *e) {
    r->house = h;
    room_wake(r);
    r->version = 1;
    if (!house_store(r, e)) {
        room_close(r);
        return false;
    }
    h->store.games++;
    take_in(h, r);
    house_look_again(h);
    return true;
}

bool house_store(struct room *r, struct th_error *e) {
    const bool stored = store_save(&r->house->store, r, e);
    if (!stored) log_line(&r->house->log, "tahur serve: %s", e->text);
    return stored;
}

uint64_t house_number(const char *text) {
    uint64_t number = 0;
    for (; *text != 0; text++) number = th_mix2(number, (uint64_t)(unsigned char)*text);
    return number;
}

/* ---- the keeper ---- */

void house_look_again(struct house *h) {
    h->look_again = true;
    pthread_cond_signal(&h->wake);
}

static void comment(struct house *h, double now) {
    if (now - h->commented < LIMIT_KEEP_ALIVE_SECONDS) return;
    h->commented = now;
    for (struct room *r = h->rooms; r != NULL; r = r->next)
        for (struct stream *s = r->streams; s != NULL; s = s->next) {
            s->comment = true;
            s->wake(s);
        }
}

/* All that is due; returns when something will be next. */
static double keep(struct house *h, double now) {
    double next = fmin(now + 1, pool_watch(&h->pool, now));
    for (struct room *r = h->rooms, *after; r != NULL; r = after) {
        after = r->next;
        if (r->broken) {
            forget(h, r);
            continue;
        }
        if (room_due(r, now) <= now) room_tick(r, now);
        next = fmin(next, room_due(r, now));
    }
    comment(h, now);
    return next;
}

static void *keeper(void *context) {
    struct house *h = context;
    double second = 0;
    pthread_mutex_lock(&h->lock);
    while (!h->closing) {
        const double now = clock_seconds();
        h->look_again = false;
        const double next = keep(h, now);
        if (now - second >= 1) {
            second = now;
            if (h->every_second != NULL) h->every_second(h->context);
        }
        const struct timespec until = {(time_t)next, (long)((next - floor(next)) * 1e9)};
        while (!h->closing && !h->look_again &&
               pthread_cond_timedwait(&h->wake, &h->lock, &until) == 0) {
        }
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

/* ---- opening and closing ---- */

static bool wake_up(void *context, const char *id) {
    struct house *h = context;
    load(h, id);
    return h->room_count < h->room_limit / 2;
}

static bool start_keeper(struct house *h, struct th_error *e) {
    h->keeping = thread_start(&h->keeper, keeper, h);
    return h->keeping || th_fail(e, "the system gives no thread");
}

bool house_open(struct house *h, const char *path, int threads, struct th_error *e) {
    pthread_condattr_t steady;
    memset(h, 0, sizeof *h);
    h->room_limit = LIMIT_ROOMS;
    if (!store_open(&h->store, path, e)) return false;
    if (!log_open(&h->log, STDERR_FILENO, e)) {
        store_close(&h->store);
        return false;
    }
    pthread_mutex_init(&h->lock, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&h->wake, &steady);
    pthread_condattr_destroy(&steady);
    h->commented = clock_seconds();
    if (!pool_open(&h->pool, threads, &h->lock, e)) {
        log_close(&h->log);
        store_close(&h->store);
        return false;
    }
    pthread_mutex_lock(&h->lock);
    if (threads > 0) store_each_lively(&h->store, wake_up, h);
    pthread_mutex_unlock(&h->lock);
    if (threads == 0 || start_keeper(h, e)) return true;
    house_close(h);
    return false;
}

void house_quiet(struct house *h) {
    pthread_mutex_lock(&h->lock);
    const bool before = h->closing;
    h->closing = true;
    pthread_cond_signal(&h->wake);
    pthread_mutex_unlock(&h->lock);
    if (before) return;
    if (h->keeping) pthread_join(h->keeper, NULL);
    pool_close(&h->pool);
}

void house_close(struct house *h) {
    house_quiet(h);
    pthread_mutex_lock(&h->lock);
    while (h->rooms != NULL) forget(h, h->rooms);
    pthread_mutex_unlock(&h->lock);
    store_close(&h->store);
    log_close(&h->log);
    pthread_cond_destroy(&h->wake);
    pthread_mutex_destroy(&h->lock);
}
