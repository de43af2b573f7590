#include "decide.h"

#include "core/shortage.h"
#include "house.h"
#include "offer.h"
#include <stdlib.h>
#include <string.h>

struct decision {
    struct job job;
    struct room *room; /* NULL: nobody waits for it */
    const struct th_game *game;
    struct th_options game_options;
    const struct th_bot_kind *kind;
    struct th_spec spec;
    struct th_state *view;
    int seat, n, place;
    th_action legal[TH_LEGAL_MAX];
    struct th_rng rng;
};

static void started(struct job *job) {
    struct decision *d = (struct decision *)job;
    if (d->room != NULL) room_thinks(d->room, d->seat);
}

static void work(struct job *job) {
    struct decision *d = (struct decision *)job;
    struct th_error e;
    void *self = d->kind == NULL
                     ? NULL
                     : th_bot_make(d->kind, d->game, &d->game_options, &d->spec.options, &e);
    const struct th_ask ask = {.game = d->game,
                               .view = d->view,
                               .seat = d->seat,
                               .legal = d->legal,
                               .n = d->n,
                               .rng = &d->rng,
                               .stop = &job->stop};
    d->place = shortage("a bot could not be made");
    if (self == NULL) return;
    if (d->kind->begin != NULL) d->kind->begin(self, d->view, d->seat);
    /* A bot with a single legal action thinks, too: an answer at once would show what is hidden.
     * The contract of `choose` asks for two actions; every bot that is offered takes one as well
     * (tests/serve/test_decide.c). */
    d->place = d->kind->choose(self, &ask);
    if (d->kind->drop != NULL) d->kind->drop(self);
}

static void done(struct job *job) {
    struct decision *d = (struct decision *)job;
    if (d->room != NULL && !d->room->house->pool.closing && job->begun > 0)
        room_answered(d->room, d->place);
    else if (d->room != NULL)
        d->room->thinking = NULL;
    free(d->view);
    free(d);
}

struct job *decide_new(struct room *r, struct th_error *e) {
    const struct session *s = &r->session;
    struct decision *d = calloc(1, sizeof *d);
    const int seat = session_thinks(s);
    if (d != NULL) d->view = th_state_new(s->game, &s->record.spec.options, e);
    if (d == NULL || d->view == NULL) {
        free(d);
        th_fail(e, "there is no memory for a decision");
        return NULL;
    }
    d->job = (struct job){.client = r->client,
                          .game = house_number(r->id),
                          .seconds = LIMIT_DECISION_SECONDS,
                          .started = started,
                          .work = work,
                          .done = done};
    d->room = r;
    d->game = s->game;
    d->game_options = s->record.spec.options;
    d->kind = offer_bot(s->game, r->player[seat].bot, &d->spec, e);
    d->seat = seat;
    d->rng = session_generator(s, seat);
    memcpy(d->view, session_view(s, seat), s->game->state_size);
    d->n = s->game->legal(d->view, d->legal);
    return &d->job;
}

void decide_forget(struct job *job) {
    ((struct decision *)job)->room = NULL;
}
