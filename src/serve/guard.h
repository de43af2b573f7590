/* Who may talk to the service at all: the right host name (against pages of others whose name was
 * made to point here), the right origin, and the token where one is needed. */
#ifndef SERVE_GUARD_H
#define SERVE_GUARD_H

#include "tahur/error.h"
#include <stddef.h>

enum { GUARD_HOSTS_MAX = 16, GUARD_TOKEN_BYTES = 128 };

struct guard {
    const char *listen; /* the address, in numbers */
    int port;
    bool beyond;                       /* others than this machine can reach it */
    char machine[128];                 /* the name that it gives itself in links; empty: none */
    const char *host[GUARD_HOSTS_MAX]; /* other names that are right */
    int hosts;
    char token[GUARD_TOKEN_BYTES]; /* empty: none is needed */
};

bool guard_host(const struct guard *g, const char *host);
/* Whether a page of this origin may write: it came from the host it talks to. */
bool guard_origin(const char *origin, const char *host);
/* Whether a browser says (Sec-Fetch-Site) that another site's page has it ask; NULL: it says
 * nothing, or it is no browser. */
bool guard_is_foreign(const char *site);
/* Whether a header Authorization, a cookie, or a token of the query has the token; NULL: not there.
 */
bool guard_token(const struct guard *g, const char *authorization, const char *cookie,
                 const char *query);
/* A token can be part of a link and of a cookie. */
bool guard_check_token(const char *token, struct th_error *e);

#endif
