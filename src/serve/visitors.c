#define _GNU_SOURCE /* for POLLRDHUP, where there is one */
#include "visitors.h"

#include "core/clock.h"
#include "house.h"
#include "limits.h"
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

bool visitors_may_come(const struct visitors *v, const struct sockaddr *address) {
    char text[VISITOR_ADDRESS_BYTES];
    uint64_t client;
    int same = 0;
    write_address(address, text, &client);
    for (const struct visitor *i = v->first; i != NULL; i = i->next) same += i->client == client;
    return same < LIMIT_ADDRESS;
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
    const double now = clock_seconds();
    for (struct visitor *i = v->first; i != NULL; i = i->next)
        if (!i->awaits && now - i->since > LIMIT_REQUEST_SECONDS) shutdown(i->socket, SHUT_RDWR);
}
