/* The requests of docs/api.md, without the network: method, path and body in, status and JSON out.
 * Called with the mutex of the hub held. */
#ifndef SERVE_API_H
#define SERVE_API_H

#include "hub.h"
#include "tahur/registry.h"
#include <jansson.h>

#ifndef TAHUR_VERSION
#define TAHUR_VERSION "unknown" /* not built by meson */
#endif

struct api_answer {
    int status;
    char *body; /* owned; freed with free */
    size_t size;
    const char *type;  /* of the body */
    const char *allow; /* with 405: the allowed methods */
    /* With API_STREAMS: the room and the key of the stream. */
    struct room *room;
    int key;
};

/* A request that waits for the answer of a job. */
struct api_waiter {
    struct api_waiter *next; /* for the same answer */
    struct api_answer answer;
    /* Callback: the answer is complete. */
    void (*ready)(struct api_waiter *w);
    /* Set by the API: the client has disconnected. It still calls `ready`. */
    void (*gone)(struct api_waiter *w);
    struct pool *pool;
    struct job *job;
};

struct api_request {
    const char *method, *path;
    const char *key;                          /* of the query; NULL: none */
    const char *seat;                         /* likewise, of GET at/STEP */
    const char *options;                      /* likewise, of GET rules/GAME */
    const char *position, *bot, *api_version; /* likewise, of GET /play */
    const char *body;
    size_t size;
    uint64_t client;           /* a hash of the address */
    struct api_waiter *waiter; /* for API_WAITS; must live until `ready` is called */
};

enum api_result { API_ANSWERED, API_WAITS, API_STREAMS };

enum api_result api_handle(struct hub *h, const struct api_request *request,
                           struct api_answer *answer);
/* The size limit of the body of a request with this path. */
size_t api_body_limit(const char *path);
/* Whether some method allows this path. */
bool api_has_path(const char *path);
/* Makes the answer to a wrong request with this path. */
void api_refuse(struct api_answer *a, const char *path, int status, const char *code,
                const char *format, ...) __attribute__((format(printf, 5, 6)));

/* ---- for the functions of the routes ---- */

/* A request while it is answered: what the dispatch has found. */
struct call {
    struct hub *hub;
    const struct api_request *request;
    struct api_answer *answer;
    json_t *body;      /* of a POST */
    struct room *room; /* of a path with a game; pinned until the request is answered */
    int key;           /* the index of the request's key, or ROOM_VIEWER */
    uint64_t number;   /* in the path */
    const char *word;  /* the last part of the path */
};

/* Makes an answer of JSON text, which the answer owns (NULL: there was no memory), or of JSON,
 * whose reference is dropped. */
void api_answer_text(struct api_answer *a, int status, char *text);
void api_answer_json(struct api_answer *a, int status, json_t *json);
/* Lets the request wait for a job. If its client disconnects, the job is cancelled. */
void api_wait_for_job(struct api_waiter *w, struct pool *pool, struct job *job);

/* Refuses a request; the result is API_ANSWERED. */
enum api_result call_refuse(struct call *c, int status, const char *code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Refuses after hub_find has returned NULL, by the hub's reason. */
enum api_result call_refuse_missing(struct call *c);
/* Refuses a change that could not be stored. The reason is only logged, since it names the file. */
enum api_result call_refuse_not_stored(struct call *c);
/* Answers with the state message of the room. */
enum api_result call_answer_state(struct call *c, int status);

/* Bodies are read strictly: a JSON object with known fields of the right types. */
enum body_kind { BODY_TEXT, BODY_INTEGER, BODY_SWITCH, BODY_OBJECT, BODY_LIST };

struct body_field {
    const char *name; /* NULL ends a table */
    enum body_kind kind;
    bool needed;
};

/* Parses a JSON object; NULL with the reason if it is none. */
json_t *body_parse(const char *bytes, size_t size, struct th_error *e);
/* Whether an object has only fields of this table, and all that are needed. `where` names the
 * object in messages. */
bool body_check(const json_t *json, const char *where, const struct body_field *fields,
                struct th_error *e);

enum api_result call_make_game(struct call *c); /* game_requests.c */
enum api_result call_again(struct call *c);
enum api_result call_move(struct call *c);
enum api_result call_undo(struct call *c);
enum api_result call_takeback(struct call *c);
enum api_result call_agree(struct call *c);
enum api_result call_resign(struct call *c);
enum api_result call_switch_seats(struct call *c);
enum api_result call_set_pace(struct call *c);
enum api_result call_hint(struct call *c); /* jobs.c */
enum api_result call_think(struct call *c);
enum api_result call_review(struct call *c);
enum api_result call_line(struct call *c);          /* line.c */
enum api_result call_course_status(struct call *c); /* course_bot.c */
enum api_result call_course_choose(struct call *c);
enum api_result call_course_play(struct call *c);

/* The games and bots that the service offers: no bots that are other programs, no options that name
 * files, and no values that need more time or memory than one client may use. */

/* The answer of GET /catalog. */
json_t *catalog_json(void);

/* Composes the spec of a game or a bot from its name and its options in JSON (NULL: none). */
bool catalog_game_spec(const char *name, const json_t *options, char out[TH_SPEC_BYTES],
                       struct th_error *e);
bool catalog_bot_spec(const struct th_game *game, const char *name, const json_t *options,
                      char out[TH_SPEC_BYTES], struct th_error *e);

/* Finds the bot of a spec by the names for people (session_find_bot) and checks its options; NULL
 * with the reason if it is not offered. Defaults above a limit are lowered to it. */
const struct th_bot_kind *catalog_bot(const struct th_game *game, const char *text,
                                      struct th_spec *spec, struct th_error *e);

/* The bots of Y in the protocol of the course projects (docs/rules/y.md, “Bot service”): from the
 * contents of a request to a status and a body, without HTTP. */

#define COURSE_BOT_STATUS "OK" /* the body of GET /status, as plain text */

struct course_bot_question {
    const char *position;    /* YEN; NULL: missing */
    const char *bot;         /* an id of the protocol or a spec; NULL: mcts_bot */
    const char *api_version; /* of GET /play; in the path of the other request it is v1 */
    /* Finds a bot that may be asked; th_bot_find: all but other programs. */
    const struct th_bot_kind *(*find)(const struct th_game *game, const char *text,
                                      struct th_spec *spec, struct th_error *e);
    uint64_t seed;
    const th_flag *stop; /* NULL: never */
};

/* A mistake is 400 (position, version, an option), 404 (bot) or 409 (the game is over), with
 * {"message", "code"}. */
struct course_bot_answer {
    int status;
    json_t *body;
};

/* POST /v1/ybot/choose/{bot}: {"api_version", "bot_id", "coords": {"x", "y", "z"}}. */
struct course_bot_answer course_bot_choose(const struct course_bot_question *q);
/* GET /play: {"coords"}; or {"action": "swap"} if the position has "pie": 1 and the bot likes the
 * first stone. */
struct course_bot_answer course_bot_play(const struct course_bot_question *q);

#endif
