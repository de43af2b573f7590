/* Answers the requests of course projects for moves of bots of Y: from a position to a move, and as
 * jobs of the worker threads. */
#include "api.h"

#include "core/bot.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define COURSE_BOT_VERSION "v1"

/* The ids of bots in the protocol; the first is the default. */
static const struct {
    const char *id, *spec;
} ids[] = {{"mcts_bot", "flat-mc:iterations=20000"}, {"random_bot", "random"}};

static const char *spec_of(const char *id) {
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (strcmp(ids[i].id, id) == 0) return ids[i].spec;
    return id;
}

static struct course_bot_answer refuse(int status, const char *code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static struct course_bot_answer refuse(int status, const char *code, const char *format, ...) {
    char message[sizeof(struct th_error)];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return (struct course_bot_answer){status,
                                      json_pack("{s:s, s:s}", "message", message, "code", code)};
}

/* ---- the position ---- */

/* A position of Y with its options. */
struct position {
    const struct th_game *game;
    struct th_options options; /* size and swap rule */
    struct th_state *state;    /* owned */
    int size;
};

static const struct th_game *game_of_y(struct th_spec *spec) {
    struct th_error e;
    return th_game_find("y", spec, &e);
}

/* Reads the size of the board and whether the swap rule applies; false with the reason if there is
 * no valid size. */
static bool read_size(const char *text, const struct th_option *range, int *size, bool *pie,
                      struct th_error *e) {
    json_error_t error;
    json_t *yen = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    const json_t *number = json_object_get(yen, "size"), *swap = json_object_get(yen, "pie");
    const bool ok = json_is_integer(number) && json_integer_value(number) >= range->min &&
                    json_integer_value(number) <= range->max;
    if (ok) *size = (int)json_integer_value(number);
    *pie = json_is_true(swap) || (json_is_integer(swap) && json_integer_value(swap) == 1);
    json_decref(yen);
    if (yen == NULL)
        return th_fail(e, "the position is not JSON, at character %d: %s", error.position,
                       error.text);
    return ok || th_fail(e, "the position needs a \"size\" from %d to %d", (int)range->min,
                         (int)range->max);
}

static const struct th_option *size_option(const struct th_game *game) {
    const struct th_option *o = game->options;
    while (strcmp(o->name, "size") != 0) o++;
    return o;
}

static bool read_with(struct position *p, const char *text, bool pie, struct th_error *e) {
    char size[12];
    snprintf(size, sizeof size, "%d", p->size);
    th_options_init(&p->options, p->game->options);
    if (!th_options_set(&p->options, p->game->name, "size", size, e) ||
        !th_options_set(&p->options, p->game->name, "pie", pie ? "1" : "0", e))
        return false;
    free(p->state);
    p->state = th_state_new(p->game, &p->options, e);
    return p->state != NULL && p->game->parse_position(p->state, text, e);
}

/* Reads the position with the swap rule if it asks for it and `pie` allows it. A position that only
 * a swap leads to is accepted in any case. */
static bool read_position(const char *text, bool pie, struct position *p, struct th_error *e) {
    struct th_error ignored;
    bool asks = false;
    if (!read_size(text, size_option(p->game), &p->size, &asks, e)) return false;
    return read_with(p, text, pie && asks, e) ||
           (!(pie && asks) && read_with(p, text, true, &ignored));
}

/* ---- the bot ---- */

/* The bot's action; -1 with the reason if there is none. */
static int decide(const struct course_bot_question *q, const struct th_bot_kind *kind,
                  const struct th_options *options, const struct position *p, struct th_error *e) {
    struct th_rng rng = th_rng_seeded(q->seed);
    th_action legal[TH_LEGAL_MAX];
    const int n = p->game->legal(p->state, legal);
    if (n == 1) return (int)legal[0];
    void *self = th_bot_make(kind, p->game, &p->options, options, e);
    if (self == NULL) return -1;
    const int seat = p->game->mover(p->state);
    if (kind->begin != NULL) kind->begin(self, p->state, seat);
    const struct bot bot = {.kind = kind, .self = self};
    const int place = bot_ask(&bot, p->game, p->state, seat, legal, n, &rng, NULL, q->stop);
    if (kind->drop != NULL) kind->drop(self);
    if (place >= 0) return (int)legal[place];
    th_fail(e, "%s gives no legal move", kind->name);
    return -1;
}

/* Cells are numbered row by row from the top; x + y + z = size − 1. */
static json_t *coords_json(int size, int cell) {
    int row = 0;
    while (cell > row) cell -= ++row;
    return json_pack("{s:i, s:i, s:i}", "x", size - 1 - row, "y", cell, "z", row - cell);
}

/* Whether the name in a spec is valid, so that the options must be wrong. */
static bool is_served(const struct th_game *game, const char *spec) {
    const size_t n = strcspn(spec, ":");
    struct th_bot_entry entry;
    for (int i = 0; th_bot_at(game, i, &entry); i++)
        if (strlen(entry.name) == n && memcmp(entry.name, spec, n) == 0)
            return entry.kind == NULL || !th_bot_needs_options(entry.kind, game);
    return false;
}

static int winner_of(const struct position *p) {
    double payoff[TH_SEATS_MAX];
    p->game->payoff(p->state, payoff);
    return payoff[1] > payoff[0];
}

/* Reads the question and decides. Status 200: *action is set; otherwise a refusal. `pie`: the
 * answer can be a swap. */
static struct course_bot_answer answer(const struct course_bot_question *q, bool pie,
                                       const char *bot, struct position *p, int *action) {
    struct th_error e = {""};
    struct th_spec spec;
    if (q->position == NULL) return refuse(400, "bad-position", "there is no position");
    if (!read_position(q->position, pie, p, &e)) return refuse(400, "bad-position", "%s", e.text);
    const struct th_bot_kind *kind = q->find(p->game, spec_of(bot), &spec, &e);
    if (kind == NULL && is_served(p->game, spec_of(bot)))
        return refuse(400, "bad-option", "%s", e.text);
    if (kind == NULL) return refuse(404, "no-such-bot", "%s", e.text);
    if (kind->outside) return refuse(404, "no-such-bot", "%s is not served", kind->name);
    if (p->game->mover(p->state) == TH_OVER)
        return refuse(409, "game-over", "the game is over: player %d has won", winner_of(p));
    *action = decide(q, kind, &spec.options, p, &e);
    if (*action < 0) return refuse(503, "full", "%s", e.text);
    return (struct course_bot_answer){200, NULL};
}

static const char *bot_of(const struct course_bot_question *q) {
    return q->bot != NULL ? q->bot : ids[0].id;
}

struct course_bot_answer course_bot_choose(const struct course_bot_question *q) {
    struct th_spec spec;
    struct position p = {.game = game_of_y(&spec)};
    int action = 0;
    struct course_bot_answer a = answer(q, false, bot_of(q), &p, &action);
    if (a.status == 200)
        a.body = json_pack("{s:s, s:s, s:o}", "api_version", COURSE_BOT_VERSION, "bot_id",
                           bot_of(q), "coords", coords_json(p.size, action));
    free(p.state);
    return a;
}

static bool is_swap(const struct position *p, th_action a) {
    char text[TH_ACTION_BYTES];
    return strcmp(p->game->action_text(p->state, a, text, sizeof text), "swap") == 0;
}

struct course_bot_answer course_bot_play(const struct course_bot_question *q) {
    struct th_spec spec;
    struct position p = {.game = game_of_y(&spec)};
    int action = 0;
    if (q->api_version == NULL || strcmp(q->api_version, COURSE_BOT_VERSION) != 0)
        return refuse(400, "bad-version", "api_version must be " COURSE_BOT_VERSION);
    struct course_bot_answer a = answer(q, true, bot_of(q), &p, &action);
    if (a.status == 200)
        a.body = is_swap(&p, (th_action)action)
                     ? json_pack("{s:s}", "action", "swap")
                     : json_pack("{s:o}", "coords", coords_json(p.size, action));
    free(p.state);
    return a;
}

/* ---- requests ---- */

struct course_job {
    struct job job; /* first, so that pointers can be converted */
    struct api_waiter *waiter;
    struct api_answer answer;
    struct course_bot_answer (*ask)(const struct course_bot_question *q);
    char *position, *bot, *version; /* NULL: not given */
    uint64_t seed;                  /* different each time: the service does not know the match */
};

static void work(struct job *job) {
    struct course_job *c = (struct course_job *)job;
    const struct course_bot_question q = {.position = c->position,
                                          .bot = c->bot,
                                          .api_version = c->version,
                                          .find = catalog_bot,
                                          .seed = c->seed,
                                          .stop = &job->stop};
    const struct course_bot_answer a = c->ask(&q);
    api_answer_json(&c->answer, a.status, a.body);
}

static void free_job(struct course_job *c) {
    free(c->position);
    free(c->bot);
    free(c->version);
    free(c);
}

static void done(struct job *job) {
    struct course_job *c = (struct course_job *)job;
    if (c->answer.status == 0)
        api_refuse(&c->answer, "/play", 503, "busy", "there is no thread free for a question");
    c->waiter->answer = c->answer;
    c->waiter->ready(c->waiter);
    free_job(c);
}

static bool copy_text(char **to, const char *from) {
    *to = from != NULL ? strdup(from) : NULL;
    return from == NULL || *to != NULL;
}

static enum api_result ask(struct call *c, const char *position, const char *bot,
                           const char *version,
                           struct course_bot_answer (*how)(const struct course_bot_question *q)) {
    if (!queue_has_room(&c->hub->pool.queue, c->request->client))
        return call_refuse(c, 503, "busy", "too many questions wait already: try again soon");
    struct course_job *job = calloc(1, sizeof *job);
    if (job == NULL || !copy_text(&job->position, position) || !copy_text(&job->bot, bot) ||
        !copy_text(&job->version, version)) {
        if (job != NULL) free_job(job);
        return call_refuse(c, 503, "full", "there is no memory for a question");
    }
    job->job = (struct job){.client = c->request->client,
                            .question = true,
                            .seconds = LIMIT_QUESTION_SECONDS,
                            .work = work,
                            .done = done};
    if (getrandom(&job->seed, sizeof job->seed, 0) != (ptrdiff_t)sizeof job->seed) abort();
    job->waiter = c->request->waiter;
    job->ask = how;
    api_wait_for_job(c->request->waiter, &c->hub->pool, &job->job);
    pool_add(&c->hub->pool, &job->job);
    hub_wake_housekeeper(c->hub); /* a running question may have to stop earlier */
    return API_WAITS;
}

enum api_result call_course_status(struct call *c) {
    *c->answer = (struct api_answer){.status = 200,
                                     .body = strdup(COURSE_BOT_STATUS),
                                     .size = sizeof COURSE_BOT_STATUS - 1,
                                     .type = "text/plain; charset=utf-8"};
    if (c->answer->body == NULL) c->answer->size = 0;
    return API_ANSWERED;
}

/* The body is the position. */
enum api_result call_course_choose(struct call *c) {
    char *position = strndup(c->request->body, c->request->size);
    const enum api_result result = ask(c, position, c->word, "v1", course_bot_choose);
    free(position);
    return result;
}

enum api_result call_course_play(struct call *c) {
    const struct api_request *r = c->request;
    return ask(c, r->position, r->bot, r->api_version, course_bot_play);
}
