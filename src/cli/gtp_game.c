#include "gtp_game.h"

#include "core/text.h"
#include "tahur/registry.h"
#include <stdlib.h>

bool gtp_make_bots(struct gtp_game *g, const char *text, struct th_error *e) {
    struct th_spec spec;
    const struct th_bot_kind *kind = th_bot_find(g->game, text, &spec, e);
    if (kind == NULL) return false;
    for (int i = 0; i < GTP_SEATS; i++) {
        g->bot[i] = (struct bot){.kind = kind, .self = kind->make(g->game, &spec.options, e)};
        if (g->bot[i].self == NULL) return false;
    }
    return true;
}

void gtp_drop(struct gtp_game *g) {
    free(g->state);
    for (int i = 0; i < GTP_SEATS; i++)
        if (g->bot[i].self != NULL && g->bot[i].kind->drop != NULL)
            g->bot[i].kind->drop(g->bot[i].self);
}

/* The game on such a board as a spec, and what it reads as. */
static const char *spec_text(int size, bool pie, char out[TH_SPEC_BYTES]) {
    struct text t = text_in(out, TH_SPEC_BYTES);
    text_add(&t, "y:size=%d%s", size, pie ? ",pie=1" : "");
    return out;
}

static struct th_options options_of(int size, bool pie) {
    struct th_spec spec;
    struct th_error ignored; /* a spec that we have written */
    char text[TH_SPEC_BYTES];
    th_game_find(spec_text(size, pie, text), &spec, &ignored);
    return spec.options;
}

static void begin_bots(struct gtp_game *g) {
    for (int i = 0; i < GTP_SEATS; i++) {
        if (g->bot[i].kind->know != NULL) g->bot[i].kind->know(g->bot[i].self, &g->options);
        if (g->bot[i].kind->begin != NULL) g->bot[i].kind->begin(g->bot[i].self, g->state, i);
    }
}

static void end_bots(struct gtp_game *g) {
    double payoff[GTP_SEATS];
    g->game->payoff(g->state, payoff);
    for (int i = 0; i < GTP_SEATS; i++)
        if (g->bot[i].kind->end != NULL) g->bot[i].kind->end(g->bot[i].self, payoff);
}

bool gtp_accepts(const struct gtp_game *g, int size, bool pie, struct th_error *e) {
    const struct th_options options = options_of(size, pie);
    for (int i = 0; i < GTP_SEATS; i++) {
        const struct bot *bot = &g->bot[i];
        if (bot->kind->accepts != NULL && !bot->kind->accepts(bot->self, &options, e)) return false;
    }
    return true;
}

bool gtp_new(struct gtp_game *g, int size, bool pie, struct th_error *e) {
    const struct th_options options = options_of(size, pie);
    struct th_state *state = th_state_new(g->game, &options, e);
    if (state == NULL) return false;
    free(g->state);
    g->state = state;
    g->options = options;
    g->count = 0;
    g->rng = th_rng_seeded(th_mix2(g->seed, g->games++));
    begin_bots(g);
    return true;
}

int gtp_size(const struct gtp_game *g) {
    return (int)th_options_number(&g->options, "size");
}

bool gtp_pie(const struct gtp_game *g) {
    return th_options_number(&g->options, "pie") != 0;
}

bool gtp_is_over(const struct gtp_game *g) {
    return g->game->mover(g->state) == TH_OVER;
}

int gtp_winner(const struct gtp_game *g) {
    double payoff[TH_SEATS_MAX];
    g->game->payoff(g->state, payoff);
    return payoff[1] > payoff[0];
}

void gtp_play(struct gtp_game *g, th_action action, bool by_bot) {
    g->game->apply(g->state, action);
    g->by_bot[g->count] = by_bot;
    g->played[g->count++] = action;
    if (gtp_is_over(g)) end_bots(g);
}

/* The bots forget, since what they know may come from the move that is gone. Their generator goes
 * on: asked once more, a bot may answer differently. */
void gtp_undo(struct gtp_game *g) {
    g->count--;
    struct th_error ignored; /* these options have set it up before */
    g->game->setup(g->state, &g->options, &ignored);
    for (int i = 0; i < g->count; i++) g->game->apply(g->state, g->played[i]);
    begin_bots(g);
}

bool gtp_decide(struct gtp_game *g, th_action *action) {
    th_action legal[TH_LEGAL_MAX];
    const int n = g->game->legal(g->state, legal), seat = g->game->mover(g->state);
    const int place =
        bot_ask(&g->bot[seat], g->game, g->state, seat, legal, n, &g->rng, NULL, NULL);
    if (place < 0) return false;
    *action = legal[place];
    return true;
}

/* A seat has the name of the side that played for it: the bot, the other side of GTP, or both in
 * turn. */
static void name_seats(const struct gtp_game *g, const char *bot_name, struct record *r) {
    for (int seat = 0; seat < GTP_SEATS; seat++) {
        bool played[2] = {false, false};
        for (int i = seat; i < g->count; i += GTP_SEATS) played[g->by_bot[i]] = true;
        struct text t = text_in(r->player[seat], sizeof r->player[seat]);
        if (played[true]) text_add(&t, "%s%s", bot_name, played[false] ? ", " : "");
        if (played[false] || !played[true]) text_add(&t, "gtp");
    }
}

bool gtp_record(const struct gtp_game *g, const char *bot_name, struct record *r,
                struct th_error *e) {
    char spec[TH_SPEC_BYTES];
    if (!record_begin(r, spec_text(gtp_size(g), gtp_pie(g), spec), NULL, e)) return false;
    r->has_seed = r->has_number = true;
    r->seed = th_seed_of(g->seed);
    r->number = g->games - 1;
    name_seats(g, bot_name, r);
    for (int i = 0; i < g->count; i++)
        if (!record_add(r, g->played[i])) {
            record_drop(r);
            return th_fail(e, "out of memory");
        }
    record_finish(r, RECORD_STOPPED, 0);
    return true;
}
