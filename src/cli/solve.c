/* Exact figures: the odds of Can't Stop; perfect play where a game has a solver: Y, and the race of
 * Can't Stop. */
#include "command.h"
#include "core/text.h"
#include "core/tools.h"
#include "tahur/registry.h"
#include "terminal.h"
#include <stdio.h>
#include <string.h>

/* ---- odds: of the 1296 ways four dice can fall, how many give a legal move ---- */

static const struct th_option odds_flags[] = {
    {"active", TH_TEXT, 0, 0, NULL, NULL, "columns with a runner in this turn, as in 6,7,8"},
    {"done", TH_TEXT, 0, 0, NULL, NULL, "columns the player has completed"},
    {"columns", TH_INTEGER, 3, 5, "3", NULL,
     "completed columns that win: --done takes fewer than that"},
    {"closed", TH_TEXT, 0, 0, NULL, NULL,
     "columns that others have completed, which are closed by the official rules"},
    {"top", TH_TEXT, 0, 0, NULL, NULL,
     "those of --active whose runner has reached the top: it stays there and cannot move"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

static const char *columns_text(const json_t *list, char out[64]) {
    struct text t = text_in(out, 64);
    for (size_t i = 0; i < json_array_size(list); i++)
        text_add(&t, "%s%d", i == 0 ? "" : " ", (int)json_integer_value(json_array_get(list, i)));
    if (json_array_size(list) == 0) text_add(&t, "none");
    return out;
}

static int number(const json_t *object, const char *name) {
    return (int)json_integer_value(json_object_get(object, name));
}

static void print_triples(const json_t *odds) {
    const json_t *list = json_object_get(odds, "triples");
    const int all = number(odds, "denominator");
    struct table t = table_start("rlrrr");
    const char *const head[] = {"", "active", "rolls of 1296", "goes on", "busts"};
    for (int i = 0; i < 5; i++) table_add(&t, "%s", head[i]);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *triple = json_array_get(list, i);
        const double share = 100.0 * number(triple, "legal") / all;
        char columns[64];
        table_add(&t, "%zu", i + 1);
        table_add(&t, "%s", columns_text(json_object_get(triple, "columns"), columns));
        table_add(&t, "%d", number(triple, "legal"));
        table_add(&t, "%.2f %%", share);
        table_add(&t, "%.2f %%", 100.0 - share);
    }
    table_end(&t, 0, stdout);
}

static int common_divisor(int a, int b) {
    return b == 0 ? a : common_divisor(b, a % b);
}

static void print_odds(const json_t *odds) {
    const int legal = number(odds, "legal"), bust = number(odds, "bust");
    const int all = number(odds, "denominator"), divisor = common_divisor(bust, all);
    char columns[64];
    printf("a step is possible in: %s\n",
           columns_text(json_object_get(odds, "steppable"), columns));
    printf("goes on: %d of %d rolls, %.2f %%\n", legal, all, 100.0 * legal / all);
    printf("busts:   %d of %d rolls", bust, all);
    if (all > divisor) printf(" = %d/%d", bust / divisor, all / divisor);
    printf(", %.2f %%\n", 100.0 * bust / all);
}

static int run_odds(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    const struct th_game *game = th_game_find("cantstop", &spec, e);
    json_t *odds = game != NULL ? game->tools->odds(&a->flags, e) : NULL;
    if (odds == NULL) return STATUS_USAGE;
    if (th_options_number(&a->flags, "json") != 0) {
        print_json(odds);
        return STATUS_OK;
    }
    if (json_object_get(odds, "triples") != NULL)
        print_triples(odds);
    else
        print_odds(odds);
    json_decref(odds);
    return STATUS_OK;
}

const struct command odds_command = {
    .name = "odds",
    .positional = "",
    .summary = "exact odds of Can't Stop: how many of the 1296 rolls give a legal move",
    .details = "Without options: the 165 triples of active columns, best to worst.\n"
               "With them: the odds of the next roll in that position.",
    .flags = odds_flags,
    .examples = "  tahur odds\n"
                "  tahur odds --active 6,7,8 --done 2,12 --top 6\n"
                "  tahur odds --active 6,8 --closed 7",
    .run = run_odds,
};

/* ---- solve ---- */

static const struct th_option solve_flags[] = {
    {"sides", TH_INTEGER, 2, SOLVE_SIDES_MAX, "6", NULL, "Can't Stop: sides of the dice"},
    {"shortest", TH_INTEGER, 1, SOLVE_SHORTEST_MAX, "3", NULL,
     "Can't Stop: steps of the columns at the edge; each next one has two more, to the middle"},
    {"forced", TH_SWITCH, 0, 1, "0", NULL,
     "Can't Stop: the official move rule, as with cantstop:forced=1"},
    {"threads", TH_INTEGER, 1, 1024, NULL, NULL, "Can't Stop: all cores if not given"},
    {"csv", TH_TEXT, 0, 0, NULL, NULL,
     "Can't Stop: a file for the optimum of every position at the start of a turn"},
    {"bounds", TH_SWITCH, 0, 1, "0", NULL,
     "Can't Stop: a bracket for the optimum, by simulation, where the race is too large to solve"},
    {"games", TH_INTEGER, 2, 1000000, "400", NULL, "of --bounds: games for the upper bound"},
    {"scenarios", TH_INTEGER, 2, 1000000, "30", NULL,
     "of --bounds: sequences of dice for the lower bound"},
    {"paths", TH_INTEGER, 1, 100000, "20", NULL,
     "of --bounds: ways to play that are followed in a scenario; others are given up"},
    {"save", TH_TEXT, 0, 0, NULL, NULL,
     "Can't Stop: a folder for what is solved; the same call goes on with it after any end"},
    {"estimate", TH_SWITCH, 0, 1, "0", NULL,
     "Can't Stop: only what solving would take, by the rate of a short part of it"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

static const char *string(const json_t *object, const char *name) {
    return json_string_value(json_object_get(object, name));
}

static double real(const json_t *object, const char *name) {
    return json_number_value(json_object_get(object, name));
}

static const char *count(const json_t *object, const char *name, char out[27]) {
    if (json_is_real(json_object_get(object, name))) {
        snprintf(out, 27, "%.3g", real(object, name));
        return out;
    }
    return text_thousands((int64_t)json_integer_value(json_object_get(object, name)), out);
}

/* ---- Y ---- */

static void print_board(const json_t *answer) {
    const char *rows = string(answer, "openings");
    int size = 1, empty = 0, stones = 0;
    for (const char *c = rows; *c != 0; c++) {
        size += *c == '/';
        empty += *c == 'W' || *c == 'l';
        stones += *c == 'B' || *c == 'R';
    }
    printf("%*s", size, "");
    for (const char *c = rows; *c != 0; c++) {
        if (*c == '/')
            printf("\n%*s", --size, "");
        else
            printf(" %c", *c);
    }
    char nodes[27];
    printf("\n%d of %d %s win, %s nodes, %.2f s\n", (int)real(answer, "winning"), empty,
           stones == 0 ? "openings" : "moves", count(answer, "nodes", nodes),
           real(answer, "seconds"));
}

/* ---- Can't Stop ---- */

static void add_advice(struct table *t, const json_t *advice) {
    table_add(t, "%s", string(advice, "move"));
    table_add(t, "%s", string(advice, "then"));
    table_add(t, "%.6f", real(advice, "turns_after"));
}

/* The moves for the dice on the table. */
static void print_moves(const json_t *list) {
    struct table t = table_start("llr");
    static const char *const head[] = {"move", "then", "turns after this one"};
    for (int i = 0; i < 3; i++) table_add(&t, "%s", head[i]);
    for (size_t i = 0; i < json_array_size(list); i++) add_advice(&t, json_array_get(list, i));
    if (json_array_size(list) == 0) printf("no move is legal: the turn ends with a bust\n");
    table_end(&t, 0, json_array_size(list) > 0 ? stdout : NULL);
}

/* The best move for each roll; after a bust the turns are those of the position. */
static void print_rolls(const json_t *list, double turns) {
    struct table t = table_start("lrllr");
    static const char *const head[] = {"dice", "chance", "best move", "then",
                                       "turns after this one"};
    for (int i = 0; i < 5; i++) table_add(&t, "%s", head[i]);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *roll = json_array_get(list, i), *dice = json_object_get(roll, "dice");
        int d[4];
        for (size_t k = 0; k < 4; k++) d[k] = (int)json_integer_value(json_array_get(dice, k));
        table_add(&t, "%d %d %d %d", d[0], d[1], d[2], d[3]);
        table_add(&t, "%.3f %%", 100 * real(roll, "chance"));
        if (json_object_get(roll, "then") != NULL) {
            add_advice(&t, roll);
            continue;
        }
        table_add(&t, "bust");
        table_add(&t, "%s", "");
        table_add(&t, "%.6f", turns);
    }
    table_end(&t, 0, stdout);
}

static void print_variant(const json_t *answer, bool position) {
    const int sides = (int)real(answer, "sides");
    const json_t *heights = json_object_get(answer, "heights");
    printf("race      four dice of %d sides, columns 2 to %d of heights", sides, 2 * sides);
    for (size_t c = 0; c < json_array_size(heights); c++)
        printf(" %d", (int)json_integer_value(json_array_get(heights, c)));
    printf("%s\n", json_is_true(json_object_get(answer, "forced")) ? ", both sums must move" : "");
    if (position) printf("position  %s\n", string(answer, "position"));
}

/* The largest first; the last one takes the rest. */
struct unit {
    double size;
    const char *name;
};
static const struct unit memory_units[] = {
    {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}, {1, "bytes"}, {0, NULL}};
static const struct unit work_units[] = {
    {3600, "core-hours"}, {60, "core-minutes"}, {1, "core-seconds"}, {0, NULL}};

static void print_in_unit(double amount, const struct unit *unit) {
    char text[27];
    while (amount < unit->size && unit[1].name != NULL) unit++;
    const double n = amount / unit->size;
    if (n >= 1000)
        printf("%s %s", text_thousands((int64_t)n, text), unit->name);
    else
        printf("%.3g %s", n, unit->name);
}

/* What solving would take. */
static void print_estimate(const json_t *answer, bool position) {
    char starts[27], inside[27], measured[27], rate[27];
    print_variant(answer, position);
    printf("to solve  %s positions at the start of a turn, %s within turns\n",
           count(answer, "turn_starts", starts), count(answer, "within_turns", inside));
    printf("memory    ");
    print_in_unit(real(answer, "memory_bytes"), memory_units);
    printf("\nwork      ");
    if (3600 * real(answer, "core_hours") < 1)
        printf("less than a core-second");
    else
        print_in_unit(3600 * real(answer, "core_hours"), work_units);
    printf(", by %s positions within turns at %s a second and core\n",
           count(answer, "measured_within", measured),
           text_thousands((int64_t)real(answer, "within_per_second"), rate));
}

static void print_mean(const char *name, const json_t *mean, const char *how) {
    printf("%-9s %.4f ± %.4f turns, %s\n", name, real(mean, "turns"), real(mean, "error"), how);
}

static void print_bounds(const json_t *answer, bool position) {
    char text[96], number[27];
    const json_t *upper = json_object_get(answer, "upper"),
                 *lower = json_object_get(answer, "lower");
    print_variant(answer, position);
    snprintf(text, sizeof text, "a policy, in %s games", count(upper, "games", number));
    print_mean("at most", upper, text);
    snprintf(text, sizeof text, "a player who knows the dice, in %s scenarios",
             count(lower, "scenarios", number));
    print_mean("at least", lower, text);
    if (json_is_true(json_object_get(lower, "complete")))
        printf("          complete: no path was given up that could have been the best\n");
    else
        printf("          unless one of the %s ways to play that were given up is better, which is "
               "not\n          proved: a position wins back up to %.4f\n",
               count(lower, "given_up", number), -real(lower, "least_residue"));
    printf("          %.4f turns at least, proved without simulation\n", real(answer, "proved"));
    const double error = real(answer, "width_error");
    if (!json_is_true(json_object_get(answer, "overlap")))
        printf("bracket   %.4f ± %.4f turns wide\n", real(answer, "width"), error);
    else if (error < 5e-5)
        printf("bracket   the ends overlap: less than 0.0001 turns wide\n");
    else
        printf("bracket   the ends overlap within their sampling errors: 0 ± %.4f turns wide\n",
               error);
}

static void print_race(const json_t *answer, bool position) {
    char starts[27], inside[27];
    const double turns = real(answer, "turns");
    const json_t *rolls = json_object_get(answer, "rolls");
    print_variant(answer, position);
    printf("optimum   %.12f turns%s\n", turns, position ? " from the start of this turn" : "");
    const double read = real(answer, "share_read");
    printf("%-9s %s positions at the start of a turn, %s within turns, ",
           read < 1 ? "solved" : "read", count(answer, "turn_starts", starts),
           count(answer, "within_turns", inside));
    if (read >= 1)
        printf("all solved before\n");
    else if (read > 0)
        printf("%.0f %% of them before, the others in %.2f s\n", 100 * read,
               real(answer, "seconds"));
    else
        printf("in %.2f s\n", real(answer, "seconds"));
    if (json_object_get(answer, "moves") != NULL)
        print_moves(json_object_get(answer, "moves"));
    else if (json_object_get(answer, "best") != NULL)
        printf("turns after this one  %.6f by stopping, %.6f by rolling: %s\n",
               real(answer, "stop"), real(answer, "roll"), string(answer, "best"));
    else if (rolls != NULL)
        print_rolls(rolls, turns);
}

/* ---- the command ---- */

/* The flags of the race are only for the game that has it. */
static bool check_flags(const struct arguments *a, const struct th_game *game, struct th_error *e) {
    static const char *const race[] = {"sides", "shortest", "forced",  "threads",
                                       "csv",   "bounds",   "games",   "scenarios",
                                       "paths", "save",     "estimate"};
    for (size_t i = 0; i < sizeof race / sizeof *race; i++)
        if (th_options_given(&a->flags, race[i]) && strcmp(game->name, "cantstop") != 0)
            return th_fail(e, "--%s is for cantstop, not for %s", race[i], game->name);
    const bool bounds = th_options_number(&a->flags, "bounds") != 0;
    static const char *const simulated[] = {"games", "scenarios", "paths"};
    for (size_t i = 0; i < 3; i++)
        if (th_options_given(&a->flags, simulated[i]) && !bounds)
            return th_fail(e, "--%s is for --bounds", simulated[i]);
    static const char *const solved[] = {"csv", "save", "estimate"};
    for (size_t i = 0; i < 3; i++)
        if (th_options_given(&a->flags, solved[i]) && bounds)
            return th_fail(e, "--bounds solves nothing, so --%s does not go with it", solved[i]);
    return true;
}

static void begin_progress(void *context, uint64_t total) {
    *(struct progress *)context = progress_start(total, "positions");
}

static int run_solve(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    const bool json = th_options_number(&a->flags, "json") != 0;
    const struct th_game *game = th_game_find(a->positional[0], &spec, e);
    if (game == NULL) return STATUS_USAGE;
    if (game->tools == NULL || game->tools->solve == NULL) {
        th_fail(e, "there is no solver for %s, only for y and cantstop", game->name);
        return STATUS_USAGE;
    }
    if (!check_flags(a, game, e)) return STATUS_USAGE;
    struct progress bar = {0};
    struct solve_request request = {.game = &spec.options,
                                    .flags = &a->flags,
                                    .position = a->count > 1 ? a->positional[1] : NULL,
                                    .threads = thread_count(&a->flags),
                                    .stop = interrupt_watch(),
                                    .begin = begin_progress,
                                    .progress = progress_update,
                                    .context = &bar};
    json_t *answer = game->tools->solve(&request, e);
    progress_end(&bar);
    if (answer == NULL && e->text[0] == 0) return interrupt_stopped("solve");
    if (answer == NULL) return request.begun ? STATUS_FAILED : STATUS_USAGE;
    if (json) {
        json_t *all = json_pack("{s:s}", "game", spec.text);
        json_object_update(all, answer);
        print_json(all);
    } else if (json_object_get(answer, "openings") != NULL) {
        print_board(answer);
    } else if (json_object_get(answer, "upper") != NULL) {
        print_bounds(answer, a->count > 1);
    } else if (json_object_get(answer, "core_hours") != NULL) {
        print_estimate(answer, a->count > 1);
    } else {
        print_race(answer, a->count > 1);
    }
    json_decref(answer);
    print_wrote(th_options_text(&a->flags, "csv"), json);
    return STATUS_OK;
}

const struct command solve_command = {
    .name = "solve",
    .positional = "GAME [POSITION]",
    .summary = "the best play of Y or of the race of Can't Stop, exactly",
    .details =
        "Y: which openings win with perfect play, or which moves in a position. W: moving there\n"
        "wins; l: it loses; B and R: stones of seat 0 and seat 1. Results are without the swap,\n"
        "also with pie=1. Boards up to size 10 are accepted: the openings of size 7 take a\n"
        "fraction of a second and those of size 8 some seconds; larger boards take very long\n"
        "unless much of them is filled.\n\n"
        "Can't Stop: the fewest turns in which one player completes three columns, in the mean,\n"
        "with dice of any number of sides. A position says what to do there: 2:1,5:3 at the start\n"
        "of a turn (the best move for every roll), 2:1,5:3 temp 4:2 after a move (stop or roll),\n"
        "2:1,5:3 temp 4:2 move 1 2 2 4 with dice to use. Only what can still come is solved, so\n"
        "positions near the end are, on the real board too, which is too large as a whole. Four\n"
        "sides take seconds to a minute, --sides 5 --shortest 1 some minutes.\n\n"
        "--bounds brackets the optimum without solving, also on the real board: what a policy "
        "needs\n"
        "in simulated games, and what a player needs who knows the dice and pays for it, each "
        "with\n"
        "its standard error. The same figures for any number of threads. --save keeps what is\n"
        "solved in a folder, so that a run that was ended in any way goes on where it was;\n"
        "--estimate says before what memory and time that takes.",
    .flags = solve_flags,
    .min = 1,
    .max = 2,
    .examples = "  tahur solve y:size=5\n"
                "  tahur solve y:size=7 --json\n"
                "  tahur solve cantstop --sides 4 --shortest 1 --forced\n"
                "  tahur solve cantstop --sides 4 --shortest 1 '2:1,5:3 temp 4:2,6:1'\n"
                "  tahur solve cantstop --bounds --forced\n"
                "  tahur solve cantstop --sides 5 --shortest 1 --save race\n"
                "  tahur solve y:size=3 \\\n"
                "    '{\"size\":3,\"turn\":1,\"players\":[\"B\",\"R\"],\"layout\":\"./B./...\"}'",
    .run = run_solve,
};
