/* See tabletop.h. */
#include "tabletop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int height_of(int column) {
    return column <= 7 ? 2 * column - 1 : 2 * (14 - column) - 1;
}

void tabletop_start(struct tabletop *t, int players) {
    memset(t, 0, sizeof *t);
    t->players = players;
    t->columns = 3;
}

/* ---- what stands where ---- */

static char letter_of(int player) {
    return (char)('A' + player);
}

static void put(struct tabletop *t, int column, int square, char piece) {
    char *here = t->square[column][square];
    here[strlen(here) + 1] = 0;
    here[strlen(here)] = piece;
}

static void take(struct tabletop *t, int column, int square, char piece) {
    char *at = strchr(t->square[column][square], piece);
    memmove(at, at + 1, strlen(at));
}

static int find(const struct tabletop *t, int column, char piece) {
    for (int square = 1; square <= height_of(column); square++)
        if (strchr(t->square[column][square], piece) != NULL) return square;
    return 0;
}

int tabletop_marker(const struct tabletop *t, int player, int column) {
    return find(t, column, letter_of(player));
}

int tabletop_runner(const struct tabletop *t, int column) {
    return find(t, column, '*');
}

static int runners(const struct tabletop *t) {
    int n = 0;
    for (int column = 2; column <= 12; column++) n += tabletop_runner(t, column) > 0;
    return n;
}

static int has_completed(const struct tabletop *t, int player, int column) {
    return tabletop_marker(t, player, column) == height_of(column);
}

static int completed(const struct tabletop *t, int player) {
    int n = 0;
    for (int column = 2; column <= 12; column++) n += has_completed(t, player, column);
    return n;
}

/* Another player's marker, below the top. */
static int is_occupied(const struct tabletop *t, int column, int square) {
    if (square == height_of(column)) return 0;
    for (int other = 0; other < t->players; other++)
        if (other != t->player && tabletop_marker(t, other, column) == square) return 1;
    return 0;
}

/* ---- steps ---- */

/* Nobody may step there any more, or not this player. */
static int is_finished(const struct tabletop *t, int column) {
    for (int player = 0; player < t->players; player++)
        if (has_completed(t, player, column) && (t->closed || player == t->player)) return 1;
    return 0;
}

static int can_step(const struct tabletop *t, int column) {
    if (is_finished(t, column)) return 0;
    if (tabletop_runner(t, column) > 0) return tabletop_runner(t, column) < height_of(column);
    return runners(t) < 3;
}

/* One step in a column in which it is possible. */
static void make_step(struct tabletop *t, int column) {
    int square = tabletop_runner(t, column);
    if (square > 0)
        take(t, column, square, '*');
    else
        square = tabletop_marker(t, t->player, column);
    do square++;
    while (t->blocking == TABLETOP_JUMP && is_occupied(t, column, square));
    put(t, column, square, '*');
}

/* Whether a step is possible in one column, and then one in the other. */
static int can_step_twice(const struct tabletop *t, int first, int second) {
    struct tabletop copy = *t;
    if (!can_step(&copy, first)) return 0;
    make_step(&copy, first);
    return can_step(&copy, second);
}

/* ---- moves ---- */

static int add(char out[9][8], int n, int low, int high) {
    char move[8];
    if (high == 0)
        snprintf(move, sizeof move, "%d", low);
    else
        snprintf(move, sizeof move, "%d+%d", low, high);
    for (int i = 0; i < n; i++)
        if (strcmp(out[i], move) == 0) return n;
    strcpy(out[n], move);
    return n + 1;
}

static void read_move(const char *move, int *low, int *high) {
    *high = 0;
    *low = atoi(move);
    if (strchr(move, '+') != NULL) *high = atoi(strchr(move, '+') + 1);
}

static int by_columns(const void *a, const void *b) {
    int low_a, high_a, low_b, high_b;
    read_move(a, &low_a, &high_a);
    read_move(b, &low_b, &high_b);
    return low_a != low_b ? low_a - low_b : high_a - high_b;
}

static int add_pairing(const struct tabletop *t, int x, int y, char out[9][8], int n) {
    const int low = x < y ? x : y, high = x < y ? y : x;
    if (low == high) {
        if (can_step_twice(t, low, low)) return add(out, n, low, low);
        return can_step(t, low) ? add(out, n, low, 0) : n;
    }
    const int both = can_step_twice(t, low, high);
    if (both) n = add(out, n, low, high);
    if (both && t->forced) return n;
    if (can_step(t, low)) n = add(out, n, low, 0);
    if (can_step(t, high)) n = add(out, n, high, 0);
    return n;
}

int tabletop_moves(const struct tabletop *t, const int dice[4], char out[9][8]) {
    int n = 0;
    n = add_pairing(t, dice[0] + dice[1], dice[2] + dice[3], out, n);
    n = add_pairing(t, dice[0] + dice[2], dice[1] + dice[3], out, n);
    n = add_pairing(t, dice[0] + dice[3], dice[1] + dice[2], out, n);
    qsort(out, (size_t)n, sizeof out[0], by_columns);
    return n;
}

void tabletop_move(struct tabletop *t, const char *move) {
    int low, high;
    read_move(move, &low, &high);
    make_step(t, low);
    if (high > 0) make_step(t, high);
}

/* ---- the end of a turn ---- */

int tabletop_may_stop(const struct tabletop *t) {
    if (t->blocking != TABLETOP_STOP) return 1;
    for (int column = 2; column <= 12; column++)
        if (tabletop_runner(t, column) > 0 && is_occupied(t, column, tabletop_runner(t, column)))
            return 0;
    return 1;
}

/* Whether no column is left in which anyone can step. */
static int all_closed(const struct tabletop *t) {
    for (int column = 2; column <= 12; column++) {
        int taken = 0;
        for (int player = 0; player < t->players; player++)
            taken |= has_completed(t, player, column);
        if (!taken) return 0;
    }
    return t->closed;
}

static void next_player(struct tabletop *t) {
    if (!t->over) t->player = (t->player + 1) % t->players;
}

void tabletop_stop(struct tabletop *t) {
    for (int column = 2; column <= 12; column++) {
        const int square = tabletop_runner(t, column), old = tabletop_marker(t, t->player, column);
        if (square == 0) continue;
        take(t, column, square, '*');
        if (old > 0) take(t, column, old, letter_of(t->player));
        put(t, column, square, letter_of(t->player));
        if (!t->closed || square < height_of(column)) continue;
        for (int other = 0; other < t->players; other++)
            if (other != t->player && tabletop_marker(t, other, column) > 0)
                take(t, column, tabletop_marker(t, other, column), letter_of(other));
    }
    t->over = completed(t, t->player) >= t->columns || all_closed(t);
    next_player(t);
}

void tabletop_bust(struct tabletop *t) {
    for (int column = 2; column <= 12; column++)
        if (tabletop_runner(t, column) > 0) take(t, column, tabletop_runner(t, column), '*');
    next_player(t);
}

int tabletop_has_won(const struct tabletop *t, int player) {
    if (completed(t, t->player) >= t->columns) return player == t->player;
    for (int other = 0; other < t->players; other++)
        if (completed(t, other) > completed(t, player)) return 0;
    return 1;
}
