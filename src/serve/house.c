#include "house.h"

#include "core/clock.h"
#include "core/thread.h"
#include "tahur/rng.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
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

/* No connection uses it now: it can leave the memory, and is read from the file when asked for. */
static bool can_leave(const struct room *r) {
    return r->pins == 0 && r->streams == NULL && r->review == NULL;
}

/* Of two that can leave, the one that waits for a request goes first, then the one that was not
 * used for longest. */
static bool leaves_before(const struct room *a, const struct room *b) {
    if (room_is_lively(a) != room_is_lively(b)) return room_is_lively(b);
    return a->used < b->used;
}

/* The room that makes way for another: of the client with the most rooms that can leave, so that a
 * client that makes games without end evicts its own. NULL: there is none. */
static struct room *room_to_leave(const struct house *h) {
    struct client_counts counts = {.all = 0};
    struct room *first = NULL;
    for (const struct room *r = h->rooms; r != NULL; r = r->next)
        if (can_leave(r)) client_counts_add(&counts, r->client);
    for (struct room *r = h->rooms; r != NULL; r = r->next)
        if (can_leave(r) && r->client == counts.greediest &&
            (first == NULL || leaves_before(r, first)))
            first = r;
    return first;
}

/* A clock goes on while the game is in the file alone: the file has to say since when. */
static bool park(struct room *r) {
    struct th_error e;
    if (!r->timer.on || r->timer.running < 0 || r->session.over) return true;
    r->parked = (int64_t)time(NULL);
    return house_store(r, &e);
}

static bool make_room(struct house *h) {
    while (h->room_count >= h->room_limit) {
        struct room *r = room_to_leave(h);
        if (r == NULL || !park(r)) return false;
        forget(h, r);
    }
    return true;
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
    room_unpark(r, h->began);
    room_wake(r);
    room_tick(r, clock_seconds()); /* a clock may have run out meanwhile */
    house_look_again(h);
    if (!r->broken) return r;
    h->missing = HOUSE_DAMAGED;
    forget(h, r);
    return NULL;
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

/* Takes a game out of the file, and out of memory; false if it is in use. */
static bool remove_game(struct house *h, const char *id) {
    struct th_error e;
    struct room *r = h->rooms;
    while (r != NULL && strcmp(r->id, id) != 0) r = r->next;
    if (r != NULL && !can_leave(r)) return false;
    if (r != NULL) forget(h, r);
    if (store_remove(&h->store, id, &e)) return true;
    log_line(&h->log, "tahur serve: %s", e.text);
    return false;
}

/* A client with as many games as it may have loses the one that it left for longest, if that was
 * long ago. */
static bool client_has_room(struct house *h, uint64_t client) {
    char id[NAME_BYTES];
    return store_count(&h->store, client) < h->client_games ||
           (store_oldest(&h->store, client, LIMIT_IDLE_DAYS * 86400, id) && remove_game(h, id));
}

enum house_room house_has_room(struct house *h, uint64_t client) {
    if (!clients_may_make_game(&h->clients, client, clock_seconds())) return HOUSE_TOO_FAST;
    if (!client_has_room(h, client)) return HOUSE_CLIENT_FULL;
    return h->store.games < LIMIT_GAMES && make_room(h) ? HOUSE_ROOM : HOUSE_FULL;
}

void house_expire(struct house *h) {
    enum { MOST = 64 };
    char id[MOST][NAME_BYTES];
    if (h->keep_seconds == 0) return;
    const int n = store_expired(&h->store, h->keep_seconds, id, MOST);
    for (int i = 0; i < n; i++) remove_game(h, id[i]);
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

enum { EXPIRY_SECONDS = 10 }; /* between looking for games that are not kept any longer */

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
    if (now - h->expired >= EXPIRY_SECONDS) {
        h->expired = now;
        house_expire(h);
    }
    return h->due != NULL ? fmin(next, h->due(h->context, now)) : next;
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

bool house_open(struct house *h, const char *path, int threads, int64_t keep_seconds,
                struct th_error *e) {
    pthread_condattr_t steady;
    memset(h, 0, sizeof *h);
    h->room_limit = LIMIT_ROOMS;
    h->client_games = LIMIT_CLIENT_GAMES;
    h->keep_seconds = keep_seconds;
    h->began = (int64_t)time(NULL);
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
    messages_clear(&h->messages);
    store_close(&h->store);
    log_close(&h->log);
    pthread_cond_destroy(&h->wake);
    pthread_mutex_destroy(&h->lock);
}
