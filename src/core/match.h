/* One match: bots in their seats, from a start position to the end.
 *
 * A match is a pure function of (configuration, run seed, game index). Fair chance: the games of
 * a block, one for each rotation of the starter, share their luck seat by seat and turn by turn,
 * so that every bot of a line-up plays every seat with the same dice. The n-th chance event of a
 * key is a keyed function of (block, key, n), whatever happens in between, with the run seed as the
 * key. Bots have generators of their own, seeded by another keyed function of (game, seat): what
 * they know of those says nothing about chance (seed.h). */
#ifndef CORE_MATCH_H
#define CORE_MATCH_H

#include "bytes.h"
#include "pace.h"
#include "tahur/bot.h"
#include "tahur/seed.h"
#include <stdatomic.h>

/* A bot that has been made: the kind and what its make returned. */
struct bot {
    const struct th_bot_kind *kind;
    void *self;
    struct pace *pace; /* notes how long its answers take; NULL: nobody wants to know */
};

struct match_rules {
    const struct th_game *game;
    const struct th_state *start; /* the position every game begins with */
    struct th_seed seed;
    uint32_t max_turns;    /* a game not over within so many turns is unfinished */
    uint32_t random_plies; /* decisions made at random at the start, the same in a block */
    const th_flag *abort;  /* set: the match ends, and bots cut their answers short; NULL: never */
    struct bytes
        *tape; /* every action and outcome is added here (varints); NULL: nobody wants it */
};

/* The last two have no result: it was aborted, or a bot could not be asked (shortage.h). */
enum match_end { MATCH_WON, MATCH_UNFINISHED, MATCH_FAULT, MATCH_ABORTED, MATCH_SHORT };

struct match_result {
    uint64_t digest; /* of every action, outcome and the result */
    enum match_end end;
    bool varied; /* chance had a part in it, or a bot drew from its generator; otherwise the same
                    bots always play the same game from the same beginning */
    enum th_fault fault; /* of the bot in fault_seat, if end is MATCH_FAULT */
    int fault_seat;
    uint32_t turns, plies;       /* plies: decisions of seats */
    double payoff[TH_SEATS_MAX]; /* by seat; a fault gives 0, and equal parts to the others */
    uint32_t counters[TH_SEATS_MAX]
                     [TH_COUNTERS_MAX]; /* by seat; steps of random plies do not count */
};

/* Which match of a run it is: the games of a block share their luck, the bots' own generators are
 * of the game. */
struct match_number {
    uint64_t block, game;
};

/* The game of this number in a run of one line-up, with a block for each rotation of the starter.
 */
static inline struct match_number match_number(uint64_t game, int seats) {
    return (struct match_number){game / (uint64_t)seats, game};
}

/* Plays. `bots` by seat; `state` and `view` are room for game->state_size bytes each. Allocates
 * nothing. */
void match_play(const struct match_rules *rules, const struct bot bots[],
                struct match_number number, struct th_state *state, struct th_state *view,
                struct match_result *result);

/* Bot i of n sits in this seat in game g, so that bot g mod n starts. */
static inline int match_seat(int bot, uint64_t game, int seats) {
    return (int)(((uint64_t)bot + (uint64_t)seats - game % (uint64_t)seats) % (uint64_t)seats);
}

/* And the other way round: who sits there. */
static inline int match_player(int seat, uint64_t game, int seats) {
    return (int)(((uint64_t)seat + game) % (uint64_t)seats);
}

#endif
