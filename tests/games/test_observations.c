/* What a seat sees as numbers: in every game and with all options that change it, the numbers have
 * names, keep to their range, vary, and tell apart whatever differs for the rules. */
#include "cmocka_includes.h"
#include "core/facets.h"
#include "games/cantstop/board.h"
#include "games/parchis/board.h"
#include "games/parchis/change.h"
#include "games/y/board.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- states of random games ---- */

struct table {
    const struct th_game *game;
    struct th_state *s, *room;
    struct th_rng rng;
    int numbers;
};

static struct table table_for(const char *spec_text) {
    struct th_spec spec;
    struct th_error e;
    struct table t = {.game = th_game_find(spec_text, &spec, &e), .rng = th_rng_seeded(4)};
    if (t.game == NULL) fail_msg("%s", e.text);
    t.s = th_state_new(t.game, &spec.options, &e);
    t.room = th_state_new(t.game, &spec.options, &e);
    assert_true(t.s != NULL && t.room != NULL);
    t.numbers = t.game->learning->observations(t.s);
    assert_int_equal(t.numbers, th_game_observations(t.game, &spec.options, &e));
    return t;
}

static void drop(struct table *t) {
    free(t->s);
    free(t->room);
}

static void step(struct table *t) {
    const struct th_game *game = t->game;
    th_action legal[TH_LEGAL_MAX];
    if (game->mover(t->s) == TH_CHANCE) {
        game->apply(t->s, th_chance_pick(game, t->s, th_rng_next(&t->rng)));
    } else {
        const int n = game->legal(t->s, legal);
        game->apply(t->s, legal[th_rng_below(&t->rng, (uint32_t)n)]);
    }
    assert_int_equal(game->learning->observations(t->s), t->numbers);
}

/* Calls `look` for every state of so many random games, the last one included. */
static void in_random_games(struct table *t, int games, void (*look)(struct table *t, void *data),
                            void *data) {
    memcpy(t->room, t->s, t->game->state_size);
    struct th_state *start = malloc(t->game->state_size);
    memcpy(start, t->s, t->game->state_size);
    for (int g = 0; g < games; g++) {
        memcpy(t->s, start, t->game->state_size);
        for (int plies = 0; plies < 2000; plies++) {
            look(t, data);
            if (t->game->mover(t->s) == TH_OVER) break;
            step(t);
        }
    }
    free(start);
}

/* ---- names ---- */

static int compare_names(const void *a, const void *b) {
    return strcmp(a, b);
}

static void assert_names(const char *spec_text) {
    static char names[TH_OBSERVATION_MAX][TH_OBSERVATION_NAME_BYTES];
    struct table t = table_for(spec_text);
    assert_in_range(t.numbers, 1, TH_OBSERVATION_MAX);
    for (int i = 0; i < t.numbers; i++) {
        memset(names[i], 0, sizeof names[i]);
        assert_ptr_equal(t.game->learning->observation_name(t.s, i, names[i], sizeof names[i]),
                         names[i]);
        assert_in_range(strlen(names[i]), 2, sizeof names[i] - 2); /* nothing is cut off */
        for (const char *c = names[i]; *c != 0; c++)
            assert_true(islower((unsigned char)*c) || isdigit((unsigned char)*c) || *c == '_');
        assert_in_range(strlen(t.game->learning->observation_meaning(t.s, i)), 8, 200);
    }
    qsort(names, (size_t)t.numbers, sizeof names[0], compare_names);
    for (int i = 1; i < t.numbers; i++)
        if (strcmp(names[i - 1], names[i]) == 0) fail_msg("%s: two %s", spec_text, names[i]);
    drop(&t);
}

static void every_number_has_a_name_of_its_own(void **state) {
    (void)state;
    static const char *const specs[] = {"kittens",
                                        "kittens:rules=classic",
                                        "parchis",
                                        "parchis:rules=course",
                                        "parchis:items=0",
                                        "cantstop:players=1",
                                        "cantstop:players=2",
                                        "cantstop:players=3,forced=1",
                                        "cantstop:players=4"};
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) assert_names(specs[i]);
    for (int size = Y_SIZE_MIN; size <= Y_SIZE_MAX; size++)
        for (int pie = 0; pie <= 1; pie++) {
            char spec[32];
            snprintf(spec, sizeof spec, "y:size=%d,pie=%d", size, pie);
            assert_names(spec);
        }
}

static const char *name_of(const struct table *t, int i) {
    static char name[TH_OBSERVATION_NAME_BYTES];
    return t->game->learning->observation_name(t->s, i, name, sizeof name);
}

/* The number with this name. */
static float number(const struct table *t, int seat, const char *name) {
    float out[TH_OBSERVATION_MAX];
    t->game->learning->observe(t->s, seat, out);
    for (int i = 0; i < t->numbers; i++)
        if (strcmp(name_of(t, i), name) == 0) return out[i];
    fail_msg("%s has no number %s", t->game->name, name);
    return 0;
}

/* ---- values ---- */

struct range {
    float low[TH_OBSERVATION_MAX], high[TH_OBSERVATION_MAX];
};

/* From every seat, in turn or not; no number behind the last is written. */
static void widen(struct table *t, void *data) {
    struct range *r = data;
    for (int seat = 0; seat < t->game->seats(t->s); seat++) {
        float out[TH_OBSERVATION_MAX + 1], seen[TH_OBSERVATION_MAX + 1];
        out[t->numbers] = 77;
        t->game->learning->observe(t->s, seat, out);
        assert_true(out[t->numbers] == 77);
        memcpy(t->room, t->s, t->game->state_size);
        if (t->game->view != NULL) t->game->view(t->s, seat, t->room);
        t->game->learning->observe(t->room, seat, seen);
        assert_memory_equal(out, seen, (size_t)t->numbers * sizeof *out);
        for (int i = 0; i < t->numbers; i++) {
            r->low[i] = fminf(r->low[i], out[i]);
            r->high[i] = fmaxf(r->high[i], out[i]);
        }
    }
}

static bool is_listed(const char *name, const char *const list[]) {
    for (int i = 0; i < 6 && list[i] != NULL; i++)
        if (strstr(name, list[i]) != NULL) return true;
    return false;
}

/* What cannot vary, by parts of the name: there is no swap without pie; without items there are no
 * special dice, and no states by them; the official deck has no DrawBottom; in the course players
 * are in turn and have pools, not colours, and a forced die is for both; the text has no mark of a
 * trap. */
static void numbers_keep_to_their_range_and_vary(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int games;
        const char *const fixed[6];
    } rows[] = {
        {"kittens", 3000, {NULL}},
        {"kittens:deck=official", 400, {"draw_bottom"}},
        {"cantstop:players=1", 40, {NULL}},
        {"cantstop:players=2", 40, {NULL}},
        {"cantstop:players=4,forced=1", 40, {NULL}},
        {"y:size=3,pie=1", 200, {NULL}},
        {"y:size=19", 8, {"swap"}},
        {"parchis", 400, {"trapped"}},
        {"parchis:rules=course",
         400,
         {"own2_pool", "other2_pool", "own2_turn", "other2_turn", "_forced"}},
        {"parchis:items=0", 100, {"trap", "item", "first", "second", NULL}},
    };
    static const char *const states[] = {"bananed", "mini", "ghost", "_star", "mega", "turns"};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct table t = table_for(rows[r].spec);
        static struct range range;
        for (int i = 0; i < TH_OBSERVATION_MAX; i++) range.low[i] = 9, range.high[i] = -9;
        in_random_games(&t, rows[r].games, widen, &range);
        for (int i = 0; i < t.numbers; i++) {
            const char *name = name_of(&t, i);
            const bool fixed = is_listed(name, rows[r].fixed) ||
                               (strstr(rows[r].spec, "items=0") != NULL && is_listed(name, states));
            if (range.low[i] < -1 || range.high[i] > TH_OBSERVATION_BOUND)
                fail_msg("%s: %s is %g to %g", rows[r].spec, name, (double)range.low[i],
                         (double)range.high[i]);
            if ((range.low[i] == range.high[i]) != fixed)
                fail_msg("%s: %s is %s", rows[r].spec, name,
                         fixed ? "not fixed" : "always the same");
        }
        drop(&t);
    }
}

/* ---- nothing that matters is left out ---- */

/* All that can follow from a state, as one number: by the game's own key where it has one; in Can't
 * Stop the position without the count of turns and rolls; in Kittens, whose layout sums up what a
 * seat knows, the legal actions alone. */
static uint64_t what_matters(const struct th_game *game, const struct th_state *s) {
    char text[TH_POSITION_BYTES];
    th_action legal[TH_LEGAL_MAX];
    uint64_t sum = 1;
    const int n = game->mover(s) >= 0 ? game->legal(s, legal) : 0;
    for (int i = 0; i < n; i++) sum = th_mix2(sum, legal[i]);
    if (search_of(game)->key != NULL) return th_mix2(sum, game->search->key(s));
    if (game != &cantstop_game) return sum;
    struct cantstop b = *(const struct cantstop *)(const void *)s;
    b.turns = b.seat;
    b.rolls = b.phase == CANTSTOP_MOVE || b.phase == CANTSTOP_DECIDE;
    game->position_text((const struct th_state *)(const void *)&b, text, sizeof text);
    for (const char *c = text; *c != 0; c++) sum = th_mix2(sum, (uint64_t)*c);
    return sum;
}

enum { PLACES = 1 << 18 };
struct seen {
    uint64_t numbers[2 * PLACES], matters[2 * PLACES];
    int used, again;
};

static void compare(struct table *t, void *data) {
    struct seen *seen = data;
    const int seat = t->game->mover(t->s);
    if (seat < 0 || seen->used == PLACES) return;
    float out[TH_OBSERVATION_MAX];
    t->game->learning->observe(t->s, seat, out);
    uint64_t sum = (uint64_t)t->game->seats(t->s);
    for (int i = 0; i < t->numbers; i++) {
        uint32_t bits;
        memcpy(&bits, &out[i], sizeof bits);
        sum = th_mix2(sum, bits);
    }
    if (t->game == &y_game) sum = th_mix2(sum, (uint64_t)seat);        /* whose key knows colours */
    if (t->game == &cantstop_game) sum = th_mix2(sum, (uint64_t)seat); /* whose text knows seats */
    const uint64_t matters = what_matters(t->game, t->s);
    for (uint64_t place = sum;; place++) {
        const uint64_t at = place % (2 * PLACES);
        if (seen->numbers[at] == sum) {
            seen->again++;
            if (seen->matters[at] == matters) return;
            char text[TH_POSITION_BYTES];
            fail_msg("%s: not told apart from another: %s", t->game->name,
                     t->game->position_text(t->s, text, sizeof text));
        }
        if (seen->numbers[at] != 0) continue;
        seen->numbers[at] = sum;
        seen->matters[at] = matters;
        seen->used++;
        return;
    }
}

static void equal_numbers_are_equal_for_the_rules(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int games;
    } rows[] = {{"kittens", 1500},          {"cantstop:players=1", 30},
                {"cantstop:players=2", 30}, {"cantstop:players=4,forced=1", 15},
                {"y:size=3,pie=1", 2000},   {"y:size=4", 1000},
                {"parchis", 100},           {"parchis:rules=course", 100},
                {"parchis:items=0", 50}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct seen *seen = calloc(1, sizeof *seen);
        assert_non_null(seen);
        struct table t = table_for(rows[r].spec);
        in_random_games(&t, rows[r].games, compare, seen);
        if (seen->used < 40 || seen->again < 5) /* so that there is something to say */
            fail_msg("%s: %d decisions, %d again", rows[r].spec, seen->used, seen->again);
        drop(&t);
        free(seen);
    }
}

/* Every field that the key of Parchís knows shows in the numbers of both seats: whatever of it
 * changes. */
static void assert_shows(struct table *t, const struct parchis *changed, const char *what) {
    for (int seat = 0; seat < 2; seat++) {
        float before[PARCHIS_OBSERVATION], after[PARCHIS_OBSERVATION];
        parchis_observe(t->s, seat, before);
        parchis_observe((const struct th_state *)(const void *)changed, seat, after);
        if (memcmp(before, after, sizeof before) == 0) fail_msg("%s does not show", what);
    }
}

#define CHANGED(what, change)                                                                      \
    do {                                                                                           \
        struct parchis c = *s;                                                                     \
        change;                                                                                    \
        assert_shows(t, &c, what);                                                                 \
    } while (0)

static void change_everything(struct table *t, void *data) {
    const struct parchis *s = (const struct parchis *)(const void *)t->s;
    const int p = (int)th_rng_below(&t->rng, PARCHIS_PIECES), k = p % PARCHIS_COLOURS;
    const int goal = parchis_goal(parchis_colour(p)), player = p & 1;
    (void)data;
    if (s->place[p] != 30) CHANGED("a place", c.place[p] = 30);
    if (s->place[p] != PARCHIS_HOME) CHANGED("home", c.place[p] = PARCHIS_HOME);
    if (s->place[p] != goal) CHANGED("the goal", c.place[p] = (uint8_t)goal);
    if (s->place[p] != goal - 1) CHANGED("the corridor", c.place[p] = (uint8_t)(goal - 1));
    for (int i = 0; i < PARCHIS_CONDITIONS; i++)
        if (i != parchis_condition_of(s, p))
            CHANGED("a state", c.condition[p] = (uint8_t)((s->condition[p] & ~7) | i));
    CHANGED("turns left", c.condition[p] = s->condition[p] ^ 8);
    for (int die = 0; die < 5; die++)
        CHANGED("a die", c.pool[k] = (uint8_t)(s->pool[k] ^ (1 << die)));
    for (int die = 0; die < PARCHIS_DICE; die++)
        for (int i = 0; i < PARCHIS_HAND && (die == 0 || die >= PARCHIS_STAR_DIE); i++)
            if (s->hand[player][i] != die) CHANGED("a hand", c.hand[player][i] = (uint8_t)die);
    CHANGED("a bounce", c.bounces[k]++);
    for (int i = 0; i < PARCHIS_ITEMS; i++) CHANGED("an item", c.items ^= UINT32_C(1) << i);
    if (s->traps[0] == 0) CHANGED("a trap", c.traps[0] = (uint8_t)(p + 1));
    if (s->traps[0] == 0) CHANGED("a trap", c.traps[0] = 68);
    for (int colour = 0; colour < PARCHIS_COLOURS; colour++) {
        if (colour != s->colour) CHANGED("the colour in turn", c.colour = (uint8_t)colour);
        if (s->forced != 0 && colour != s->forced_colour)
            CHANGED("whose forced die", c.forced_colour = (uint8_t)colour);
    }
    if (s->forced != PARCHIS_TEN) CHANGED("a 10", c.forced = PARCHIS_TEN);
    if (s->forced != PARCHIS_TWENTY) CHANGED("a 20", c.forced = PARCHIS_TWENTY);
    CHANGED("a run", c.flags ^= PARCHIS_RUN);
    CHANGED("a mark", c.flags ^= PARCHIS_BANANA_LOST);
}

static void parchis_shows_whatever_changes(void **state) {
    (void)state;
    struct table t = table_for("parchis");
    in_random_games(&t, 3, change_everything, NULL);
    drop(&t);
}

/* The sign of an item on the board tells which of the two that may lie there it is: seat 1 looks
 * from its own exit, a quarter of the items further on. */
static void parchis_items_have_the_sign_of_their_kind(void **state) {
    (void)state;
    static const bool plus[PARCHIS_DICE] = {
        [PARCHIS_MUSHROOM] = true,      [PARCHIS_BANANA] = true, [PARCHIS_STAR_DIE] = true,
        [PARCHIS_MEGA_MUSHROOM] = true, [PARCHIS_BULLET] = true, [PARCHIS_BLUE_SHELL] = true};
    struct table t = table_for("parchis");
    ((struct parchis *)(void *)t.s)->items = (UINT32_C(1) << PARCHIS_ITEMS) - 1;
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < PARCHIS_ITEMS; i++) {
            const int there = (i + seat * PARCHIS_ITEMS / PARCHIS_COLOURS) % PARCHIS_ITEMS;
            char name[TH_OBSERVATION_NAME_BYTES];
            snprintf(name, sizeof name, "item_%d", parchis_items[i].square);
            assert_true(number(&t, seat, name) == (plus[parchis_items[there].die] ? 1 : -1));
        }
    drop(&t);
}

/* ---- the numbers of actions ---- */

struct named {
    char text[TH_LEGAL_MAX][TH_ACTION_BYTES]; /* by action; empty: not met yet */
    int met;
};

static void name_legal(struct table *t, void *data) {
    struct named *named = data;
    th_action legal[TH_LEGAL_MAX];
    const int n = t->game->mover(t->s) >= 0 ? t->game->legal(t->s, legal) : 0;
    for (int i = 0; i < n; i++) {
        char text[TH_ACTION_BYTES];
        assert_true(t->game->has_action == NULL || t->game->has_action(t->s, legal[i]));
        if (t->game->learning->seat_action != NULL)
            assert_in_range(t->game->learning->seat_action(t->s, t->game->mover(t->s), legal[i]), 0,
                            t->game->action_count - 1);
        t->game->action_text(t->s, legal[i], text, sizeof text);
        if (named->text[legal[i]][0] == 0) {
            strcpy(named->text[legal[i]], text);
            named->met++;
        }
        assert_string_equal(text, named->text[legal[i]]);
    }
}

/* So that a list of them can be given; and those that a game does not have are never legal. */
static void an_action_is_written_the_same_everywhere(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int games, actions;
    } rows[] = {{"kittens", 200, 9},
                {"cantstop:players=2", 40, 79},
                {"y:size=5", 30, 15},
                {"y:size=5,pie=1", 30, 16},
                {"parchis", 60, 100}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct table t = table_for(rows[r].spec);
        static struct named named;
        memset(&named, 0, sizeof named);
        in_random_games(&t, rows[r].games, name_legal, &named);
        assert_in_range(named.met, rows[r].actions, t.game->action_count);
        drop(&t);
    }
}

/* ---- the same from every seat ---- */

/* Different actions of a seat have different numbers, within the game's. */
static void actions_of_a_seat_have_numbers_of_their_own(void **state) {
    (void)state;
    for (int g = 0; th_game_at(g) != NULL; g++) {
        const struct th_game *game = th_game_at(g);
        if (learning_of(game)->seat_action == NULL) continue;
        struct table t = table_for(game->name);
        for (int seat = 0; seat < game->seats(t.s); seat++) {
            bool *taken = calloc((size_t)game->action_count, sizeof *taken);
            for (int a = 0; a < game->action_count; a++) {
                const int number = game->learning->seat_action(t.s, seat, (th_action)a);
                assert_in_range(number + 1, 0, game->action_count);
                if (number < 0) continue;
                assert_false(taken[number]);
                taken[number] = true;
            }
            free(taken);
        }
        drop(&t);
    }
}

static void y_is_the_same_for_both_colours(void **state) {
    (void)state;
    struct table t = table_for("y:size=7");
    while (t.game->mover(t.s) != TH_OVER) {
        float out[2][Y_OBSERVATION_MAX];
        struct y *other = (struct y *)(void *)t.room;
        *other = *(const struct y *)(const void *)t.s;
        for (int i = 0; i < y_cells(7); i++)
            if (other->cell[i] != Y_EMPTY) other->cell[i] ^= 1;
        other->mover ^= 1;
        for (int seat = 0; seat < 2; seat++) {
            t.game->learning->observe(t.s, seat, out[0]);
            t.game->learning->observe(t.room, 1 - seat, out[1]);
            assert_memory_equal(out[0], out[1], (size_t)t.numbers * sizeof out[0][0]);
        }
        step(&t);
    }
    drop(&t);
}

static void cantstop_is_the_same_for_all_seats(void **state) {
    (void)state;
    struct table t = table_for("cantstop:players=3");
    for (int plies = 0; plies < 400 && t.game->mover(t.s) != TH_OVER; plies++, step(&t)) {
        const struct cantstop *b = (const struct cantstop *)(const void *)t.s;
        struct cantstop *other = (struct cantstop *)(void *)t.room;
        float out[2][CANTSTOP_OBSERVATION_MAX];
        *other = *b;
        other->seat = (uint8_t)((b->seat + 1) % 3);
        for (int seat = 0; seat < 3; seat++)
            memcpy(other->permanent[(seat + 1) % 3], b->permanent[seat], CANTSTOP_COLUMNS);
        cantstop_derive(other);
        for (int seat = 0; seat < 3; seat++) {
            t.game->learning->observe(t.s, seat, out[0]);
            t.game->learning->observe(t.room, (seat + 1) % 3, out[1]);
            assert_memory_equal(out[0], out[1], (size_t)t.numbers * sizeof out[0][0]);
        }
    }
    drop(&t);
}

/* One colour on, all around the board; the items do not fit, so there are none. */
static void turn_board(const struct parchis *s, struct parchis *out) {
    *out = *s;
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        const int to = (p + PARCHIS_EACH) % PARCHIS_PIECES, place = s->place[p];
        out->condition[to] = s->condition[p];
        out->place[to] = (uint8_t)place;
        if (parchis_on_track(place))
            out->place[to] = (uint8_t)((place + 16) % PARCHIS_TRACK + 1);
        else if (place != PARCHIS_HOME)
            out->place[to] = (uint8_t)(place - parchis_corridor(parchis_colour(p), 0) +
                                       parchis_corridor(parchis_colour(to), 0));
    }
    for (int c = 0; c < PARCHIS_COLOURS; c++) {
        out->pool[(c + 1) % PARCHIS_COLOURS] = s->pool[c];
        out->bounces[(c + 1) % PARCHIS_COLOURS] = s->bounces[c];
    }
    out->colour = (uint8_t)((s->colour + 1) % PARCHIS_COLOURS);
    out->forced_colour = (uint8_t)((s->forced_colour + 1) % PARCHIS_COLOURS);
}

/* And the rules are the same there too: the actions are those of the other colours. */
static void parchis_is_the_same_for_both_players(void **state) {
    (void)state;
    struct table t = table_for("parchis:items=0");
    const struct parchis *s = (const struct parchis *)(const void *)t.s;
    for (int plies = 0; plies < 400 && t.game->mover(t.s) != TH_OVER; plies++, step(&t)) {
        float out[2][PARCHIS_OBSERVATION];
        struct parchis *turned = (struct parchis *)(void *)t.room;
        th_action legal[2][PARCHIS_LEGAL_MAX];
        turn_board(s, turned);
        parchis_observe(t.s, 0, out[0]);
        parchis_observe(t.room, 1, out[1]);
        assert_true(out[0][PARCHIS_OBSERVATION - 1] == 0 && out[1][PARCHIS_OBSERVATION - 1] == 1);
        assert_memory_equal(out[0], out[1], (PARCHIS_OBSERVATION - 1) * sizeof out[0][0]);
        const int n = parchis_legal(s, legal[0]);
        assert_int_equal(n, parchis_legal(turned, legal[1]));
        if (parchis_player(s) != 0) continue;
        uint64_t sum[2] = {0, 0}; /* of the numbers, whatever their order */
        for (int i = 0; i < 2 * n; i++) {
            const th_action a = legal[i % 2][i / 2];
            const int number = parchis_seat_action(i % 2 == 0 ? t.s : t.room, i % 2, a);
            assert_true(number >= 0);
            sum[i % 2] += th_mix((uint64_t)number);
        }
        assert_true(sum[0] == sum[1]);
    }
    drop(&t);
}

/* ---- positions and what they look like ---- */

struct expected {
    int seat;
    const char *name;
    double value;
};

static void assert_position(const char *spec, const char *position, const struct expected wanted[],
                            int n) {
    struct th_error e;
    struct table t = table_for(spec);
    if (!t.game->parse_position(t.s, position, &e)) fail_msg("%s", e.text);
    for (int i = 0; i < n; i++) {
        const double found = (double)number(&t, wanted[i].seat, wanted[i].name);
        if (fabs(found - wanted[i].value) > 1e-6)
            fail_msg("seat %d, %s: %g, not %g", wanted[i].seat, wanted[i].name, found,
                     wanted[i].value);
    }
    drop(&t);
}

#define POSITION(spec, position, ...)                                                              \
    assert_position(                                                                               \
        spec, position, (const struct expected[]){__VA_ARGS__},                                    \
        (int)(sizeof((const struct expected[]){__VA_ARGS__}) / sizeof(struct expected)))

static void positions_look_as_their_layouts_tell(void **state) {
    (void)state;
    POSITION("y:size=3,pie=1", "{\"size\":3,\"turn\":1,\"layout\":\"B/../...\"}",
             {0, "cell_a3_own", 1}, {0, "cell_a3_other", 0}, {1, "cell_a3_other", 1},
             {1, "turn", 1}, {0, "turn", -1}, {1, "swap", 1}, {1, "swap_ahead", 0});
    POSITION("y:size=3,pie=1", "{\"size\":3,\"turn\":0,\"layout\":\"./../...\"}",
             {0, "swap_ahead", 1}, {0, "swap", 0});
    POSITION("cantstop", "2:3,7:5/-/6:1/- temp 6:2,8:1 seat 1 round 3 rolls 3 move 2 4 4 6",
             {0, "column_2_own", 1}, {1, "column_2_other3", 1}, {1, "column_6_other1", 1 / 11.0},
             {2, "column_6_own", 1 / 11.0}, {1, "runner_6", 2 / 11.0}, {1, "runners_left", 1 / 3.0},
             {1, "moving", 1}, {1, "deciding", 0}, {1, "dice_4", 0.5}, {1, "step_8", 1},
             {1, "step_9", 0}, {1, "turn_own", 1}, {0, "turn_other1", 1},
             {0, "completed_own", 0.2});
    POSITION("parchis",
             "yellow 4 13 17; blue 21 home 34; red c3 47 51; green 55 64 goal; turn 9 blue; "
             "dice 1 / 24 / 12456 / 12456; special boo+star / -; items 5 39; traps 20 20; "
             "bounces 0 3 0 0",
             {0, "own1_0_way", 72 / 75.0}, {0, "own1_0_safe", 1}, {0, "other1_1_home", 1},
             {0, "own2_0_corridor", 1}, {0, "own2_0_way", 5 / 75.0}, {1, "other1_0_way", 5 / 75.0},
             {1, "own2_2_goal", 1}, {0, "square_4_own", 0.5}, {1, "square_4_own", 0.5},
             {1, "square_55_other", 0.5}, {0, "own1_pool_1", 1}, {0, "own1_pool_2", 0},
             {1, "own1_pool_4", 1}, {0, "own_first_boo", 1}, {0, "own_second_star", 1},
             {1, "other_second_star", 1}, {0, "item_5", 1}, {0, "item_39", -1}, {1, "item_22", -1},
             {1, "item_56", 1}, {0, "trap_20", 1}, {1, "trap_3", 1}, {0, "other1_bounces", 0.1},
             {1, "own1_turn", 1}, {1, "seat", 1});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_has_a_name_of_its_own),
        cmocka_unit_test(numbers_keep_to_their_range_and_vary),
        cmocka_unit_test(equal_numbers_are_equal_for_the_rules),
        cmocka_unit_test(parchis_shows_whatever_changes),
        cmocka_unit_test(parchis_items_have_the_sign_of_their_kind),
        cmocka_unit_test(an_action_is_written_the_same_everywhere),
        cmocka_unit_test(actions_of_a_seat_have_numbers_of_their_own),
        cmocka_unit_test(y_is_the_same_for_both_colours),
        cmocka_unit_test(cantstop_is_the_same_for_all_seats),
        cmocka_unit_test(parchis_is_the_same_for_both_players),
        cmocka_unit_test(positions_look_as_their_layouts_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
