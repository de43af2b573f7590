/* Tools of Y: perfect play for tahur solve and analysis, rates of playouts for tahur bench. */
#include "board.h"
#include "core/clock.h"
#include "core/text.h"
#include "fill.h"
#include "solve.h"
#include <stdlib.h>
#include <string.h>

/* Rows from the top, "W/lB/...": W wins, l loses, B and R are stones. */
static void write_rows(const struct y *s, const bool wins[], struct text *out) {
    for (int r = 0; r < s->size; r++) {
        if (r > 0) text_add(out, "/");
        for (int c = 0; c <= r; c++) {
            const int cell = y_index(r, c);
            text_add(out, "%c",
                     s->cell[cell] != Y_EMPTY ? "BR"[s->cell[cell]]
                     : wins[cell]             ? 'W'
                                              : 'l');
        }
    }
}

static json_t *solve(const struct y *s, const th_flag *stop, struct th_error *e) {
    bool wins[Y_CELLS_MAX];
    char rows[Y_CELLS_MAX + Y_SIZE_MAX + 1];
    struct text text = text_in(rows, sizeof rows);
    if (s->over) {
        th_fail(e, "the game is over in this position: seat %d has won", s->winner);
        return NULL;
    }
    struct y_solver *solver = y_solver_new(s->size, Y_SOLVER_TABLE_BYTES, e);
    if (solver == NULL) return NULL;
    const double begun = clock_seconds();
    y_solver_stop_by(solver, stop);
    const int winning = y_solve_moves(solver, s, wins);
    json_t *result = NULL;
    if (y_solver_stopped(solver)) {
        e->text[0] = 0;
    } else {
        write_rows(s, wins, &text);
        result = json_pack("{s:s, s:i, s:I, s:f}", "openings", rows, "winning", winning, "nodes",
                           (json_int_t)y_solver_nodes(solver), "seconds", clock_seconds() - begun);
    }
    y_solver_drop(solver);
    return result;
}

json_t *y_solve_tool(struct solve_request *r, struct th_error *e) {
    struct th_state *s = th_state_new(&y_game, r->game, e);
    json_t *result = NULL;
    if (s != NULL && (r->position == NULL || y_game.parse_position(s, r->position, e)))
        result = solve((const struct y *)(const void *)s, r->stop, e);
    free(s);
    return result;
}

/* ---- exact ---- */

/* Perfect play for analysis: the solver on boards that are small, or late enough. */

enum {
    SIZE_AT_ONCE = 7, /* boards up to this size are solved from their start in a fraction of a
                         second */
    EMPTY_MAX = 26,   /* and larger ones when so few cells are left */
};
#define TABLE_BYTES ((size_t)32 << 20)

/* Whether the side to move wins, a swap included where it may. */
static bool mover_wins(struct y_solver *solver, const struct y *s) {
    if (s->over) return s->winner == s->mover;
    if (y_solve(solver, s)) return true;
    if (!y_may_swap(s)) return false;
    struct y swapped = *s;
    y_swap(&swapped);
    return !y_solve(solver, &swapped);
}

bool y_solve_actions(const struct th_state *s, const th_action legal[], int n, double payoff[],
                     const th_flag *stop) {
    const struct y *board = (const struct y *)(const void *)s;
    struct th_error ignored;
    if (board->size > Y_SOLVER_SIZE_MAX ||
        (board->size > SIZE_AT_ONCE && y_cells(board->size) - board->stones > EMPTY_MAX))
        return false;
    struct y_solver *solver = y_solver_new(board->size, TABLE_BYTES, &ignored);
    if (solver == NULL) return false;
    y_solver_stop_by(solver, stop);
    for (int i = 0; i < n && !y_solver_stopped(solver); i++) {
        struct y after = *board;
        y_game.apply((struct th_state *)(void *)&after, legal[i]);
        const bool mine = after.over ? after.winner == board->mover
                                     : mover_wins(solver, &after) == (after.mover == board->mover);
        payoff[i] = mine ? 1.0 : 0.0;
    }
    const bool solved = !y_solver_stopped(solver);
    y_solver_drop(solver);
    return solved;
}

/* ---- bench ---- */

/* Rates of playouts: the classical way, and bit-parallel fills. */

/* How long a rate is measured. */
#define SECONDS 0.02

static double plain_rate(const struct y *s, struct th_rng *rng) {
    const double begun = clock_seconds();
    double games = 0, seconds;
    do {
        for (int i = 0; i < 50; i++) y_playout(s, rng);
        games += 50;
    } while ((seconds = clock_seconds() - begun) < SECONDS);
    return games / seconds;
}

static double fill_rate(const struct y *s, bool by_cell, struct th_rng *rng) {
    const double begun = clock_seconds();
    double fills = 0, seconds;
    do {
        struct y_fills sums;
        memset(&sums, 0, sizeof sums);
        y_fill(s, NULL, 200, by_cell, rng, &sums);
        fills += sums.fills;
    } while ((seconds = clock_seconds() - begun) < SECONDS);
    return fills / seconds;
}

json_t *y_bench(int rounds) {
    struct th_rng rng = th_rng_seeded(1);
    json_t *list = json_array();
    for (int size = 5; size <= 15; size += 2) {
        double plain[MEASURE_ROUNDS_MAX], fills[MEASURE_ROUNDS_MAX], by_cell[MEASURE_ROUNDS_MAX],
            ratio[MEASURE_ROUNDS_MAX];
        struct y s;
        y_start(&s, size, 0);
        for (int i = 0; i < rounds; i++) {
            plain[i] = plain_rate(&s, &rng);
            fills[i] = fill_rate(&s, false, &rng);
            by_cell[i] = fill_rate(&s, true, &rng);
            ratio[i] = fills[i] / plain[i];
        }
        json_array_append_new(list, json_pack("{s:i, s:f, s:f, s:f, s:f}", "size", size, "plain",
                                              measure_median(plain, rounds), "fills",
                                              measure_median(fills, rounds), "ratio",
                                              measure_median(ratio, rounds), "fills_by_cell",
                                              measure_median(by_cell, rounds)));
    }
    return list;
}
