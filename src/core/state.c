#include "tahur/game.h"

#include <stdlib.h>

/* Lines of the cache are 64 bytes nearly everywhere: a state has its lines to itself, so that
 * threads at work on different states do not slow each other down. */
enum { LINE = 64 };

struct th_state *th_state_new(const struct th_game *game, const struct th_options *o,
                              struct th_error *e) {
    struct th_state *s = aligned_alloc(LINE, (game->state_size + LINE - 1) / LINE * LINE);
    if (s == NULL) {
        th_fail(e, "out of memory");
    } else if (!game->setup(s, o, e)) {
        free(s);
        s = NULL;
    }
    return s;
}

int th_game_seats(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    struct th_state *s = th_state_new(game, o, e);
    const int seats = s != NULL ? game->seats(s) : 0;
    free(s);
    return seats;
}
