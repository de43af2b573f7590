/* Whether what is read from the file of a run is what a run writes. A file may be damaged, or
 * written by another program; whatever passes here can be counted without further questions. */
#include "run_file_own.h"

#include <math.h>

/* Shares are written with 17 digits: thirds do not sum to exactly 1. */
static const double SHARE_ERROR = 1e-9;

/* More than the longest list that a run writes: the counters of all seats. */
enum { LIST_BYTES = TH_SEATS_MAX * TH_COUNTERS_MAX * 12 + 100 };

/* By column of f->load_games, as run_file.c prepares it: the types that it may have. */
static bool has_types(sqlite3_stmt *s) {
    enum { NUMBER, ENDING, PAYOFF, TURNS, DECISIONS, VARIED, FAULT, FAULT_SEAT, COUNTERS, DIGEST };
    static const int integers[] = {NUMBER, TURNS, DECISIONS, VARIED, DIGEST};
    static const int texts[] = {ENDING, PAYOFF, COUNTERS, DIGEST + 1};
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++)
        if (sqlite3_column_type(s, integers[i]) != SQLITE_INTEGER) return false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (sqlite3_column_type(s, texts[i]) != SQLITE_TEXT ||
            sqlite3_column_bytes(s, texts[i]) > LIST_BYTES)
            return false;
    const int fault = sqlite3_column_type(s, FAULT), seat = sqlite3_column_type(s, FAULT_SEAT);
    return fault == seat && (fault == SQLITE_INTEGER || fault == SQLITE_NULL) &&
           sqlite3_column_type(s, DIGEST + 2) == SQLITE_BLOB;
}

static bool is_within(sqlite3_stmt *s, int column, int64_t least, int64_t most) {
    const int64_t n = sqlite3_column_int64(s, column);
    return n >= least && n <= most;
}

bool run_check_row(sqlite3_stmt *s, int seats) {
    if (!has_types(s) || !is_within(s, 0, 0, INT64_MAX) || !is_within(s, 3, 0, UINT32_MAX) ||
        !is_within(s, 4, 0, UINT32_MAX) || !is_within(s, 5, 0, 1))
        return false;
    if (sqlite3_column_type(s, 6) == SQLITE_NULL) return true;
    return is_within(s, 6, TH_FAULT_MEMORY, TH_FAULT_ILLEGAL) && is_within(s, 7, 0, seats - 1);
}

bool run_check_result(const struct match_result *r, int seats) {
    double sum = 0;
    if ((r->end == MATCH_FAULT) != (r->fault != TH_NO_FAULT)) return false;
    for (int i = 0; i < seats; i++) {
        const double p = r->payoff[i];
        if (!(p >= 0 && p <= 1)) return false;
        if (r->end == MATCH_FAULT &&
            fabs(p - (i == r->fault_seat ? 0 : 1.0 / (seats - 1))) > SHARE_ERROR)
            return false;
        sum += p;
    }
    const bool shared = r->end == MATCH_WON || (r->end == MATCH_FAULT && seats > 1);
    return fabs(sum - (shared ? 1 : 0)) <= SHARE_ERROR;
}

/* How many games the whole run has: those of all its line-ups. */
uint64_t run_games_asked(const json_t *settings) {
    const uint64_t all = settings_number(settings, "all_games");
    return all > 0 ? all : settings_number(settings, "games");
}

bool run_check_block(const struct run_file *f, int64_t number, int64_t games) {
    const uint64_t asked = run_games_asked(f->settings), size = (uint64_t)f->block_games;
    if (size == 0 || number < 0 || (uint64_t)number > asked / size) return false;
    const uint64_t first = (uint64_t)number * size, left = first < asked ? asked - first : 0;
    return games > 0 && (uint64_t)games == (left < size ? left : size);
}
