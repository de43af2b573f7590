/* The requests of docs/api.md, without the network: method, path and body in, status and JSON out.
 * All under the lock of the house. */
#ifndef SERVE_API_H
#define SERVE_API_H

#include "house.h"

#ifndef TAHUR_VERSION
#define TAHUR_VERSION "unknown" /* not built by meson */
#endif

struct api_answer {
    int status;
    char *body; /* to be dropped with free */
    size_t size;
    const char *type;  /* of the body */
    const char *allow; /* with 405: the methods that there are */
    /* Of a stream: what is watched, by which key. */
    struct room *room;
    int key;
};

/* Somebody who waits for an answer that takes time. */
struct api_waiter {
    struct api_waiter *next; /* for the same answer */
    struct api_answer answer;
    void (*ready)(struct api_waiter *w); /* the answer is there */
    /* Set by whoever is asked: nobody waits there any more. It brings an answer all the same. */
    void (*gone)(struct api_waiter *w);
    struct pool *pool;
    struct job *job;
};

struct api_request {
    const char *method, *path;
    const char *key;                          /* of the query; NULL: none */
    const char *seat;                         /* likewise, of GET at/STEP */
    const char *position, *bot, *api_version; /* likewise, of GET /play */
    const char *body;
    size_t size;
    uint64_t client;           /* who asks: a number for the address */
    struct api_waiter *waiter; /* for API_WAITS */
};

enum api_result { API_ANSWERED, API_WAITS, API_STREAMS };

enum api_result api_handle(struct house *h, const struct api_request *request,
                           struct api_answer *answer);
/* The most bytes that a request of this path may bring. */
size_t api_body_limit(const char *path);

/* Whether a request of any method can have this path. */
bool api_has_path(const char *path);

/* An answer that says what is wrong with a request for this path. */
void api_refuse(struct api_answer *a, const char *path, int status, const char *code,
                const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Who waits for this job, and nobody else does: when it has gone, so has the job. */
void api_await(struct api_waiter *w, struct pool *pool, struct job *job);
/* An answer with JSON as text, which becomes the answer's own (NULL: there was no memory for it);
 * or not yet as text, which is dropped. */
void api_tell_text(struct api_answer *a, int status, char *text);
void api_tell(struct api_answer *a, int status, json_t *json);

#endif
