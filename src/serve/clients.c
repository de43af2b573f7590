/* Fair shares of clients, counts by client, and the connections (peers). */
#define _GNU_SOURCE /* for POLLRDHUP, if available */
#include "clients.h"

#include "core/clock.h"
#include "hub.h"
#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- shares ---- */

static const double share = LIMIT_CLIENT_SHARE / 100.0, least = LIMIT_CLIENT_LEAST / 1000.0;
static const double window = 4;   /* seconds: use decays to 1/e in this time */
static const double recently = 2; /* seconds */

/* The client's entry. A new client gets a free one, or replaces the least recently used one. */
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

static double use_at(const struct client *entry, double now) {
    return entry->use * exp((entry->seen - now) / window);
}

/* Max-min fairness: the level L at which the sum of min(use, L) over all clients equals their
 * common share. Starts with equal parts; what clients below the level do not use raises it. */
static double fair_level(const struct clients *c, double now) {
    double use[CLIENTS_MAX], all = 0, level = 0;
    int n = 0;
    for (int i = 0; i < CLIENTS_MAX; i++)
        if (c->client[i].use > 0) all += use[n++] = use_at(&c->client[i], now);
    if (all <= share * window) return INFINITY;
    for (double before = -1; level > before;) {
        double below = 0;
        int above = 0;
        before = level;
        for (int i = 0; i < n; i++) {
            below += use[i] <= level ? use[i] : 0;
            above += use[i] > level;
        }
        if (above > 0) level = fmax(before, (share * window - below) / above);
    }
    return level;
}

/* The largest use of a client that does not have to wait. */
static double largest_use(struct clients *c, double now) {
    static const double often = 0.1; /* seconds */
    if (now - c->computed >= often) {
        c->computed = now;
        c->level = fmax(fair_level(c, now), least);
    }
    return c->level;
}

static void add_use(struct client *entry, double now, double seconds) {
    entry->use = use_at(entry, now) + seconds;
    entry->seen = now;
}

bool clients_may_make_game(struct clients *c, uint64_t id, double now) {
    struct client *entry = entry_of(c, id, now);
    add_use(entry, now, 0);
    if (now - entry->minute >= 60) {
        entry->minute = now;
        entry->games = 0;
    }
    if (entry->games >= LIMIT_GAMES_A_MINUTE) return false;
    entry->games++;
    return true;
}

/* Registers a request; whether another client has sent one recently. */
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
    add_use(entry, now, 0);
    return entry->use > largest_use(c, now) && crowded;
}

double clients_turn(struct clients *c, uint64_t id, double now) {
    return entry_of(c, id, now)->turn;
}

void clients_resume(struct clients *c, uint64_t id, double now) {
    enum { LONGEST = 1 }; /* seconds, if the request is never answered */
    entry_of(c, id, now)->turn = now;
    c->next = now + LONGEST;
}

void clients_charge(struct clients *c, uint64_t id, double now, double seconds, bool waited) {
    add_use(entry_of(c, id, now), now, seconds);
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

/* ---- connections ---- */

/* The client is a hash of the address; of IPv6 only the /64 network, since a client can use all
 * addresses of its network. */
static void write_address(const struct sockaddr *address, char out[PEER_ADDRESS_BYTES],
                          uint64_t *client) {
    char network[PEER_ADDRESS_BYTES];
    snprintf(out, PEER_ADDRESS_BYTES, "?");
    if (address->sa_family == AF_INET) {
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)address)->sin_addr, out,
                  PEER_ADDRESS_BYTES);
    } else if (address->sa_family == AF_INET6) {
        struct in6_addr six = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
        inet_ntop(AF_INET6, &six, out, PEER_ADDRESS_BYTES);
        if (!IN6_IS_ADDR_V4MAPPED(&six)) memset(six.s6_addr + 8, 0, 8);
        inet_ntop(AF_INET6, &six, network, sizeof network);
        *client = hub_hash(network);
        return;
    }
    *client = hub_hash(out);
}

/* Lower ranks are dropped first. */
static int rank_of(const struct peer *i) {
    if (i->phase != PEER_BUSY) return 0;
    if (i->stream == NULL || i->stream->room == NULL) return 2;
    return room_seats_of(i->stream->room, i->stream->key) != 0 ? 3 : 1;
}

/* Shuts its socket down. libmicrohttpd ignores suspended connections, so its stream ends, too. */
static void drop_peer(struct peer *i) {
    i->dropped = true;
    shutdown(i->socket, SHUT_RDWR);
    if (i->stream == NULL) return;
    struct stream *s = i->stream;
    stream_leave(s);
    s->wake(s);
}

/* Whether a connection is counted: all, or only those that have not sent a full request for a
 * while. */
static bool is_counted(const struct peer *i, bool silent, double now) {
    enum { SECONDS = 1 };
    return !i->dropped && (!silent || (rank_of(i) == 0 && now - i->since > SECONDS));
}

static void count_peers(const struct peers *p, bool silent, double now, struct client_counts *out) {
    *out = (struct client_counts){.all = 0};
    for (const struct peer *i = p->first; i != NULL; i = i->next)
        if (is_counted(i, silent, now)) client_counts_add(out, i->client);
}

static void drop_one(struct peers *p, uint64_t client) {
    struct peer *last = NULL;
    for (struct peer *i = p->first; i != NULL; i = i->next) {
        if (i->dropped || i->client != client) continue;
        if (last == NULL || rank_of(i) < rank_of(last) ||
            (rank_of(i) == rank_of(last) && i->since < last->since))
            last = i;
    }
    if (last != NULL) drop_peer(last);
}

void peers_make_room(struct peers *p, const struct sockaddr *address) {
    enum { FEW = 4 };
    const double now = clock_seconds();
    char text[PEER_ADDRESS_BYTES];
    uint64_t client;
    struct client_counts counts;
    write_address(address, text, &client);
    count_peers(p, false, now, &counts);
    if (client_counts_of(&counts, client) >= LIMIT_ADDRESS) {
        drop_one(p, client);
    } else if (counts.all >= LIMIT_CONNECTIONS) {
        const uint64_t greediest = counts.greediest;
        count_peers(p, true, now, &counts);
        drop_one(p, counts.most > FEW ? counts.greediest : greediest);
    }
}

struct peer *peers_add(struct peers *p, const struct sockaddr *address, int socket) {
    struct peer *peer = calloc(1, sizeof *peer);
    if (peer == NULL) return NULL;
    peer->socket = socket;
    peer->since = clock_seconds();
    write_address(address, peer->address, &peer->client);
    peer->next = p->first;
    p->first = peer;
    p->count++;
    return peer;
}

void peers_remove(struct peers *p, struct peer *peer) {
    struct peer **at = &p->first;
    while (*at != peer) at = &(*at)->next;
    *at = peer->next;
    p->count--;
    free(peer);
}

bool peer_has_closed(const struct peer *peer) {
#ifdef POLLRDHUP
    struct pollfd end = {.fd = peer->socket, .events = POLLRDHUP};
    return poll(&end, 1, 0) == 1;
#else
    char byte;
    const ssize_t n = recv(peer->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
#endif
}

void peers_drop_slow(struct peers *p) {
    static const int limit[] = {[PEER_NEW] = LIMIT_HEADER_SECONDS,
                                [PEER_IDLE] = LIMIT_IDLE_SECONDS,
                                [PEER_BUSY] = LIMIT_REQUEST_SECONDS};
    const double now = clock_seconds();
    for (struct peer *i = p->first; i != NULL; i = i->next)
        if (!i->awaits && !i->dropped && now - i->since > limit[i->phase]) drop_peer(i);
}
