/* The facets of a game, with an empty one in place of one that it lacks: for code that asks whether
 * an optional slot is there. */
#ifndef CORE_FACETS_H
#define CORE_FACETS_H

#include "tahur/game.h"

static inline const struct th_learning *learning_of(const struct th_game *game) {
    static const struct th_learning none;
    return game->learning != NULL ? game->learning : &none;
}

static inline const struct th_search *search_of(const struct th_game *game) {
    static const struct th_search none;
    return game->search != NULL ? game->search : &none;
}

static inline const struct th_analysis *analysis_of(const struct th_game *game) {
    static const struct th_analysis none;
    return game->analysis != NULL ? game->analysis : &none;
}

static inline const struct th_screen *screen_of(const struct th_game *game) {
    static const struct th_screen none;
    return game->screen != NULL ? game->screen : &none;
}

static inline const struct th_metrics *metrics_of(const struct th_game *game) {
    static const struct th_metrics none;
    return game->metrics != NULL ? game->metrics : &none;
}

/* A picture of the position; without a screen facet its text. */
const char *screen_draw(const struct th_game *game, const struct th_state *s,
                        const struct th_look *look, char *out, size_t size);
/* A step in words; without a screen facet the text of the action. Games with hidden information
 * have the facet. */
const char *screen_describe(const struct th_game *game, const struct th_state *before, th_action a,
                            int viewer, char *out, size_t size);

/* Checks the arguments of functions that are given a game and one of its states. */
static inline bool check_state(const struct th_game *game, const struct th_state *s,
                               struct th_error *e) {
    if (game == NULL) return th_fail(e, "there is no game: it is NULL");
    return s != NULL || th_fail(e, "there is no state: it is NULL");
}

#endif
