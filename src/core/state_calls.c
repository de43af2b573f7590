/* The flat functions of tahur/state.h. */
#include "tahur/state.h"

#include "facets.h"
#include "fields.h"
#include <stdlib.h>
#include <string.h>

bool th_state_check_api(int api, struct th_error *e) {
    return api == TH_STATE_API ||
           th_fail(e, "made for version %d of tahur/state.h, and this library has version %d", api,
                   TH_STATE_API);
}

/* ---- arguments ---- */

static bool lacks(const struct th_game *game, const char *what, struct th_error *e) {
    return th_fail(e, "%s has no %s", game->name, what);
}

static bool is_whole(const struct th_game *game, const struct th_state *s) {
    return game->viewer == NULL || game->viewer(s) == TH_SEES_ALL;
}

static bool check_out(const void *out, struct th_error *e) {
    return out != NULL || th_fail(e, "there is no place for the result: it is NULL");
}

static bool check_text(const char *out, size_t size, struct th_error *e) {
    return (out != NULL && size > 0) || th_fail(e, "there is no place for the text");
}

static bool check_seat(const struct th_game *game, const struct th_state *s, int seat,
                       struct th_error *e) {
    const int seats = game->seats(s);
    return (seat >= 0 && seat < seats) ||
           th_fail(e, "there is no seat %d: %s has the seats 0 to %d", seat, game->name, seats - 1);
}

/* A viewer is a seat, or one of those who are not. */
static bool check_viewer(const struct th_game *game, const struct th_state *s, int viewer,
                         struct th_error *e) {
    return viewer == TH_STRANGER || viewer == TH_SEES_ALL || check_seat(game, s, viewer, e);
}

/* Of views, only the own seat and strangers are shown something. */
static bool check_knows(const struct th_game *game, const struct th_state *s, int seat,
                        struct th_error *e) {
    if (is_whole(game, s) || game->viewer(s) == seat) return true;
    return th_fail(e, "the state is what another seat knows, or a stranger");
}

static bool check_step(const struct th_game *game, const struct th_state *s, th_action a,
                       struct th_error *e) {
    return th_is_possible(game, s, a) || th_fail(e, "%u is not possible there", a);
}

static bool check_not_over(const struct th_game *game, const struct th_state *s,
                           struct th_error *e) {
    return game->mover(s) != TH_OVER || th_fail(e, "the game is over there");
}

/* ---- games ---- */

bool th_game_facts(const struct th_game *game, struct th_game_facts *out, struct th_error *e) {
    if (game == NULL) return th_fail(e, "there is no game: it is NULL");
    if (!check_out(out, e)) return false;
    *out = (struct th_game_facts){
        .min_seats = game->min_seats,
        .max_seats = game->max_seats,
        .action_count = game->action_count,
        .outcome_count = game->outcome_count,
        .max_legal = game->max_legal,
        .longest_game = game->longest_game,
        .chance = game->outcome_count > 0,
        .hidden = game->view != NULL,
        .draws = game->draws,
        .min_payoff = 0,
        .max_payoff = 1,
        .learning = game->learning != NULL,
        .search = game->search != NULL,
        .analysis = game->analysis != NULL,
        .screen = game->screen != NULL,
        .metrics = game->metrics != NULL,
    };
    return true;
}

const char *th_game_name(const struct th_game *game) {
    return game != NULL ? game->name : NULL;
}

const char *th_game_title(const struct th_game *game) {
    return game != NULL ? game->title : NULL;
}

const char *th_game_rules(const struct th_game *game) {
    return game != NULL ? game->rules : NULL;
}

const char *th_game_rules_version(const struct th_game *game) {
    return game != NULL ? game->rules_version : NULL;
}

const char *th_game_observation_layout(const struct th_game *game) {
    return game != NULL ? learning_of(game)->observation_layout : NULL;
}

/* ---- states ---- */

size_t th_state_size(const struct th_game *game) {
    return game != NULL ? game->state_size : 0;
}

bool th_state_assign(const struct th_game *game, struct th_state *to, const struct th_state *from,
                     struct th_error *e) {
    if (!check_state(game, from, e) || !check_state(game, to, e)) return false;
    memmove(to, from, game->state_size);
    return true;
}

void th_state_free(struct th_state *s) {
    free(s);
}

/* ---- rules ---- */

int th_state_seats(const struct th_game *game, const struct th_state *s) {
    return check_state(game, s, NULL) ? game->seats(s) : 0;
}

int th_state_mover(const struct th_game *game, const struct th_state *s) {
    return check_state(game, s, NULL) ? game->mover(s) : TH_OVER;
}

uint32_t th_state_turns(const struct th_game *game, const struct th_state *s) {
    return check_state(game, s, NULL) ? game->turns(s) : 0;
}

/* Copies a list that fits. */
static int list(const void *from, size_t bytes, int n, void *out, int room, struct th_error *e) {
    if (out == NULL || room < n) {
        th_fail(e, "there is no room for a list of %d", n);
        return -1;
    }
    memcpy(out, from, bytes * (size_t)n);
    return n;
}

int th_state_legal(const struct th_game *game, const struct th_state *s, th_action out[], int room,
                   struct th_error *e) {
    th_action legal[TH_LEGAL_MAX];
    if (!check_state(game, s, e)) return -1;
    if (game->mover(s) < 0) return 0;
    return list(legal, sizeof *legal, game->legal(s, legal), out, room, e);
}

int th_state_outcomes(const struct th_game *game, const struct th_state *s, struct th_outcome out[],
                      int room, struct th_error *e) {
    struct th_outcome outcome[TH_OUTCOMES_MAX];
    if (!check_state(game, s, e)) return -1;
    if (game->mover(s) != TH_CHANCE) return 0;
    return list(outcome, sizeof *outcome, game->outcomes(s, outcome), out, room, e);
}

static bool check_chance(const struct th_game *game, const struct th_state *s, struct th_error *e) {
    return check_state(game, s, e) && (game->mover(s) == TH_CHANCE ||
                                       th_fail(e, "chance does not move there: outcomes are none"));
}

bool th_state_pick(const struct th_game *game, const struct th_state *s, uint64_t bits,
                   th_action *out, struct th_error *e) {
    if (!check_chance(game, s, e) || !check_out(out, e)) return false;
    *out = th_chance_pick(game, s, bits);
    return true;
}

bool th_state_apply(const struct th_game *game, struct th_state *s, th_action a,
                    struct th_error *e) {
    if (!check_state(game, s, e) || !check_step(game, s, a, e)) return false;
    game->apply(s, a);
    return true;
}

bool th_state_has_action(const struct th_game *game, const struct th_state *s, th_action a) {
    if (!check_state(game, s, NULL) || a >= (th_action)game->action_count) return false;
    return game->has_action == NULL || game->has_action(s, a);
}

bool th_state_chance_key(const struct th_game *game, const struct th_state *s, uint64_t *out,
                         struct th_error *e) {
    if (!check_chance(game, s, e) || !check_out(out, e)) return false;
    *out = game->chance_key(s);
    return true;
}

int th_state_luck_of(const struct th_game *game, const struct th_state *s, struct th_error *e) {
    return check_chance(game, s, e) ? game->luck_of(s) : -1;
}

bool th_state_payoff(const struct th_game *game, const struct th_state *s, double out[TH_SEATS_MAX],
                     struct th_error *e) {
    if (!check_state(game, s, e) || !check_out(out, e)) return false;
    if (game->mover(s) != TH_OVER) return th_fail(e, "the game is not over there");
    game->payoff(s, out);
    return true;
}

bool th_state_view(const struct th_game *game, const struct th_state *s, int seat,
                   struct th_state *out, struct th_error *e) {
    if (!check_state(game, s, e) || !check_out(out, e)) return false;
    if (seat != TH_STRANGER && !check_seat(game, s, seat, e)) return false;
    if (!check_knows(game, s, seat, e)) return false;
    if (game->view == NULL || !is_whole(game, s)) return th_state_assign(game, out, s, e);
    if (out == s) return th_fail(e, "a view cannot replace its own state");
    game->view(s, seat, out);
    return true;
}

int th_state_viewer(const struct th_game *game, const struct th_state *s) {
    return check_state(game, s, NULL) && game->viewer != NULL ? game->viewer(s) : TH_SEES_ALL;
}

bool th_state_guess(const struct th_game *game, const struct th_state *view, int seat,
                    uint64_t seed, struct th_state *out, struct th_error *e) {
    if (!check_state(game, view, e) || !check_out(out, e) || !check_seat(game, view, seat, e))
        return false;
    if (game->guess == NULL) return th_state_assign(game, out, view, e);
    if (!check_knows(game, view, seat, e)) return false;
    struct th_state *seen = th_state_copy(game, view, e);
    if (seen == NULL) return false;
    /* A guess is drawn from what the seat knows, also when the caller knows more. */
    if (is_whole(game, view)) game->view(view, seat, seen);
    struct th_rng rng = th_rng_seeded(seed);
    game->guess(seen, seat, &rng, out);
    free(seen);
    return true;
}

/* ---- text ---- */

bool th_state_action_text(const struct th_game *game, const struct th_state *s, th_action a,
                          char *out, size_t size, struct th_error *e) {
    if (!check_state(game, s, e) || !check_text(out, size, e)) return false;
    if (game->action_text == NULL) return lacks(game, "text of actions", e);
    if (!th_is_possible(game, s, a) &&
        (game->mover(s) == TH_CHANCE || !th_state_has_action(game, s, a)))
        return th_fail(e, "%u is no action of %s there", a, game->name);
    game->action_text(s, a, out, size);
    return true;
}

bool th_state_parse_action(const struct th_game *game, const struct th_state *s, const char *text,
                           th_action *out, struct th_error *e) {
    return th_read_action(game, s, text, out, e);
}

bool th_state_text(const struct th_game *game, const struct th_state *s, char *out, size_t size,
                   struct th_error *e) {
    if (!check_state(game, s, e) || !check_text(out, size, e)) return false;
    if (game->position_text == NULL) return lacks(game, "text of positions", e);
    game->position_text(s, out, size);
    return true;
}

bool th_state_parse(const struct th_game *game, struct th_state *s, const char *text,
                    struct th_error *e) {
    struct th_error unread;
    if (!check_state(game, s, e)) return false;
    if (text == NULL) return th_fail(e, "there is no position to read: it is NULL");
    if (game->parse_position == NULL) return lacks(game, "text of positions", e);
    return game->parse_position(s, text, e != NULL ? e : &unread);
}

bool th_state_json(const struct th_game *game, const struct th_state *s, char *out, size_t size,
                   struct th_error *e) {
    if (!check_state(game, s, e) || !check_text(out, size, e)) return false;
    if (game->fields == NULL) return lacks(game, "fields", e);
    fields_json(game, s, out, size);
    return true;
}

bool th_state_fields(const struct th_game *game, const struct th_state *s, struct th_writer *w,
                     struct th_error *e) {
    if (!check_state(game, s, e)) return false;
    if (game->fields == NULL) return lacks(game, "fields", e);
    if (w == NULL) return th_fail(e, "there is no writer for the fields: it is NULL");
    game->fields(s, w);
    return true;
}

/* ---- screen ---- */

bool th_state_draw(const struct th_game *game, const struct th_state *s, bool colour, int columns,
                   int rows, char *out, size_t size, struct th_error *e) {
    if (!check_state(game, s, e) || !check_text(out, size, e)) return false;
    if (screen_of(game)->draw == NULL) return lacks(game, "pictures", e);
    if (columns < 0 || rows < 0) return th_fail(e, "columns and rows must be 0 (no limit) or more");
    const struct th_look look = {.colour = colour, .columns = columns, .rows = rows};
    game->screen->draw(s, &look, out, size);
    return true;
}

bool th_state_describe(const struct th_game *game, const struct th_state *s, th_action a,
                       int viewer, char *out, size_t size, struct th_error *e) {
    if (!check_state(game, s, e) || !check_text(out, size, e) || !check_viewer(game, s, viewer, e))
        return false;
    if (screen_of(game)->describe == NULL) return lacks(game, "descriptions of steps", e);
    if (!is_whole(game, s)) return th_fail(e, "steps are described in whole states, not in views");
    if (!check_step(game, s, a, e)) return false;
    game->screen->describe(s, a, viewer, out, size);
    return true;
}

bool th_state_odds(const struct th_game *game, const struct th_state *view, char *out, size_t size,
                   struct th_error *e) {
    if (!check_state(game, view, e) || !check_text(out, size, e)) return false;
    if (screen_of(game)->odds == NULL) return lacks(game, "odds", e);
    if (game->mover(view) < 0) return th_fail(e, "no seat is in turn there");
    if (!th_check_view(game, view, e)) return false;
    game->screen->odds(view, out, size);
    return true;
}

bool th_state_extra(const struct th_game *game, const struct th_state *view, const th_action done[],
                    size_t steps, char *out, size_t size, struct th_error *e) {
    if (!check_state(game, view, e) || !check_text(out, size, e)) return false;
    if (screen_of(game)->extra == NULL) return lacks(game, "data for boards", e);
    if (done == NULL && steps > 0) return th_fail(e, "there is no list of steps: it is NULL");
    game->screen->extra(view, done, steps, out, size);
    return true;
}

/* ---- learning ---- */

int th_state_observations(const struct th_game *game, const struct th_state *s,
                          struct th_error *e) {
    if (!check_state(game, s, e)) return -1;
    if (game->learning != NULL) return game->learning->observations(s);
    lacks(game, "observations", e);
    return -1;
}

bool th_state_observe(const struct th_game *game, const struct th_state *s, int seat, float out[],
                      int room, struct th_error *e) {
    const int n = th_state_observations(game, s, e);
    if (n < 0 || !check_out(out, e) || !check_seat(game, s, seat, e) ||
        !check_knows(game, s, seat, e))
        return false;
    if (room < n) return th_fail(e, "an observation has %d numbers; there is room for %d", n, room);
    game->learning->observe(s, seat, out);
    return true;
}

static bool check_observation(const struct th_game *game, const struct th_state *s, int i,
                              struct th_error *e) {
    const int n = th_state_observations(game, s, e);
    if (n < 0) return false;
    return (i >= 0 && i < n) || th_fail(e, "an observation has the numbers 0 to %d", n - 1);
}

bool th_state_observation_name(const struct th_game *game, const struct th_state *s, int i,
                               char *out, size_t size, struct th_error *e) {
    if (!check_observation(game, s, i, e) || !check_text(out, size, e)) return false;
    game->learning->observation_name(s, i, out, size);
    return true;
}

const char *th_state_observation_meaning(const struct th_game *game, const struct th_state *s,
                                         int i, struct th_error *e) {
    return check_observation(game, s, i, e) ? game->learning->observation_meaning(s, i) : NULL;
}

bool th_state_summarise(const struct th_game *game, const struct th_state *view, int seat,
                        uint64_t *out, struct th_error *e) {
    if (!check_state(game, view, e) || !check_out(out, e) || !check_seat(game, view, seat, e) ||
        !check_knows(game, view, seat, e))
        return false;
    if (learning_of(game)->summarise == NULL) return lacks(game, "keys for tables", e);
    *out = game->learning->summarise(view, seat);
    return true;
}

bool th_state_stage(const struct th_game *game, const struct th_state *view, int *out,
                    struct th_error *e) {
    if (!check_state(game, view, e) || !check_out(out, e)) return false;
    if (learning_of(game)->stage == NULL) return lacks(game, "stages", e);
    *out = game->learning->stage(view);
    return true;
}

/* ---- search and analysis ---- */

bool th_state_playouts(const struct th_game *game, const struct th_state *s, int count,
                       uint64_t seed, struct th_playouts *out, struct th_error *e) {
    if (!check_state(game, s, e) || !check_out(out, e)) return false;
    if (search_of(game)->playouts == NULL) return lacks(game, "playouts", e);
    if (count < 1) return th_fail(e, "there must be at least one playout, not %d", count);
    if (!is_whole(game, s)) return th_fail(e, "playouts begin with whole states, not with views");
    if (!check_not_over(game, s, e)) return false;
    memset(out, 0, sizeof *out);
    out->sure_winner = -1;
    struct th_rng rng = th_rng_seeded(seed);
    game->search->playouts(s, count, &rng, NULL, out);
    return true;
}

bool th_state_evaluate(const struct th_game *game, const struct th_state *s, int seat,
                       const int weight[], int *out, struct th_error *e) {
    int own[TH_WEIGHTS_MAX] = {0};
    if (!check_state(game, s, e) || !check_out(out, e) || !check_seat(game, s, seat, e))
        return false;
    if (search_of(game)->evaluate == NULL) return lacks(game, "evaluation", e);
    if (!check_not_over(game, s, e)) return false;
    const struct th_weight *table = game->search->weights;
    for (int i = 0; table != NULL && table[i].name != NULL && i < TH_WEIGHTS_MAX; i++)
        own[i] = table[i].value;
    *out = game->search->evaluate(s, seat, weight != NULL ? weight : own);
    return true;
}

bool th_state_key(const struct th_game *game, const struct th_state *s, uint64_t *out,
                  struct th_error *e) {
    if (!check_state(game, s, e) || !check_out(out, e)) return false;
    if (search_of(game)->key == NULL) return lacks(game, "keys of states", e);
    *out = game->search->key(s);
    return true;
}

int th_state_urgency(const struct th_game *game, const struct th_state *s, th_action a,
                     struct th_error *e) {
    if (!check_state(game, s, e)) return -1;
    if (search_of(game)->urgency == NULL) {
        lacks(game, "urgency of actions", e);
        return -1;
    }
    return check_step(game, s, a, e) ? game->search->urgency(s, a) : -1;
}

bool th_state_forced(const struct th_game *game, const struct th_state *s) {
    return check_state(game, s, NULL) && search_of(game)->forced_ply != NULL &&
           game->search->forced_ply(s);
}

bool th_state_estimate(const struct th_game *game, const struct th_state *s,
                       double out[TH_SEATS_MAX], struct th_error *e) {
    if (!check_state(game, s, e) || !check_out(out, e)) return false;
    if (analysis_of(game)->estimate == NULL) return lacks(game, "estimate", e);
    if (!is_whole(game, s)) return th_fail(e, "whole states are estimated, not views");
    game->analysis->estimate(s, out);
    return true;
}

bool th_state_solve(const struct th_game *game, const struct th_state *s, double payoff[], int n,
                    struct th_error *e) {
    th_action legal[TH_LEGAL_MAX];
    if (!check_state(game, s, e) || !check_out(payoff, e)) return false;
    if (analysis_of(game)->solve == NULL) return lacks(game, "solver", e);
    if (game->mover(s) < 0) return th_fail(e, "no seat is in turn there");
    const int actions = game->legal(s, legal);
    if (n != actions) return th_fail(e, "there are %d legal actions, not %d", actions, n);
    if (e != NULL) e->text[0] = 0;
    return game->analysis->solve(s, legal, n, payoff, NULL);
}

/* ---- metrics ---- */

bool th_state_count(const struct th_game *game, const struct th_state *s, th_action a,
                    uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX], struct th_error *e) {
    if (!check_state(game, s, e) || !check_out(counters, e)) return false;
    if (game->metrics == NULL) return lacks(game, "metrics", e);
    if (!is_whole(game, s)) return th_fail(e, "steps are counted in whole states, not in views");
    if (!check_step(game, s, a, e)) return false;
    game->metrics->count(s, a, counters);
    return true;
}

const char *th_game_counter(const struct th_game *game, int i) {
    if (game == NULL || metrics_of(game)->counters == NULL || i < 0) return NULL;
    for (int k = 0; game->metrics->counters[k] != NULL; k++)
        if (k == i) return game->metrics->counters[k];
    return NULL;
}

const struct th_metric *th_game_metric(const struct th_game *game, int i) {
    if (game == NULL || metrics_of(game)->list == NULL || i < 0) return NULL;
    for (int k = 0; game->metrics->list[k].name != NULL; k++)
        if (k == i) return &game->metrics->list[k];
    return NULL;
}
