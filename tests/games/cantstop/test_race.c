/* The exact optimum of the race: against known values, against a slow judge, against itself on
 * other threads, and against play by its policy. */
#include "cmocka_includes.h"
#include "games/cantstop/retrograde.h"
#include "games/cantstop/turn.h"
#include "plain_race.h"
#include "scale.h"
#include "tahur/rng.h"
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ORACLES "tests/oracles/cantstop/"

static const int nowhere[RACE_COLUMNS_MAX];

static json_t *load(const char *path) {
    json_error_t error;
    json_t *json = json_load_file(path, 0, &error);
    if (json == NULL) fail_msg("%s: %s", path, error.text);
    return json;
}

static double number(const json_t *object, const char *key) {
    return json_number_value(json_object_get(object, key));
}

static void assert_near(double ours, double wanted, double within) {
    if (!(fabs(ours - wanted) <= within)) fail_msg("%.12f, wanted %.12f", ours, wanted);
}

static struct cantstop_race *make_race(int sides, int shortest, int forced) {
    struct th_error e;
    struct cantstop_race *race = cantstop_race_new(sides, shortest, forced, &e);
    assert_non_null(race);
    return race;
}

static void solve(struct retrograde *g, const struct cantstop_race *race, const int from[],
                  int threads) {
    struct th_error e;
    const struct retrograde_watch watch = {.threads = threads};
    if (!cantstop_retrograde_solve(g, race, from, &watch, &e)) fail_msg("%s", e.text);
}

/* Ten digits. What takes longer than a second is for the long check. */
static void optima_are_the_known_ones(void **state) {
    (void)state;
    enum { LONG_CHECK = 1000 };
    json_t *file = load(ORACLES "solitaire_small_variants.json");
    const json_t *rows = json_object_get(file, "rows"), *row;
    size_t i, solved = 0;
    json_array_foreach(rows, i, row) {
        const int sides = (int)number(row, "sides"), shortest = (int)number(row, "shortest");
        if (sides == 4 && shortest > 1 && test_scale(100) < LONG_CHECK) continue;
        for (int forced = 0; forced < 2; forced++, solved++) {
            struct cantstop_race *race = make_race(sides, shortest, forced);
            struct retrograde g;
            solve(&g, race, nowhere, 2);
            const double ours = cantstop_retrograde_value(&g, nowhere);
            const double theirs = number(row, forced ? "forced" : "seed_rule");
            if (!(fabs(ours - theirs) < 1e-11))
                fail_msg("(%d, %d) forced=%d: %.12f, wanted %.12f", sides, shortest, forced, ours,
                         theirs);
            cantstop_retrograde_drop(&g);
            cantstop_race_drop(race);
        }
    }
    assert_true(solved >= 14);
    json_decref(file);
}

static void sizes_are_the_known_ones(void **state) {
    (void)state;
    json_t *file = load(ORACLES "solitaire_state_counts.json");
    const json_t *row;
    size_t i;
    json_array_foreach(file, i, row) {
        struct cantstop_race *race = make_race((int)number(row, "n"), (int)number(row, "k"), 0);
        const struct race_size size = cantstop_race_size(race, nowhere);
        for (int c = 0; c < race->columns; c++)
            assert_int_equal(race->height[c], json_integer_value(json_array_get(
                                                  json_object_get(row, "heights"), (size_t)c)));
        assert_true(size.vectors == number(row, "index"));
        assert_true(size.starts == number(row, "nonfinal"));
        assert_true(size.mirrored == number(row, "selfmirror"));
        assert_true((double)cantstop_retrograde_total(race, nowhere) == number(row, "sym"));
        assert_true(size.within[1] == number(row, "within1"));
        assert_true(size.within[2] == number(row, "within2"));
        assert_true(size.within[3] == number(row, "within3"));
        cantstop_race_drop(race);
    }
    assert_int_equal(i, 15);
    json_decref(file);
}

/* ---- the slow judge: plain value iteration ---- */

struct judge {
    struct plain_race race;
    double *value; /* by place */
    int places;
};

static int place_of(const struct plain_race *r, const int progress[]) {
    int place = 0;
    for (int c = 0; c < r->columns; c++) place = place * (r->height[c] + 1) + progress[c];
    return place;
}

static int completed(const struct plain_race *r, const int progress[]) {
    int n = 0;
    for (int c = 0; c < r->columns; c++) n += progress[c] == r->height[c];
    return n;
}

static double judged(void *context, const int progress[]) {
    const struct judge *j = context;
    return completed(&j->race, progress) >= 3 ? 0 : j->value[place_of(&j->race, progress)];
}

/* From 0 for all, turn by turn: what so many turns can do at most. Returns the largest change. */
static double improve(struct judge *j) {
    double change = 0;
    double *next = calloc((size_t)j->places, sizeof *next);
    for (int place = 0; place < j->places; place++) {
        int progress[15];
        for (int c = j->race.columns - 1, rest = place; c >= 0; c--) {
            progress[c] = rest % (j->race.height[c] + 1);
            rest /= j->race.height[c] + 1;
        }
        if (completed(&j->race, progress) >= 3) continue;
        next[place] = 1 + plain_turn(&j->race, progress, judged, j, j->value[place]);
        change = fmax(change, fabs(next[place] - j->value[place]));
    }
    free(j->value);
    j->value = next;
    return change;
}

static void compare_with_judge(int sides, int shortest, int forced) {
    struct judge j = {.race = plain_race(sides, shortest, forced), .places = 1};
    for (int c = 0; c < j.race.columns; c++) j.places *= j.race.height[c] + 1;
    j.value = calloc((size_t)j.places, sizeof *j.value);
    while (improve(&j) > 1e-9) {
    }
    struct cantstop_race *race = make_race(sides, shortest, forced);
    struct retrograde g;
    solve(&g, race, nowhere, 1);
    assert_int_equal(g.vectors, j.places);
    for (int i = 0; i < j.places; i++) /* places have the same order */
        if (fabs(g.value[i] - j.value[i]) > 1e-7)
            fail_msg("(%d, %d) forced=%d, place %d: %.9f, by the judge %.9f", sides, shortest,
                     forced, i, g.value[i], j.value[i]);
    cantstop_retrograde_drop(&g);
    cantstop_race_drop(race);
    free(j.value);
}

static void every_position_is_as_the_judge_says(void **state) {
    (void)state;
    for (int forced = 0; forced < 2; forced++) {
        compare_with_judge(2, 1, forced);
        compare_with_judge(2, 2, forced);
        if (test_scale(100) >= 50) compare_with_judge(3, 1, forced);
    }
}

/* ---- itself ---- */

static void threads_change_no_bit(void **state) {
    (void)state;
    struct cantstop_race *race = make_race(3, 3, 0);
    struct retrograde one, three;
    solve(&one, race, nowhere, 1);
    solve(&three, race, nowhere, 3);
    assert_memory_equal(one.value, three.value, one.vectors * sizeof *one.value);
    cantstop_retrograde_drop(&one);
    cantstop_retrograde_drop(&three);
    cantstop_race_drop(race);
}

/* From a position on, only what can still come is solved, and is the same. */
static void a_part_is_as_in_the_whole(void **state) {
    (void)state;
    for (int forced = 0; forced < 2; forced++) {
        struct cantstop_race *race = make_race(4, 1, forced);
        struct retrograde whole, part;
        const int from[] = {0, 1, 5, 2, 0, 3, 0}, on[] = {0, 1, 5, 4, 3, 3, 0};
        solve(&whole, race, nowhere, 2);
        solve(&part, race, from, 2);
        assert_true(part.vectors < whole.vectors / 20);
        assert_near(cantstop_retrograde_value(&part, from), cantstop_retrograde_value(&whole, from),
                    1e-12);
        assert_near(cantstop_retrograde_value(&part, on), cantstop_retrograde_value(&whole, on),
                    1e-12);
        cantstop_retrograde_drop(&whole);
        cantstop_retrograde_drop(&part);
        cantstop_race_drop(race);
    }
}

static void it_can_be_stopped(void **state) {
    (void)state;
    struct cantstop_race *race = make_race(4, 3, 0);
    struct retrograde g;
    struct th_error e;
    const atomic_bool stop = true;
    const struct retrograde_watch watch = {.threads = 2, .stop = &stop};
    assert_false(cantstop_retrograde_solve(&g, race, nowhere, &watch, &e));
    assert_string_equal(e.text, "");
    cantstop_retrograde_drop(&g);
    cantstop_race_drop(race);
}

/* ---- playing by it ---- */

static int dice_of(const struct cantstop_race *r, struct th_rng *rng) {
    int dice[4];
    for (int i = 0; i < 4; i++) dice[i] = (int)th_rng_below(rng, (uint32_t)r->sides) + 1;
    return cantstop_race_roll_of(r, dice);
}

/* A turn by the policy; `progress` becomes what it leaves. */
static void play_turn(const struct cantstop_turn *t, int progress[], struct th_rng *rng) {
    int steps[RACE_COLUMNS_MAX] = {0};
    for (;;) {
        struct turn_move moves[9];
        const int n = cantstop_turn_moves(t, steps, dice_of(t->race, rng), moves);
        if (n == 0) return;
        cantstop_turn_step(t, steps, moves[cantstop_turn_best(t, steps, moves, n)]);
        const int place = cantstop_turn_place(t, steps);
        if (t->stop[place] <= t->best[place]) break;
    }
    for (int c = 0; c < t->race->columns; c++) progress[c] += steps[c];
}

static void the_policy_needs_as_many_turns_as_it_says(void **state) {
    (void)state;
    for (int forced = 0; forced < 2; forced++) {
        struct cantstop_race *race = make_race(3, 2, forced);
        const struct plain_race plain = plain_race(3, 2, forced);
        struct cantstop_turn turn;
        struct retrograde g;
        struct th_error e;
        struct th_rng rng = th_rng_seeded(2026);
        solve(&g, race, nowhere, 1);
        assert_true(cantstop_turn_make(&turn, race, race->height, &e));
        const long games = test_scale(3000);
        double sum = 0, squares = 0;
        for (long i = 0; i < games; i++) {
            int progress[RACE_COLUMNS_MAX] = {0}, turns = 0;
            for (; completed(&plain, progress) < 3; turns++) {
                cantstop_retrograde_turn(&g, progress, &turn);
                assert_near(turn.start + 1, cantstop_retrograde_value(&g, progress), 1e-9);
                play_turn(&turn, progress, &rng);
            }
            sum += turns;
            squares += turns * turns;
        }
        const double mean = sum / (double)games;
        const double error = sqrt((squares / (double)games - mean * mean) / (double)games);
        const double wanted = cantstop_retrograde_value(&g, nowhere);
        if (fabs(mean - wanted) > 4 * error + 0.02 * (games < 600))
            fail_msg("forced=%d: %.4f turns (se %.4f), wanted %.4f", forced, mean, error, wanted);
        cantstop_turn_drop(&turn);
        cantstop_retrograde_drop(&g);
        cantstop_race_drop(race);
    }
}

/* ---- in writing ---- */

static void positions_read_back(void **state) {
    (void)state;
    static const struct {
        const char *text, *written; /* NULL: is refused */
    } rows[] = {
        {"-", "- temp - roll"},
        {"2:1,5:3", "2:1,5:3 temp - roll"},
        {"2:1 temp 5:3", "2:1 temp 5:3 decide"},
        {"2:1 temp 5:3 roll", "2:1 temp 5:3 roll"},
        {"5:6 temp 5:1,8:1 move 4 1 2 2", "5:6 temp 5:1,8:1 move 1 2 2 4"},
        {"- move 1 1 1 1", "- temp - move 1 1 1 1"},
        {"", NULL},
        {"1:1", NULL},
        {"9:1", NULL},
        {"2:2", NULL},
        {"2:0", NULL},
        {"5:+3", NULL},
        {"5:1000", NULL},
        {"5: 3", NULL},
        {"5:-3", NULL},
        {"-5:3", NULL},
        {"3:1,2:1", NULL},
        {"3:1,", NULL},
        {"3:1;4:1", NULL},
        {"2:1,8:1,3:3", NULL},
        {"2:1,3:3,8:1", NULL}, /* over */
        {"5:6 temp 5:2", NULL},
        {"- temp 3:1,4:1,5:1,6:1", NULL},
        {"- temp", NULL},
        {"- temp - decide", NULL},
        {"- decide", NULL},
        {"- move 1 2 3", NULL},
        {"- move 1 2 3 5", NULL},
        {"- move 1 2 3 4 4", NULL},
        {"- seat 0", NULL},
    };
    struct cantstop_race *race = make_race(4, 1, 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct race_position p;
        struct th_error e = {""};
        char text[200];
        if (cantstop_race_parse(race, rows[i].text, &p, &e)) {
            if (rows[i].written == NULL) fail_msg("'%s' is accepted", rows[i].text);
            assert_string_equal(cantstop_race_text(race, &p, text, sizeof text), rows[i].written);
        } else if (rows[i].written != NULL || e.text[0] == 0) {
            fail_msg("'%s': %s", rows[i].text, e.text);
        }
    }
    cantstop_race_drop(race);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_the_known_ones),
        cmocka_unit_test(optima_are_the_known_ones),
        cmocka_unit_test(every_position_is_as_the_judge_says),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(a_part_is_as_in_the_whole),
        cmocka_unit_test(it_can_be_stopped),
        cmocka_unit_test(the_policy_needs_as_many_turns_as_it_says),
        cmocka_unit_test(positions_read_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
