#include "match.h"

#include <assert.h>
#include <string.h>

/* Different purposes of randomness in one run must not share their numbers. */
enum purpose { PURPOSE_CHANCE = 1, PURPOSE_BOT, PURPOSE_OPENING };

static uint64_t stream(uint64_t seed, enum purpose purpose, uint64_t number) {
    return th_mix2(th_mix2(seed, (uint64_t)purpose), number);
}

/* The luck of one block: a key's events are consecutive, so the counter of the current key is
 * enough. */
struct luck {
    uint64_t block; /* hash of (run seed, block) */
    uint64_t key, position;
    bool started;
};

static uint64_t luck_next(struct luck *luck, uint64_t key) {
    if (!luck->started || luck->key != key) {
        luck->key = key;
        luck->position = th_mix2(luck->block, key);
        luck->started = true;
    }
    return th_mix(luck->position += TH_GOLDEN);
}

static inline uint64_t digest_add(uint64_t digest, uint64_t value) {
    digest = (digest ^ value) * TH_GOLDEN;
    return digest ^ (digest >> 32);
}

static bool is_legal(th_action a, const th_action legal[], int n) {
    for (int i = 0; i < n; i++)
        if (legal[i] == a) return true;
    return false;
}

const char *th_fault_name(enum th_fault fault) {
    static const char *const names[] = {[TH_NO_FAULT] = "none", [TH_FAULT_ILLEGAL] = "illegal"};
    return names[fault];
}

/* One match under way. */
struct play {
    const struct match_rules *rules;
    const struct bot *bots;
    struct th_state *state;
    struct th_state *view;       /* room for what one seat may know */
    const struct th_state *seen; /* what a bot is shown: the view, or the state where all is open */
    int seats;
    struct luck luck;
    struct th_rng opening;           /* for the random plies */
    struct th_rng rng[TH_SEATS_MAX]; /* the bots' own */
    struct match_result *result;
};

static void show(struct play *p, int seat) {
    if (p->rules->game->view != NULL) p->rules->game->view(p->state, seat, p->view);
}

static void begin(struct play *p, uint64_t index) {
    const struct match_rules *rules = p->rules;
    memcpy(p->state, rules->start, rules->game->state_size);
    memset(p->result, 0, sizeof *p->result);
    p->seats = rules->game->seats(p->state);
    p->seen = rules->game->view != NULL ? p->view : p->state;

    const uint64_t block = index / (uint64_t)p->seats;
    const uint64_t own = stream(rules->seed, PURPOSE_BOT, index);
    p->luck.block = stream(rules->seed, PURPOSE_CHANCE, block);
    p->opening = th_rng_seeded(stream(rules->seed, PURPOSE_OPENING, block));
    for (int i = 0; i < p->seats; i++) {
        p->rng[i] = th_rng_seeded(th_mix2(own, (uint64_t)i));
        if (p->bots[i].kind->begin == NULL) continue;
        show(p, i);
        p->bots[i].kind->begin(p->bots[i].self, p->seen, i);
    }
}

/* The action of the seat in turn; false, with the fault noted, if its bot gave none that counts. */
static inline bool decide(struct play *p, int seat, th_action *action) {
    const struct th_game *game = p->rules->game;
    th_action legal[TH_LEGAL_MAX];
    const int n = game->legal(p->state, legal);
    assert(n > 0);
    if (p->result->plies++ < p->rules->random_plies) {
        *action = legal[th_rng_below(&p->opening, (uint32_t)n)];
        return true;
    }
    *action = legal[0];
    if (n == 1) return true;
    show(p, seat);
    const struct bot *bot = &p->bots[seat];
    const struct th_ask ask = {game, p->seen, seat, legal, n, &p->rng[seat]};
    *action = bot->kind->choose(bot->self, &ask);
    if (is_legal(*action, legal, n)) return true;
    p->result->fault = TH_FAULT_ILLEGAL;
    p->result->fault_seat = seat;
    return false;
}

/* Plays until the game is over, or must not go on; says which. */
static enum match_end play_on(struct play *p) {
    const struct match_rules *rules = p->rules;
    const struct th_game *game = rules->game;
    struct match_result *result = p->result;
    int seat;
    while ((seat = game->mover(p->state)) != TH_OVER) {
        if (rules->abort != NULL && atomic_load_explicit(rules->abort, memory_order_relaxed))
            return MATCH_ABORTED;
        if (game->turns(p->state) >= rules->max_turns) return MATCH_UNFINISHED;
        th_action action;
        if (seat == TH_CHANCE)
            action = th_chance_pick(game, p->state, luck_next(&p->luck, game->chance_key(p->state)));
        else if (!decide(p, seat, &action))
            return MATCH_FAULT;
        result->digest = digest_add(result->digest, action);
        if (game->count != NULL &&
            (rules->random_plies == 0 || result->plies > rules->random_plies))
            game->count(p->state, action, result->counters);
        game->apply(p->state, action);
    }
    return MATCH_WON;
}

static void finish(struct play *p) {
    struct match_result *result = p->result;
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

void match_play(const struct match_rules *rules, const struct bot bots[], uint64_t index,
                struct th_state *state, struct th_state *view, struct match_result *result) {
    struct play p = {.rules = rules, .bots = bots, .state = state, .view = view, .result = result};
    begin(&p, index);
    result->end = play_on(&p);
    if (result->end != MATCH_ABORTED) finish(&p);
}
