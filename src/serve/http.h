/* The service on the network, by libmicrohttpd. Its one thread does all reading and writing.
 *
 * A connection is suspended while there is nothing to send: while a worker computes its answer,
 * while its client has to wait for its turn, or while a watched game does not change. Any thread
 * that holds the mutex of the hub may resume it. The callbacks lock that mutex and call
 * MHD_suspend_connection and MHD_resume_connection with it held; libmicrohttpd calls them without a
 * lock of its own that could cause a deadlock. */
#ifndef SERVE_HTTP_H
#define SERVE_HTTP_H

#include "api.h"
#include "page.h"
#include <microhttpd.h>

struct http;

/* Starts to answer on a listening socket, which http_close closes. NULL with the reason on failure.
 * `access` must outlive the result. */
struct http *http_open(struct hub *h, const struct access *access, int listening,
                       struct th_error *e);
/* Closes all connections and streams. The hub must still be open, but its pool closed. */
void http_close(struct http *http);

/* ---- inside of http.c and reply.c ---- */

struct http {
    struct hub *hub;
    const struct access *access;
    struct MHD_Daemon *daemon;
    struct peers peers;
    bool closing;
};

/* One request and its answer. */
struct exchange {
    struct api_waiter waiter; /* first, so that pointers can be converted */
    struct http *http;
    struct MHD_Connection *connection;
    struct peer *peer;
    char method[16];
    char *path;
    char *body;
    size_t size, room;
    bool too_large, suspended;
    bool waited; /* it was delayed until its client's turn */
    int status;
    size_t sent;
    double since;
};

/* An event stream with its connection. */
struct http_stream {
    struct stream stream; /* first, so that pointers can be converted */
    struct http *http;
    struct peer *peer; /* NULL: the connection is closed */
    struct MHD_Connection *connection;
    bool suspended;
};

/* A header, or an argument of the query; NULL: missing. */
const char *request_header(const struct exchange *x, const char *name);
const char *request_argument(const struct exchange *x, const char *name);

enum MHD_Result reply_answer(struct exchange *x, struct api_answer *a);
enum MHD_Result reply_refuse(struct exchange *x, int status, const char *code, const char *why);
/* Answers a link with the token: sets a cookie, and redirects so that the address bar does not show
 * the token. */
enum MHD_Result reply_token(struct exchange *x);
/* Called with the mutex of the hub held, which it unlocks. */
enum MHD_Result reply_stream(struct exchange *x, const struct api_answer *a);
enum MHD_Result reply_page(struct exchange *x, const struct page_file *f, int status);

/* The file of a path; NULL: none. All paths within the page are its first file, which routes
 * itself. */
const struct page_file *page_find(const char *path);
/* For a browser that requests an unknown path: the page, which says so in the person's language.
 * NULL: not a browser, or a path of the API. */
const struct page_file *page_not_found(const struct exchange *x);

#endif
