/* The bots of Y for the pages and matches of course projects: requests whose answers a thread of
 * the pool finds. */
#include "call.h"
#include "offer.h"
#include "ybot.h"
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

struct course_job {
    struct job job;
    struct api_waiter *waiter;
    struct api_answer answer;
    struct ybot_answer (*ask)(const struct ybot_question *q);
    char *position, *bot, *version; /* NULL: not given */
    uint64_t seed;                  /* another each time: the service does not know the match */
};

static void work(struct job *job) {
    struct course_job *c = (struct course_job *)job;
    const struct ybot_question q = {.position = c->position,
                                    .bot = c->bot,
                                    .api_version = c->version,
                                    .find = offer_bot,
                                    .seed = c->seed,
                                    .stop = &job->stop};
    const struct ybot_answer a = c->ask(&q);
    api_tell(&c->answer, a.status, a.body);
}

static void drop(struct course_job *c) {
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
    drop(c);
}

static bool copy(char **to, const char *from) {
    *to = from != NULL ? strdup(from) : NULL;
    return from == NULL || *to != NULL;
}

static enum api_result ask(struct call *c, const char *position, const char *bot,
                           const char *version,
                           struct ybot_answer (*how)(const struct ybot_question *q)) {
    if (!queue_has_room(&c->house->pool.queue, c->request->client))
        return call_refuse(c, 503, "busy", "too many questions wait already: try again soon");
    struct course_job *job = calloc(1, sizeof *job);
    if (job == NULL || !copy(&job->position, position) || !copy(&job->bot, bot) ||
        !copy(&job->version, version)) {
        if (job != NULL) drop(job);
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
    api_await(c->request->waiter, &c->house->pool, &job->job);
    pool_add(&c->house->pool, &job->job);
    house_look_again(c->house); /* what is under way may have to give way */
    return API_WAITS;
}

enum api_result call_course_status(struct call *c) {
    *c->answer = (struct api_answer){.status = 200,
                                     .body = strdup(YBOT_STATUS),
                                     .size = sizeof YBOT_STATUS - 1,
                                     .type = "text/plain; charset=utf-8"};
    if (c->answer->body == NULL) c->answer->size = 0;
    return API_ANSWERED;
}

/* The body is the position. */
enum api_result call_course_choose(struct call *c) {
    char *position = strndup(c->request->body, c->request->size);
    const enum api_result result = ask(c, position, c->word, "v1", ybot_choose);
    free(position);
    return result;
}

enum api_result call_course_play(struct call *c) {
    const struct api_request *r = c->request;
    return ask(c, r->position, r->bot, r->api_version, ybot_play);
}
