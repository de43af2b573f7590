/* The loop of a match, in a header so that a game can have it compiled for itself: called with
 * the game's own constant table it becomes a loop of direct, inlined calls, which makes Can't Stop
 * a third faster. Games that do not care leave the slot `play_on` NULL and share the copy in
 * match.c. */
#ifndef CORE_MATCH_LOOP_H
#define CORE_MATCH_LOOP_H

#include "match.h"
#include "seed.h"
#include "shortage.h"
#include <assert.h>

/* The luck of one block: a key's events are consecutive, so the counter of the current key is
 * enough. */
struct luck {
    struct sip block;     /* of the run's seed and the block */
    struct sip event;     /* of the current key besides */
    uint64_t key, number; /* the current key, and how many events it has had */
    bool started;
};

static inline struct luck luck_of_block(struct th_seed seed, uint64_t block) {
    return (struct luck){.block = seed_begin(seed, SEED_CHANCE, block)};
}

static inline uint64_t luck_next(struct luck *luck, uint64_t key) {
    if (!luck->started || luck->key != key) {
        luck->event = luck->block;
        sip_add(&luck->event, key);
        luck->key = key;
        luck->number = 0;
        luck->started = true;
    }
    return sip_end(&luck->event, luck->number++);
}

static inline uint64_t digest_add(uint64_t digest, uint64_t value) {
    digest = (digest ^ value) * TH_GOLDEN;
    return digest ^ (digest >> 32);
}

/* One match under way. */
struct match {
    const struct match_rules *rules;
    const struct bot *bots;
    struct th_state *state;
    struct th_state *view;       /* room for what one seat may know */
    const struct th_state *seen; /* what a bot is shown: the view, or the state where all is open */
    int seats;
    struct luck luck;
    struct th_rng opening;             /* for the random plies */
    struct th_rng rng[TH_SEATS_MAX];   /* the bots' own */
    struct th_rng fresh[TH_SEATS_MAX]; /* as they were at the beginning */
    struct match_result *result;
};

static inline void match_show(struct match *p, int seat) {
    if (p->rules->game->view != NULL) p->rules->game->view(p->state, seat, p->view);
}

static inline bool match_aborted(const struct match *p) {
    return th_is_set(p->rules->abort);
}

/* The action of the seat in turn; false if its bot gave none that counts: the match was aborted
 * while it was asked, and its answer is a hasty one, or it is at fault, which is noted. */
static inline __attribute__((always_inline)) bool
match_decide(const struct th_game *game, struct match *p, int seat, th_action *action) {
    th_action legal[TH_LEGAL_MAX];
    const int n = game->legal(p->state, legal);
    assert(n > 0);
    if (p->result->plies++ < p->rules->random_plies) {
        *action = legal[th_rng_below(&p->opening, (uint32_t)n)];
        return true;
    }
    *action = legal[0];
    if (n == 1) return true;
    match_show(p, seat);
    const struct bot *bot = &p->bots[seat];
    const struct th_ask ask = {game, p->seen, seat, legal, n, &p->rng[seat], NULL, p->rules->abort};
    const int64_t begun = bot->pace != NULL ? pace_clock() : 0;
    const int place = bot->kind->choose(bot->self, &ask);
    if (match_aborted(p)) return false;
    if (bot->pace != NULL) pace_add(bot->pace, pace_clock() - begun);
    if (place >= 0 && place < n) {
        *action = legal[place];
        return true;
    }
    p->result->fault = fault_of_answer(place);
    p->result->fault_seat = seat;
    return false;
}

/* Plays until the game is over, or must not go on; says which. */
static inline enum match_end match_loop(const struct th_game *game, struct match *p) {
    const struct match_rules *rules = p->rules;
    struct match_result *result = p->result;
    int seat;
    while ((seat = game->mover(p->state)) != TH_OVER) {
        if (match_aborted(p)) return MATCH_ABORTED;
        if (game->turns(p->state) >= rules->max_turns) return MATCH_UNFINISHED;
        const bool counted = result->plies >= rules->random_plies;
        th_action action;
        if (seat == TH_CHANCE)
            action =
                th_chance_pick(game, p->state, luck_next(&p->luck, game->chance_key(p->state)));
        else if (!match_decide(game, p, seat, &action))
            return match_aborted(p)                    ? MATCH_ABORTED
                   : (int)result->fault == TH_SHORTAGE ? MATCH_SHORT
                                                       : MATCH_FAULT;
        result->digest = digest_add(result->digest, action);
        if (rules->tape != NULL) bytes_varint(rules->tape, action);
        if (game->count != NULL && counted) game->count(p->state, action, result->counters);
        game->apply(p->state, action);
    }
    return MATCH_WON;
}

#endif
