#include "sight.h"

#include <string.h>

static const struct th_state *seen(const struct th_game *game, const struct th_state *s, int sight,
                                   struct th_state *room) {
    if (game->view == NULL || sight == TH_SEES_ALL) return s;
    game->view(s, sight, room);
    return room;
}

json_t *sight_state(const struct th_game *game, const struct th_state *s, int sight,
                    struct th_state *room) {
    char text[TH_POSITION_BYTES];
    const struct th_state *view = seen(game, s, sight, room);
    return json_loads(game->json(view, text, sizeof text), 0, NULL);
}

json_t *sight_extra(const struct record *r, const struct th_state *s, size_t steps, int sight,
                    struct th_state *room) {
    char text[TH_EXTRA_BYTES];
    if (r->game->extra == NULL) return json_object();
    const struct th_state *view = seen(r->game, s, sight, room);
    return json_loads(r->game->extra(view, r->action, steps, text, sizeof text), 0, NULL);
}

/* Of a step that is told to a seat in the same words as to whoever sees all, the seat knows what
 * was done; of others it does not. */
static json_t *step_json(const struct th_game *game, const struct th_state *before, th_action a,
                         int sight) {
    char told[512] = "", all[512] = "", action[TH_ACTION_BYTES];
    const bool chance = game->mover(before) == TH_CHANCE;
    const int seat = chance ? game->luck_of(before) : game->mover(before);
    game->tell(before, a, sight, told, sizeof told);
    if (game->view != NULL) game->tell(before, a, TH_SEES_ALL, all, sizeof all);
    const bool knows = game->view == NULL || strcmp(told, all) == 0;
    return json_pack("{s:i, s:b, s:s?, s:s, s:I}", "seat", seat, "chance", (int)chance, "move",
                     knows ? game->action_text(before, a, action, sizeof action) : NULL, "text",
                     told, "turn", (json_int_t)game->turns(before));
}

json_t *sight_steps(const struct record *r, size_t from, size_t to, int sight) {
    json_t *list = json_array();
    record_state(r, from, r->spare[0]);
    for (size_t i = from; i < to; i++) {
        json_array_append_new(list, step_json(r->game, r->spare[0], r->action[i], sight));
        r->game->apply(r->spare[0], r->action[i]);
    }
    return list;
}
