#include "clients.h"

#include "limits.h"
#include <math.h>
#include <stddef.h>

static const double share = LIMIT_CLIENT_SHARE / 100.0, burst = LIMIT_CLIENT_BURST / 1000.0;
static const double recently = 2; /* seconds */

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

/* A debt is forgiven with time. */
static void forgive(struct client *entry, double now) {
    entry->debt = fmax(0, entry->debt - (now - entry->seen) * share);
    entry->seen = now;
}

bool clients_may_make_game(struct clients *c, uint64_t id, double now) {
    struct client *entry = entry_of(c, id, now);
    forgive(entry, now);
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

double clients_wait(struct clients *c, uint64_t id, double now) {
    const bool crowded = is_crowded(c, id, now);
    struct client *entry = entry_of(c, id, now);
    forgive(entry, now);
    return crowded && entry->debt > burst ? (entry->debt - burst) / share : 0;
}

void clients_charge(struct clients *c, uint64_t id, double now, double seconds) {
    struct client *entry = entry_of(c, id, now);
    forgive(entry, now);
    entry->debt += seconds;
}
