/* The luck of games that were played before, measured by their moves: a saved run may lack it, or
 * must not be believed. */
#ifndef CONTEST_LUCK_REPLAY_H
#define CONTEST_LUCK_REPLAY_H

#include "core/luck.h"
#include "plan.h"

/* For one thread at a time. */
struct luck_replay {
    const struct plan *plan;
    struct luck_meter *meter;
    struct th_state *start, *state; /* the game's own start, and a buffer */
    struct bot *known;              /* by bot of the plan, made when it is first needed */
};

/* For a game that has luck. luck_replay_drop is due in any case. */
bool luck_replay_make(struct luck_replay *r, const struct plan *plan, struct th_error *e);
void luck_replay_drop(struct luck_replay *r);

/* Measures the game of this number, which is one of this round: who sat where, by numbers of bots,
 * and its moves (match_rules.tape). False and the reason if they are not possible, or a bot cannot
 * be made that states its chances (tahur/bot.h). */
bool luck_replay_game(struct luck_replay *r, uint64_t number, uint64_t round, const int sits[],
                      const uint8_t *tape, size_t size, struct match_result *result,
                      struct th_error *e);

#endif
