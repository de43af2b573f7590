/* A network as a bot: the legal action of highest value. In memory, for training and measuring; and
 * `dqn`, which reads it from a model file. */
#ifndef LEARN_PLAYER_H
#define LEARN_PLAYER_H

#include "core/match.h"
#include "network.h"

struct player {
    const struct network *network; /* for this game's observations and actions */
    float random;                  /* share of random actions */
};

/* The bot; the player and its network are the caller's. */
struct bot player_bot(struct player *p);

extern const struct th_bot_kind dqn_bot;

/* How many games a bot wins, in both seats in turn, and the 95 % interval of the share. The two
 * games of a block share their luck, so the interval is the arena's: of the games that the blocks
 * are worth (arena/tally.h), and of no more than those that differ (arena/kinds.h). */
struct evaluation {
    uint64_t games, wins, seat_wins[2]; /* no games: none were asked for, or it was ended early */
    uint64_t different;                 /* so many games differ; 0: they do not repeat themselves */
    uint32_t random_plies;              /* every game began with so many random decisions */
    double share, low, high;
};

/* `rules` as for a match: game, start, seed and random plies make the games, and `abort` ends them.
 * Each block meets the next of the opponents. */
struct evaluation player_evaluate(struct bot player, const struct match_rules *rules,
                                  const struct bot opponents[], int count, uint64_t games,
                                  struct th_state *state, struct th_state *view);

#endif
