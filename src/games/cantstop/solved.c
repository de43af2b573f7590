#include "solved.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The tables of the real board, by move rule, made once for all. */
static struct cantstop_race *races[2];

static void make_races(void) {
    struct th_error e;
    for (int forced = 0; forced < 2; forced++) races[forced] = cantstop_race_new(6, 3, forced, &e);
}

bool cantstop_has_races(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_races);
    return races[0] != NULL && races[1] != NULL;
}

bool cantstop_solved_make(struct cantstop_solved *b, struct th_error *e) {
    *b = (struct cantstop_solved){.pace = {1, 1, 1, 1}};
    if (!cantstop_has_races()) return th_fail(e, "out of memory");
    if (!cantstop_turn_make(&b->turn, races[0], races[0]->height, e)) return false;
    b->turns = malloc(SOLVED_PLACES * sizeof *b->turns);
    b->turns_forced = -1;
    if (b->turns != NULL) return true;
    cantstop_turn_drop(&b->turn);
    return th_fail(e, "out of memory");
}

void cantstop_solved_drop(struct cantstop_solved *b) {
    cantstop_turn_drop(&b->turn);
    free(b->turns);
}

void cantstop_solved_forget(struct cantstop_solved *b) {
    b->solved = false;
    b->turns_forced = -1;
}

bool cantstop_uses_outlook(const struct cantstop *s, enum cantstop_between between) {
    return s->more == 0 && (s->players > 1 || between != BETWEEN_NETWORK);
}

bool cantstop_corrects(const struct cantstop *s, enum cantstop_between between) {
    if (s->more > 0 || s->players == 1 || between == BETWEEN_RACE) return false;
    return between == BETWEEN_NETWORK || s->closed;
}

bool cantstop_is_solved(const struct cantstop_solved *b, const struct cantstop *s) {
    return b->solved && b->at.seat == s->seat && b->at.players == s->players &&
           b->at.forced == s->forced && b->at.closed == s->closed &&
           b->at.blocking == s->blocking && b->at.more == s->more &&
           memcmp(b->at.permanent, s->permanent, sizeof s->permanent) == 0;
}

/* Where steps lead, and how many there are to the top; 0 in a column that is closed. */
static void find_squares(const struct cantstop *s, int room[CANTSTOP_COLUMNS],
                         uint8_t squares[CANTSTOP_COLUMNS][CANTSTOP_RUNNER]) {
    memset(squares, 0, CANTSTOP_COLUMNS * sizeof *squares);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        int square = s->permanent[s->seat][c];
        room[c] = 0;
        squares[c][0] = (uint8_t)square;
        while (square < cantstop_height[c] && !(s->shut >> c & 1)) {
            square = cantstop_landing(s, c, square);
            squares[c][++room[c]] = (uint8_t)square;
        }
    }
}

/* ---- what stopping costs ---- */

enum { PLACES_MAX = 13 * 11 * 11 }; /* of a block */

/* Whether the game is over when the seat in turn has these columns: with closed ones also if none
 * is left. */
static bool is_end(const struct cantstop *s, unsigned banked) {
    if (cantstop_count(banked) >= cantstop_needed(s)) return true;
    return s->closed && (s->shut | banked) == CANTSTOP_SETS - 1;
}

/* What that costs it. */
static double cost_of_end(const struct cantstop *s, unsigned banked) {
    struct cantstop over = *s;
    if (s->players == 1) return 0;
    over.completed[s->seat] = (uint16_t)banked;
    const unsigned winners = cantstop_winners(&over);
    return winners >> s->seat & 1 ? -1.0 / cantstop_count(winners) : 0;
}

/* The places of a block at which the game is over: with enough runners at their top. */
static void end_block(const struct cantstop *s, const struct turn_block *b, double *stop) {
    bool end[8] = {false};
    double cost[8];
    int ends = 0;
    for (unsigned tops = 1; tops < 1U << b->runners; tops++) {
        unsigned banked = s->completed[s->seat];
        for (int i = 0; i < b->runners; i++)
            if (tops >> i & 1) banked |= 1U << b->column[i];
        end[tops] = is_end(s, banked);
        if (end[tops]) cost[tops] = cost_of_end(s, banked);
        ends += end[tops];
    }
    if (ends == 0) return;
    const int *room = b->room;
    for (int i = 1; i <= room[0]; i++)
        for (int j = 1; j <= room[1]; j++, stop += room[2]) {
            const unsigned tops =
                (unsigned)(i == room[0]) | (unsigned)(b->runners > 1 && j == room[1]) << 1;
            const unsigned last = tops | (unsigned)(b->runners > 2) << 2;
            for (int k = 0; k < room[2] && end[tops]; k++) stop[k] = cost[tops];
            if (end[last]) stop[room[2] - 1] = cost[last];
        }
}

/* Where a runner stands on another's marker, a player that may not stop there rolls again. */
static void forbid_stops(const struct cantstop_solved *b, const struct turn_block *block,
                         double *stop) {
    const bool *by[RACE_RUNNERS];
    for (int i = 0; i < RACE_RUNNERS; i++)
        by[i] = b->occupied[i < block->runners ? block->column[i] : CANTSTOP_NONE];
    for (int i = 1; i <= block->room[0]; i++)
        for (int j = 1; j <= block->room[1]; j++)
            for (int k = 1; k <= block->room[2]; k++, stop++)
                if (by[0][i] || by[1][j] || by[2][k]) *stop = TURN_NO_STOP;
}

static void take_costs(struct cantstop_solved *b, double cost[], int n) {
    if (!cantstop_uses_outlook(&b->at, b->between) || b->at.players == 1)
        cantstop_network_costs(b->at.players, cost, n);
    else
        cantstop_outlook_costs(&b->race, cost, n);
}

/* The race if the seat in turn completes these columns and closes them: the others leave them. */
static void race_without(const struct cantstop_solved *b, unsigned columns,
                         struct outlook_race *race) {
    struct cantstop closed = b->at;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        for (int p = 0; p < closed.players && (columns >> c & 1); p++)
            if (p != closed.seat) closed.permanent[p][c] = 0;
    cantstop_outlook_race_at(race, &closed, b->pace);
}

/* From turns to costs at the places of a block at which just these runners are at their top (bit 0:
 * the first). */
static void take_costs_at(struct cantstop_solved *b, const struct turn_block *block, unsigned tops,
                          const double turns[], double *stop) {
    const int *room = block->room;
    int low[RACE_RUNNERS], high[RACE_RUNNERS], n = 0;
    double cost[PLACES_MAX];
    unsigned columns = 0;
    struct outlook_race race;
    for (int i = 0; i < RACE_RUNNERS; i++) {
        const bool top = tops >> i & 1;
        low[i] = top ? room[i] - 1 : 0;
        high[i] = top || i >= block->runners ? room[i] : room[i] - 1;
        if (top) columns |= 1U << block->column[i];
    }
    for (int i = low[0]; i < high[0]; i++)
        for (int j = low[1]; j < high[1]; j++)
            for (int k = low[2]; k < high[2]; k++)
                cost[n++] = turns[(i * room[1] + j) * room[2] + k];
    if (n == 0) return;
    race_without(b, columns, &race);
    cantstop_outlook_costs(&race, cost, n);
    n = 0;
    for (int i = low[0]; i < high[0]; i++)
        for (int j = low[1]; j < high[1]; j++)
            for (int k = low[2]; k < high[2]; k++)
                stop[(i * room[1] + j) * room[2] + k] = cost[n++];
}

/* Columns in which others have something to lose. */
static unsigned contested(const struct cantstop *s) {
    unsigned columns = 0;
    for (int c = 0; c < CANTSTOP_COLUMNS && s->closed; c++)
        for (int p = 0; p < s->players; p++)
            if (p != s->seat && s->permanent[p][c] > 0 && !(s->shut >> c & 1)) columns |= 1U << c;
    return columns;
}

/* The sums of the units at the places of a block, unless they are kept. */
static void take_sums(struct cantstop_solved *b, const struct turn_block *block, double sums[]) {
    const size_t bytes = (size_t)block->size * sizeof *sums;
    bool *has = &b->has_turns[block - b->turn.block];
    if (b->turns_forced >= 0 && *has) {
        memcpy(sums, b->turns + block->first, bytes);
        return;
    }
    units_fill(&b->units, block, sums);
    if (b->turns_forced < 0) return;
    memcpy(b->turns + block->first, sums, bytes);
    *has = true;
}

static void fill_block(struct cantstop_solved *b, const struct turn_block *block) {
    double *stop = b->turn.stop + block->first, turns[PLACES_MAX], z[PLACES_MAX];
    const bool is_race = cantstop_uses_outlook(&b->at, b->between) && b->at.players > 1;
    const unsigned lost = is_race ? contested(&b->at) : 0;
    take_sums(b, block, turns);
    memcpy(stop, turns, (size_t)block->size * sizeof *stop);
    take_costs(b, stop, block->size);
    for (unsigned tops = 1; tops < 1U << block->runners && lost != 0; tops++) {
        unsigned columns = 0;
        for (int i = 0; i < block->runners; i++)
            if (tops >> i & 1) columns |= 1U << block->column[i];
        if ((columns & lost) != 0 && !is_end(&b->at, b->at.completed[b->at.seat] | columns))
            take_costs_at(b, block, tops, turns, stop);
    }
    if (cantstop_corrects(&b->at, b->between)) {
        units_fill(&b->corrections, block, z);
        cantstop_correct_costs(stop, z, block->size);
    }
    end_block(&b->at, block, stop);
    if (b->at.blocking == CANTSTOP_NO_STOP) forbid_stops(b, block, stop);
}

/* ---- solving ---- */

/* The turns where the turn begins: with the units made ready for all its ends, unless the last turn
 * had the same. */
static double begin_outlook(struct cantstop_solved *b, const struct cantstop *s, bool same) {
    if (same && b->turns_forced == s->forced) return b->turns_begin;
    cantstop_outlook_units(&cantstop_outlook(s->forced)->turns, b->squares, b->room, &b->units);
    memset(b->has_turns, 0, sizeof b->has_turns);
    b->turns_forced = b->turns != NULL ? s->forced : -1;
    return b->turns_begin = units_begin(&b->units, b->room);
}

static double begin_network(struct cantstop_solved *b, const struct cantstop *s) {
    const struct cantstop_network *n = b->network;
    if (n == NULL) n = cantstop_network(s->players);
    cantstop_network_units(n, s, b->squares, b->room, &b->units);
    b->turns_forced = -1;
    return units_begin(&b->units, b->room);
}

void cantstop_begin_turn(struct cantstop_solved *b, const struct cantstop *s) {
    uint8_t squares[CANTSTOP_COLUMNS][CANTSTOP_RUNNER];
    int *room = b->room, before[CANTSTOP_COLUMNS];
    if (cantstop_is_solved(b, s)) return;
    memcpy(before, room, sizeof before);
    find_squares(s, room, squares);
    const bool same = memcmp(before, room, sizeof before) == 0 &&
                      memcmp(squares, b->squares, sizeof squares) == 0;
    memcpy(b->squares, squares, sizeof squares);
    b->at = *s;
    b->turn.race = races[s->forced];
    cantstop_turn_lay_out(&b->turn, room);
    if (cantstop_uses_outlook(s, b->between)) {
        b->bust = begin_outlook(b, s, same);
        if (s->players > 1) cantstop_outlook_race_at(&b->race, s, b->pace);
    } else {
        b->bust = begin_network(b, s);
    }
    take_costs(b, &b->bust, 1);
    if (cantstop_corrects(s, b->between)) {
        const struct cantstop_network *n = b->correction;
        if (n == NULL) n = cantstop_correction(s->players);
        cantstop_network_units(n, s, b->squares, room, &b->corrections);
        const double z = units_begin(&b->corrections, room);
        cantstop_correct_costs(&b->bust, &z, 1);
    }
    memset(b->occupied, 0, sizeof b->occupied);
    for (int c = 0; c < CANTSTOP_COLUMNS && s->blocking == CANTSTOP_NO_STOP; c++)
        for (int i = 1; i <= room[c]; i++)
            b->occupied[c][i] = cantstop_occupied(s, c, b->squares[c][i]);
    b->solved = true;
}

void cantstop_solve_for(struct cantstop_solved *b, unsigned runners) {
    static const int none[RACE_COLUMNS_MAX];
    bool all = true;
    for (int i = 0; i < b->turn.blocks; i++) {
        struct turn_block *block = &b->turn.block[i];
        unsigned columns = 0;
        for (int k = 0; k < block->runners; k++) columns |= 1U << block->column[k];
        if (block->solved || (columns & runners) != runners) continue;
        fill_block(b, block);
        cantstop_turn_solve_block(&b->turn, block, b->bust);
        all = false;
    }
    if (runners == 0 && !all) b->turn.start = cantstop_turn_roll(&b->turn, none, b->bust);
}

void cantstop_solve_turn(struct cantstop_solved *b, const struct cantstop *s) {
    cantstop_begin_turn(b, s);
    cantstop_solve_for(b, 0);
}

void cantstop_solved_steps(const struct cantstop *s, int steps[CANTSTOP_COLUMNS]) {
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        steps[c] = cantstop_steps_between(s, c, s->permanent[s->seat][c], cantstop_reached(s, c));
}

int cantstop_solved_place(const struct cantstop_solved *b, const struct cantstop *s) {
    int steps[CANTSTOP_COLUMNS];
    cantstop_solved_steps(s, steps);
    return cantstop_turn_place(&b->turn, steps);
}
