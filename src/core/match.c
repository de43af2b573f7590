#include "match_loop.h"

#include <string.h>

const char *th_fault_name(int fault) {
    static const char *const names[] = {"none",  "illegal",  "timeout",
                                        "crash", "protocol", "memory"};
    const int count = (int)(sizeof names / sizeof *names);
    return fault <= 0 && fault > -count ? names[-fault] : NULL;
}

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

/* Whether a generator has moved on from where it began. */
static bool drew(const struct match *p) {
    return memcmp(p->fresh, p->rng, (size_t)p->seats * sizeof *p->rng) != 0;
}

static void finish(struct match *p) {
    struct match_result *result = p->result;
    result->varied = p->luck.started || drew(p);
    result->turns = p->rules->game->turns(p->state);
    if (result->end == MATCH_WON) p->rules->game->payoff(p->state, result->payoff);
    if (result->end == MATCH_FAULT)
        for (int i = 0; i < p->seats; i++)
            result->payoff[i] = i == result->fault_seat ? 0.0 : 1.0 / (p->seats - 1);
    for (int i = 0; i < p->seats; i++) {
        if (p->bots[i].kind->end != NULL) p->bots[i].kind->end(p->bots[i].self, result->payoff);
        /* A payoff is a share of one win: in twelfths, shares of up to four seats are whole. */
        result->digest = digest_add(result->digest, (uint64_t)(result->payoff[i] * 12.0 + 0.5));
    }
    result->digest = digest_add(result->digest, (uint64_t)result->end);
}

void match_play(const struct match_rules *rules, const struct bot bots[],
                struct match_number number, struct th_state *state, struct th_state *view,
                struct match_result *result) {
    struct match p = {.rules = rules, .bots = bots, .state = state, .view = view, .result = result};
    begin(&p, number);
    result->end = rules->game->play_on != NULL ? (enum match_end)rules->game->play_on(&p)
                                               : match_loop(rules->game, &p);
    if (result->end < MATCH_ABORTED) finish(&p);
}
