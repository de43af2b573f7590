#include "perft.h"

#include <stdlib.h>
#include <string.h>

enum { OUTCOMES_MAX = 1024 };

/* The actions of whoever moves, chance included. */
static int list(const struct th_game *game, const struct th_state *s, th_action out[]) {
    const int mover = game->mover(s);
    if (mover >= 0) return game->legal(s, out);
    if (mover == TH_OVER) return 0;
    struct th_outcome outcomes[OUTCOMES_MAX];
    const int n = game->outcomes(s, outcomes);
    for (int i = 0; i < n; i++) out[i] = outcomes[i].action;
    return n;
}

/* `room` holds a state for each ply to come. */
static uint64_t count(const struct th_game *game, const struct th_state *s, int depth, char *room) {
    th_action actions[OUTCOMES_MAX];
    struct th_state *after = (struct th_state *)(void *)room;
    uint64_t sequences = 0;
    if (depth == 0) return 1;
    const int n = list(game, s, actions);
    for (int i = 0; i < n; i++) {
        memcpy(room, s, game->state_size);
        game->apply(after, actions[i]);
        sequences += count(game, after, depth - 1, room + game->state_size);
    }
    return sequences;
}

bool perft(const struct th_game *game, const struct th_state *s, int depth, uint64_t *sequences,
           struct th_error *e) {
    char *room = malloc(game->state_size * (size_t)(depth > 0 ? depth : 1));
    if (room == NULL) return th_fail(e, "out of memory");
    *sequences = count(game, s, depth, room);
    free(room);
    return true;
}
