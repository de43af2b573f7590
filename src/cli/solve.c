/* Which moves of Y win with perfect play; the race of Can't Stop is in solve_cantstop.c. */
#include "games/y/solve.h"
#include "commands.h"
#include "core/clock.h"
#include "core/text.h"
#include "describe.h"
#include "games/cantstop/board.h"
#include "games/cantstop/race.h"
#include "interrupt.h"
#include "solve_cantstop.h"
#include "tahur/registry.h"
#include <stdio.h>
#include <stdlib.h>

static const struct th_option flags[] = {
    {"sides", TH_INTEGER, 2, RACE_SIDES_MAX, "6", NULL, "Can't Stop: sides of the dice"},
    {"shortest", TH_INTEGER, 1, RACE_SHORTEST_MAX, "3", NULL,
     "Can't Stop: steps of the columns at the edge; each next one has two more, to the middle"},
    {"forced", TH_SWITCH, 0, 1, "0", NULL,
     "Can't Stop: the official move rule, as with cantstop:forced=1"},
    {"threads", TH_INTEGER, 1, 1024, NULL, NULL, "Can't Stop: all cores if not given"},
    {"csv", TH_TEXT, 0, 0, NULL, NULL,
     "Can't Stop: a file for the optimum of every position at the start of a turn"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

struct answer {
    bool wins[Y_CELLS_MAX];
    int winning;
    uint64_t nodes;
    double seconds;
    bool stopped; /* by a signal: the rest means nothing */
};

static char cell_text(const struct y *position, const struct answer *answer, int cell) {
    if (position->cell[cell] != Y_EMPTY) return "BR"[position->cell[cell]];
    return answer->wins[cell] ? 'W' : 'l';
}

static void print_answer_json(const char *game, const struct y *position,
                              const struct answer *answer) {
    char rows[Y_CELLS_MAX + Y_SIZE_MAX + 1];
    struct text text = text_in(rows, sizeof rows);
    for (int r = 0; r < position->size; r++) {
        if (r > 0) text_add(&text, "/");
        for (int c = 0; c <= r; c++)
            text_add(&text, "%c", cell_text(position, answer, y_index(r, c)));
    }
    print_json(json_pack("{s:s, s:s, s:i, s:I, s:f}", "game", game, "openings", rows, "winning",
                         answer->winning, "nodes", (json_int_t)answer->nodes, "seconds",
                         answer->seconds));
}

static void print_answer(const struct y *position, const struct answer *answer) {
    for (int r = 0; r < position->size; r++) {
        printf("%*s", position->size - r, "");
        for (int c = 0; c <= r; c++) printf(" %c", cell_text(position, answer, y_index(r, c)));
        printf("\n");
    }
    char nodes[27];
    printf("%d of %d %s win, %s nodes, %.2f s\n", answer->winning,
           y_cells(position->size) - position->stones, position->stones == 0 ? "openings" : "moves",
           text_thousands((int64_t)answer->nodes, nodes), answer->seconds);
}

static bool solve(const struct y *position, struct answer *answer, struct th_error *e) {
    if (position->over)
        return th_fail(e, "the game is over in this position: seat %d has won", position->winner);
    struct y_solver *solver = y_solver_new(position->size, Y_SOLVER_TABLE_BYTES, e);
    if (solver == NULL) return false;
    const double begun = clock_seconds();
    y_solver_stop_by(solver, interrupt_watch());
    answer->winning = y_solve_moves(solver, position, answer->wins);
    answer->stopped = y_solver_stopped(solver);
    answer->seconds = clock_seconds() - begun;
    answer->nodes = y_solver_nodes(solver);
    y_solver_drop(solver);
    return true;
}

/* The flags of the race are none of Y. */
static bool check_flags(const struct arguments *a, struct th_error *e) {
    static const char *const race[] = {"sides", "shortest", "forced", "threads", "csv"};
    for (size_t i = 0; i < sizeof race / sizeof *race; i++)
        if (th_options_given(&a->flags, race[i]))
            return th_fail(e, "--%s is for %s, not for %s", race[i], cantstop_game.name,
                           y_game.name);
    return true;
}

static int run(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    const struct th_game *game = th_game_find(a->positional[0], &spec, e);
    if (game == NULL) return STATUS_USAGE;
    if (game == &cantstop_game) return solve_cantstop(a, &spec, e);
    if (game != &y_game) {
        th_fail(e, "there is no solver for %s, only for %s and %s", game->name, y_game.name,
                cantstop_game.name);
        return STATUS_USAGE;
    }
    if (!check_flags(a, e)) return STATUS_USAGE;
    struct th_state *s = th_state_new(game, &spec.options, e);
    const struct y *position = (const struct y *)(const void *)s;
    struct answer answer;
    const bool ok = s != NULL && (a->count < 2 || game->parse_position(s, a->positional[1], e)) &&
                    solve(position, &answer, e);
    const bool stopped = ok && answer.stopped;
    if (ok && !stopped && th_options_number(&a->flags, "json") != 0)
        print_answer_json(spec.text, position, &answer);
    else if (ok && !stopped)
        print_answer(position, &answer);
    free(s);
    return stopped ? interrupt_stopped("solve") : ok ? STATUS_OK : STATUS_USAGE;
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
        "sides take seconds to a minute, --sides 5 --shortest 1 some minutes.",
    .flags = flags,
    .min = 1,
    .max = 2,
    .examples = "  tahur solve y:size=5\n"
                "  tahur solve y:size=7 --json\n"
                "  tahur solve cantstop --sides 4 --shortest 1 --forced\n"
                "  tahur solve cantstop --sides 4 --shortest 1 '2:1,5:3 temp 4:2,6:1'\n"
                "  tahur solve y:size=3 \\\n"
                "    '{\"size\":3,\"turn\":1,\"players\":[\"B\",\"R\"],\"layout\":\"./B./...\"}'",
    .run = run,
};
