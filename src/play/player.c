/* A bot in a game that the caller runs (tahur/player.h). */
#include "tahur/player.h"

#include "core/bot.h"
#include "tahur/registry.h"
#include <stdlib.h>

struct th_player {
    const struct th_game *game;
    const struct th_bot_kind *kind;
    void *self;
    struct th_state *view; /* the view of its seat; owned */
    struct th_rng rng;
    int seat; /* NOT_SEATED before the first game */
};

enum { NOT_SEATED = -100 }; /* no value of `mover` */

struct th_player *th_player_new(const struct th_game *game, const struct th_options *game_options,
                                const char *bot, struct th_error *e) {
    struct th_spec spec;
    struct th_error unread; /* bots write to it */
    if (e == NULL) e = &unread;
    const struct th_bot_kind *kind = th_bot_find(game, bot, &spec, e);
    if (kind == NULL) return NULL;
    struct th_player *p = calloc(1, sizeof *p);
    if (p == NULL) {
        th_fail(e, "there is no memory for a player");
        return NULL;
    }
    p->game = game;
    p->kind = kind;
    p->seat = NOT_SEATED;
    p->view = th_state_new(game, game_options, e);
    if (p->view != NULL) p->self = th_bot_make(kind, game, game_options, &spec.options, e);
    if (p->self != NULL) return p;
    th_player_drop(p);
    return NULL;
}

void th_player_drop(struct th_player *p) {
    if (p == NULL) return;
    if (p->self != NULL && p->kind->drop != NULL) p->kind->drop(p->self);
    free(p->view);
    free(p);
}

static const struct th_state *seen(struct th_player *p, const struct th_state *s) {
    if (p->game->view == NULL) return s;
    p->game->view(s, p->seat, p->view);
    return p->view;
}

void th_player_begin(struct th_player *p, const struct th_state *s, int seat, uint64_t seed) {
    if (p == NULL) return;
    p->seat = NOT_SEATED;
    if (s == NULL || seat < 0 || seat >= p->game->seats(s)) return;
    p->seat = seat;
    p->rng = th_rng_seeded(seed);
    if (p->kind->begin != NULL) p->kind->begin(p->self, seen(p, s), seat);
}

enum th_fault th_player_ask(struct th_player *p, const struct th_state *s, th_action *a) {
    th_action legal[TH_LEGAL_MAX];
    if (p == NULL || s == NULL || a == NULL || p->game->mover(s) != p->seat)
        return TH_FAULT_ILLEGAL;
    const int n = p->game->legal(s, legal);
    const struct bot bot = {.kind = p->kind, .self = p->self};
    const int place = bot_ask(&bot, p->game, seen(p, s), p->seat, legal, n, &p->rng, NULL, NULL);
    if (place < 0) return (enum th_fault)place;
    *a = legal[place];
    return TH_NO_FAULT;
}

void th_player_end(struct th_player *p, const double payoff[]) {
    if (p == NULL || payoff == NULL || p->seat == NOT_SEATED) return;
    if (p->kind->end != NULL) p->kind->end(p->self, payoff);
}
