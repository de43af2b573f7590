#define _GNU_SOURCE /* for POLLRDHUP, where there is one */
#include "visitors.h"

#include "clients.h"
#include "core/clock.h"
#include "house.h"
#include "limits.h"
#include "stream.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of IPv6 the network: whoever has one has all of its addresses. */
static void write_address(const struct sockaddr *address, char out[VISITOR_ADDRESS_BYTES],
                          uint64_t *client) {
    char network[VISITOR_ADDRESS_BYTES];
    snprintf(out, VISITOR_ADDRESS_BYTES, "?");
    if (address->sa_family == AF_INET) {
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)address)->sin_addr, out,
                  VISITOR_ADDRESS_BYTES);
    } else if (address->sa_family == AF_INET6) {
        struct in6_addr six = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
        inet_ntop(AF_INET6, &six, out, VISITOR_ADDRESS_BYTES);
        if (!IN6_IS_ADDR_V4MAPPED(&six)) memset(six.s6_addr + 8, 0, 8);
        inet_ntop(AF_INET6, &six, network, sizeof network);
        *client = house_number(network);
        return;
    }
    *client = house_number(out);
}

/* Who is dropped first. */
static int rank_of(const struct visitor *i) {
    if (i->phase != VISITOR_BUSY) return 0;
    if (i->stream == NULL || i->stream->room == NULL) return 2;
    return room_seats_of(i->stream->room, i->stream->key) != 0 ? 3 : 1;
}

/* Its connection ends. The library does not look at one that is suspended: what it waits for is
 * ended, too. */
static void drop(struct visitor *i) {
    i->dropped = true;
    shutdown(i->socket, SHUT_RDWR);
    if (i->stream == NULL) return;
    struct stream *s = i->stream;
    stream_leave(s);
    s->wake(s);
}

/* Those that are counted: all, or those that have sent no whole request for a while. */
static bool is_counted(const struct visitor *i, bool silent, double now) {
    enum { SECONDS = 1 };
    return !i->dropped && (!silent || (rank_of(i) == 0 && now - i->since > SECONDS));
}

static void count(const struct visitors *v, bool silent, double now, struct client_counts *out) {
    *out = (struct client_counts){.all = 0};
    for (const struct visitor *i = v->first; i != NULL; i = i->next)
        if (is_counted(i, silent, now)) client_counts_add(out, i->client);
}

static void drop_one(struct visitors *v, uint64_t client) {
    struct visitor *last = NULL;
    for (struct visitor *i = v->first; i != NULL; i = i->next) {
        if (i->dropped || i->client != client) continue;
        if (last == NULL || rank_of(i) < rank_of(last) ||
            (rank_of(i) == rank_of(last) && i->since < last->since))
            last = i;
    }
    if (last != NULL) drop(last);
}

void visitors_make_room(struct visitors *v, const struct sockaddr *address) {
    enum { FEW = 4 };
    const double now = clock_seconds();
    char text[VISITOR_ADDRESS_BYTES];
    uint64_t client;
    struct client_counts counts;
    write_address(address, text, &client);
    count(v, false, now, &counts);
    if (client_counts_of(&counts, client) >= LIMIT_ADDRESS) {
        drop_one(v, client);
    } else if (counts.all >= LIMIT_CONNECTIONS) {
        const uint64_t greediest = counts.greediest;
        count(v, true, now, &counts);
        drop_one(v, counts.most > FEW ? counts.greediest : greediest);
    }
}

struct visitor *visitors_add(struct visitors *v, const struct sockaddr *address, int socket) {
    struct visitor *visitor = calloc(1, sizeof *visitor);
    if (visitor == NULL) return NULL;
    visitor->socket = socket;
    visitor->since = clock_seconds();
    write_address(address, visitor->address, &visitor->client);
    visitor->next = v->first;
    v->first = visitor;
    v->count++;
    return visitor;
}

void visitors_remove(struct visitors *v, struct visitor *visitor) {
    struct visitor **at = &v->first;
    while (*at != visitor) at = &(*at)->next;
    *at = visitor->next;
    v->count--;
    free(visitor);
}

bool visitors_has_gone(const struct visitor *visitor) {
#ifdef POLLRDHUP
    struct pollfd end = {.fd = visitor->socket, .events = POLLRDHUP};
    return poll(&end, 1, 0) == 1;
#else
    char byte;
    const ssize_t n = recv(visitor->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
#endif
}

void visitors_watch(struct visitors *v) {
    static const int limit[] = {[VISITOR_NEW] = LIMIT_HEADER_SECONDS,
                                [VISITOR_KEPT] = LIMIT_IDLE_SECONDS,
                                [VISITOR_BUSY] = LIMIT_REQUEST_SECONDS};
    const double now = clock_seconds();
    for (struct visitor *i = v->first; i != NULL; i = i->next)
        if (!i->awaits && !i->dropped && now - i->since > limit[i->phase]) drop(i);
}
