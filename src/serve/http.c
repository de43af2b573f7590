/* Connections and requests: access checks, bodies, delays for fairness, dispatch, and the log. */
#include "http.h"

#include "core/clock.h"
#include "core/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* ---- delays ---- */

/* A client that has used more than its share waits while others send requests: the request is
 * handled again at its turn (resume_delayed). Called with the mutex held. */
static bool is_delayed(struct exchange *x, double now) {
    struct hub *h = x->http->hub;
    if (x->waited || x->http->closing) return false;
    if (!clients_must_wait(&h->clients, x->peer->client, now)) return false;
    x->waited = true;
    x->peer->delayed = x;
    x->peer->delayed_since = now;
    x->peer->awaits = true;
    MHD_suspend_connection(x->connection);
    hub_wake_housekeeper(h);
    return true;
}

static void resume(struct peer *p) {
    struct exchange *x = p->delayed;
    p->delayed = NULL;
    p->awaits = false;
    MHD_resume_connection(x->connection);
}

/* The next delayed request: the oldest one of the client whose turn was longest ago. */
static struct peer *next_delayed(struct http *http, double now) {
    struct clients *clients = &http->hub->clients;
    struct peer *next = NULL;
    double turn = 0;
    for (struct peer *p = http->peers.first; p != NULL; p = p->next) {
        if (p->delayed == NULL) continue;
        const double own = p->dropped ? -1 : clients_turn(clients, p->client, now);
        if (next == NULL || own < turn || (own == turn && p->delayed_since < next->delayed_since)) {
            next = p;
            turn = own;
        }
    }
    return next;
}

/* Resumes a delayed request if it is time; returns when to call it again. */
static double resume_delayed(void *context, double now) {
    struct http *http = context;
    struct clients *clients = &http->hub->clients;
    struct peer *p = next_delayed(http, now);
    if (p == NULL) return INFINITY;
    if (clients->next > now) return clients->next;
    clients_resume(clients, p->client, now);
    resume(p);
    return clients->next;
}

/* ---- requests ---- */

/* Callback of the API: the answer of a waiting request is complete. Called with the mutex held. */
static void answer_ready(struct api_waiter *waiter) {
    struct exchange *x = (struct exchange *)waiter;
    x->suspended = false;
    x->peer->asked = NULL;
    MHD_resume_connection(x->connection);
}

static enum MHD_Result call_api(struct exchange *x, const char *method) {
    struct hub *h = x->http->hub;
    struct api_answer answer = {0};
    const struct api_request request = {.method = method,
                                        .path = x->path,
                                        .key = request_argument(x, "key"),
                                        .seat = request_argument(x, "seat"),
                                        .options = request_argument(x, "options"),
                                        .position = request_argument(x, "position"),
                                        .bot = request_argument(x, "bot_id"),
                                        .api_version = request_argument(x, "api_version"),
                                        .body = x->body != NULL ? x->body : "",
                                        .size = x->size,
                                        .client = x->peer->client,
                                        .waiter = &x->waiter};
    x->waiter.ready = answer_ready;
    pthread_mutex_lock(&h->lock);
    x->peer->since = clock_seconds();
    if (is_delayed(x, x->peer->since)) {
        pthread_mutex_unlock(&h->lock);
        return MHD_YES;
    }
    const enum api_result result = api_handle(h, &request, &answer);
    const double now = clock_seconds();
    clients_charge(&h->clients, x->peer->client, now, now - x->peer->since, x->waited);
    if (x->waited) hub_wake_housekeeper(h); /* resumes the next delayed request */
    switch (result) {
    case API_STREAMS:
        return reply_stream(x, &answer);
    case API_WAITS:
        x->suspended = x->peer->awaits = true;
        x->peer->asked = x;
        MHD_suspend_connection(x->connection);
        pthread_mutex_unlock(&h->lock);
        return MHD_YES;
    default:
        pthread_mutex_unlock(&h->lock);
        return reply_answer(x, &answer);
    }
}

static enum MHD_Result dispatch(struct exchange *x, const char *method) {
    const bool get = strcmp(method, MHD_HTTP_METHOD_GET) == 0;
    const bool head = strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    const struct page_file *f = page_find(x->path);
    if (x->too_large)
        return reply_refuse(x, 413, "too-large", "the body is larger than requests may be");
    if (f != NULL && (get || head)) return reply_page(x, f, MHD_HTTP_OK);
    if ((get || head) && (f = page_not_found(x)) != NULL)
        return reply_page(x, f, MHD_HTTP_NOT_FOUND);
    return call_api(x, method);
}

static bool is_json(const char *type) {
    static const char json[] = "application/json";
    return type != NULL && strncasecmp(type, json, sizeof json - 1) == 0 &&
           strchr("; \t", type[sizeof json - 1]) != NULL;
}

/* Checks that need no body. True: the request was answered, with *result. */
static bool refuse_early(struct exchange *x, const char *method, enum MHD_Result *result) {
    const struct access *a = x->http->access;
    const char *host = request_header(x, MHD_HTTP_HEADER_HOST);
    const char *length = request_header(x, MHD_HTTP_HEADER_CONTENT_LENGTH);
    const char *token = request_argument(x, "token");
    const bool post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    /* The page itself contains nothing private, and asks for the token. */
    const bool open = !post && (page_find(x->path) != NULL || page_not_found(x) != NULL ||
                                strcmp(x->path, "/healthz") == 0);
    const bool known = open || access_has_token(a, request_header(x, MHD_HTTP_HEADER_AUTHORIZATION),
                                                request_header(x, MHD_HTTP_HEADER_COOKIE), NULL);
    uint64_t size = 0;
    if (!access_allows_host(a, host))
        *result = reply_refuse(x, 403, "forbidden-host",
                               "this service does not go by that name: --host allows others");
    else if (strcmp(method, MHD_HTTP_METHOD_GET) == 0 && token != NULL && a->token[0] != 0 &&
             access_has_token(a, NULL, NULL, token))
        *result = reply_token(x);
    else if (!open && access_is_cross_site(request_header(x, "Sec-Fetch-Site")))
        *result = reply_refuse(x, 403, "forbidden-host",
                               "that request comes from a page of another site");
    else if (!known)
        *result = reply_refuse(
            x, 401, "token",
            "this service needs its token: open the link that it printed at its start");
    else if (post && !access_allows_origin(request_header(x, MHD_HTTP_HEADER_ORIGIN), host))
        *result = reply_refuse(x, 403, "forbidden-host", "that page is of another origin");
    else if (post && !is_json(request_header(x, MHD_HTTP_HEADER_CONTENT_TYPE)))
        *result =
            reply_refuse(x, 415, "bad-request", "a POST needs Content-Type: application/json");
    else if (length != NULL && (!text_natural(length, &size) || size > LIMIT_UNREAD_BODY))
        *result = reply_refuse(x, 413, "too-large", "the body is larger than requests may be");
    else
        return false;
    return true;
}

static void add_body(struct exchange *x, const char *data, size_t size) {
    const size_t limit = api_body_limit(x->path);
    if (x->too_large || size > limit - x->size) {
        x->too_large = true;
        return;
    }
    if (x->size + size > x->room) {
        const size_t room = x->size + size > 2 * x->room ? x->size + size : 2 * x->room;
        char *larger = realloc(x->body, room);
        if (larger == NULL) {
            x->too_large = true;
            return;
        }
        x->body = larger;
        x->room = room;
    }
    memcpy(x->body + x->size, data, size);
    x->size += size;
}

static struct exchange *begin(struct http *http, struct MHD_Connection *connection,
                              const char *method, const char *path) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    if (info == NULL || info->socket_context == NULL) return NULL;
    struct exchange *x = calloc(1, sizeof *x);
    if (x == NULL || (x->path = strdup(path)) == NULL) {
        free(x);
        return NULL;
    }
    snprintf(x->method, sizeof x->method, "%s", method);
    x->http = http;
    x->connection = connection;
    x->peer = info->socket_context;
    x->since = clock_seconds();
    pthread_mutex_lock(&http->hub->lock);
    x->peer->phase = PEER_BUSY;
    x->peer->since = x->since;
    pthread_mutex_unlock(&http->hub->lock);
    return x;
}

/* Callback of libmicrohttpd: after the headers, with every part of the body, at its end; and again
 * when a suspended connection is resumed. */
static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **request) {
    struct exchange *x = *request;
    enum MHD_Result result = MHD_YES;
    (void)version;
    if (x == NULL) {
        x = *request = begin(context, connection, method, url);
        if (x == NULL) return MHD_NO;
        refuse_early(x, method, &result);
        return result;
    }
    if (x->status != 0) { /* refused early: the body is ignored */
        *size = 0;
        return MHD_YES;
    }
    if (*size > 0) {
        add_body(x, data, *size);
        *size = 0;
        return MHD_YES;
    }
    if (x->waiter.answer.status != 0) {
        struct api_answer answer = x->waiter.answer;
        x->waiter.answer.body = NULL;
        return reply_answer(x, &answer);
    }
    return dispatch(x, method);
}

/* ---- the log ---- */

/* Logs one line per request, without the query, which contains keys; and only the beginning of the
 * id of a game, since the id is enough to watch it. */
static void write_log(const struct exchange *x) {
    static const char games[] = "/api/v1/games/";
    char path[200], method[40], stamp[32];
    struct tm now;
    const time_t seconds = time(NULL);
    const size_t g = sizeof games - 1;
    const size_t name = strncmp(x->path, games, g) == 0 ? strcspn(x->path + g, "/") : 0;
    log_word(path, sizeof path, x->path, name > 6 ? g + 6 : SIZE_MAX);
    if (name > 6) {
        const size_t n = strlen(path);
        const int dots = snprintf(path + n, sizeof path - n, "…");
        log_word(path + n + dots, sizeof path - n - (size_t)dots, x->path + g + name, SIZE_MAX);
    }
    log_word(method, sizeof method, x->method, SIZE_MAX);
    gmtime_r(&seconds, &now);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &now);
    log_line(&x->http->hub->log, "%s %s %s %s %d %zu %.1f ms", stamp, x->peer->address, method,
             path, x->status, x->sent, 1000 * (clock_seconds() - x->since));
}

/* Callback: a request has ended. */
static void completed(void *context, struct MHD_Connection *connection, void **request,
                      enum MHD_RequestTerminationCode code) {
    struct exchange *x = *request;
    struct http *http = context;
    (void)code, (void)connection;
    if (x == NULL) return;
    pthread_mutex_lock(&http->hub->lock);
    x->peer->awaits = false;
    x->peer->phase = PEER_IDLE;
    x->peer->since = clock_seconds();
    pthread_mutex_unlock(&http->hub->lock);
    write_log(x);
    free(x->path);
    free(x->body);
    free(x->waiter.answer.body); /* of an answer after the client has left */
    free(x);
    *request = NULL;
}

/* ---- connections ---- */

/* Callback: a new connection. */
static enum MHD_Result accept_connection(void *context, const struct sockaddr *address,
                                         socklen_t size) {
    struct http *http = context;
    (void)size;
    pthread_mutex_lock(&http->hub->lock);
    const bool yes = !http->closing;
    if (yes) peers_make_room(&http->peers, address);
    pthread_mutex_unlock(&http->hub->lock);
    return yes ? MHD_YES : MHD_NO;
}

/* Callback: a connection was opened or closed. */
static void track_connection(void *context, struct MHD_Connection *connection, void **peer,
                             enum MHD_ConnectionNotificationCode code) {
    struct http *http = context;
    pthread_mutex_lock(&http->hub->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *address =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
        const union MHD_ConnectionInfo *socket =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *peer = peers_add(&http->peers, address->client_addr, socket->connect_fd);
    } else if (*peer != NULL) {
        struct peer *gone = *peer;
        if (gone->stream != NULL) ((struct http_stream *)gone->stream)->peer = NULL;
        peers_remove(&http->peers, *peer);
        *peer = NULL;
    }
    pthread_mutex_unlock(&http->hub->lock);
}

/* libmicrohttpd does not read a suspended connection, so it does not notice that the client has
 * left. */
static void cancel_abandoned(struct http *http) {
    for (struct peer *p = http->peers.first; p != NULL; p = p->next) {
        struct exchange *x = p->asked;
        if (x != NULL && peer_has_closed(p)) x->waiter.gone(&x->waiter);
    }
}

/* Called by the housekeeping thread with the mutex held. */
static void every_second(void *context) {
    struct http *http = context;
    peers_drop_slow(&http->peers);
    cancel_abandoned(http);
}

/* ---- opening and closing ---- */

struct http *http_open(struct hub *h, const struct access *access, int listening,
                       struct th_error *e) {
    struct http *http = calloc(1, sizeof *http);
    if (http == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    http->hub = h;
    http->access = access;
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, accept_connection, http,
        handle, http, MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)(LIMIT_CONNECTIONS + LIMIT_CLOSING), MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)LIMIT_IDLE_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)LIMIT_HEADERS,
        MHD_OPTION_NOTIFY_COMPLETED, completed, http, MHD_OPTION_NOTIFY_CONNECTION,
        track_connection, http, MHD_OPTION_END);
    if (http->daemon == NULL) {
        free(http);
        th_fail(e, "the server cannot be started");
        return NULL;
    }
    pthread_mutex_lock(&h->lock);
    h->context = http;
    h->every_second = every_second;
    h->due = resume_delayed;
    pthread_mutex_unlock(&h->lock);
    return http;
}

void http_close(struct http *http) {
    struct hub *h = http->hub;
    pthread_mutex_lock(&h->lock);
    http->closing = true;
    h->every_second = NULL;
    h->due = NULL;
    for (struct peer *p = http->peers.first; p != NULL; p = p->next)
        if (p->delayed != NULL) resume(p);
    for (struct room *r = h->rooms; r != NULL; r = r->next)
        for (struct stream *s = r->streams; s != NULL; s = s->next) s->wake(s);
    pthread_mutex_unlock(&h->lock);
    MHD_stop_daemon(http->daemon);
    free(http);
}
