/* The loops of a match and of an episode, in a header so that a game can compile them for itself:
 * with the game's own constant table they become loops of direct, inlined calls, which makes Can't
 * Stop a third faster. Games that do not need that leave the slots `play_on` and `episode_on` NULL
 * and share the copies in match.c. Where luck is measured, which takes longer than all else, all
 * games share a copy. */
#ifndef CORE_MATCH_LOOP_H
#define CORE_MATCH_LOOP_H

#include "match.h"
#include "seed.h"
#include <assert.h>

/* The chance of one block. The events of a key are consecutive, so one counter is enough. */
struct luck {
    struct sip block;     /* of the run's seed and the block */
    struct sip event;     /* of these and the current key */
    uint64_t key, number; /* the current key, and its number of events so far */
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

/* A match in progress. */
struct match {
    const struct match_rules *rules;
    const struct bot *bots;
    struct th_state *state;
    struct th_state *view;       /* buffer for the view of a seat */
    const struct th_state *seen; /* what a bot sees: `view`, or `state` with perfect information */
    int seats;
    struct luck luck;
    struct th_rng opening;             /* for the random plies */
    struct th_rng rng[TH_SEATS_MAX];   /* of the bots */
    struct th_rng fresh[TH_SEATS_MAX]; /* copies of `rng` at the start */
    struct match_result *result;
};

static inline void match_show(struct match *p, int seat) {
    if (p->rules->game->view != NULL) p->rules->game->view(p->state, seat, p->view);
}

static inline bool match_aborted(const struct match *p) {
    return th_is_set(p->rules->abort);
}

/* The action of the seat in turn. Returns false if there is none: the bot is at fault, which is
 * recorded in the result. A match that is aborted meanwhile gets any legal action; the loop then
 * ends, and its result does not count. */
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
    const int place = bot_ask_always(&p->bots[seat], game, p->seen, seat, legal, n, &p->rng[seat],
                                     NULL, p->rules->abort);
    if (place >= 0) {
        *action = legal[place];
        return true;
    }
    p->result->fault = (enum th_fault)place;
    p->result->fault_seat = seat;
    return false;
}

/* Plays until the game is over or has to end; returns why. `count` is that of the game's metrics,
 * or NULL; `meter` is that of the rules, or NULL, which costs nothing: parameters of their own,
 * because the compiler inlines them only then. */
static inline __attribute__((always_inline)) enum match_end match_steps(const struct th_game *game,
                                                                        th_count *count,
                                                                        struct luck_meter *meter,
                                                                        struct match *p) {
    const struct match_rules *rules = p->rules;
    struct match_result *result = p->result;
    int seat;
    while ((seat = game->mover(p->state)) != TH_OVER) {
        if (match_aborted(p)) return MATCH_ABORTED;
        if (game->turns(p->state) >= rules->max_turns) return MATCH_UNFINISHED;
        const bool counted = result->plies >= rules->random_plies;
        th_action action;
        if (seat == TH_CHANCE) {
            action =
                th_chance_pick(game, p->state, luck_next(&p->luck, game->chance_key(p->state)));
            if (meter != NULL) luck_meter_add(meter, p->state, action, result->luck);
        } else if (match_decide(game, p, seat, &action)) {
            if (meter != NULL) luck_meter_decided(meter, p->state, action, result->luck);
        } else
            return match_aborted(p)                    ? MATCH_ABORTED
                   : (int)result->fault == TH_SHORTAGE ? MATCH_SHORT
                                                       : MATCH_FAULT;
        result->digest = digest_add(result->digest, action);
        if (rules->tape != NULL) bytes_varint(rules->tape, action);
        if (count != NULL && counted) count(p->state, action, result->counters);
        game->apply(p->state, action);
    }
    return match_aborted(p) ? MATCH_ABORTED : MATCH_WON;
}

/* The loop of a match in which luck is not measured. */
static inline enum match_end match_loop(const struct th_game *game, th_count *count,
                                        struct match *p) {
    return match_steps(game, count, NULL, p);
}

/* ---- episodes ---- */

/* An episode is one game between the decisions of a learner; chance and the bots in the other seats
 * are part of it. As in a match, a seat with a single action is not asked, and a bot that gives no
 * legal answer ends the game and loses it. */

enum episode_end {
    EPISODE_ASKS,      /* not over: `seat` has to choose from legal[0..n-1] */
    EPISODE_OVER,      /* a terminal state */
    EPISODE_TRUNCATED, /* not over after max_turns */
    EPISODE_FAULT,     /* the bot in `seat` gave no legal answer */
    EPISODE_SHORT,     /* it could not be asked for lack of resources (error.h): no result */
};

struct episode {
    struct th_state *state;
    struct th_state *view; /* buffer for the view of a bot */
    th_action *legal;      /* buffer for max_legal actions */
    int n, seat;
    uint32_t max_turns;
    const struct bot *bot[TH_SEATS_MAX]; /* by seat; NULL: the learner */
    struct th_rng luck, rng;             /* of chance, and of the bots */
    enum th_fault fault;                 /* of EPISODE_FAULT */
};

/* Continues to the next decision of the learner or the end; returns which. */
static inline __attribute__((always_inline)) enum episode_end
episode_loop(const struct th_game *game, struct episode *e) {
    for (;;) {
        const int mover = game->mover(e->state);
        if (mover == TH_OVER) return EPISODE_OVER;
        if (game->turns(e->state) >= e->max_turns) return EPISODE_TRUNCATED;
        if (mover == TH_CHANCE) {
            game->apply(e->state, th_chance_pick(game, e->state, th_rng_next(&e->luck)));
            continue;
        }
        const int n = e->n = game->legal(e->state, e->legal);
        int place = 0;
        e->seat = mover;
        if (n > 1) {
            const struct bot *bot = e->bot[mover];
            if (bot == NULL) return EPISODE_ASKS;
            const struct th_state *view = seat_view(game, e->state, mover, e->view);
            place = bot_ask_always(bot, game, view, mover, e->legal, n, &e->rng, NULL, NULL);
            if (place < 0) {
                e->fault = (enum th_fault)place;
                return (int)e->fault == TH_SHORTAGE ? EPISODE_SHORT : EPISODE_FAULT;
            }
        }
        game->apply(e->state, e->legal[place]);
    }
}

/* The copy of episode_loop that games share. */
enum episode_end episode_shared_loop(const struct th_game *game, struct episode *e);

/* The same, with the game's own loop if it has one. */
static inline enum episode_end episode_go_on(const struct th_game *game, struct episode *e) {
    return game->episode_on != NULL ? (enum episode_end)game->episode_on(e)
                                    : episode_shared_loop(game, e);
}

/* Calls `begin` of all bots. The state is the start of the game. */
void episode_begin(const struct th_game *game, struct episode *e);

/* Sets the payoffs, and calls `end` of all bots: the game's payoff; after a fault 0 for the bot at
 * fault and equal shares for the others; 0 for all if the episode was truncated. */
void episode_finish(const struct th_game *game, struct episode *e, enum episode_end end,
                    double payoff[TH_SEATS_MAX]);

#endif
