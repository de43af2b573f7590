/* Whether the external bots of a contest start at all: tried once before the first game, so that
 * the user hears of one that does not before the others have played. Nothing else depends on it. */
#include "contest.h"

#include "external/bots.h"
#include <pthread.h>
#include <stdlib.h>

struct starts {
    const struct contest *contest;
    struct fault *fault; /* by bot; TH_NO_FAULT: it starts */
    atomic_int next;     /* bot to be tried */
};

/* Copies of a bot are tried once. */
static bool is_to_be_tried(const struct contest *c, int bot) {
    if (c->player[bot].kind != &exec_bot) return false;
    for (int i = 0; i < bot; i++)
        if (plan_same_bot(&c->player[i], &c->player[bot])) return false;
    return true;
}

static void try_start(struct starts *s, int bot) {
    const struct contest *c = s->contest;
    const struct th_arena_player *p = &c->player[bot];
    struct th_error ignored; /* the series reports it */
    void *self = th_bot_make(p->kind, c->plan.game, c->plan.game_options, &p->options, &ignored);
    if (self == NULL) return;
    if (!exec_bot_try_start(self, c->plan.stop)) s->fault[bot] = *exec_bot_fault(self);
    p->kind->drop(self);
}

static void *try_starts(void *argument) {
    struct starts *s = argument;
    const struct contest *c = s->contest;
    for (int i; (i = atomic_fetch_add(&s->next, 1)) < c->plan.bots && !th_is_set(c->plan.stop);)
        if (is_to_be_tried(c, i)) try_start(s, i);
    return NULL;
}

void contest_try_starts(const struct contest *c, contest_bad_start *report, void *context) {
    const int most = c->plan.threads < c->plan.bots ? c->plan.threads : c->plan.bots;
    pthread_t *thread = calloc((size_t)most, sizeof *thread);
    struct starts s = {.contest = c, .fault = calloc((size_t)c->plan.bots, sizeof *s.fault)};
    if (thread != NULL && s.fault != NULL) {
        int started = 1; /* this thread is the first */
        while (started < most && pthread_create(&thread[started], NULL, try_starts, &s) == 0)
            started++;
        try_starts(&s);
        for (int i = 1; i < started; i++) pthread_join(thread[i], NULL);
        for (int i = 0; i < c->plan.bots; i++)
            if (s.fault[i].fault != TH_NO_FAULT) report(context, c->bot[i].name, &s.fault[i]);
    }
    free(s.fault);
    free(thread);
}
