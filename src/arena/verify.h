/* Whether saved games are what they claim to be.
 *
 * A saved game is played again as the series plays it: chance, random plies and forced moves come
 * from the run's seed and the rules, and only the answers of the bots are taken from the saved
 * moves. What comes out must be what was saved: every move and outcome, the seats, the end, the
 * result, the counters and the digest. What cannot be checked is that a bot gave these answers, or
 * that it was at fault: for that it would have to be asked again. */
#ifndef ARENA_VERIFY_H
#define ARENA_VERIFY_H

#include "run_file.h"

/* For one thread at a time. */
struct verifier {
    const struct series *series; /* how the run is played; its bots are not needed */
    struct th_state *start, *state, *view;
    struct bytes tape; /* of the game that is played again */
    uint64_t games;    /* verified so far */
    /* The saved game under way. */
    const struct run_game *game;
};

/* verifier_drop is due in any case. */
bool verifier_make(struct verifier *v, const struct series *s, struct th_error *e);
void verifier_drop(struct verifier *v);

/* A run_visit with a verifier as its context; the sentence has the number of the game that is
 * refused. It also ends, without one, when the series is stopped. */
bool verify_game(void *verifier, const struct run_game *game, struct th_error *e);

#endif
