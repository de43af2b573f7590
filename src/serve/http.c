#include "http.h"

#include "api.h"
#include "core/clock.h"
#include "core/text.h"
#include "page.h"
#include "visitors.h"
#include <inttypes.h>
#include <math.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

struct http {
    struct house *house;
    const struct guard *guard;
    struct MHD_Daemon *daemon;
    struct visitors visitors;
    bool closing;
};

/* One request and its answer. */
struct exchange {
    struct api_waiter waiter; /* first: one is the other */
    struct http *http;
    struct MHD_Connection *connection;
    struct visitor *visitor;
    char method[16];
    char *path;
    char *body;
    size_t size, room;
    bool too_large, suspended;
    bool waited; /* until its client might go on */
    int status;
    size_t sent;
    double since;
};

/* Somebody who watches. */
struct watch {
    struct stream stream; /* first */
    struct http *http;
    struct visitor *visitor; /* NULL: it has gone */
    struct MHD_Connection *connection;
    bool suspended;
};

/* ---- answers ---- */

static const struct {
    const char *name, *value;
} safe_headers[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
};

static void add_header(struct MHD_Response *r, const char *name, const char *value) {
    MHD_add_response_header(r, name, value);
}

/* Hands the response over, which is dropped. */
static enum MHD_Result send_response(struct exchange *x, struct MHD_Response *r, int status) {
    if (r == NULL) return MHD_NO;
    for (size_t i = 0; i < sizeof safe_headers / sizeof *safe_headers; i++)
        add_header(r, safe_headers[i].name, safe_headers[i].value);
    x->status = status;
    const enum MHD_Result result = MHD_queue_response(x->connection, (unsigned)status, r);
    MHD_destroy_response(r);
    return result;
}

static enum MHD_Result send_answer(struct exchange *x, struct api_answer *a) {
    struct MHD_Response *r =
        MHD_create_response_from_buffer(a->size, a->body, MHD_RESPMEM_MUST_FREE);
    if (r == NULL) return free(a->body), MHD_NO;
    add_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, a->type);
    add_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    if (a->allow != NULL) add_header(r, MHD_HTTP_HEADER_ALLOW, a->allow);
    if (a->status == 401) add_header(r, MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Bearer");
    if (a->status == 503) add_header(r, MHD_HTTP_HEADER_RETRY_AFTER, "2");
    x->sent = a->size;
    return send_response(x, r, a->status);
}

static enum MHD_Result refuse(struct exchange *x, int status, const char *code, const char *why) {
    struct api_answer a;
    api_refuse(&a, x->path, status, code, "%s", why);
    return send_answer(x, &a);
}

/* ---- the page ---- */

static const char *header_of(const struct exchange *x, const char *name) {
    return MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, name);
}

static const char *argument_of(const struct exchange *x, const char *name) {
    return MHD_lookup_connection_value(x->connection, MHD_GET_ARGUMENT_KIND, name);
}

static bool takes_gzip(const struct exchange *x) {
    const char *accepted = header_of(x, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    return accepted != NULL && strstr(accepted, "gzip") != NULL;
}

/* The page, which can say in a person's language that there is nothing. */
static const struct page_file *page_of_nothing(const struct exchange *x) {
    const char *accepted = header_of(x, MHD_HTTP_HEADER_ACCEPT);
    const bool person = accepted != NULL && strstr(accepted, "text/html") != NULL;
    if (!person || strncmp(x->path, "/api/", 5) == 0 || api_has_path(x->path)) return NULL;
    return page_find("/");
}

static enum MHD_Result send_page(struct exchange *x, const struct page_file *f, int status) {
    const char *known = header_of(x, MHD_HTTP_HEADER_IF_NONE_MATCH);
    const bool same = status == MHD_HTTP_OK && known != NULL && strstr(known, f->etag) != NULL;
    const bool packed = f->packed != NULL && takes_gzip(x);
    const size_t size = same ? 0 : packed ? f->packed_size : f->size;
    const unsigned char *bytes = packed ? f->packed : f->bytes;
    struct MHD_Response *r =
        MHD_create_response_from_buffer(size, (void *)(uintptr_t)bytes, MHD_RESPMEM_PERSISTENT);
    if (r == NULL) return MHD_NO;
    add_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, f->type);
    add_header(r, MHD_HTTP_HEADER_ETAG, f->etag);
    add_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache");
    add_header(r, MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    if (packed && !same) add_header(r, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    x->sent = size;
    return send_response(x, r, same ? MHD_HTTP_NOT_MODIFIED : status);
}

/* ---- streams ---- */

static void wake_watch(struct stream *s) {
    struct watch *w = (struct watch *)s;
    if (!w->suspended) return;
    w->suspended = false;
    MHD_resume_connection(w->connection);
}

static ssize_t read_watch(void *context, uint64_t position, char *out, size_t most) {
    struct watch *w = context;
    (void)position;
    pthread_mutex_lock(&w->http->house->lock);
    const long n = w->http->closing ? -1 : stream_read(&w->stream, out, most);
    if (n == 0) {
        w->suspended = true;
        MHD_suspend_connection(w->connection);
    }
    pthread_mutex_unlock(&w->http->house->lock);
    return n < 0 ? MHD_CONTENT_READER_END_OF_STREAM : (ssize_t)n;
}

static void drop_watch(void *context) {
    struct watch *w = context;
    struct house *h = w->http->house;
    pthread_mutex_lock(&h->lock);
    stream_leave(&w->stream);
    if (w->visitor != NULL) w->visitor->stream = NULL;
    h->viewers--;
    pthread_mutex_unlock(&h->lock);
    free(w);
}

/* Under the lock, which it leaves. */
static enum MHD_Result send_stream(struct exchange *x, const struct api_answer *a) {
    enum { BLOCK = 16 << 10 };
    struct house *h = x->http->house;
    struct watch *w = calloc(1, sizeof *w);
    struct MHD_Response *r = NULL;
    if (w != NULL)
        r = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_watch, w, drop_watch);
    if (r == NULL) {
        free(w);
        pthread_mutex_unlock(&h->lock);
        return MHD_NO;
    }
    w->http = x->http;
    w->connection = x->connection;
    w->stream.wake = wake_watch;
    h->viewers++;
    w->visitor = x->visitor;
    w->visitor->stream = &w->stream;
    stream_join(&w->stream, a->room, a->key, x->visitor->client);
    x->visitor->awaits = true;
    pthread_mutex_unlock(&h->lock);
    add_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, "text/event-stream");
    add_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    return send_response(x, r, MHD_HTTP_OK);
}

/* ---- requests ---- */

static void answer_ready(struct api_waiter *waiter) {
    struct exchange *x = (struct exchange *)waiter;
    x->suspended = false;
    x->visitor->asked = NULL;
    MHD_resume_connection(x->connection);
}

/* A client that has used more than its share waits while others ask: the request is handled again
 * when its turn has come (resume_delayed). Under the lock. */
static bool is_delayed(struct exchange *x, double now) {
    struct house *h = x->http->house;
    if (x->waited || x->http->closing) return false;
    if (!clients_must_wait(&h->clients, x->visitor->client, now)) return false;
    x->waited = true;
    x->visitor->delayed = x;
    x->visitor->delayed_since = now;
    x->visitor->awaits = true;
    MHD_suspend_connection(x->connection);
    house_look_again(h);
    return true;
}

static void resume(struct visitor *v) {
    struct exchange *x = v->delayed;
    v->delayed = NULL;
    v->awaits = false;
    MHD_resume_connection(x->connection);
}

/* Of the requests that wait, the next one: of the client whose turn was longest ago, the oldest. */
static struct visitor *next_delayed(struct http *http, double now) {
    struct clients *clients = &http->house->clients;
    struct visitor *next = NULL;
    double turn = 0;
    for (struct visitor *v = http->visitors.first; v != NULL; v = v->next) {
        if (v->delayed == NULL) continue;
        const double own = v->dropped ? -1 : clients_turn(clients, v->client, now);
        if (next == NULL || own < turn || (own == turn && v->delayed_since < next->delayed_since)) {
            next = v;
            turn = own;
        }
    }
    return next;
}

/* Goes on with a request that waits, if its time has come; returns when to look again. */
static double resume_delayed(void *context, double now) {
    struct http *http = context;
    struct clients *clients = &http->house->clients;
    struct visitor *v = next_delayed(http, now);
    if (v == NULL) return INFINITY;
    if (clients->next > now) return clients->next;
    clients_go_on(clients, v->client, now);
    resume(v);
    return clients->next;
}

static enum MHD_Result call_api(struct exchange *x, const char *method) {
    struct house *h = x->http->house;
    struct api_answer answer = {0};
    const struct api_request request = {.method = method,
                                        .path = x->path,
                                        .key = argument_of(x, "key"),
                                        .seat = argument_of(x, "seat"),
                                        .position = argument_of(x, "position"),
                                        .bot = argument_of(x, "bot_id"),
                                        .api_version = argument_of(x, "api_version"),
                                        .body = x->body != NULL ? x->body : "",
                                        .size = x->size,
                                        .client = x->visitor->client,
                                        .waiter = &x->waiter};
    x->waiter.ready = answer_ready;
    pthread_mutex_lock(&h->lock);
    x->visitor->since = clock_seconds();
    if (is_delayed(x, x->visitor->since)) {
        pthread_mutex_unlock(&h->lock);
        return MHD_YES;
    }
    const enum api_result result = api_handle(h, &request, &answer);
    const double now = clock_seconds();
    clients_charge(&h->clients, x->visitor->client, now, now - x->visitor->since, x->waited);
    if (x->waited) house_look_again(h); /* for the next one that waits */
    switch (result) {
    case API_STREAMS:
        return send_stream(x, &answer);
    case API_WAITS:
        x->suspended = x->visitor->awaits = true;
        x->visitor->asked = x;
        MHD_suspend_connection(x->connection);
        pthread_mutex_unlock(&h->lock);
        return MHD_YES;
    default:
        pthread_mutex_unlock(&h->lock);
        return send_answer(x, &answer);
    }
}

static enum MHD_Result dispatch(struct exchange *x, const char *method) {
    const bool get = strcmp(method, MHD_HTTP_METHOD_GET) == 0;
    const bool head = strcmp(method, MHD_HTTP_METHOD_HEAD) == 0;
    const struct page_file *f = page_find(x->path);
    if (x->too_large) return refuse(x, 413, "too-large", "the body is larger than requests may be");
    if (f != NULL && (get || head)) return send_page(x, f, MHD_HTTP_OK);
    if ((get || head) && (f = page_of_nothing(x)) != NULL)
        return send_page(x, f, MHD_HTTP_NOT_FOUND);
    return call_api(x, method);
}

/* The link with the token: from now on a cookie has it, and no address line shows it. */
static enum MHD_Result welcome(struct exchange *x) {
    char cookie[GUARD_TOKEN_BYTES + 80];
    struct MHD_Response *r = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (r == NULL) return MHD_NO;
    snprintf(cookie, sizeof cookie,
             "tahur_token=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict",
             x->http->guard->token);
    add_header(r, MHD_HTTP_HEADER_SET_COOKIE, cookie);
    /* Not //host: that would lead elsewhere. */
    add_header(r, MHD_HTTP_HEADER_LOCATION, page_find(x->path) != NULL ? x->path : "/");
    add_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    return send_response(x, r, MHD_HTTP_SEE_OTHER);
}

static bool is_json(const char *type) {
    static const char json[] = "application/json";
    return type != NULL && strncasecmp(type, json, sizeof json - 1) == 0 &&
           strchr("; \t", type[sizeof json - 1]) != NULL;
}

/* What can be said before the body has come. True: it has been answered, with this result. */
static bool is_turned_away(struct exchange *x, const char *method, enum MHD_Result *result) {
    const struct guard *g = x->http->guard;
    const char *host = header_of(x, MHD_HTTP_HEADER_HOST);
    const char *length = header_of(x, MHD_HTTP_HEADER_CONTENT_LENGTH);
    const char *token = argument_of(x, "token");
    const bool post = strcmp(method, MHD_HTTP_METHOD_POST) == 0;
    /* The page itself tells nothing of anybody, and asks for the token. */
    const bool open = !post && (page_find(x->path) != NULL || page_of_nothing(x) != NULL ||
                                strcmp(x->path, "/healthz") == 0);
    const bool known = open || guard_token(g, header_of(x, MHD_HTTP_HEADER_AUTHORIZATION),
                                           header_of(x, MHD_HTTP_HEADER_COOKIE), NULL);
    uint64_t size = 0;
    if (!guard_host(g, host))
        *result = refuse(x, 403, "forbidden-host",
                         "this service does not go by that name: --host allows others");
    else if (strcmp(method, MHD_HTTP_METHOD_GET) == 0 && token != NULL && g->token[0] != 0 &&
             guard_token(g, NULL, NULL, token))
        *result = welcome(x);
    else if (!open && guard_is_foreign(header_of(x, "Sec-Fetch-Site")))
        *result =
            refuse(x, 403, "forbidden-host", "that request comes from a page of another site");
    else if (!known)
        *result =
            refuse(x, 401, "token",
                   "this service needs its token: open the link that it printed at its start");
    else if (post && !guard_origin(header_of(x, MHD_HTTP_HEADER_ORIGIN), host))
        *result = refuse(x, 403, "forbidden-host", "that page is of another origin");
    else if (post && !is_json(header_of(x, MHD_HTTP_HEADER_CONTENT_TYPE)))
        *result = refuse(x, 415, "bad-request", "a POST needs Content-Type: application/json");
    else if (length != NULL && (!text_natural(length, &size) || size > LIMIT_UNREAD_BODY))
        *result = refuse(x, 413, "too-large", "the body is larger than requests may be");
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
    x->visitor = info->socket_context;
    x->since = clock_seconds();
    pthread_mutex_lock(&http->house->lock);
    x->visitor->phase = VISITOR_BUSY;
    x->visitor->since = x->since;
    pthread_mutex_unlock(&http->house->lock);
    return x;
}

/* Called when the headers are there, with every part of the body, at its end; and again when an
 * answer that was waited for is there. */
static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **request) {
    struct exchange *x = *request;
    enum MHD_Result result = MHD_YES;
    (void)version;
    if (x == NULL) {
        x = *request = begin(context, connection, method, url);
        if (x == NULL) return MHD_NO;
        is_turned_away(x, method, &result);
        return result;
    }
    if (x->status != 0) { /* turned away: the body that still comes is nobody's */
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
        return send_answer(x, &answer);
    }
    return dispatch(x, method);
}

/* ---- the log ---- */

/* One line a request, without the query, in which keys are; and of a game's name only the
 * beginning, since whoever knows it may watch. */
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
    log_line(&x->http->house->log, "%s %s %s %s %d %zu %.1f ms", stamp, x->visitor->address, method,
             path, x->status, x->sent, 1000 * (clock_seconds() - x->since));
}

static void completed(void *context, struct MHD_Connection *connection, void **request,
                      enum MHD_RequestTerminationCode code) {
    struct exchange *x = *request;
    struct http *http = context;
    (void)code, (void)connection;
    if (x == NULL) return;
    pthread_mutex_lock(&http->house->lock);
    x->visitor->awaits = false;
    x->visitor->phase = VISITOR_KEPT;
    x->visitor->since = clock_seconds();
    pthread_mutex_unlock(&http->house->lock);
    write_log(x);
    free(x->path);
    free(x->body);
    free(x->waiter.answer.body); /* that came when nobody was there any more */
    free(x);
    *request = NULL;
}

/* ---- connections ---- */

static enum MHD_Result may_come(void *context, const struct sockaddr *address, socklen_t size) {
    struct http *http = context;
    (void)size;
    pthread_mutex_lock(&http->house->lock);
    const bool yes = !http->closing;
    if (yes) visitors_make_room(&http->visitors, address);
    pthread_mutex_unlock(&http->house->lock);
    return yes ? MHD_YES : MHD_NO;
}

static void come_or_go(void *context, struct MHD_Connection *connection, void **visitor,
                       enum MHD_ConnectionNotificationCode code) {
    struct http *http = context;
    pthread_mutex_lock(&http->house->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *address =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
        const union MHD_ConnectionInfo *socket =
            MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *visitor = visitors_add(&http->visitors, address->client_addr, socket->connect_fd);
    } else if (*visitor != NULL) {
        struct visitor *gone = *visitor;
        if (gone->stream != NULL) ((struct watch *)gone->stream)->visitor = NULL;
        visitors_remove(&http->visitors, *visitor);
        *visitor = NULL;
    }
    pthread_mutex_unlock(&http->house->lock);
}

/* A connection that is kept waiting is not read: whether anybody is still there must be looked up.
 */
static void drop_questions(struct http *http) {
    for (struct visitor *v = http->visitors.first; v != NULL; v = v->next) {
        struct exchange *x = v->asked;
        if (x != NULL && visitors_has_gone(v)) x->waiter.gone(&x->waiter);
    }
}

static void every_second(void *context) {
    struct http *http = context;
    visitors_watch(&http->visitors);
    drop_questions(http);
}

/* ---- opening and closing ---- */

struct http *http_open(struct house *h, const struct guard *guard, int listening,
                       struct th_error *e) {
    struct http *http = calloc(1, sizeof *http);
    if (http == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    http->house = h;
    http->guard = guard;
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, may_come, http, handle, http,
        MHD_OPTION_LISTEN_SOCKET, listening, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)(LIMIT_CONNECTIONS + LIMIT_CLOSING), MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)LIMIT_IDLE_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)LIMIT_HEADERS,
        MHD_OPTION_NOTIFY_COMPLETED, completed, http, MHD_OPTION_NOTIFY_CONNECTION, come_or_go,
        http, MHD_OPTION_END);
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
    struct house *h = http->house;
    pthread_mutex_lock(&h->lock);
    http->closing = true;
    h->every_second = NULL;
    h->due = NULL;
    for (struct visitor *v = http->visitors.first; v != NULL; v = v->next)
        if (v->delayed != NULL) resume(v);
    for (struct room *r = h->rooms; r != NULL; r = r->next)
        for (struct stream *s = r->streams; s != NULL; s = s->next) s->wake(s);
    pthread_mutex_unlock(&h->lock);
    MHD_stop_daemon(http->daemon);
    free(http);
}
