/* Playing one match; the parts of episodes that need not be inlined. */
#include "match_loop.h"

#include "facets.h"
#include <string.h>

static void begin(struct match *p, struct match_number number) {
    const struct match_rules *rules = p->rules;
    memcpy(p->state, rules->start, rules->game->state_size);
    memset(p->result, 0, sizeof *p->result);
    p->seats = rules->game->seats(p->state);
    p->seen = rules->game->view != NULL ? p->view : p->state;

    const struct sip own = seed_begin(rules->seed, SEED_BOT, number.game);
    p->luck = luck_of_block(rules->seed, number.block);
    if (rules->random_plies > 0)
        p->opening = th_rng_seeded(seed_number(rules->seed, SEED_PLIES, number.block, 0));
    for (int i = 0; i < p->seats; i++) {
        p->rng[i] = p->fresh[i] = th_rng_seeded(sip_end(&own, (uint64_t)i));
        if (p->bots[i].kind->begin == NULL) continue;
        match_show(p, i);
        p->bots[i].kind->begin(p->bots[i].self, p->seen, i);
    }
}

/* Whether a bot has used its generator. */
static bool drew(const struct match *p) {
    return memcmp(p->fresh, p->rng, (size_t)p->seats * sizeof *p->rng) != 0;
}

/* A payoff is a share of one win: in twelfths, shares of up to four seats are whole. */
static void add_payoff(struct match_result *result, int seat) {
    result->digest = digest_add(result->digest, (uint64_t)(result->payoff[seat] * 12.0 + 0.5));
}

void match_forfeit(int seats, const bool out[], struct match_result *result) {
    int left = 0;
    memset(result, 0, sizeof *result);
    result->end = MATCH_FORFEIT;
    result->varied = true;
    for (int i = 0; i < seats; i++) left += !out[i];
    for (int i = 0; i < seats; i++) {
        result->payoff[i] = out[i] ? 0.0 : 1.0 / left;
        add_payoff(result, i);
    }
    result->digest = digest_add(result->digest, (uint64_t)result->end);
}

static void finish(struct match *p) {
    struct match_result *result = p->result;
    result->varied = p->luck.started || drew(p);
    result->turns = p->rules->game->turns(p->state);
    if (result->end == MATCH_WON) p->rules->game->payoff(p->state, result->payoff);
    if (result->end == MATCH_FAULT) forfeit_payoffs(p->seats, result->fault_seat, result->payoff);
    for (int i = 0; i < p->seats; i++) {
        if (p->bots[i].kind->end != NULL) p->bots[i].kind->end(p->bots[i].self, result->payoff);
        add_payoff(result, i);
    }
    result->digest = digest_add(result->digest, (uint64_t)result->end);
}

/* With luck measured. */
static enum match_end measured_loop(struct match *p) {
    const struct th_game *game = p->rules->game;
    struct luck_meter *meter = p->rules->meter;
    const uint64_t before = meter->work;
    luck_meter_begin(meter, p->bots, p->rules->random_plies);
    const enum match_end end = match_steps(game, metrics_of(game)->count, meter, p);
    p->result->work = (uint32_t)(meter->work - before);
    p->result->measured = true;
    return end;
}

static enum match_end play_on(struct match *p) {
    const struct th_game *game = p->rules->game;
    if (p->rules->meter != NULL) return measured_loop(p);
    return game->play_on != NULL ? (enum match_end)game->play_on(p)
                                 : match_loop(game, metrics_of(game)->count, p);
}

void match_play(const struct match_rules *rules, const struct bot bots[],
                struct match_number number, struct th_state *state, struct th_state *view,
                struct match_result *result) {
    struct match p = {.rules = rules, .bots = bots, .state = state, .view = view, .result = result};
    begin(&p, number);
    result->end = play_on(&p);
    if (result->end < MATCH_ABORTED) finish(&p);
}

/* ---- episodes ---- */

enum episode_end episode_shared_loop(const struct th_game *game, struct episode *e) {
    return episode_loop(game, e);
}

void episode_begin(const struct th_game *game, struct episode *e) {
    const int seats = game->seats(e->state);
    for (int i = 0; i < seats; i++) {
        const struct bot *bot = e->bot[i];
        if (bot == NULL || bot->kind->begin == NULL) continue;
        bot->kind->begin(bot->self, seat_view(game, e->state, i, e->view), i);
    }
}

void episode_finish(const struct th_game *game, struct episode *e, enum episode_end end,
                    double payoff[TH_SEATS_MAX]) {
    const int seats = game->seats(e->state);
    memset(payoff, 0, TH_SEATS_MAX * sizeof *payoff);
    if (end == EPISODE_OVER) game->payoff(e->state, payoff);
    if (end == EPISODE_FAULT) forfeit_payoffs(seats, e->seat, payoff);
    for (int i = 0; i < seats; i++) {
        const struct bot *bot = e->bot[i];
        if (bot != NULL && bot->kind->end != NULL) bot->kind->end(bot->self, payoff);
    }
}
