#include "audience.h"

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

static void count(const struct house *h, const struct selection *w, struct client_counts *out) {
    *out = (struct client_counts){.all = 0};
    for (const struct room *r = h->rooms; r != NULL; r = r->next)
        for (const struct stream *s = r->streams; s != NULL; s = s->next)
            if (is_selected(w, s)) client_counts_add(out, s->client);
}

/* Ends the oldest of these streams that the client has; there is one. */
static void end_one(struct house *h, const struct selection *w, uint64_t client) {
    struct stream *oldest = NULL;
    for (const struct room *r = h->rooms; r != NULL; r = r->next)
        for (struct stream *s = r->streams; s != NULL; s = s->next)
            if (is_selected(w, s) && s->client == client &&
                (oldest == NULL || s->since < oldest->since))
                oldest = s;
    stream_leave(oldest);
    oldest->wake(oldest);
}

/* There may be `limit` of these at most; the client with the most of them makes way, if it has more
 * than this one would have. */
static bool fits(struct house *h, const struct selection *w, int limit, uint64_t client) {
    struct client_counts counts;
    count(h, w, &counts);
    if (counts.all < limit) return true;
    if (counts.most <= client_counts_of(&counts, client) + 1) return false;
    end_one(h, w, counts.greediest);
    return true;
}

/* A player who comes once more takes the place of one of the streams with the same key. */
static void limit_key(struct house *h, const struct selection *own_key) {
    struct client_counts counts;
    count(h, own_key, &counts);
    if (counts.all >= LIMIT_KEY_STREAMS) end_one(h, own_key, counts.greediest);
}

bool audience_admits(struct house *h, struct room *r, int key, uint64_t client) {
    const struct selection own_key = {r, ONE_KEY, key}, of_room = {r, VIEWERS, 0},
                           viewers = {NULL, VIEWERS, 0}, all = {NULL, ALL, 0};
    if (room_seats_of(r, key) == 0)
        return fits(h, &of_room, LIMIT_GAME_VIEWERS, client) &&
               fits(h, &viewers, LIMIT_VIEWERS - LIMIT_PLAYER_STREAMS, client);
    limit_key(h, &own_key);
    return fits(h, &all, LIMIT_VIEWERS, client);
}
