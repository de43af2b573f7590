/* Tools of Can't Stop: exact odds for tahur odds, the race of one player for tahur solve. */
#include "board.h"
#include "bounds_tool.h"
#include "core/clock.h"
#include "core/file.h"
#include "notation.h"
#include "retrograde.h"
#include "turn.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static json_t *columns_json(unsigned set) {
    json_t *list = json_array();
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        if (set >> c & 1) json_array_append_new(list, json_integer(c + CANTSTOP_FIRST_COLUMN));
    return list;
}

/* ---- the 165 triples ---- */

static int by_successes(const void *a, const void *b) {
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    const int difference = cantstop_tables.successes[y] - cantstop_tables.successes[x];
    if (difference != 0) return difference;
    /* Equal odds in lexicographic order: the set with the lowest differing column first. */
    const unsigned differ = x ^ y;
    return x & (differ & (0U - differ)) ? -1 : 1;
}

static json_t *triples_json(void) {
    unsigned triples[CANTSTOP_SETS];
    int n = 0;
    for (unsigned set = 0; set < CANTSTOP_SETS; set++)
        if (cantstop_count(set) == CANTSTOP_RUNNERS) triples[n++] = set;
    qsort(triples, (size_t)n, sizeof *triples, by_successes);
    json_t *list = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(list, json_pack("{s:o, s:i}", "columns", columns_json(triples[i]),
                                              "legal", cantstop_tables.successes[triples[i]]));
    return json_pack("{s:i, s:o}", "denominator", CANTSTOP_ALL, "triples", list);
}

/* ---- one position ---- */

struct position {
    unsigned active, done, top, closed;
    int to_win; /* columns */
};

static bool read_set(const struct th_options *flags, const char *name, unsigned *set,
                     struct th_error *e) {
    char what[16];
    snprintf(what, sizeof what, "--%s", name);
    *set = 0;
    if (!th_options_given(flags, name)) return true;
    return cantstop_parse_columns(th_options_text(flags, name), what, set, e);
}

static bool read_position(const struct th_options *flags, struct position *p, struct th_error *e) {
    char columns[64];
    if (!read_set(flags, "active", &p->active, e) || !read_set(flags, "done", &p->done, e) ||
        !read_set(flags, "top", &p->top, e) || !read_set(flags, "closed", &p->closed, e))
        return false;
    if (cantstop_count(p->active) > CANTSTOP_RUNNERS)
        return th_fail(e, "--active takes at most three columns, there are three runners");
    p->to_win = CANTSTOP_TO_WIN;
    if (th_options_given(flags, "columns")) p->to_win = (int)th_options_number(flags, "columns");
    if (th_options_given(flags, "columns") && !th_options_given(flags, "done"))
        return th_fail(e, "--columns says how many of --done win; odds do not depend on it alone");
    static const char *const names[] = {"two", "three", "four", "five"};
    const char *const *most = &names[p->to_win - CANTSTOP_TO_WIN];
    if (cantstop_count(p->done) >= p->to_win)
        return th_fail(e, "--done takes at most %s columns: whoever has %s has won%s", most[0],
                       most[1], p->to_win < CANTSTOP_TO_WIN + 2 ? "; --columns takes up to 5" : "");
    if (p->active & p->done)
        return th_fail(e, "a completed column cannot be active: --active and --done share %s",
                       cantstop_columns_text(p->active & p->done, columns, sizeof columns));
    if (p->active & p->closed)
        return th_fail(e, "a closed column cannot be active: --active and --closed share %s",
                       cantstop_columns_text(p->active & p->closed, columns, sizeof columns));
    if (p->done & p->closed)
        return th_fail(e, "one player has completed a closed column: --done and --closed share %s",
                       cantstop_columns_text(p->done & p->closed, columns, sizeof columns));
    if (p->top & ~p->active)
        return th_fail(e, "--top takes columns out of --active, but %s is not there",
                       cantstop_columns_text(p->top & ~p->active, columns, sizeof columns));
    return true;
}

static json_t *position_json(const struct position *p) {
    unsigned can = (CANTSTOP_SETS - 1) & ~p->done & ~p->top & ~p->closed;
    if (cantstop_count(p->active) == CANTSTOP_RUNNERS) can &= p->active;
    const int legal = cantstop_tables.successes[can], bust = CANTSTOP_ALL - legal;
    json_t *json = json_pack(
        "{s:o, s:o, s:o, s:o, s:i, s:i, s:i, s:f}", "active", columns_json(p->active), "done",
        columns_json(p->done), "top", columns_json(p->top), "steppable", columns_json(can), "legal",
        legal, "bust", bust, "denominator", CANTSTOP_ALL, "p_bust", (double)bust / CANTSTOP_ALL);
    if (p->closed != 0) json_object_set_new(json, "closed", columns_json(p->closed));
    return json;
}

json_t *cantstop_odds_tool(const struct th_options *flags, struct th_error *e) {
    struct position position;
    cantstop_prepare();
    if (!read_position(flags, &position, e)) return NULL;
    if (th_options_given(flags, "active") || th_options_given(flags, "done") ||
        th_options_given(flags, "closed"))
        return position_json(&position);
    return triples_json();
}

/* ---- solve tool ---- */

/* The exact optimum of the race of one player, for tahur solve. */

_Static_assert((int)SOLVE_SIDES_MAX == (int)RACE_SIDES_MAX &&
                   (int)SOLVE_SHORTEST_MAX == (int)RACE_SHORTEST_MAX,
               "the flags of solve have the limits of the race");

/* What is accepted, by memory and by work. */
#define BYTES_MOST     4e9
#define POSITIONS_MOST 1e12
#define CSV_MOST       10000000

struct job {
    struct cantstop_race *race;
    struct race_position position;
    bool asked; /* about a position: what to do there, not only how long it takes */
    struct retrograde solved;
    struct layers layers; /* of --save */
    bool saves;
    struct race_size size;
    double seconds;
};

static double within(const struct job *j) {
    const struct race_size *s = &j->size;
    return s->within[1] + s->within[2] + s->within[3];
}

/* ---- before it begins ---- */

static const char *time_text(double seconds, char out[32]) {
    static const struct {
        double seconds;
        const char *name;
    } units[] = {{86400 * 365.25, "year"}, {86400, "day"}, {3600, "hour"}, {60, "minute"}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const double n = seconds / units[i].seconds;
        if (n < 2) continue;
        snprintf(out, 32, n < 1e6 ? "%.0f %ss" : "%.3g %ss", n, units[i].name);
        return out;
    }
    snprintf(out, 32, "a minute or two");
    return out;
}

/* A saved solution may take any time, but not more memory than there is. */
static bool check_size(const struct job *j, int threads, struct th_error *e) {
    const double bytes = cantstop_retrograde_bytes(j->race, j->position.progress);
    if (bytes <= BYTES_MOST && within(j) <= POSITIONS_MOST) return true;
    const double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    if (j->saves && bytes <= memory) return true;
    struct race_cost cost;
    char time[32];
    if (j->saves)
        return th_fail(
            e,
            "that race needs %.3g GB of memory, and this machine has %.3g GB; --estimate "
            "says what else it takes",
            bytes / 1e9, memory / 1e9);
    if (!cantstop_measure_cost(&cost, j->race, j->position.progress, e)) return false;
    return th_fail(e,
                   "that race is too large: %.3g positions at the start of a turn and %.3g within "
                   "turns, for which %.3g GB and %s on %d thread%s would be needed; take smaller "
                   "dice, as in --sides 5 --shortest 1, or a position that is further on; --bounds "
                   "brackets the optimum without solving, --save solves in parts",
                   j->size.starts, within(j), bytes / 1e9,
                   time_text(cost.core_seconds / threads, time), threads, threads == 1 ? "" : "s");
}

/* ---- the table of values ---- */

/* One line a position at the start of a turn, from where it was solved on. */
static bool write_csv(const struct job *j, const char *path, struct th_error *e) {
    enum { LINE = RACE_COLUMNS_MAX * 4 + 32 };
    const struct cantstop_race *r = j->race;
    char *all = malloc(((size_t)j->size.starts + 1) * LINE);
    if (all == NULL) return th_fail(e, "out of memory");
    size_t length = 0;
    for (int c = 0; c < r->columns; c++)
        length += (size_t)sprintf(all + length, "%d,", c + CANTSTOP_FIRST_COLUMN);
    length += (size_t)sprintf(all + length, "turns\n");
    int at[RACE_COLUMNS_MAX];
    memcpy(at, j->position.progress, sizeof at);
    for (int c = 0; c >= 0;) {
        const double value = cantstop_retrograde_value(&j->solved, at);
        if (value > 0) {
            for (int i = 0; i < r->columns; i++)
                length += (size_t)sprintf(all + length, "%d,", at[i]);
            length += (size_t)sprintf(all + length, "%.12f\n", value);
        }
        for (c = r->columns - 1; c >= 0 && at[c] == r->height[c]; c--)
            at[c] = j->position.progress[c];
        if (c >= 0) at[c]++;
    }
    const bool ok = file_replace(path, all, length, e);
    free(all);
    return ok;
}

/* ---- what to do in a position ---- */

struct advice {
    struct turn_move move;
    bool stop; /* after it */
    double turns;
};

/* After a move: the better of stopping and rolling again. */
static struct advice advice_after(const struct cantstop_turn *t, const int steps[],
                                  struct turn_move move) {
    int after[RACE_COLUMNS_MAX];
    memcpy(after, steps, sizeof after);
    cantstop_turn_step(t, after, move);
    const int place = cantstop_turn_place(t, after);
    return (struct advice){move, t->stop[place] <= t->best[place], t->best[place]};
}

static int by_turns(const void *a, const void *b) {
    const struct advice *x = a, *y = b;
    if (x->turns != y->turns) return x->turns < y->turns ? -1 : 1;
    return x->move.low != y->move.low ? x->move.low - y->move.low : x->move.high - y->move.high;
}

/* All moves for a roll, the best first; 0: a bust. */
static int advise_roll(const struct cantstop_turn *t, const int steps[], int roll,
                       struct advice out[9]) {
    struct turn_move moves[9];
    const int n = cantstop_turn_moves(t, steps, roll, moves);
    for (int i = 0; i < n; i++) out[i] = advice_after(t, steps, moves[i]);
    qsort(out, (size_t)n, sizeof *out, by_turns);
    return n;
}

static json_t *advice_json(const struct advice *a) {
    char move[16];
    return json_pack("{s:s, s:s, s:f}", "move", cantstop_race_move_text(a->move, move), "then",
                     a->stop ? "stop" : "roll", "turns_after", a->turns);
}

/* The moves for the dice on the table. */
static void add_moves(const struct job *j, const struct cantstop_turn *t, json_t *json) {
    struct advice advice[9];
    const int n = advise_roll(t, j->position.steps, j->position.roll, advice);
    json_t *list = json_array();
    for (int i = 0; i < n; i++) json_array_append_new(list, advice_json(&advice[i]));
    json_object_set_new(json, "moves", list);
}

/* The best move for each roll. */
static void add_rolls(const struct job *j, const struct cantstop_turn *t, json_t *json) {
    json_t *list = json_array();
    for (int i = 0; i < j->race->rolls; i++) {
        struct advice advice[9];
        const struct race_roll *roll = &j->race->roll[i];
        const uint8_t *d = roll->dice;
        const int n = advise_roll(t, j->position.steps, i, advice);
        json_t *line = n > 0 ? advice_json(&advice[0]) : json_pack("{s:s}", "move", "bust");
        json_object_set_new(line, "dice", json_pack("[i, i, i, i]", d[0], d[1], d[2], d[3]));
        json_object_set_new(line, "chance", json_real(roll->chance));
        json_array_append_new(list, line);
    }
    json_object_set_new(json, "rolls", list);
}

/* Stop, or roll again. */
static void add_decision(const struct job *j, const struct cantstop_turn *t, json_t *json) {
    const double value = cantstop_retrograde_value(&j->solved, j->position.progress);
    const double stop = t->stop[cantstop_turn_place(t, j->position.steps)];
    const double roll = cantstop_turn_roll(t, j->position.steps, value);
    json_object_set_new(json, "stop", json_real(stop));
    json_object_set_new(json, "roll", json_real(roll));
    json_object_set_new(json, "best", json_string(stop <= roll ? "stop" : "roll"));
}

static bool add_position(const struct job *j, json_t *json, struct th_error *e) {
    struct cantstop_turn turn;
    int room[RACE_COLUMNS_MAX];
    for (int c = 0; c < j->race->columns; c++)
        room[c] = j->race->height[c] - j->position.progress[c];
    if (!cantstop_turn_make(&turn, j->race, room, e)) return false;
    cantstop_retrograde_turn(&j->solved, j->position.progress, &turn);
    if (j->position.phase == CANTSTOP_MOVE)
        add_moves(j, &turn, json);
    else if (j->position.phase == CANTSTOP_DECIDE)
        add_decision(j, &turn, json);
    else
        add_rolls(j, &turn, json);
    cantstop_turn_drop(&turn);
    return true;
}

/* ---- the answer ---- */

static json_t *answer_json(const struct job *j) {
    const struct cantstop_race *r = j->race;
    char position[512];
    json_t *heights = json_array();
    for (int c = 0; c < r->columns; c++) json_array_append_new(heights, json_integer(r->height[c]));
    json_t *json = json_pack(
        "{s:i, s:i, s:b, s:o, s:s, s:f, s:I, s:I, s:f}", "sides", r->sides, "shortest", r->shortest,
        "forced", r->forced, "heights", heights, "position",
        cantstop_race_text(r, &j->position, position, sizeof position), "turns",
        cantstop_retrograde_value(&j->solved, j->position.progress), "turn_starts",
        (json_int_t)j->size.starts, "within_turns", (json_int_t)within(j), "seconds", j->seconds);
    if (j->saves) {
        const double total = (double)cantstop_retrograde_total(r, j->position.progress);
        json_object_set_new(json, "share_read", json_real((double)j->solved.read / total));
    }
    return json;
}

/* The first turn is the largest. */
static bool check_turn(const struct job *j, struct th_error *e) {
    const double places = cantstop_turn_places(j->race, j->position.progress);
    if (places <= BOUNDS_PLACES_MOST) return true;
    return th_fail(e,
                   "--bounds and --estimate take turns of at most %.3g positions, and here one "
                   "has %.3g",
                   BOUNDS_PLACES_MOST, places);
}

static bool is_set(const struct solve_request *r, const char *flag) {
    return th_options_number(r->flags, flag) != 0;
}

static bool prepare(struct job *j, const struct solve_request *r, struct th_error *e) {
    const char *csv = th_options_text(r->flags, "csv");
    if (th_options_given(r->game, "players") && th_options_number(r->game, "players") != 1)
        return th_fail(e, "the race is solved for one player; leave out players");
    if (th_options_given(r->game, "columns") &&
        th_options_number(r->game, "columns") != CANTSTOP_TO_WIN)
        return th_fail(e, "the race is solved for three columns; leave out columns");
    if (th_options_given(r->game, "closed") && th_options_number(r->game, "closed") != 0)
        return th_fail(e, "the race is solved for one player, who closes no column to others; give "
                          "forced=1 without closed and rules");
    if (th_options_given(r->game, "blocking") &&
        th_options_number(r->game, "blocking") != CANTSTOP_SHARED)
        return th_fail(e, "the race is solved for one player, whom no square of others blocks; "
                          "leave out blocking");
    const bool forced =
        th_options_number(r->flags, "forced") != 0 || th_options_number(r->game, "forced") != 0;
    j->race = cantstop_race_new((int)th_options_number(r->flags, "sides"),
                                (int)th_options_number(r->flags, "shortest"), forced, e);
    if (j->race == NULL) return false;
    j->saves = th_options_given(r->flags, "save");
    j->asked = r->position != NULL;
    if (j->asked && !cantstop_race_parse(j->race, r->position, &j->position, e)) return false;
    j->size = cantstop_race_size(j->race, j->position.progress);
    if (is_set(r, "bounds") || is_set(r, "estimate")) {
        bool within_turn = j->position.phase != CANTSTOP_ROLL;
        for (int c = 0; c < j->race->columns; c++)
            within_turn = within_turn || j->position.steps[c] > 0;
        if (within_turn)
            return th_fail(e, "--bounds and --estimate take a position at the start of a turn");
        return check_turn(j, e);
    }
    if (!check_size(j, r->threads, e)) return false;
    if (csv != NULL && j->size.starts > CSV_MOST)
        return th_fail(e, "--csv writes at most %d positions, and here are %.0f", CSV_MOST,
                       j->size.starts);
    return csv == NULL || file_check_output(csv, e);
}

static bool solve(struct job *j, const struct solve_request *r, struct th_error *e) {
    const struct retrograde_watch watch = {.threads = r->threads,
                                           .layers = j->saves ? &j->layers : NULL,
                                           .stop = r->stop,
                                           .progress = r->progress,
                                           .context = r->context};
    if (j->saves && !cantstop_layers_open(&j->layers, th_options_text(r->flags, "save"), j->race,
                                          j->position.progress, e))
        return false;
    if (r->begin != NULL)
        r->begin(r->context, cantstop_retrograde_total(j->race, j->position.progress));
    const double begun = clock_seconds();
    const bool ok = cantstop_retrograde_solve(&j->solved, j->race, j->position.progress, &watch, e);
    j->seconds = clock_seconds() - begun;
    if (j->saves) cantstop_layers_close(&j->layers);
    return ok;
}

json_t *cantstop_solve_tool(struct solve_request *r, struct th_error *e) {
    struct job j = {.position = {.phase = CANTSTOP_ROLL}};
    const char *csv = th_options_text(r->flags, "csv");
    json_t *json = NULL;
    r->begun = prepare(&j, r, e);
    if (r->begun && is_set(r, "bounds")) {
        json = cantstop_bounds_json(j.race, &j.position, r, e);
    } else if (r->begun && is_set(r, "estimate")) {
        json = cantstop_cost_json(j.race, &j.position, e);
    } else if (r->begun && solve(&j, r, e)) {
        json = answer_json(&j);
        if ((j.asked && !add_position(&j, json, e)) || (csv != NULL && !write_csv(&j, csv, e))) {
            json_decref(json);
            json = NULL;
        }
    }
    cantstop_retrograde_drop(&j.solved);
    cantstop_race_drop(j.race);
    return json;
}
