/* Reference-counted messages, a cache of them, and the event streams that send them. */
#include "stream.h"

#include "core/clock.h"
#include "hub.h"
#include "room.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- messages ---- */

char *json_text(const json_t *json) {
    return json != NULL ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
}

struct message *message_new(size_t size) {
    struct message *m = malloc(sizeof *m + size);
    if (m == NULL) return NULL;
    m->references = 1;
    m->size = size;
    return m;
}

struct message *message_event(const char *name, const char *text) {
    const size_t room = strlen(text) + strlen(name) + sizeof "event: \ndata: \n\n";
    struct message *m = message_new(room);
    if (m != NULL)
        m->size = (size_t)snprintf(m->bytes, room, "event: %s\ndata: %s\n\n", name, text);
    return m;
}

struct message *message_ref(struct message *m) {
    m->references++;
    return m;
}

void message_unref(struct message *m) {
    if (m != NULL && --m->references == 0) free(m);
}

/* ---- the cache of messages ---- */

const struct message *message_cache_find(struct message_cache *cache, const char *id, int key,
                                         int64_t version) {
    for (int i = 0; i < LIMIT_CACHED_MESSAGES; i++) {
        struct cached_message *k = &cache->entry[i];
        if (k->message == NULL || k->version != version || k->key != key || strcmp(k->id, id) != 0)
            continue;
        k->used = ++cache->clock;
        cache->hits++;
        return k->message;
    }
    return NULL;
}

/* The entry to replace: an older version of the same message, which is never requested again; else
 * the least recently used one. */
static struct cached_message *place_for(struct message_cache *cache, const char *id, int key) {
    struct cached_message *place = &cache->entry[0];
    for (int i = 0; i < LIMIT_CACHED_MESSAGES; i++) {
        struct cached_message *k = &cache->entry[i];
        if (k->message != NULL && k->key == key && strcmp(k->id, id) == 0) return k;
        if (k->used < place->used) place = k;
    }
    return place;
}

void message_cache_put(struct message_cache *cache, const char *id, int key, int64_t version,
                       struct message *m) {
    struct cached_message *k = place_for(cache, id, key);
    message_unref(k->message);
    snprintf(k->id, sizeof k->id, "%s", id);
    k->key = key;
    k->version = version;
    k->message = message_ref(m);
    k->used = ++cache->clock;
}

void message_cache_clear(struct message_cache *cache) {
    for (int i = 0; i < LIMIT_CACHED_MESSAGES; i++) message_unref(cache->entry[i].message);
    memset(cache, 0, sizeof *cache);
}

/* ---- streams ---- */

static void drop_messages(struct stream *s) {
    for (; s->count > 0; s->count--) {
        message_unref(s->queue[s->first]);
        s->first = (s->first + 1) % LIMIT_STREAM_MESSAGES;
    }
    s->sent = 0;
}

/* Drops all messages except one that is partly sent. */
static void drop_unsent(struct stream *s) {
    const int keep = s->sent > 0 ? 1 : 0;
    for (; s->count > keep; s->count--)
        message_unref(s->queue[(s->first + s->count - 1) % LIMIT_STREAM_MESSAGES]);
}

void stream_join(struct stream *s, struct room *r, int key, uint64_t client) {
    s->room = r;
    s->key = key;
    s->client = client;
    s->since = clock_seconds();
    s->lagging = true;
    s->next = r->streams;
    r->streams = s;
    if (++r->audience[1 + key].streams == 1 && room_seats_of(r, key) != 0) room_send_presence(r);
}

void stream_leave(struct stream *s) {
    drop_messages(s);
    if (s->room == NULL) return;
    struct stream **at = &s->room->streams;
    while (*at != s) at = &(*at)->next;
    *at = s->next;
    struct room *r = s->room;
    s->room = NULL;
    if (--r->audience[1 + s->key].streams == 0 && room_seats_of(r, s->key) != 0)
        room_send_presence(r);
}

void stream_post(struct stream *s, struct message *m) {
    if (!s->lagging && s->count == LIMIT_STREAM_MESSAGES) {
        drop_unsent(s);
        s->lagging = true;
    }
    if (!s->lagging) s->queue[(s->first + s->count++) % LIMIT_STREAM_MESSAGES] = message_ref(m);
    s->wake(s);
}

/* The next message: a queued one, or the full state if some were dropped. */
static struct message *next_message(struct stream *s) {
    if (s->count == 0 && s->lagging) {
        s->queue[s->first] = room_state_event(s->room, s->key);
        if (s->queue[s->first] == NULL) return NULL;
        s->count = 1;
        s->lagging = false;
    }
    return s->count > 0 ? s->queue[s->first] : NULL;
}

long stream_read(struct stream *s, char *out, size_t most) {
    static const char keep_alive[] = ":\n\n";
    if (s->room == NULL) return -1;
    struct message *m = next_message(s);
    if (m == NULL && s->keep_alive && most >= sizeof keep_alive - 1) {
        s->keep_alive = false;
        memcpy(out, keep_alive, sizeof keep_alive - 1);
        return sizeof keep_alive - 1;
    }
    if (m == NULL) return 0;
    s->keep_alive = false;
    const size_t left = m->size - s->sent, n = left < most ? left : most;
    memcpy(out, m->bytes + s->sent, n);
    s->sent += n;
    if (s->sent == m->size) {
        message_unref(m);
        s->first = (s->first + 1) % LIMIT_STREAM_MESSAGES;
        s->count--;
        s->sent = 0;
    }
    return (long)n;
}

/* ---- admission ---- */

/* A subset of the streams: of one room (NULL: all); of viewers, of one key with seats, or of all
 * clients. */
struct selection {
    const struct room *room;
    enum { ALL, VIEWERS, ONE_KEY } kind;
    int key;
};

static bool is_player(const struct stream *s) {
    return room_seats_of(s->room, s->key) != 0;
}

static bool is_selected(const struct selection *w, const struct stream *s) {
    if (w->room != NULL && s->room != w->room) return false;
    if (w->kind == VIEWERS) return !is_player(s);
    return w->kind == ALL || s->key == w->key;
}

static void count(const struct hub *h, const struct selection *w, struct client_counts *out) {
    *out = (struct client_counts){.all = 0};
    for (const struct room *r = h->rooms; r != NULL; r = r->next)
        for (const struct stream *s = r->streams; s != NULL; s = s->next)
            if (is_selected(w, s)) client_counts_add(out, s->client);
}

/* Ends the client's oldest stream in the selection, which must exist. */
static void end_one(struct hub *h, const struct selection *w, uint64_t client) {
    struct stream *oldest = NULL;
    for (const struct room *r = h->rooms; r != NULL; r = r->next)
        for (struct stream *s = r->streams; s != NULL; s = s->next)
            if (is_selected(w, s) && s->client == client &&
                (oldest == NULL || s->since < oldest->since))
                oldest = s;
    stream_leave(oldest);
    oldest->wake(oldest);
}

/* Whether one more stream fits below `limit`. If not, the client with the most streams loses one,
 * if it has more than this client would have. */
static bool fits(struct hub *h, const struct selection *w, int limit, uint64_t client) {
    struct client_counts counts;
    count(h, w, &counts);
    if (counts.all < limit) return true;
    if (counts.most <= client_counts_of(&counts, client) + 1) return false;
    end_one(h, w, counts.greediest);
    return true;
}

/* Makes a new stream of a player replace another one with the same key. */
static void limit_key(struct hub *h, const struct selection *own_key) {
    struct client_counts counts;
    count(h, own_key, &counts);
    if (counts.all >= LIMIT_KEY_STREAMS) end_one(h, own_key, counts.greediest);
}

bool stream_is_admitted(struct hub *h, struct room *r, int key, uint64_t client) {
    const struct selection own_key = {r, ONE_KEY, key}, of_room = {r, VIEWERS, 0},
                           viewers = {NULL, VIEWERS, 0}, all = {NULL, ALL, 0};
    if (room_seats_of(r, key) == 0)
        return fits(h, &of_room, LIMIT_GAME_VIEWERS, client) &&
               fits(h, &viewers, LIMIT_VIEWERS - LIMIT_PLAYER_STREAMS, client);
    limit_key(h, &own_key);
    return fits(h, &all, LIMIT_VIEWERS, client);
}
