/* The simulator against recorded and exact figures, and against the law of independent races. */
#include "cmocka_includes.h"
#include "making.h"
#include "scale.h"
#include <jansson.h>
#include <math.h>
#include <string.h>

#define ORACLES "tests/oracles/cantstop/"

static json_t *load(const char *path) {
    json_error_t error;
    json_t *json = json_load_file(path, 0, &error);
    if (json == NULL) fail_msg("%s: %s", path, error.text);
    return json;
}

static double real(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    if (!json_is_number(value)) fail_msg("no number '%s'", key);
    return json_number_value(value);
}

/* "RiskStop(0.3)/G_A" is "risk-stop:t=0.3,moves=greedy-aggressive": the file's own table of names
 * holds patterns with N or T for the number. */
static void spec_of(const char *name, char *out, size_t size) {
    char kind[64] = "", number[16] = "", moves[64] = "";
    const char *open = strchr(name, '('), *slash = strchr(name, '/');
    snprintf(kind, sizeof kind, "%.*s", (int)strcspn(name, "(/"), name);
    if (open != NULL)
        snprintf(number, sizeof number, "%.*s", (int)strcspn(open + 1, ")"), open + 1);
    if (slash != NULL) snprintf(moves, sizeof moves, "%s", slash + 1);
    const char *with = strcmp(moves, "G_A") == 0           ? ",moves=greedy-aggressive"
                       : strcmp(moves, "first") == 0       ? ",moves=first"
                       : strcmp(moves, "G_C_permove") == 0 ? ",penalty=move"
                                                           : "";
    if (strcmp(kind, "MaxNRolls") == 0)
        snprintf(out, size, "max-rolls:n=%s%s", number, with);
    else if (strcmp(kind, "MaxNRollsLiteral") == 0)
        snprintf(out, size, "max-rolls:n=%s%s,stop-on-win=0", number, with);
    else if (strcmp(kind, "RiskStop") == 0)
        snprintf(out, size, "risk-stop:t=%s%s", number, with);
    else if (strcmp(kind, "RuleOf28") == 0)
        snprintf(out, size, "rule-of-28");
    else if (strcmp(kind, "GlennAloi") == 0)
        snprintf(out, size, "glenn-aloi");
    else if (strcmp(kind, "GreedyAggressive") == 0)
        snprintf(out, size, "greedy-aggressive");
    else if (strcmp(kind, "GreedyConservative") == 0)
        snprintf(out, size, "greedy-conservative");
    else if (strcmp(kind, "AlwaysContinue") == 0)
        snprintf(out, size, "always-continue");
    else if (strcmp(kind, "AlwaysContinueStopIfWin") == 0)
        snprintf(out, size, "always-continue:stop-on-win=1");
    else
        fail_msg("unknown bot %s", name);
}

/* Within four joint standard errors; figures of the file are rounded to six decimals. */
static void assert_near(const char *where, const char *what, struct th_estimate ours, double theirs,
                        double their_se) {
    const double bound = 4 * sqrt(ours.se * ours.se + their_se * their_se) + 1e-6;
    if (!(fabs(ours.mean - theirs) <= bound))
        fail_msg("%s: %s is %.6f (se %.6f), expected %.6f (se %.6f)", where, what, ours.mean,
                 ours.se, theirs, their_se);
}

static double share_se(double share, double games) {
    return sqrt(share * (1 - share) / games);
}

static void compare_lineup(const char *name, const json_t *lineup,
                           const struct th_arena_result *r) {
    const double games = real(lineup, "games");
    const json_t *order = json_object_get(lineup, "win_share_by_play_order");
    const json_t *players = json_object_get(lineup, "players");
    const json_t *length = json_object_get(lineup, "game_turns");
    assert_near(name, "game turns", r->game_turns, real(length, "mean"), real(length, "se"));
    for (size_t i = 0; i < 4; i++) {
        const json_t *p = json_array_get(players, i);
        const double share = json_number_value(json_array_get(order, i));
        assert_near(name, "share by order", r->seat[i].share, share, share_se(share, games));
        assert_near(name, "win share", r->player[i].share, real(p, "win_share"), real(p, "win_se"));
        const struct th_estimate *m = r->player[i].metric;
        assert_near(name, "bust rate", m[0], real(p, "bust_rate"), real(p, "bust_se"));
        assert_near(name, "rolls", m[1], real(p, "rolls_per_turn"), real(p, "rolls_se"));
        assert_near(name, "steps", m[2], real(p, "banked_steps_per_turn"), real(p, "banked_se"));
        /* Steps per banked turn come without an error: that of steps per turn, scaled. */
        if (isnan(m[3].mean)) continue;
        const double banked = real(p, "banked_steps_per_banked_turn");
        assert_near(name, "steps per bank", m[3], banked,
                    real(p, "banked_se") * banked / real(p, "banked_steps_per_turn"));
    }
}

static void every_mirror_lineup_agrees_with_the_recorded_metrics(void **state) {
    (void)state;
    json_t *file = load(ORACLES "reference_metrics.json");
    const char *name;
    json_t *lineup;
    int compared = 0;
    json_object_foreach(json_object_get(file, "lineups"), name, lineup) {
        char spec[128];
        const json_t *first = json_array_get(json_object_get(lineup, "players"), 0);
        spec_of(json_string_value(json_object_get(first, "bot")), spec, sizeof spec);
        const char *const specs[] = {spec, NULL};
        /* The long games of the bots that hardly stop: as many as were recorded. */
        const long games = (long)real(lineup, "games") < 100000 ? 4000 : test_scale(100000);
        struct th_arena arena = make_arena("cantstop", specs, (uint64_t)games);
        arena.seed = th_seed_of(20260101);
        arena.threads = 2;
        arena.max_turns = (uint32_t)real(lineup, "turn_cap");
        const struct th_arena_result r = run_arena(&arena);
        if (real(lineup, "finished") == 0) assert_true(r.unfinished == r.games);
        compare_lineup(name, lineup, &r);
        compared++;
    }
    assert_int_equal(compared, json_object_size(json_object_get(file, "lineups")));
    assert_true(compared >= 20);
    json_decref(file);
}

/* With one turn at most, the arena's metrics are those of the first turn. */
static void the_first_turn_agrees_with_the_exact_figures(void **state) {
    (void)state;
    json_t *file = load(ORACLES "first_turn_exact.json");
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(file, "rows"), i, row) {
        char spec[128];
        const char *name = json_string_value(json_object_get(row, "bot"));
        spec_of(name, spec, sizeof spec);
        const char *const specs[] = {spec, NULL};
        struct th_arena arena =
            make_arena("cantstop:players=1", specs, (uint64_t)test_scale(200000));
        arena.max_turns = 1;
        const struct th_arena_result r = run_arena(&arena);
        const struct th_estimate *m = r.player[0].metric;
        assert_near(name, "bust", m[0], real(row, "p_bust"), 0);
        assert_near(name, "rolls", m[1], real(row, "exp_rolls"), 0);
        assert_near(name, "steps", m[2], real(row, "exp_banked_steps"), 0);
    }
    assert_true(i >= 20);
    json_decref(file);
}

/* ---- the consistency law at the end of the rules page ---- */

enum { LONGEST = 400, BATCHES = 20 };

/* P(T = t) of one player alone, from `games` solitaire games beginning with this seed. */
static void lengths_alone(const char *spec, uint64_t seed, long games, double p[LONGEST]) {
    const char *const specs[] = {spec, NULL};
    const struct th_arena arena = make_arena("cantstop:players=1", specs, 1);
    struct th_error e;
    struct th_state *start = th_state_new(arena.game, &arena.game_options, &e);
    struct th_state *now = th_state_new(arena.game, &arena.game_options, &e);
    struct bot bot = make_bot(arena.game, spec);
    const struct match_rules rules = {
        .game = arena.game, .start = start, .seed = th_seed_of(seed), .max_turns = LONGEST - 1};
    memset(p, 0, LONGEST * sizeof *p);
    for (long g = 0; g < games; g++) {
        struct match_result r;
        match_play(&rules, &bot, match_number((uint64_t)g, 1), now, NULL, &r);
        p[r.turns] += 1.0 / (double)games;
    }
    drop_bot(&bot);
    free(start);
    free(now);
}

/* P(k wins) = Σ_t P(T_k = t) · Π_{earlier j} P(T_j > t) · Π_{later j} P(T_j ≥ t). */
static double law(double p[4][LONGEST], int k) {
    double sum = 0, after[4] = {1, 1, 1, 1}, from[4];
    for (int t = 0; t < LONGEST; t++) {
        double product = p[k][t];
        for (int j = 0; j < 4; j++) {
            from[j] = after[j];
            after[j] -= p[j][t];
            if (j != k) product *= j < k ? after[j] : from[j];
        }
        sum += product;
    }
    return sum;
}

static void win_shares_obey_the_law_of_independent_races(void **state) {
    (void)state;
    static const char *const lineups[][4] = {
        {"max-rolls:n=4", "max-rolls:n=4", "max-rolls:n=4", "max-rolls:n=4"},
        {"risk-stop:t=0.2", "glenn-aloi", "max-rolls:n=5", "rule-of-28"},
        {"random", "max-rolls:n=3", "max-rolls:n=2", "random"},
    };
    const long games = test_scale(5000); /* a batch */
    for (size_t l = 0; l < sizeof lineups / sizeof *lineups; l++) {
        /* Expected, with its error from batches: each has solitaire games of its own. */
        double mean[4] = {0}, squares[4] = {0};
        for (int b = 0; b < BATCHES; b++) {
            double p[4][LONGEST];
            for (int i = 0; i < 4; i++)
                lengths_alone(lineups[l][i], 1000 + (uint64_t)(b * 4 + i), games, p[i]);
            for (int k = 0; k < 4; k++) {
                const double share = law(p, k);
                mean[k] += share / BATCHES;
                squares[k] += share * share / BATCHES;
            }
        }
        /* Simulated: only games in which player i has seat i, so that the order is the line-up's;
         * with four players that is the first game of each block. */
        const struct th_arena arena = make_arena("cantstop", lineups[l], 1);
        struct th_error e;
        struct th_state *start = th_state_new(arena.game, &arena.game_options, &e);
        struct th_state *now = th_state_new(arena.game, &arena.game_options, &e);
        struct bot bots[4];
        for (int i = 0; i < 4; i++) bots[i] = make_bot(arena.game, lineups[l][i]);
        const struct match_rules rules = {
            .game = arena.game, .start = start, .seed = th_seed_of(77), .max_turns = 4000};
        const long total = 4 * games;
        double wins[4] = {0};
        for (long g = 0; g < total; g++) {
            struct match_result r;
            match_play(&rules, bots, match_number((uint64_t)(4 * g), 4), now, NULL, &r);
            for (int i = 0; i < 4; i++) wins[i] += r.payoff[i];
        }
        for (int i = 0; i < 4; i++) {
            const double share = wins[i] / (double)total;
            const struct th_estimate ours = {share, share_se(share, (double)total)};
            const double spread = fmax(0, squares[i] - mean[i] * mean[i]);
            assert_near("law", lineups[l][i], ours, mean[i], sqrt(spread / (BATCHES - 1)));
            drop_bot(&bots[i]);
        }
        free(start);
        free(now);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mirror_lineup_agrees_with_the_recorded_metrics),
        cmocka_unit_test(the_first_turn_agrees_with_the_exact_figures),
        cmocka_unit_test(win_shares_obey_the_law_of_independent_races),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
