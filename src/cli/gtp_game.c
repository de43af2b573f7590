#include "gtp_game.h"

#include "core/text.h"
#include "tahur/registry.h"

bool gtp_make_bots(struct gtp_game *g, const char *text, struct th_error *e) {
    struct th_spec spec;
    const struct th_bot_kind *kind = th_bot_find(&y_game, text, &spec, e);
    if (kind == NULL) return false;
    for (int i = 0; i < GTP_SEATS; i++) {
        g->bot[i] = (struct bot){.kind = kind, .self = kind->make(&y_game, &spec.options, e)};
        if (g->bot[i].self == NULL) return false;
    }
    return true;
}

void gtp_drop_bots(struct gtp_game *g) {
    for (int i = 0; i < GTP_SEATS; i++)
        if (g->bot[i].self != NULL && g->bot[i].kind->drop != NULL)
            g->bot[i].kind->drop(g->bot[i].self);
}

/* The game on such a board as a spec, and what it reads as. */
static const char *spec_text(int size, int pie, char out[TH_SPEC_BYTES]) {
    struct text t = text_in(out, TH_SPEC_BYTES);
    text_add(&t, "y:size=%d%s", size, pie ? ",pie=1" : "");
    return out;
}

static struct th_options options_of(int size, int pie) {
    struct th_spec spec;
    struct th_error ignored; /* a spec that we have written */
    char text[TH_SPEC_BYTES];
    th_game_find(spec_text(size, pie, text), &spec, &ignored);
    return spec.options;
}

static void begin_bots(struct gtp_game *g) {
    const struct th_options options = options_of(g->board.size, g->board.pie);
    for (int i = 0; i < GTP_SEATS; i++) {
        if (g->bot[i].kind->know != NULL) g->bot[i].kind->know(g->bot[i].self, &options);
        if (g->bot[i].kind->begin != NULL) g->bot[i].kind->begin(g->bot[i].self, gtp_state(g), i);
    }
}

static void end_bots(struct gtp_game *g) {
    double payoff[GTP_SEATS];
    y_game.payoff(gtp_state(g), payoff);
    for (int i = 0; i < GTP_SEATS; i++)
        if (g->bot[i].kind->end != NULL) g->bot[i].kind->end(g->bot[i].self, payoff);
}

bool gtp_accepts(const struct gtp_game *g, int size, int pie, struct th_error *e) {
    const struct th_options options = options_of(size, pie);
    for (int i = 0; i < GTP_SEATS; i++) {
        const struct bot *bot = &g->bot[i];
        if (bot->kind->accepts != NULL && !bot->kind->accepts(bot->self, &options, e)) return false;
    }
    return true;
}

void gtp_new(struct gtp_game *g, int size, int pie) {
    y_start(&g->board, size, pie);
    g->count = 0;
    g->rng = th_rng_seeded(th_mix2(g->seed, g->games++));
    begin_bots(g);
}

void gtp_play(struct gtp_game *g, th_action action, bool by_bot) {
    y_game.apply(gtp_state(g), action);
    g->by_bot[g->count] = by_bot;
    g->played[g->count++] = action;
    if (g->board.over) end_bots(g);
}

/* The bots forget, since what they know may come from the move that is gone. Their generator goes
 * on: asked once more, a bot may well think again. */
void gtp_undo(struct gtp_game *g) {
    g->count--;
    y_start(&g->board, g->board.size, g->board.pie);
    for (int i = 0; i < g->count; i++) y_game.apply(gtp_state(g), g->played[i]);
    begin_bots(g);
}

bool gtp_decide(struct gtp_game *g, th_action *action) {
    th_action legal[TH_LEGAL_MAX];
    const int n = y_game.legal(gtp_state(g), legal), seat = g->board.mover;
    const struct th_ask ask = {&y_game, gtp_state(g), seat, legal, n, &g->rng, NULL, NULL};
    const int place = n == 1 ? 0 : g->bot[seat].kind->choose(g->bot[seat].self, &ask);
    if (place < 0 || place >= n) return false;
    *action = legal[place];
    return true;
}

/* A seat is called by whoever played for it: the bot, the other side of GTP, or both in turn. */
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
    if (!record_begin(r, spec_text(g->board.size, g->board.pie, spec), NULL, e)) return false;
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
