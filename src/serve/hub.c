/* Rooms in memory, their eviction and expiry; the housekeeping thread; opening and closing. */
#include "hub.h"

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

/* Drops a room from memory. */
static void drop_room(struct hub *h, struct room *r) {
    assert(r->pins == 0);
    struct room **at = &h->rooms;
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    h->room_count--;
    room_close(r);
    room_free(r);
}

/* Whether the room can be evicted from memory: no request, stream or review uses it. */
static bool can_evict(const struct room *r) {
    return r->pins == 0 && r->streams == NULL && r->review == NULL;
}

/* The order of eviction: inactive rooms first, then the least recently used. */
static bool evict_before(const struct room *a, const struct room *b) {
    if (room_is_active(a) != room_is_active(b)) return room_is_active(b);
    return a->used < b->used;
}

/* The room to evict: of the client with the most such rooms, so that a client that makes many games
 * evicts its own. NULL: there is none. */
static struct room *room_to_evict(const struct hub *h) {
    struct client_counts counts = {.all = 0};
    struct room *first = NULL;
    for (const struct room *r = h->rooms; r != NULL; r = r->next)
        if (can_evict(r)) client_counts_add(&counts, r->client);
    for (struct room *r = h->rooms; r != NULL; r = r->next)
        if (can_evict(r) && r->client == counts.greediest &&
            (first == NULL || evict_before(r, first)))
            first = r;
    return first;
}

/* The clock of an evicted game keeps running, so the file stores since when. */
static bool park(struct room *r) {
    struct th_error e;
    if (!r->timer.on || r->timer.running < 0 || r->session.over) return true;
    r->parked = (int64_t)time(NULL);
    return hub_store(r, &e);
}

static bool make_room(struct hub *h) {
    while (h->room_count >= h->room_limit) {
        struct room *r = room_to_evict(h);
        if (r == NULL || !park(r)) return false;
        drop_room(h, r);
    }
    return true;
}

static void add_room(struct hub *h, struct room *r) {
    r->hub = h;
    r->next = h->rooms;
    h->rooms = r;
    h->room_count++;
}

static struct room *load(struct hub *h, const char *id) {
    struct th_error e;
    struct room *r = make_room(h) ? calloc(1, sizeof *r) : NULL;
    h->missing = HUB_NO_PLACE;
    if (r == NULL) return NULL;
    h->missing = HUB_UNKNOWN;
    if (!store_load(&h->store, id, r, &e)) {
        if (e.text[0] != 0) {
            log_line(&h->log, "tahur serve: the game %.6s… cannot be read: %s", id, e.text);
            h->missing = HUB_DAMAGED;
        }
        free(r);
        return NULL;
    }
    add_room(h, r);
    room_unpark(r, h->began);
    room_start(r);
    room_tick(r, clock_seconds()); /* its clock may have run out */
    hub_wake_housekeeper(h);
    if (!r->broken) return r;
    h->missing = HUB_DAMAGED;
    drop_room(h, r);
    return NULL;
}

struct room *hub_find(struct hub *h, const char *id) {
    struct room *r = h->rooms;
    h->missing = HUB_UNKNOWN;
    if (!id_is_valid(id)) return NULL;
    while (r != NULL && strcmp(r->id, id) != 0) r = r->next;
    if (r != NULL && r->broken) {
        if (r->pins > 0) {
            h->missing = HUB_DAMAGED;
            return NULL;
        }
        drop_room(h, r);
        r = NULL;
    }
    if (r == NULL) r = load(h, id);
    if (r != NULL) r->used = clock_seconds();
    return r;
}

/* Removes a game from the file and from memory; false if it is in use. */
static bool remove_game(struct hub *h, const char *id) {
    struct th_error e;
    struct room *r = h->rooms;
    while (r != NULL && strcmp(r->id, id) != 0) r = r->next;
    if (r != NULL && !can_evict(r)) return false;
    if (r != NULL) drop_room(h, r);
    if (store_remove(&h->store, id, &e)) return true;
    log_line(&h->log, "tahur serve: %s", e.text);
    return false;
}

/* A client at its limit loses its oldest game, if that has been idle for LIMIT_IDLE_DAYS. */
static bool client_has_room(struct hub *h, uint64_t client) {
    char id[ID_BYTES];
    return store_count(&h->store, client) < h->client_games ||
           (store_oldest(&h->store, client, LIMIT_IDLE_DAYS * 86400, id) && remove_game(h, id));
}

enum hub_admission hub_admit_game(struct hub *h, uint64_t client) {
    if (!clients_may_make_game(&h->clients, client, clock_seconds())) return HUB_TOO_FAST;
    if (!client_has_room(h, client)) return HUB_CLIENT_FULL;
    return h->store.games < LIMIT_GAMES && make_room(h) ? HUB_ADMITTED : HUB_FULL;
}

void hub_expire(struct hub *h) {
    enum { MOST = 64 };
    char id[MOST][ID_BYTES];
    if (h->keep_seconds == 0) return;
    const int n = store_expired(&h->store, h->keep_seconds, id, MOST);
    for (int i = 0; i < n; i++) remove_game(h, id[i]);
}

bool hub_add(struct hub *h, struct room *r, struct th_error *e) {
    r->hub = h;
    room_start(r);
    r->version = 1;
    if (!hub_store(r, e)) {
        room_close(r);
        return false;
    }
    h->store.games++;
    add_room(h, r);
    hub_wake_housekeeper(h);
    return true;
}

bool hub_store(struct room *r, struct th_error *e) {
    const bool stored = store_save(&r->hub->store, r, e);
    if (!stored) log_line(&r->hub->log, "tahur serve: %s", e->text);
    return stored;
}

uint64_t hub_hash(const char *text) {
    uint64_t number = 0;
    for (; *text != 0; text++) number = th_mix2(number, (uint64_t)(unsigned char)*text);
    return number;
}

/* ---- housekeeping ---- */

void hub_wake_housekeeper(struct hub *h) {
    h->wake_requested = true;
    pthread_cond_signal(&h->wake);
}

static void keep_streams_alive(struct hub *h, double now) {
    if (now - h->kept_alive < LIMIT_KEEP_ALIVE_SECONDS) return;
    h->kept_alive = now;
    for (struct room *r = h->rooms; r != NULL; r = r->next)
        for (struct stream *s = r->streams; s != NULL; s = s->next) {
            s->keep_alive = true;
            s->wake(s);
        }
}

enum { EXPIRY_SECONDS = 10 }; /* between calls of hub_expire */

/* Does all that is due; returns when something is due next. */
static double do_housekeeping(struct hub *h, double now) {
    double next = fmin(now + 1, pool_stop_overdue(&h->pool, now));
    for (struct room *r = h->rooms, *after; r != NULL; r = after) {
        after = r->next;
        if (r->broken) {
            drop_room(h, r);
            continue;
        }
        if (room_due(r, now) <= now) room_tick(r, now);
        next = fmin(next, room_due(r, now));
    }
    keep_streams_alive(h, now);
    if (now - h->expired >= EXPIRY_SECONDS) {
        h->expired = now;
        hub_expire(h);
    }
    return h->due != NULL ? fmin(next, h->due(h->context, now)) : next;
}

static void *housekeeper(void *context) {
    struct hub *h = context;
    double second = 0;
    pthread_mutex_lock(&h->lock);
    while (!h->closing) {
        const double now = clock_seconds();
        h->wake_requested = false;
        const double next = do_housekeeping(h, now);
        if (now - second >= 1) {
            second = now;
            if (h->every_second != NULL) h->every_second(h->context);
        }
        const struct timespec until = {(time_t)next, (long)((next - floor(next)) * 1e9)};
        while (!h->closing && !h->wake_requested &&
               pthread_cond_timedwait(&h->wake, &h->lock, &until) == 0) {
        }
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

/* ---- opening and closing ---- */

static bool load_active(void *context, const char *id) {
    struct hub *h = context;
    load(h, id);
    return h->room_count < h->room_limit / 2;
}

static bool start_housekeeper(struct hub *h, struct th_error *e) {
    h->housekeeping = thread_start(&h->housekeeper, housekeeper, h);
    return h->housekeeping || th_fail(e, "the system gives no thread");
}

bool hub_open(struct hub *h, const char *path, int threads, int64_t keep_seconds,
              struct th_error *e) {
    pthread_condattr_t monotonic;
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
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&h->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    h->kept_alive = clock_seconds();
    if (!pool_open(&h->pool, threads, &h->lock, e)) {
        log_close(&h->log);
        store_close(&h->store);
        return false;
    }
    pthread_mutex_lock(&h->lock);
    if (threads > 0) store_each_active(&h->store, load_active, h);
    pthread_mutex_unlock(&h->lock);
    if (threads == 0 || start_housekeeper(h, e)) return true;
    hub_close(h);
    return false;
}

void hub_stop(struct hub *h) {
    pthread_mutex_lock(&h->lock);
    const bool before = h->closing;
    h->closing = true;
    pthread_cond_signal(&h->wake);
    pthread_mutex_unlock(&h->lock);
    if (before) return;
    if (h->housekeeping) pthread_join(h->housekeeper, NULL);
    pool_close(&h->pool);
}

void hub_close(struct hub *h) {
    hub_stop(h);
    pthread_mutex_lock(&h->lock);
    while (h->rooms != NULL) drop_room(h, h->rooms);
    pthread_mutex_unlock(&h->lock);
    message_cache_clear(&h->messages);
    store_close(&h->store);
    log_close(&h->log);
    pthread_cond_destroy(&h->wake);
    pthread_mutex_destroy(&h->lock);
}
