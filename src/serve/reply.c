/* Replies: JSON answers, files of the page, the cookie with the token, and event streams. */
#include "gzip.h"
#include "http.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading headers ---- */

const char *request_header(const struct exchange *x, const char *name) {
    return MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, name);
}

const char *request_argument(const struct exchange *x, const char *name) {
    return MHD_lookup_connection_value(x->connection, MHD_GET_ARGUMENT_KIND, name);
}

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

/* Queues the response and drops the reference to it. */
static enum MHD_Result send_response(struct exchange *x, struct MHD_Response *r, int status) {
    if (r == NULL) return MHD_NO;
    for (size_t i = 0; i < sizeof safe_headers / sizeof *safe_headers; i++)
        add_header(r, safe_headers[i].name, safe_headers[i].value);
    x->status = status;
    const enum MHD_Result result = MHD_queue_response(x->connection, (unsigned)status, r);
    MHD_destroy_response(r);
    return result;
}

static bool takes_gzip(const struct exchange *x) {
    const char *accepted = request_header(x, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    return accepted != NULL && strstr(accepted, "gzip") != NULL;
}

/* The catalogue is large and has no secrets, whose length compression could reveal. Whether the
 * body is compressed afterwards. */
static bool compress_catalog(const struct exchange *x, struct api_answer *a) {
    if (a->status != 200 || strcmp(x->path, "/api/v1/catalog") != 0 || !takes_gzip(x)) return false;
    size_t size = 0;
    char *packed = gzip_bytes(a->body, a->size, &size);
    if (packed == NULL) return false;
    free(a->body);
    a->body = packed;
    a->size = size;
    return true;
}

enum MHD_Result reply_answer(struct exchange *x, struct api_answer *a) {
    const bool packed = compress_catalog(x, a);
    struct MHD_Response *r =
        MHD_create_response_from_buffer(a->size, a->body, MHD_RESPMEM_MUST_FREE);
    if (r == NULL) return free(a->body), MHD_NO;
    add_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, a->type);
    add_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    if (packed) add_header(r, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    if (strcmp(x->path, "/api/v1/catalog") == 0)
        add_header(r, MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    if (a->allow != NULL) add_header(r, MHD_HTTP_HEADER_ALLOW, a->allow);
    if (a->status == 401) add_header(r, MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Bearer");
    if (a->status == 503) add_header(r, MHD_HTTP_HEADER_RETRY_AFTER, "2");
    x->sent = a->size;
    return send_response(x, r, a->status);
}

enum MHD_Result reply_refuse(struct exchange *x, int status, const char *code, const char *why) {
    struct api_answer a;
    api_refuse(&a, x->path, status, code, "%s", why);
    return reply_answer(x, &a);
}

enum MHD_Result reply_token(struct exchange *x) {
    char cookie[ACCESS_TOKEN_BYTES + 80];
    struct MHD_Response *r = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
    if (r == NULL) return MHD_NO;
    snprintf(cookie, sizeof cookie,
             "tahur_token=%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict",
             x->http->access->token);
    add_header(r, MHD_HTTP_HEADER_SET_COOKIE, cookie);
    /* A path such as //host would lead to another site. */
    add_header(r, MHD_HTTP_HEADER_LOCATION, page_find(x->path) != NULL ? x->path : "/");
    add_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    return send_response(x, r, MHD_HTTP_SEE_OTHER);
}

/* ---- the page ---- */

/* Paths within the page: exactly, or followed by a slash and more. */
static const char *const places[] = {"/g", "/rules", "/review"};

static const struct page_file *find_file(const char *path) {
    for (const struct page_file *f = page_files; f->path != NULL; f++)
        if (strcmp(f->path, path) == 0) return f;
    return NULL;
}

static bool is_place(const char *path) {
    if (strcmp(path, "/") == 0) return true;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const size_t n = strlen(places[i]);
        if (strncmp(path, places[i], n) == 0 && (path[n] == 0 || path[n] == '/')) return true;
    }
    return false;
}

const struct page_file *page_find(const char *path) {
    return find_file(is_place(path) ? "/index.html" : path);
}

const struct page_file *page_not_found(const struct exchange *x) {
    const char *accepted = request_header(x, MHD_HTTP_HEADER_ACCEPT);
    const bool person = accepted != NULL && strstr(accepted, "text/html") != NULL;
    if (!person || strncmp(x->path, "/api/", 5) == 0 || api_has_path(x->path)) return NULL;
    return page_find("/");
}

enum MHD_Result reply_page(struct exchange *x, const struct page_file *f, int status) {
    const char *known = request_header(x, MHD_HTTP_HEADER_IF_NONE_MATCH);
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

/* Called with the mutex held. */
static void wake_stream(struct stream *stream) {
    struct http_stream *s = (struct http_stream *)stream;
    if (!s->suspended) return;
    s->suspended = false;
    MHD_resume_connection(s->connection);
}

static ssize_t read_stream(void *context, uint64_t position, char *out, size_t most) {
    struct http_stream *s = context;
    (void)position;
    pthread_mutex_lock(&s->http->hub->lock);
    const long n = s->http->closing ? -1 : stream_read(&s->stream, out, most);
    if (n == 0) {
        s->suspended = true;
        MHD_suspend_connection(s->connection);
    }
    pthread_mutex_unlock(&s->http->hub->lock);
    return n < 0 ? MHD_CONTENT_READER_END_OF_STREAM : (ssize_t)n;
}

static void free_stream(void *context) {
    struct http_stream *s = context;
    struct hub *h = s->http->hub;
    pthread_mutex_lock(&h->lock);
    stream_leave(&s->stream);
    if (s->peer != NULL) s->peer->stream = NULL;
    h->viewers--;
    pthread_mutex_unlock(&h->lock);
    free(s);
}

enum MHD_Result reply_stream(struct exchange *x, const struct api_answer *a) {
    enum { BLOCK = 16 << 10 };
    struct hub *h = x->http->hub;
    struct http_stream *s = calloc(1, sizeof *s);
    struct MHD_Response *r = NULL;
    if (s != NULL)
        r = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_stream, s, free_stream);
    if (r == NULL) {
        free(s);
        pthread_mutex_unlock(&h->lock);
        return MHD_NO;
    }
    s->http = x->http;
    s->connection = x->connection;
    s->stream.wake = wake_stream;
    h->viewers++;
    s->peer = x->peer;
    s->peer->stream = &s->stream;
    stream_join(&s->stream, a->room, a->key, x->peer->client);
    x->peer->awaits = true;
    pthread_mutex_unlock(&h->lock);
    add_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, "text/event-stream");
    add_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    return send_response(x, r, MHD_HTTP_OK);
}
