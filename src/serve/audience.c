#include "audience.h"

enum { BUCKETS = 1024 };

/* Some of the streams: of one room (NULL: of all); only those of viewers, or only those of one key
 * that holds seats, or all. */
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

/* Counts them, by client too. */
static int count(const struct house *h, const struct selection *w, int by_client[BUCKETS]) {
    int n = 0;
    for (int i = 0; i < BUCKETS; i++) by_client[i] = 0;
    for (const struct room *r = h->rooms; r != NULL; r = r->next)
        for (const struct stream *s = r->streams; s != NULL; s = s->next)
            if (is_selected(w, s)) {
                by_client[s->client % BUCKETS]++;
                n++;
            }
    return n;
}

/* Ends the oldest stream of the client that has most of them, if these are more than `own`. */
static bool end_one(struct house *h, const struct selection *w, const int by_client[BUCKETS],
                    int own) {
    struct stream *last = NULL;
    for (const struct room *r = h->rooms; r != NULL; r = r->next)
        for (struct stream *s = r->streams; s != NULL; s = s->next) {
            if (!is_selected(w, s) || by_client[s->client % BUCKETS] <= own) continue;
            const int n = by_client[s->client % BUCKETS];
            const int most = last != NULL ? by_client[last->client % BUCKETS] : 0;
            if (n > most || (n == most && s->since < last->since)) last = s;
        }
    if (last == NULL) return false;
    stream_leave(last);
    last->wake(last);
    return true;
}

/* There may be `limit` of these at most; a client with more of them than this one makes way. */
static bool fits(struct house *h, const struct selection *w, int limit, uint64_t client) {
    int by_client[BUCKETS];
    if (count(h, w, by_client) < limit) return true;
    return end_one(h, w, by_client, by_client[client % BUCKETS] + 1);
}

bool audience_admits(struct house *h, struct room *r, int key, uint64_t client) {
    const struct selection own_key = {r, ONE_KEY, key}, of_room = {r, VIEWERS, 0},
                           viewers = {NULL, VIEWERS, 0}, all = {NULL, ALL, 0};
    int by_client[BUCKETS];
    if (room_seats_of(r, key) == 0)
        return fits(h, &of_room, LIMIT_GAME_VIEWERS, client) &&
               fits(h, &viewers, LIMIT_VIEWERS - LIMIT_PLAYER_STREAMS, client);
    /* A player who comes once more takes the place of one of that player's own streams. */
    if (count(h, &own_key, by_client) >= LIMIT_KEY_STREAMS) end_one(h, &own_key, by_client, 0);
    return fits(h, &all, LIMIT_VIEWERS, client);
}
