#include "sight.h"

#include <string.h>

static bool sees_all(const struct th_game *game, int sight) {
    return game->view == NULL || sight == TH_SEES_ALL;
}

static const struct th_state *seen(const struct th_game *game, const struct th_state *s, int sight,
                                   struct th_state *room) {
    if (sees_all(game, sight)) return s;
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

/* ---- walking through the steps ---- */

struct walk {
    const struct record *record;
    bool all;             /* every step counts */
    size_t done;          /* steps of the record */
    struct th_state *at;  /* behind them */
    struct th_state *now; /* what a stranger sees there */
    struct th_state *then;
};

static struct walk walk_from(const struct session *s, size_t steps, int sight) {
    const struct record *r = &s->record;
    const struct walk w = {.record = r,
                           .all = sees_all(s->game, sight),
                           .done = steps,
                           .at = r->spare[0],
                           .now = r->spare[1],
                           .then = s->room};
    record_state(r, steps, w.at);
    if (!w.all) s->game->view(w.at, TH_STRANGER, w.now);
    return w;
}

/* One step of the record; whether it is one of its own. */
static bool walk_on(struct walk *w) {
    const struct th_game *game = w->record->game;
    struct th_state *then = w->then;
    game->apply(w->at, w->record->action[w->done++]);
    if (w->all) return true;
    game->view(w->at, TH_STRANGER, then);
    w->then = w->now;
    w->now = then;
    return memcmp(w->now, w->then, game->state_size) != 0;
}

size_t sight_count(const struct session *s, size_t steps, int sight) {
    if (sees_all(s->game, sight)) return steps;
    struct walk w = walk_from(s, 0, sight);
    size_t count = 0;
    while (w.done < steps) count += walk_on(&w);
    return count;
}

size_t sight_settled(const struct session *s, size_t steps, int sight) {
    const size_t count = sight_count(s, steps, sight);
    if (sees_all(s->game, sight) || count == 0 || steps == s->record.steps) return count;
    struct walk w = walk_from(s, steps, sight);
    return walk_on(&w) ? count : count - 1;
}

size_t sight_place(const struct session *s, size_t count, int sight) {
    if (sees_all(s->game, sight)) return count <= s->record.steps ? count : SIZE_MAX;
    struct walk w = walk_from(s, 0, sight);
    while (w.done < s->record.steps)
        if (walk_on(&w) && count-- == 0) return w.done - 1;
    return count == 0 ? w.done : SIZE_MAX;
}

/* ---- steps in words ---- */

enum { TOLD_BYTES = 512 };

/* Whoever decides knows what it did. Of another step that is told to a seat in the same words as to
 * whoever sees all, the seat knows what was done; of others it does not. `told` is what it is told.
 */
static json_t *step_json(const struct th_game *game, const struct th_state *before, th_action a,
                         int sight, char told[TOLD_BYTES]) {
    char all[TOLD_BYTES] = "", action[TH_ACTION_BYTES];
    const int mover = game->mover(before);
    const bool chance = mover == TH_CHANCE;
    told[0] = 0;
    game->tell(before, a, sight, told, TOLD_BYTES);
    if (game->view != NULL) game->tell(before, a, TH_SEES_ALL, all, sizeof all);
    const bool knows = game->view == NULL || (!chance && mover == sight) || strcmp(told, all) == 0;
    return json_pack("{s:i, s:b, s:s?, s:s, s:I}", "seat", chance ? game->luck_of(before) : mover,
                     "chance", (int)chance, "move",
                     knows ? game->action_text(before, a, action, sizeof action) : NULL, "text",
                     told, "turn", (json_int_t)game->turns(before));
}

/* What a part of a step tells stands behind what was told of it. */
static void add_words(json_t *step, const char *told) {
    const char *before = json_string_value(json_object_get(step, "text"));
    if (before == NULL || told[0] == 0) return;
    json_object_set_new(step, "text",
                        json_sprintf("%s%s%s", before, before[0] != 0 ? ", " : "", told));
}

json_t *sight_steps(const struct session *s, size_t from, size_t steps, int sight) {
    struct walk w = walk_from(s, sees_all(s->game, sight) ? from : 0, sight);
    json_t *list = json_array();
    char told[TOLD_BYTES];
    for (size_t count = w.done; w.done < steps;) {
        json_t *step = NULL; /* what was told before is only counted */
        if (count >= from) step = step_json(s->game, w.at, s->record.action[w.done], sight, told);
        const bool own = walk_on(&w);
        count += own;
        if (count > from && own)
            json_array_append(list, step);
        else if (count > from)
            add_words(json_array_get(list, json_array_size(list) - 1), told);
        json_decref(step);
    }
    return list;
}
