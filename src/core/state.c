/* Making and checking states (tahur/game.h). */
#include "tahur/state.h"

#include "facets.h"
#include "tahur/bot.h"
#include "text.h"
#include <stdlib.h>
#include <string.h>

/* Bytes of a cache line. A state does not share its lines, so that threads with different states do
 * not slow each other down (false sharing). */
enum { LINE = 64 };

/* ---- arguments ---- */

/* The name of something that a facet must have and this one lacks; NULL: it has all. */
static const char *missing_of_facets(const struct th_game *g) {
    const struct th_learning *l = g->learning;
    const struct th_screen *v = g->screen;
    const struct th_metrics *m = g->metrics;
    return l != NULL && l->observe == NULL               ? "learning.observe"
           : l != NULL && l->observation_layout == NULL  ? "learning.observation_layout"
           : l != NULL && l->observations == NULL        ? "learning.observations"
           : l != NULL && l->observation_name == NULL    ? "learning.observation_name"
           : l != NULL && l->observation_meaning == NULL ? "learning.observation_meaning"
           : l != NULL && l->symmetries != NULL && l->symmetric_number == NULL
               ? "learning.symmetric_number"
           : l != NULL && l->symmetries != NULL && l->symmetric_action == NULL
               ? "learning.symmetric_action"
           : v != NULL && v->draw == NULL                                ? "screen.draw"
           : v != NULL && v->describe == NULL                            ? "screen.describe"
           : v == NULL && g->view != NULL                                ? "screen"
           : m != NULL && m->list == NULL                                ? "metrics.list"
           : m != NULL && m->count == NULL                               ? "metrics.count"
           : search_of(g)->evaluate != NULL && search_of(g)->key == NULL ? "search.key"
                                                                         : NULL;
}

/* The name of a required slot that the game lacks; NULL: none. */
static const char *missing_of(const struct th_game *g) {
    return g->name == NULL                                  ? "name"
           : g->state_size == 0                             ? "state_size"
           : g->setup == NULL                               ? "setup"
           : g->seats == NULL                               ? "seats"
           : g->mover == NULL                               ? "mover"
           : g->legal == NULL                               ? "legal"
           : g->apply == NULL                               ? "apply"
           : g->turns == NULL                               ? "turns"
           : g->payoff == NULL                              ? "payoff"
           : g->outcome_count != 0 && g->outcomes == NULL   ? "outcomes"
           : g->outcome_count != 0 && g->chance_key == NULL ? "chance_key"
           : g->view != NULL && g->viewer == NULL           ? "viewer"
                                                            : missing_of_facets(g);
}

/* Checks that metrics refer to existing counters, and that results have room for them. */
static bool check_metrics(const struct th_game *g, struct th_error *e) {
    int n = 0, names = 0;
    const char *const *counters = metrics_of(g)->counters;
    while (counters != NULL && names <= TH_COUNTERS_MAX && counters[names] != NULL) names++;
    if (names > TH_COUNTERS_MAX)
        return th_fail(e, "%s may have at most %d counters", g->name, TH_COUNTERS_MAX);
    for (const struct th_metric *m = metrics_of(g)->list; m != NULL && m->name != NULL; m++, n++)
        if (n == TH_METRICS_MAX || m->numerator < 0 || m->numerator >= TH_COUNTERS_MAX ||
            m->denominator < 0 || m->denominator >= TH_COUNTERS_MAX)
            return th_fail(e, "%s may have %d metrics of the counters 0 to %d; '%s' is none",
                           g->name, TH_METRICS_MAX, TH_COUNTERS_MAX - 1, m->name);
        else if (counters != NULL && (m->numerator >= names || m->denominator >= names))
            return th_fail(e, "%s has no name in `counters` for a counter of the metric '%s'",
                           g->name, m->name);
    return true;
}

/* Checks the table of a game: required slots, and the sizes of fixed arrays. */
static bool check_game(const struct th_game *g, struct th_error *e) {
    if (g == NULL) return th_fail(e, "there is no game: it is NULL");
    const char *missing = missing_of(g);
    if (missing != NULL)
        return th_fail(e, "the game %s has no '%s'", g->name != NULL ? g->name : "without a name",
                       missing);
    if (g->max_legal < 1 || g->max_legal > TH_LEGAL_MAX)
        return th_fail(e, "max_legal of %s must be from 1 to %d, not %d", g->name, TH_LEGAL_MAX,
                       g->max_legal);
    if (g->outcome_count < 0 || g->outcome_count > TH_OUTCOMES_MAX)
        return th_fail(e, "outcome_count of %s must be from 0 to %d, not %d", g->name,
                       TH_OUTCOMES_MAX, g->outcome_count);
    return check_metrics(g, e);
}

/* Whether the values are in the ranges of their options: a caller may have set them directly. */
static bool is_in_range(const struct th_options *o, int i) {
    const struct th_option *option = &o->table[i];
    const int64_t number = o->value[i].number;
    if (option->initial == NULL && !o->value[i].given) return true;
    if (option->kind == TH_TEXT || option->kind == TH_REST) return true;
    if (option->kind == TH_SWITCH) return number == 0 || number == 1;
    if (option->kind != TH_CHOICE) return number >= option->min && number <= option->max;
    for (int k = 0; number >= 0 && option->choices[k] != NULL; k++)
        if (k == number) return true;
    return false;
}

static bool check_options(const struct th_game *g, const struct th_options *o, struct th_error *e) {
    if (o == NULL) return th_fail(e, "there are no options for %s: they are NULL", g->name);
    if (o->table != g->options)
        return th_fail(e, "the options are not those of %s: read them by its own table", g->name);
    for (int i = 0; o->table != NULL && i < TH_OPTIONS_MAX && o->table[i].name != NULL; i++)
        if (!is_in_range(o, i))
            return th_fail(e, "%s: %s is out of its range", g->name, o->table[i].name);
    return true;
}

/* ---- states ---- */

static struct th_state *allocate(const struct th_game *game, struct th_error *e) {
    struct th_state *s = aligned_alloc(LINE, (game->state_size + LINE - 1) / LINE * LINE);
    if (s == NULL) th_fail(e, "out of memory");
    return s;
}

struct th_state *th_state_new(const struct th_game *game, const struct th_options *o,
                              struct th_error *e) {
    struct th_error unread; /* a game from another library may write to it */
    if (e == NULL) e = &unread;
    if (!check_game(game, e) || !check_options(game, o, e)) return NULL;
    struct th_state *s = allocate(game, e);
    if (s == NULL) return NULL;
    if (!game->setup(s, o, e)) {
        free(s);
        return NULL;
    }
    const int seats = game->seats(s);
    if (seats >= 1 && seats <= TH_SEATS_MAX) return s;
    th_fail(e, "%s has %d seats; there may be 1 to %d", game->name, seats, TH_SEATS_MAX);
    free(s);
    return NULL;
}

struct th_state *th_state_copy(const struct th_game *game, const struct th_state *s,
                               struct th_error *e) {
    struct th_state *copy = check_state(game, s, e) ? allocate(game, e) : NULL;
    if (copy != NULL) memcpy(copy, s, game->state_size);
    return copy;
}

int th_game_seats(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    struct th_state *s = th_state_new(game, o, e);
    const int seats = s != NULL ? game->seats(s) : 0;
    free(s);
    return seats;
}

int th_game_observations(const struct th_game *game, const struct th_options *o,
                         struct th_error *e) {
    struct th_state *s = th_state_new(game, o, e);
    if (s == NULL) return 0;
    int n = 0;
    if (game->learning == NULL)
        th_fail(e, "%s cannot be learned: it has no observations", game->name);
    else if ((n = game->learning->observations(s)) < 1 || n > TH_OBSERVATION_MAX)
        th_fail(e, "%s has %d observations; there may be 1 to %d", game->name, n,
                TH_OBSERVATION_MAX),
            n = 0;
    free(s);
    return n;
}

bool th_is_possible(const struct th_game *game, const struct th_state *s, th_action a) {
    if (!check_state(game, s, NULL)) return false;
    const int mover = game->mover(s);
    if (mover == TH_OVER) return false;
    if (mover == TH_CHANCE) {
        struct th_outcome outcome[TH_OUTCOMES_MAX];
        if (game->outcomes == NULL) return false;
        const int n = game->outcomes(s, outcome);
        for (int i = 0; i < n; i++)
            if (outcome[i].action == a) return true;
        return false;
    }
    if (game->resignation != 0 && a == game->resignation) return true;
    th_action legal[TH_LEGAL_MAX];
    return th_place_of(a, legal, game->legal(s, legal)) >= 0;
}

bool th_read_action(const struct th_game *game, const struct th_state *s, const char *text,
                    th_action *a, struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES];
    struct th_error unread;
    if (e == NULL) e = &unread;
    if (!check_state(game, s, e)) return false;
    if (text == NULL || a == NULL || game->parse_action == NULL)
        return th_fail(e, "there is no action to read, no place for it, or no way to read it");
    text_clip(text, clipped);
    if (game->mover(s) == TH_OVER) return th_fail(e, "the game is over before “%s”", clipped);
    return game->parse_action(s, text, a, e) &&
           (th_is_possible(game, s, *a) || th_fail(e, "“%s” is not possible there", clipped));
}

bool th_read_start(const struct th_game *game, struct th_state *s, const char *text,
                   struct th_error *e) {
    struct th_error unread;
    if (e == NULL) e = &unread;
    if (!check_state(game, s, e)) return false;
    if (text == NULL || game->parse_position == NULL)
        return th_fail(e, "there is no position to read, or no way to read it");
    if (!game->parse_position(s, text, e)) return false;
    const int viewer = game->viewer != NULL ? game->viewer(s) : TH_SEES_ALL;
    if (viewer == TH_STRANGER)
        return th_fail(e, "the position is what a stranger sees; a game begins with a whole one");
    if (viewer != TH_SEES_ALL)
        return th_fail(e, "the position is what seat %d knows; a game begins with a whole one",
                       viewer);
    return game->mover(s) != TH_OVER || th_fail(e, "the game is over there");
}

bool th_check_view(const struct th_game *game, const struct th_state *s, struct th_error *e) {
    if (!check_state(game, s, e)) return false;
    const int viewer = game->viewer != NULL ? game->viewer(s) : TH_SEES_ALL;
    if (viewer == TH_SEES_ALL || viewer == game->mover(s)) return true;
    if (viewer == TH_STRANGER)
        return th_fail(e, "the position is what a stranger sees, by which no seat can decide");
    return th_fail(e, "the position is what seat %d knows, but it is not that seat's decision",
                   viewer);
}

/* ---- screens (facets.h) ---- */

const char *screen_draw(const struct th_game *game, const struct th_state *s,
                        const struct th_look *look, char *out, size_t size) {
    if (game->screen != NULL) return game->screen->draw(s, look, out, size);
    game->position_text(s, out, size);
    const size_t end = strlen(out);
    if (end + 1 < size) strcpy(out + end, "\n");
    return out;
}

const char *screen_describe(const struct th_game *game, const struct th_state *before, th_action a,
                            int viewer, char *out, size_t size) {
    if (game->screen != NULL) return game->screen->describe(before, a, viewer, out, size);
    return game->action_text(before, a, out, size);
}
