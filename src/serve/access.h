/* Who may use the service: the right host name (against DNS rebinding), the right origin (against
 * pages of other sites), and the token if one is required. Also random ids, which are unguessable
 * names of games and keys to their seats. */
#ifndef SERVE_ACCESS_H
#define SERVE_ACCESS_H

#include "tahur/error.h"
#include <stddef.h>

/* ---- ids and secrets ---- */

enum { ID_CHARACTERS = 22, ID_BYTES }; /* 128 random bits in base 64 */

/* Makes a new id; false if the system gives no random numbers. */
bool id_new(char out[ID_BYTES]);
/* Whether a text has the form of an id. */
bool id_is_valid(const char *text);
/* Compares two secrets in constant time. */
bool secrets_equal(const char *a, const char *b);

/* ---- requests ---- */

enum {
    ACCESS_HOSTS_MAX = 16,
    ACCESS_TOKEN_BYTES = 128,
    ACCESS_ADDRESSES_MAX = 8,
    ACCESS_ADDRESS_BYTES = 160
};

/* Constant while the service runs. */
struct access {
    const char *listen; /* the numeric address */
    int port;
    bool remote;                        /* other machines can reach the service */
    char machine[128];                  /* the name of this machine in links; empty: none */
    const char *host[ACCESS_HOSTS_MAX]; /* further valid host names */
    int hosts;
    char token[ACCESS_TOKEN_BYTES]; /* empty: none is required */
    /* Where the service can be reached: "http://192.168.1.20:8080". Others than this machine reach
     * it there if `remote`. */
    char address[ACCESS_ADDRESSES_MAX][ACCESS_ADDRESS_BYTES];
    int addresses;
};

/* Whether a Host header names this service. */
bool access_allows_host(const struct access *a, const char *host);
/* Whether a page of this origin may send POST requests: it was loaded from this host. */
bool access_allows_origin(const char *origin, const char *host);
/* Whether the header Sec-Fetch-Site says that a page of another site caused the request; NULL: the
 * header is missing. */
bool access_is_cross_site(const char *site);
/* Whether the header Authorization, a cookie or the query has the token; NULL: missing. */
bool access_has_token(const struct access *a, const char *authorization, const char *cookie,
                      const char *query);
/* Whether a text can be a token: usable in a link and in a cookie. */
bool access_check_token(const char *token, struct th_error *e);

#endif
