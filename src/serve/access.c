/* Checks of host, origin and token; random ids; comparison of secrets. */
#include "access.h"

#include <arpa/inet.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

/* ---- ids and secrets ---- */

static const char id_alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

bool id_new(char out[ID_BYTES]) {
    uint8_t bits[16];
    if (getrandom(bits, sizeof bits, 0) != (ptrdiff_t)sizeof bits) return false;
    for (int i = 0; i < ID_CHARACTERS; i++) {
        unsigned six = 0;
        for (int b = 6 * i; b < 6 * i + 6; b++)
            six = six << 1 | (b < 128 ? (unsigned)bits[b / 8] >> (7 - b % 8) & 1U : 0U);
        out[i] = id_alphabet[six];
    }
    out[ID_CHARACTERS] = 0;
    return true;
}

bool id_is_valid(const char *text) {
    return strlen(text) == ID_CHARACTERS && strspn(text, id_alphabet) == ID_CHARACTERS;
}

bool secrets_equal(const char *a, const char *b) {
    const size_t length = strlen(a);
    unsigned different = 0;
    if (length != strlen(b)) return false; /* the length is not secret */
    for (size_t i = 0; i < length; i++) different |= (unsigned)(a[i] ^ b[i]);
    return different == 0;
}

/* ---- requests ---- */

/* Splits "name:port" or "[::1]:port"; the port is 0 if there is none. */
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

/* Whether the name is a numeric address, which no foreign DNS entry can map to this machine. */
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

bool access_allows_host(const struct access *a, const char *host) {
    static const char *const own[] = {"localhost", "127.0.0.1", "[::1]"};
    char name[256], bracketed[80];
    int port;
    if (host == NULL || !split(host, name, &port)) return false;
    for (int i = 0; i < a->hosts; i++)
        if (strcasecmp(name, a->host[i]) == 0) return true; /* a proxy may have any port */
    if (port != a->port && !(port == 0 && a->port == 80)) return false;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcasecmp(name, own[i]) == 0) return true;
    if (a->machine[0] != 0 && strcasecmp(name, a->machine) == 0) return true;
    snprintf(bracketed, sizeof bracketed, "[%s]", a->listen);
    if (strcasecmp(name, a->listen) == 0 || strcasecmp(name, bracketed) == 0) return true;
    return a->remote && is_number(name);
}

bool access_allows_origin(const char *origin, const char *host) {
    static const char *const schemes[] = {"http://", "https://"};
    if (origin == NULL) return true;
    for (int i = 0; i < 2; i++) {
        const size_t n = strlen(schemes[i]);
        if (strncasecmp(origin, schemes[i], n) == 0) return strcasecmp(origin + n, host) == 0;
    }
    return false;
}

bool access_is_cross_site(const char *site) {
    return site != NULL && strcasecmp(site, "same-origin") != 0 && strcasecmp(site, "none") != 0;
}

static bool in_cookie(const struct access *a, const char *cookie) {
    static const char name[] = "tahur_token=";
    char value[ACCESS_TOKEN_BYTES];
    for (const char *at = cookie; at != NULL; at = strchr(at, ';')) {
        at += strspn(at, "; ");
        if (strncmp(at, name, sizeof name - 1) != 0) continue;
        at = strchr(at, '=') + 1;
        const size_t n = strcspn(at, ";");
        if (n >= sizeof value) continue;
        memcpy(value, at, n);
        value[n] = 0;
        if (secrets_equal(value, a->token)) return true;
    }
    return false;
}

bool access_has_token(const struct access *a, const char *authorization, const char *cookie,
                      const char *query) {
    static const char bearer[] = "Bearer ";
    if (a->token[0] == 0) return true;
    if (query != NULL && secrets_equal(query, a->token)) return true;
    if (authorization != NULL && strncasecmp(authorization, bearer, sizeof bearer - 1) == 0 &&
        secrets_equal(authorization + sizeof bearer - 1, a->token))
        return true;
    return cookie != NULL && in_cookie(a, cookie);
}

bool access_check_token(const char *token, struct th_error *e) {
    const size_t n = strlen(token);
    if (n >= 8 && n < ACCESS_TOKEN_BYTES && strspn(token, id_alphabet) == n) return true;
    return th_fail(e, "a token has 8 to %d letters, digits, - and _", ACCESS_TOKEN_BYTES - 1);
}
