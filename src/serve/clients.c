#include "clients.h"

#include "limits.h"
#include <math.h>
#include <stddef.h>

static const double share = LIMIT_CLIENT_SHARE / 100.0, burst = LIMIT_CLIENT_BURST / 1000.0;
static const double recently = 2; /* seconds */
enum { LARGEST_DEBT = 2 };        /* seconds */

/* The client's entry. A new client takes one that is free, or that was not used for longest. */
static struct client *entry_of(struct clients *c, uint64_t id, double now) {
    struct client *oldest = NULL;
    for (int way = 0; way < CLIENTS_WAYS; way++) {
        struct client *entry = &c->client[(id + (uint64_t)way) % CLIENTS_MAX];
        if (entry->id == id && entry->seen > 0) return entry;
        if (oldest == NULL || entry->seen < oldest->seen) oldest = entry;
    }
    *oldest = (struct client){.id = id, .seen = now, .minute = now};
    return oldest;
}

/* How many clients have used much recently: they divide the share among them. */
static int count_heavy(struct clients *c, double now) {
    static const double often = 0.1, recent = 10; /* seconds */
    if (now - c->counted < often) return c->heavy;
    c->counted = now;
    c->heavy = 0;
    for (int i = 0; i < CLIENTS_MAX; i++)
        c->heavy += c->client[i].debt > burst / 2 && now - c->client[i].seen < recent;
    return c->heavy;
}

/* A debt is forgiven with time. */
static void forgive(struct clients *c, struct client *entry, double now) {
    const int heavy = count_heavy(c, now);
    entry->debt = fmax(0, entry->debt - (now - entry->seen) * share / (heavy > 1 ? heavy : 1));
    entry->seen = now;
}

bool clients_may_make_game(struct clients *c, uint64_t id, double now) {
    struct client *entry = entry_of(c, id, now);
    forgive(c, entry, now);
    if (now - entry->minute >= 60) {
        entry->minute = now;
        entry->games = 0;
    }
    if (entry->games >= LIMIT_GAMES_A_MINUTE) return false;
    entry->games++;
    return true;
}

/* Notes who asks; whether another client did recently. */
static bool is_crowded(struct clients *c, uint64_t id, double now) {
    if (c->last[0] != id) {
        c->last[1] = c->last[0];
        c->asked[1] = c->asked[0];
        c->last[0] = id;
    }
    c->asked[0] = now;
    return c->asked[1] > 0 && now - c->asked[1] < recently;
}

bool clients_must_wait(struct clients *c, uint64_t id, double now) {
    const bool crowded = is_crowded(c, id, now);
    struct client *entry = entry_of(c, id, now);
    forgive(c, entry, now);
    return crowded && entry->debt > burst;
}

double clients_turn(struct clients *c, uint64_t id, double now) {
    return entry_of(c, id, now)->turn;
}

void clients_go_on(struct clients *c, uint64_t id, double now) {
    enum { LONGEST = 1 }; /* seconds, if it is never answered */
    entry_of(c, id, now)->turn = now;
    c->next = now + LONGEST;
}

void clients_charge(struct clients *c, uint64_t id, double now, double seconds, bool waited) {
    struct client *entry = entry_of(c, id, now);
    forgive(c, entry, now);
    entry->debt = fmin(entry->debt + seconds, LARGEST_DEBT);
    if (waited) c->next = now + seconds * (1 / share - 1);
}

/* ---- counting ---- */

static size_t place_of(const struct client_counts *c, uint64_t id) {
    size_t i = (size_t)(id % COUNT_PLACES);
    while (c->count[i] > 0 && c->id[i] != id) i = (i + 1) % COUNT_PLACES;
    return i;
}

void client_counts_add(struct client_counts *c, uint64_t id) {
    const size_t i = place_of(c, id);
    c->id[i] = id;
    c->all++;
    if (++c->count[i] <= c->most) return;
    c->most = c->count[i];
    c->greediest = id;
}

int client_counts_of(const struct client_counts *c, uint64_t id) {
    return c->count[place_of(c, id)];
}
