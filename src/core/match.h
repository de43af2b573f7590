/* One match: bots in their seats, from a start position to the end.
 *
 * A match is a pure function of (configuration, run seed, game index). Fair chance: the games of
 * a block, one for each rotation of the starter, share their luck seat by seat and turn by turn,
 * so that every bot of a line-up plays every seat with the same dice. The n-th chance event of a
 * key is a keyed function of (block, key, n), independent of other events, with the run seed as the
 * key. Bots have their own generators, seeded by another keyed function of (game, seat), which
 * reveals nothing about chance (seed.h). */
#ifndef CORE_MATCH_H
#define CORE_MATCH_H

#include "bot.h"
#include "bytes.h"
#include "luck.h"
#include "tahur/seed.h"
#include <stdatomic.h>

struct match_rules {
    const struct th_game *game;
    const struct th_state *start; /* the position at the start of every game */
    struct th_seed seed;
    uint32_t max_turns;       /* a game that is not over after these turns is unfinished */
    uint32_t random_plies;    /* random decisions at the start, the same in a block */
    const th_flag *abort;     /* when set, the match ends and bots stop thinking; NULL: never */
    struct bytes *tape;       /* receives every action and outcome as a varint; NULL: no */
    struct luck_meter *meter; /* measures the luck of every chance event; NULL: luck is 0 */
};

/* A match that is forfeited is not played (match_forfeit). The last two have no result: the match
 * was aborted, or a bot could not be asked for lack of resources (error.h). */
enum match_end {
    MATCH_WON,
    MATCH_UNFINISHED,
    MATCH_FAULT,
    MATCH_FORFEIT,
    MATCH_ABORTED,
    MATCH_SHORT,
};

struct match_result {
    uint64_t digest; /* of all actions, outcomes and the result */
    enum match_end end;
    bool varied; /* there was a chance event, or a bot used its generator; otherwise the same bots
                    always play the same game from the same start */
    enum th_fault fault; /* of the bot in fault_seat, if end is MATCH_FAULT */
    int fault_seat;
    uint32_t turns, plies;       /* plies: decisions of seats */
    double payoff[TH_SEATS_MAX]; /* by seat; a fault gives 0, and equal shares to the others */
    uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX]; /* by seat; without random plies */
    /* By seat: the luck of all chance events, deals before the first decision included, as far as
     * the game went, however it ended (luck.h). */
    double luck[TH_SEATS_MAX];
    uint32_t work; /* what measuring it cost, in estimates */
    bool measured; /* it was measured */
};

/* The number of a match in a run: chance depends on the block, the generators of bots on the game.
 */
struct match_number {
    uint64_t block, game;
};

/* The number of a game in a run of one line-up, where a block is one rotation of the starter. */
static inline struct match_number match_number(uint64_t game, int seats) {
    return (struct match_number){game / (uint64_t)seats, game};
}

/* Plays a match. `bots` by seat; `state` and `view` are buffers of game->state_size bytes. Does not
 * allocate. */
void match_play(const struct match_rules *rules, const struct bot bots[],
                struct match_number number, struct th_state *state, struct th_state *view,
                struct match_result *result);

/* The result of a match that is not played, since the bots in these seats are out: the others share
 * the win. Every such match counts as a different one (`varied`). */
void match_forfeit(int seats, const bool out[], struct match_result *result);

/* Bot i of n sits in this seat in game g, so that bot g mod n starts. */
static inline int match_seat(int bot, uint64_t game, int seats) {
    return (int)(((uint64_t)bot + (uint64_t)seats - game % (uint64_t)seats) % (uint64_t)seats);
}

/* The inverse: the bot in this seat. */
static inline int match_player(int seat, uint64_t game, int seats) {
    return (int)(((uint64_t)seat + game) % (uint64_t)seats);
}

#endif
