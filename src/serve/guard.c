#include "guard.h"

#include "names.h"
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Takes "name:port" apart, or "[::1]:port"; the port is 0 if there is none. */
static bool split(const char *host, char name[256], int *port) {
    const char *colon = strrchr(host, ':');
    const char *bracket = strrchr(host, ']');
    if (colon != NULL && bracket != NULL && colon < bracket) colon = NULL;
    const size_t n = colon != NULL ? (size_t)(colon - host) : strlen(host);
    *port = 0;
    if (n == 0 || n >= 256) return false;
    memcpy(name, host, n);
    name[n] = 0;
    if (colon == NULL) return true;
    if (strspn(colon + 1, "0123456789") != strlen(colon + 1) || strlen(colon + 1) > 5) return false;
    *port = atoi(colon + 1);
    return true;
}

/* An address in numbers cannot be made to point here by somebody else. */
static bool is_number(const char *name) {
    char inner[64];
    unsigned char room[16];
    const size_t n = strlen(name);
    if (inet_pton(AF_INET, name, room) == 1) return true;
    if (n < 4 || n - 2 >= sizeof inner || name[0] != '[' || name[n - 1] != ']') return false;
    memcpy(inner, name + 1, n - 2);
    inner[n - 2] = 0;
    return inet_pton(AF_INET6, inner, room) == 1;
}

bool guard_host(const struct guard *g, const char *host) {
    static const char *const own[] = {"localhost", "127.0.0.1", "[::1]"};
    char name[256], bracketed[80];
    int port;
    if (host == NULL || !split(host, name, &port)) return false;
    for (int i = 0; i < g->hosts; i++)
        if (strcasecmp(name, g->host[i]) == 0) return true; /* a proxy may have any port */
    if (port != g->port && !(port == 0 && g->port == 80)) return false;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcasecmp(name, own[i]) == 0) return true;
    if (g->machine[0] != 0 && strcasecmp(name, g->machine) == 0) return true;
    snprintf(bracketed, sizeof bracketed, "[%s]", g->listen);
    if (strcasecmp(name, g->listen) == 0 || strcasecmp(name, bracketed) == 0) return true;
    return g->beyond && is_number(name);
}

bool guard_origin(const char *origin, const char *host) {
    static const char *const schemes[] = {"http://", "https://"};
    if (origin == NULL) return true;
    for (int i = 0; i < 2; i++) {
        const size_t n = strlen(schemes[i]);
        if (strncasecmp(origin, schemes[i], n) == 0) return strcasecmp(origin + n, host) == 0;
    }
    return false;
}

bool guard_is_foreign(const char *site) {
    return site != NULL && strcasecmp(site, "same-origin") != 0 && strcasecmp(site, "none") != 0;
}

static bool in_cookie(const struct guard *g, const char *cookie) {
    static const char name[] = "tahur_token=";
    char value[GUARD_TOKEN_BYTES];
    for (const char *at = cookie; at != NULL; at = strchr(at, ';')) {
        at += strspn(at, "; ");
        if (strncmp(at, name, sizeof name - 1) != 0) continue;
        at = strchr(at, '=') + 1;
        const size_t n = strcspn(at, ";");
        if (n >= sizeof value) continue;
        memcpy(value, at, n);
        value[n] = 0;
        if (names_equal(value, g->token)) return true;
    }
    return false;
}

bool guard_token(const struct guard *g, const char *authorization, const char *cookie,
                 const char *query) {
    static const char bearer[] = "Bearer ";
    if (g->token[0] == 0) return true;
    if (query != NULL && names_equal(query, g->token)) return true;
    if (authorization != NULL && strncasecmp(authorization, bearer, sizeof bearer - 1) == 0 &&
        names_equal(authorization + sizeof bearer - 1, g->token))
        return true;
    return cookie != NULL && in_cookie(g, cookie);
}

bool guard_check_token(const char *token, struct th_error *e) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const size_t n = strlen(token);
    if (n >= 8 && n < GUARD_TOKEN_BYTES && strspn(token, letters) == n) return true;
    return th_fail(e, "a token has 8 to %d letters, digits, - and _", GUARD_TOKEN_BYTES - 1);
}
