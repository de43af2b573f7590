/* Y as a game of the table. */
#include "board.h"
#include "core/match_loop.h"
#include "fill.h"
#include "games/rules_text.h"
#include "network.h"
#include "notation.h"
#include "solve.h"
#include <math.h>
#include <string.h>

static const struct y *board(const struct th_state *s) {
    return (const struct y *)(const void *)s;
}

static const struct th_option options[] = {
    {"size", TH_INTEGER, Y_SIZE_MIN, Y_SIZE_MAX, "9", NULL, "cells along a side"},
    {"pie", TH_SWITCH, 0, 1, "0", NULL,
     "1: as its first move the second player may take over the first stone"},
    {0},
};

static bool setup(struct th_state *s, const struct th_options *o, struct th_error *e) {
    (void)e;
    y_start((struct y *)(void *)s, (int)th_options_number(o, "size"),
            (int)th_options_number(o, "pie"));
    return true;
}

static int seats(const struct th_state *s) {
    (void)s;
    return 2;
}

static int mover(const struct th_state *s) {
    return board(s)->over ? TH_OVER : board(s)->mover;
}

static int legal(const struct th_state *s, th_action out[]) {
    const struct y *b = board(s);
    int n = 0;
    for (int i = 0; i < y_cells(b->size); i++) {
        out[n] = (th_action)i;
        n += b->cell[i] == Y_EMPTY;
    }
    if (y_may_swap(b)) out[n++] = Y_SWAP;
    return n;
}

static bool has_action(const struct th_state *s, th_action a) {
    const struct y *b = board(s);
    return a < (th_action)y_cells(b->size) || (a == Y_SWAP && b->pie) || a == Y_RESIGN;
}

static void apply(struct th_state *s, th_action a) {
    struct y *b = (struct y *)(void *)s;
    if (a < Y_SWAP)
        y_place(b, (int)a);
    else if (a == Y_SWAP)
        y_swap(b);
    else
        y_resign(b);
}

static uint32_t turns(const struct th_state *s) {
    return (uint32_t)board(s)->stones + board(s)->swapped + board(s)->resigned;
}

static void payoff(const struct th_state *s, double out[]) {
    out[board(s)->winner] = 1.0;
    out[board(s)->winner ^ 1] = 0.0;
}

/* Who has won, and that the cells of the winner's bridges are where to play on: to finish, or to
 * resist. */
static void tell_sure_win(const struct y *s, const struct y_bridges *bridges,
                          struct th_playouts *out) {
    out->sure_winner = bridges->winner;
    out->by_action = true;
    for (int seat = 0; seat < 2; seat++) {
        for (int i = 0; i <= Y_SWAP; i++) {
            out->made[seat][i] = i < y_cells(s->size) && s->cell[i] == Y_EMPTY;
            out->won[seat][i] = 0;
        }
        for (int i = 0; i < bridges->count; i++)
            for (int k = 0; k < 2; k++)
                if (bridges->owner[i] == bridges->winner) out->won[seat][bridges->cell[i][k]] = 1;
    }
}

/* Fills with bridges, which never take long. Before a swap is possible, a good opening is one that
 * is not too good. */
static void playouts(const struct th_state *s, int count, struct th_rng *rng, const th_flag *stop,
                     struct th_playouts *out) {
    const struct y *b = board(s);
    const int cells = y_cells(b->size);
    struct y_bridges bridges;
    struct y_fills sums;
    (void)stop;
    y_find_bridges(b, &bridges);
    if (bridges.winner != Y_EMPTY && !y_may_swap(b)) {
        tell_sure_win(b, &bridges, out);
        return;
    }
    memset(&sums, 0, sizeof sums);
    const int open = cells - b->stones - 2 * bridges.count;
    const int rounds = (int)(count / y_fills_per_round(open) + 0.5);
    do y_fill(b, &bridges, rounds > 0 ? rounds : 1, true, rng, &sums);
    while (sums.fills == 0);
    const float share = 1.0F / (float)sums.fills;
    out->payoff[0] = (double)sums.wins / sums.fills;
    out->payoff[1] = 1 - out->payoff[0];
    out->by_action = true;
    for (int i = 0; i < cells; i++) {
        const uint32_t lost = sums.own[i] - sums.own_wins[i];
        const bool open_cell = b->cell[i] == Y_EMPTY;
        out->made[0][i] = open_cell ? (float)sums.own[i] * share : 0;
        out->won[0][i] = open_cell ? (float)sums.own_wins[i] * share : 0;
        out->made[1][i] = open_cell ? (float)(sums.fills - sums.own[i]) * share : 0;
        out->won[1][i] = open_cell ? (float)(sums.fills - sums.wins - lost) * share : 0;
    }
    out->made[0][Y_SWAP] = out->won[0][Y_SWAP] = out->made[1][Y_SWAP] = out->won[1][Y_SWAP] = 0;
    if (!b->pie || b->stones > 1 || b->swapped) return;
    out->prior_only = true;
    if (b->stones == 0)
        for (int i = 0; i < cells; i++)
            out->won[0][i] = fminf(out->won[0][i], out->made[0][i] - out->won[0][i]);
}

static const struct game_tools tools = {.solve = y_solve_tool, .bench = y_bench};

static int play_on(struct match *m) {
    return (int)match_loop(&y_game, NULL, m);
}

static const struct th_learning learning = {
    .observe = y_observe,
    .observation_layout = Y_OBSERVATION_LAYOUT,
    .observations = y_observations,
    .observation_name = y_observation_name,
    .observation_meaning = y_observation_meaning,
    .symmetries = y_symmetries,
    .symmetric_number = y_symmetric_number,
    .symmetric_action = y_symmetric_action,
};

static const struct th_search search = {
    .playouts = playouts,
    .leaf_playouts = 100,
    .exploration = 0.01,
    .judge = y_judge,
    .prover = &y_prover,
    .evaluate = y_evaluate,
    .weights = y_weights,
    .key = y_key,
};

static const struct th_analysis analysis = {
    .solve = y_solve_actions,
    .judge = "mcts:iterations=30000",
    .roller = "flat-mc:iterations=500",
};

static const struct th_screen screen = {
    .draw = y_draw,
    .describe = y_describe,
    .events = y_events,
    .extra = y_extra,
};

const struct th_game y_game = {
    .name = "y",
    .title = "Y",
    .summary = "two players connect the three sides of a triangle",
    .rules = y_rules_text,
    .rules_version = "1",
    .state_size = sizeof(struct y),
    .min_seats = 2,
    .max_seats = 2,
    .action_count = Y_ACTIONS,
    .max_legal = Y_CELLS_MAX + 1,
    .longest_game = Y_CELLS_MAX + 1, /* and the swap */
    .resignation = Y_RESIGN,
    .options = options,
    .setup = setup,
    .seats = seats,
    .mover = mover,
    .legal = legal,
    .has_action = has_action,
    .apply = apply,
    .turns = turns,
    .payoff = payoff,
    .action_text = y_action_text,
    .parse_action = y_parse_action,
    .position_text = y_position_text,
    .parse_position = y_parse_position,
    .fields = y_fields,
    .learning = &learning,
    .search = &search,
    .analysis = &analysis,
    .screen = &screen,
    .play_on = play_on,
    .tools = &tools,
};
