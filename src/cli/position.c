#include "position.h"

#include "tahur/rng.h"
#include <string.h>

bool position_decides(const struct th_game *game, const struct th_state *s, struct th_state *room,
                      uint64_t seed, struct th_error *e) {
    enum { STEPS_MAX = 1000 };
    char text[TH_POSITION_BYTES];
    const int mover = game->mover(s);
    if (mover >= 0) return true;
    if (mover == TH_OVER) return th_fail(e, "the game is over in this position");
    struct th_rng rng = th_rng_seeded(seed);
    memcpy(room, s, game->state_size);
    for (int i = 0; i < STEPS_MAX && game->mover(room) == TH_CHANCE; i++)
        game->apply(room, th_chance_pick(game, room, th_rng_next(&rng)));
    th_fail(e, "chance moves in this position; give a position in which a player moves");
    game->position_text(room, text, sizeof text);
    if (game->mover(room) >= 0 && strlen(e->text) + strlen(text) + 16 < sizeof e->text)
        th_fail(e,
                "chance moves in this position; give a position in which a player moves, such as "
                "'%s'",
                text);
    return false;
}
