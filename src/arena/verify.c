#include "verify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool verifier_make(struct verifier *v, const struct series *s, struct th_error *e) {
    *v = (struct verifier){.series = s};
    struct th_state **const state[] = {&v->start, &v->state, &v->view};
    for (size_t i = 0; i < sizeof state / sizeof *state; i++)
        if ((*state[i] = th_state_new(s->game, s->game_options, e)) == NULL) return false;
    return true;
}

void verifier_drop(struct verifier *v) {
    free(v->start);
    free(v->state);
    free(v->view);
    free(v->tape.data);
}

/* ---- the bot that plays what was saved ---- */

/* The tape of the match has as many bytes as the saved one had when this was decided: what follows
 * there is the answer; at its end, the fault that ended the game. If the two have differed before,
 * any answer will do: the game is refused in the end. */
static int choose_saved(void *self, const struct th_ask *ask) {
    const struct verifier *v = self;
    const struct run_game *g = v->game;
    struct bytes_reader reader = {.at = g->tape, .end = g->tape + g->tape_size};
    if (v->tape.size >= g->tape_size)
        return g->result.end == MATCH_FAULT ? (int)g->result.fault : TH_FAULT_ILLEGAL;
    reader.at += v->tape.size;
    const th_action action = read_varint(&reader);
    return reader.failed ? TH_FAULT_ILLEGAL : th_place_of(action, ask->legal, ask->n);
}

static const struct th_bot_kind saved_kind = {.name = "saved", .choose = choose_saved};

/* ---- comparing ---- */

static bool same_seats(const struct series *s, const struct series_block *b, int game,
                       const int sits[]) {
    for (int seat = 0; seat < s->seats; seat++)
        if (sits[seat] != series_bot(s, b, game, seat)) return false;
    return true;
}

static bool same_moves(const struct verifier *v) {
    const struct run_game *g = v->game;
    return v->tape.size == g->tape_size &&
           (g->tape_size == 0 || memcmp(v->tape.data, g->tape, g->tape_size) == 0);
}

/* Whether a bot drew from its generator cannot be known, but that chance had a part can. */
static bool same_result(const struct match_result *a, const struct match_result *saved, int seats) {
    if (a->end != saved->end || a->turns != saved->turns || a->plies != saved->plies ||
        a->digest != saved->digest || (a->varied && !saved->varied))
        return false;
    if (a->end == MATCH_FAULT && (a->fault != saved->fault || a->fault_seat != saved->fault_seat))
        return false;
    for (int i = 0; i < seats; i++)
        if (a->payoff[i] != saved->payoff[i]) return false;
    return memcmp(a->counters, saved->counters, sizeof a->counters) == 0;
}

static bool refuse(uint64_t number, const char *why, struct th_error *e) {
    return th_fail(e, "game %" PRIu64 " is refused: %s", number, why);
}

bool verify_game(void *verifier, const struct run_game *g, struct th_error *e) {
    struct verifier *v = verifier;
    const struct series *s = v->series;
    const uint64_t size = (uint64_t)series_block_games(s), block = g->number / size;
    const int game = (int)(g->number % size);
    if (g->number >= s->games) return refuse(g->number, "the run has no such game", e);
    const struct series_block b = series_block_at(s, block, NULL);
    if (!same_seats(s, &b, game, g->sits))
        return refuse(g->number, "other bots sit there than the run puts there", e);

    struct match_rules rules = series_rules(s, &b, v->start);
    struct match_result result;
    struct bot bots[TH_SEATS_MAX];
    for (int i = 0; i < s->seats; i++) bots[i] = (struct bot){.kind = &saved_kind, .self = v};
    v->game = g;
    v->tape.size = 0;
    rules.tape = &v->tape;
    match_play(&rules, bots, series_match(s, &b, game), v->state, v->view, &result);
    if (v->tape.failed) return th_fail(e, "out of memory");
    if (result.end == MATCH_ABORTED) return false;
    if (!same_moves(v))
        return refuse(g->number, "its moves are not possible with the rules and the run's luck", e);
    if (!same_result(&result, &g->result, s->seats))
        return refuse(g->number, "its moves do not lead to its result", e);
    v->games++;
    return true;
}
