/* What every game of the registry promises in its table (include/tahur/game.h), in random play. A
 * new game is held to it without a line here. */
#include "cmocka_includes.h"
#include "core/facets.h"
#include "core/fields.h"
#include "scale.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Written and read again, an action is the same. */
static void assert_action_reads_back(const struct th_game *game, const struct th_state *s,
                                     th_action a) {
    char text[64];
    struct th_error e;
    th_action read;
    game->action_text(s, a, text, sizeof text);
    if (!game->parse_action(s, text, &read, &e)) fail_msg("%s: %s", text, e.text);
    assert_int_equal(read, a);
    assert_true(text[0] != 0 && text[0] != '#');
    assert_null(strpbrk(text, ";:.\n")); /* which records and openings put between actions */
}

/* What is listed is possible, and a resignation, and nothing else. */
static void assert_listed_is_possible(const struct th_game *game, const struct th_state *s) {
    th_action legal[TH_LEGAL_MAX];
    struct th_outcome outcome[TH_LEGAL_MAX];
    const int mover = game->mover(s);
    const int n = mover == TH_CHANCE ? game->outcomes(s, outcome) : game->legal(s, legal);
    const int count = mover == TH_CHANCE ? game->outcome_count : game->action_count;
    for (int a = 0, i = 0; a <= count; a++) {
        const bool listed =
            i < n && (int)(mover == TH_CHANCE ? outcome[i].action : legal[i]) == a && ++i > 0;
        const bool gives_up = mover >= 0 && game->resignation != 0 && a == (int)game->resignation;
        assert_false(listed && gives_up);
        assert_int_equal(th_is_possible(game, s, (th_action)a), listed || gives_up);
    }
}

/* Whoever resigns has lost. */
static void assert_resignation_loses(const struct th_game *game, const struct th_state *s,
                                     struct th_state *room) {
    double payoff[TH_SEATS_MAX];
    memcpy(room, s, game->state_size);
    assert_action_reads_back(game, s, game->resignation);
    game->apply(room, game->resignation);
    assert_int_equal(game->mover(room), TH_OVER);
    assert_false(th_is_possible(game, room, game->resignation));
    game->payoff(room, payoff);
    assert_true(payoff[game->mover(s)] == 0.0);
}

/* Who has to decide, everybody sees; that chance has something to do, at least whoever it is done
 * for. */
static bool sees_who_moves(const struct th_game *game, const struct th_state *s, int seat) {
    return game->mover(s) != TH_CHANCE || game->luck_of(s) == seat;
}

/* A view is known as one, and no game begins with it. */
static void assert_view_is_known(const struct th_game *game, const struct th_state *s,
                                 struct th_state *room) {
    char text[TH_POSITION_BYTES];
    struct th_error e;
    assert_int_equal(game->viewer(s), TH_SEES_ALL);
    for (int seat = TH_STRANGER; seat < game->seats(s); seat++) {
        if (seat == TH_SEES_ALL) continue;
        game->view(s, seat, room);
        assert_int_equal(game->viewer(room), seat);
        if (sees_who_moves(game, s, seat)) assert_int_equal(game->mover(room), game->mover(s));
        assert_int_equal(th_check_view(game, room, &e), seat == game->mover(s));
        game->position_text(room, text, sizeof text);
        assert_false(th_read_start(game, room, text, &e));
    }
    game->position_text(s, text, sizeof text);
    assert_true(th_read_start(game, room, text, &e));
}

/* Written and read again, a position is written the same and waits for the same. */
static void assert_position_reads_back(const struct th_game *game, const struct th_state *s,
                                       struct th_state *room) {
    char text[1024], again[1024];
    struct th_error e;
    game->position_text(s, text, sizeof text);
    if (!game->parse_position(room, text, &e)) fail_msg("%s: %s", text, e.text);
    assert_string_equal(game->position_text(room, again, sizeof again), text);
    assert_int_equal(game->mover(room), game->mover(s));
    assert_int_equal(game->turns(room), game->turns(s));
}

/* The same of JSON, which programs outside are told; of a view, it is the same bytes again. */
static void assert_json_reads_back(const struct th_game *game, const struct th_state *s,
                                   struct th_state *room, struct th_state *seen) {
    char text[TH_POSITION_BYTES], again[TH_POSITION_BYTES];
    struct th_error e;
    for (int seat = TH_STRANGER; seat < game->seats(s); seat++) {
        memcpy(seen, s, game->state_size);
        if (seat != TH_SEES_ALL && game->view != NULL) game->view(s, seat, seen);
        fields_json(game, seen, text, sizeof text);
        if (!game->parse_position(room, text, &e)) fail_msg("%s: %s", text, e.text);
        assert_string_equal(fields_json(game, room, again, sizeof again), text);
        assert_string_equal(game->position_text(room, again, sizeof again),
                            game->position_text(seen, text, sizeof text));
    }
}

static th_action seat_action(const struct th_game *game, const struct th_state *s,
                             struct th_rng *rng) {
    th_action legal[TH_LEGAL_MAX];
    const int n = game->legal(s, legal);
    assert_in_range(n, 1, game->max_legal);
    for (int i = 0; i < n; i++) {
        assert_true((int)legal[i] < game->action_count);
        assert_true(i == 0 || legal[i - 1] < legal[i]);
    }
    return legal[th_rng_below(rng, (uint32_t)n)];
}

static th_action chance_action(const struct th_game *game, const struct th_state *s,
                               struct th_rng *rng) {
    struct th_outcome outcomes[256];
    const uint64_t bits = th_rng_next(rng);
    const int n = game->outcomes(s, outcomes);
    assert_in_range(n, 1, game->outcome_count);
    for (int i = 0; i < n; i++) {
        assert_true(outcomes[i].weight > 0 && (int)outcomes[i].action < game->outcome_count);
        assert_true(i == 0 || outcomes[i - 1].action < outcomes[i].action);
    }
    assert_int_equal(th_chance_pick(game, s, bits), th_chance_by_weight(game, s, bits));
    return th_chance_pick(game, s, bits);
}

/* A state and what the seat may know of it are the same numbers, none beyond the bound. */
static void assert_observation_is_of_the_view(const struct th_game *game, const struct th_state *s,
                                              int seat, struct th_state *room) {
    float whole[TH_OBSERVATION_MAX], seen[TH_OBSERVATION_MAX];
    const int n = game->learning->observations(s);
    assert_in_range(n, 1, TH_OBSERVATION_MAX);
    assert_non_null(learning_of(game)->observation_layout);
    memcpy(room, s, game->state_size);
    if (game->view != NULL) game->view(s, seat, room);
    game->learning->observe(s, seat, whole);
    game->learning->observe(room, seat, seen);
    assert_memory_equal(whole, seen, (size_t)n * sizeof *seen);
    for (int i = 0; i < n; i++) assert_true(fabsf(seen[i]) <= TH_OBSERVATION_BOUND);
}

/* Chances are chances, and at the end they are the payoff. */
static void assert_estimate_adds_up(const struct th_game *game, const struct th_state *s) {
    double chance[TH_SEATS_MAX], payoff[TH_SEATS_MAX], sum = 0;
    game->analysis->estimate(s, chance);
    if (game->mover(s) == TH_OVER) game->payoff(s, payoff);
    for (int i = 0; i < game->seats(s); i++) {
        assert_true(chance[i] >= 0 && chance[i] <= 1);
        assert_true(game->mover(s) != TH_OVER || chance[i] == payoff[i]);
        sum += chance[i];
    }
    assert_true(fabs(sum - 1) < 1e-9);
}

/* One game to its end, or for so many plies. */
static void play(const struct th_game *game, struct th_rng *rng, int most_plies) {
    struct th_options options;
    struct th_error e;
    th_options_init(&options, game->options);
    struct th_state *s = th_state_new(game, &options, &e);
    struct th_state *room = th_state_new(game, &options, &e);
    struct th_state *seen = th_state_new(game, &options, &e);
    assert_true(s != NULL && room != NULL && seen != NULL && game->state_size > 0);
    assert_in_range(game->seats(s), game->min_seats, game->max_seats);
    int mover;
    while ((mover = game->mover(s)) != TH_OVER && most_plies-- > 0) {
        assert_true(mover == TH_CHANCE || (mover >= 0 && mover < game->seats(s)));
        const uint32_t turns = game->turns(s);
        const th_action a =
            mover == TH_CHANCE ? chance_action(game, s, rng) : seat_action(game, s, rng);
        assert_action_reads_back(game, s, a);
        assert_position_reads_back(game, s, room);
        if (most_plies % 16 == 0) assert_listed_is_possible(game, s);          /* it is slow */
        if (most_plies % 16 == 0) assert_json_reads_back(game, s, room, seen); /* likewise */
        if (game->resignation != 0 && mover >= 0) assert_resignation_loses(game, s, room);
        assert_true((game->view != NULL) == (game->viewer != NULL));
        if (game->view != NULL) assert_view_is_known(game, s, room);
        if (game->learning != NULL && mover >= 0)
            assert_observation_is_of_the_view(game, s, mover, room);
        if (analysis_of(game)->estimate != NULL) assert_estimate_adds_up(game, s);
        game->apply(s, a);
        assert_true(game->turns(s) >= turns);
    }
    if (analysis_of(game)->estimate != NULL) assert_estimate_adds_up(game, s);
    if (mover == TH_OVER) {
        double payoff[TH_SEATS_MAX], sum = 0;
        game->payoff(s, payoff);
        bool alone = false;
        for (int i = 0; i < game->seats(s); i++) {
            sum += payoff[i];
            alone |= payoff[i] == 1.0;
        }
        assert_true(fabs(sum - 1.0) < 1e-9);
        assert_true(alone || game->draws);
    }
    free(s);
    free(room);
    free(seen);
}

static void every_game_keeps_the_promises_of_its_table(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(1);
    for (int i = 0; th_game_at(i) != NULL; i++)
        for (long k = 0; k < test_scale(100) + 3; k++) play(th_game_at(i), &rng, 2000);
}

/* ---- what must be there ---- */

static void assert_slot(const struct th_game *game, const char *slot, bool filled,
                        const char *why) {
    if (!filled) fail_msg("the table of %s has no '%s', which %s", game->name, slot, why);
}

static void every_table_has_what_it_must(void **state) {
    (void)state;
    for (int i = 0; th_game_at(i) != NULL; i++) {
        const struct th_game *game = th_game_at(i);
        const struct {
            const char *slot;
            bool filled, needed;
            const char *why;
        } slot[] = {
#define ALWAYS(slot) {#slot, game->slot != 0, true, "every game must have"}
#define IF(condition, slot, why)                                                                   \
    { #slot, game->slot != 0, (condition), why }
            ALWAYS(title),
            ALWAYS(summary),
            ALWAYS(rules_version),
            ALWAYS(state_size),
            ALWAYS(min_seats),
            ALWAYS(max_seats),
            ALWAYS(action_count),
            ALWAYS(max_legal),
            ALWAYS(setup),
            ALWAYS(seats),
            ALWAYS(mover),
            ALWAYS(legal),
            ALWAYS(apply),
            ALWAYS(turns),
            ALWAYS(payoff),
            ALWAYS(action_text),
            ALWAYS(parse_action),
            ALWAYS(position_text),
            ALWAYS(parse_position),
            ALWAYS(fields),
            IF(game->outcome_count > 0, outcomes, "comes with outcome_count"),
            IF(game->outcomes != NULL, outcome_count, "comes with outcomes"),
            IF(game->outcomes != NULL, chance_key, "comes with outcomes"),
            IF(game->outcomes != NULL, luck_of, "comes with outcomes"),
            IF(game->view != NULL, viewer, "comes with view"),
            IF(game->view != NULL, guess, "comes with view"),
#undef ALWAYS
#undef IF
        };
        assert_non_null(game->name);
        for (size_t k = 0; k < sizeof slot / sizeof *slot; k++)
            assert_slot(game, slot[k].slot, slot[k].filled || !slot[k].needed, slot[k].why);
    }
}

/* Hints of `play` come from hard, analysis asks the judge and the roller. */
static void bots_that_commands_ask_by_name_are_there(void **state) {
    (void)state;
    for (int i = 0; th_game_at(i) != NULL; i++) {
        const struct th_game *game = th_game_at(i);
        const char *const names[] = {"hard", analysis_of(game)->roller, analysis_of(game)->judge};
        struct th_spec spec;
        struct th_error e;
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (names[k] != NULL && th_bot_find(game, names[k], &spec, &e) == NULL)
                fail_msg("%s needs the bot '%s': %s", game->name, names[k], e.text);
    }
}

/* Terms of "{option=value,option!=value}": the option exists, takes the value, and does not have it
 * by default. */
static void assert_terms(const struct th_game *game, const char *line, size_t bytes) {
    char terms[128], *next;
    snprintf(terms, sizeof terms, "%.*s", (int)bytes - 2, line + 1);
    for (char *term = terms; term != NULL; term = next) {
        struct th_options chosen, initial;
        struct th_error e;
        next = strchr(term, ',');
        if (next != NULL) *next++ = 0;
        char *value = strchr(term, '=');
        assert_non_null(value);
        *value++ = 0;
        if (value[-2] == '!') value[-2] = 0;
        th_options_init(&initial, game->options);
        th_options_init(&chosen, game->options);
        if (!th_options_set(&chosen, game->name, term, value, &e)) fail_msg("%s", e.text);
        assert_false(th_options_equal(&chosen, &initial));
    }
}

static void conditions_in_the_rules_name_options(void **state) {
    (void)state;
    for (int i = 0; th_game_at(i) != NULL; i++) {
        const struct th_game *game = th_game_at(i);
        int open = 0;
        for (const char *line = game->rules; line != NULL && *line != 0;) {
            const size_t bytes = strcspn(line, "\n");
            assert_true(line[bytes] == '\n');
            if (strncmp(line, "{end}", 5) == 0) {
                open--;
            } else if (line[0] == '{' && memchr(line, '=', bytes) != NULL) {
                assert_terms(game, line, bytes);
                open++;
            }
            assert_true(open >= 0);
            line += bytes + 1;
        }
        assert_int_equal(open, 0);
    }
}

/* ---- for searching by values ---- */

static void assert_evaluation_has_two_sides(const struct th_game *game, const struct th_state *s,
                                            const int weight[]) {
    const int value = game->search->evaluate(s, 0, weight);
    assert_int_equal(game->search->evaluate(s, 1, weight), -value);
    assert_true(value < TH_SURE_VALUE && value > -TH_SURE_VALUE);
    th_action legal[TH_LEGAL_MAX];
    const int n = game->legal(s, legal);
    for (int i = 0; i < n && search_of(game)->urgency != NULL; i++)
        assert_in_range(game->search->urgency(s, legal[i]), 0, 255);
}

/* Written and read again, a state has the same key, and looks the same. */
static void assert_key_reads_back(const struct th_game *game, const struct th_state *s,
                                  const int weight[], struct th_state *room) {
    char text[1024];
    struct th_error e;
    assert_true(game->parse_position(room, game->position_text(s, text, sizeof text), &e));
    assert_true(game->search->key(room) == game->search->key(s));
    if (game->mover(s) != TH_OVER)
        assert_int_equal(game->search->evaluate(room, 0, weight),
                         game->search->evaluate(s, 0, weight));
}

/* Makes an action if it is legal. */
static bool make(const struct th_game *game, struct th_state *s, th_action a) {
    th_action legal[TH_LEGAL_MAX];
    if (game->mover(s) < 0) return false;
    const int n = game->legal(s, legal);
    for (int i = 0; i < n; i++)
        if (legal[i] == a) {
            game->apply(s, a);
            return true;
        }
    return false;
}

/* States with equal keys wait for the same and have the same choices. */
static void assert_key_tells_apart(const struct th_game *game, const struct th_state *a,
                                   const struct th_state *b) {
    th_action legal[2][TH_LEGAL_MAX];
    if (game->search->key(a) != game->search->key(b)) return;
    assert_int_equal(game->mover(a), game->mover(b));
    if (game->mover(a) == TH_OVER) return;
    const int n = game->legal(a, legal[0]);
    assert_int_equal(game->legal(b, legal[1]), n);
    assert_memory_equal(legal[0], legal[1], (size_t)n * sizeof legal[0][0]);
}

/* Three random actions, and the same with the first and last exchanged, as far as they are legal:
 * where that leads to the same position, the keys are equal. Returns whether it did. */
static bool assert_order_does_not_matter(const struct th_game *game, const struct th_state *s,
                                         struct th_rng *rng, struct th_state *there,
                                         struct th_state *again) {
    th_action a[3];
    char text[2][1024];
    memcpy(there, s, game->state_size);
    memcpy(again, s, game->state_size);
    for (int i = 0; i < 3; i++) {
        if (game->mover(there) == TH_OVER) return false;
        a[i] = seat_action(game, there, rng);
        game->apply(there, a[i]);
    }
    for (int i = 2; i >= 0; i--)
        if (!make(game, again, a[i])) return false;
    assert_key_tells_apart(game, there, again);
    if (strcmp(game->position_text(there, text[0], sizeof text[0]),
               game->position_text(again, text[1], sizeof text[1])) != 0)
        return false;
    assert_true(game->search->key(there) == game->search->key(again));
    return true;
}

/* One game in which every state is looked at; returns how often two ways led to the same. */
static int look_at_values(const struct th_game *game, const struct th_options *options,
                          struct th_rng *rng) {
    struct th_error e;
    struct th_state *s = th_state_new(game, options, &e), *room = th_state_new(game, options, &e),
                    *other = th_state_new(game, options, &e);
    int weight[TH_WEIGHTS_MAX] = {0}, met = 0;
    for (int i = 0; search_of(game)->weights != NULL && search_of(game)->weights[i].name != NULL;
         i++)
        weight[i] = search_of(game)->weights[i].value;
    for (int plies = 0; game->mover(s) != TH_OVER && plies < 1000; plies++) {
        assert_evaluation_has_two_sides(game, s, weight);
        assert_key_reads_back(game, s, weight, room);
        met += assert_order_does_not_matter(game, s, rng, room, other);
        memcpy(other, s, game->state_size);
        game->apply(s, seat_action(game, s, rng));
        assert_key_tells_apart(game, other, s);
    }
    free(s);
    free(room);
    free(other);
    return met;
}

/* The game's options with its switches thrown at random. */
static struct th_options thrown(const struct th_game *game, struct th_rng *rng) {
    struct th_options options;
    struct th_error e;
    th_options_init(&options, game->options);
    for (const struct th_option *o = game->options; o != NULL && o->name != NULL; o++)
        if (o->kind == TH_SWITCH && th_rng_below(rng, 2) == 1)
            assert_true(th_options_set(&options, game->name, o->name, "1", &e));
    return options;
}

static void evaluations_have_two_sides_and_keys_tell_states_apart(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(2);
    for (int i = 0; th_game_at(i) != NULL; i++) {
        const struct th_game *game = th_game_at(i);
        assert_true(search_of(game)->value_scale == 0 ||
                    (search_of(game)->value_scale > 0 && search_of(game)->evaluate != NULL));
        if (search_of(game)->evaluate == NULL) continue;
        int met = 0;
        for (long k = 0; k < test_scale(100) + 3; k++) {
            const struct th_options options = thrown(game, &rng);
            met += look_at_values(game, &options, &rng);
        }
        assert_true(search_of(game)->key != NULL && met > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_has_what_it_must),
        cmocka_unit_test(every_game_keeps_the_promises_of_its_table),
        cmocka_unit_test(bots_that_commands_ask_by_name_are_there),
        cmocka_unit_test(conditions_in_the_rules_name_options),
        cmocka_unit_test(evaluations_have_two_sides_and_keys_tell_states_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
