/* Which moves win with perfect play. */
#include "games/y/solve.h"
#include "commands.h"
#include "core/clock.h"
#include "core/text.h"
#include "describe.h"
#include "tahur/registry.h"
#include <stdio.h>
#include <stdlib.h>

static const struct th_option flags[] = {
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

struct answer {
    bool wins[Y_CELLS_MAX];
    int winning;
    uint64_t nodes;
    double seconds;
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
    answer->winning = y_solve_moves(solver, position, answer->wins);
    answer->seconds = clock_seconds() - begun;
    answer->nodes = y_solver_nodes(solver);
    y_solver_drop(solver);
    return true;
}

static int run(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    const struct th_game *game = th_game_find(a->positional[0], &spec, e);
    if (game == NULL) return STATUS_USAGE;
    if (game != &y_game) {
        th_fail(e, "there is no solver for %s, only for %s", game->name, y_game.name);
        return STATUS_USAGE;
    }
    struct th_state *s = th_state_new(game, &spec.options, e);
    const struct y *position = (const struct y *)(const void *)s;
    struct answer answer;
    const bool ok = s != NULL && (a->count < 2 || game->parse_position(s, a->positional[1], e)) &&
                    solve(position, &answer, e);
    if (ok && th_options_number(&a->flags, "json") != 0)
        print_answer_json(spec.text, position, &answer);
    else if (ok)
        print_answer(position, &answer);
    free(s);
    return ok ? STATUS_OK : STATUS_USAGE;
}

const struct command solve_command = {
    .name = "solve",
    .positional = "GAME [POSITION]",
    .summary = "which openings of Y win with perfect play, or which moves in a position, exactly",
    .details = "W: moving there wins; l: it loses; B and R: stones of seat 0 and seat 1.\n"
               "Results are without the swap, also with pie=1. Boards up to size 10 are accepted:\n"
               "the openings of size 7 take a fraction of a second and those of size 8 some\n"
               "seconds; larger boards take very long unless much of them is filled.",
    .flags = flags,
    .min = 1,
    .max = 2,
    .examples = "  tahur solve y:size=5\n"
                "  tahur solve y:size=7 --json\n"
                "  tahur solve y:size=3 \\\n"
                "    '{\"size\":3,\"turn\":1,\"players\":[\"B\",\"R\"],\"layout\":\"./B./...\"}'",
    .run = run,
};
