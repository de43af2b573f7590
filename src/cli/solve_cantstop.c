#include "solve_cantstop.h"

#include "core/clock.h"
#include "core/file.h"
#include "core/text.h"
#include "describe.h"
#include "games/cantstop/race_notation.h"
#include "games/cantstop/retrograde.h"
#include "interrupt.h"
#include "progress.h"
#include "table.h"
#include <stdlib.h>
#include <string.h>

/* What is accepted, by memory and by work; what a position within a turn costs was measured. */
#define BYTES_MOST     4e9
#define POSITIONS_MOST 1e12
#define POSITION_NS    140.0
#define CSV_MOST       10000000

struct job {
    struct cantstop_race *race;
    struct race_position position;
    bool asked; /* about a position: what to do there, not only how long it takes */
    struct retrograde solved;
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
        snprintf(out, 32, "%.0f %ss", n, units[i].name);
        return out;
    }
    snprintf(out, 32, "a minute or two");
    return out;
}

static bool check_size(const struct job *j, int threads, struct th_error *e) {
    const double bytes = cantstop_retrograde_bytes(j->race, j->position.progress);
    if (bytes <= BYTES_MOST && within(j) <= POSITIONS_MOST) return true;
    char time[32];
    return th_fail(e,
                   "that race is too large: %.3g positions at the start of a turn and %.3g within "
                   "turns, for which %.3g GB and %s on %d thread%s would be needed; take smaller "
                   "dice, as in --sides 5 --shortest 1, or a position that is further on",
                   j->size.starts, within(j), bytes / 1e9,
                   time_text(within(j) * POSITION_NS * 1e-9 / threads, time), threads,
                   threads == 1 ? "" : "s");
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

static void add_advice(struct table *t, const struct advice *a) {
    char move[16];
    table_add(t, "%s", cantstop_race_move_text(a->move, move));
    table_add(t, "%s", a->stop ? "stop" : "roll");
    table_add(t, "%.6f", a->turns);
}

/* The moves for the dice that lie there. */
static void tell_moves(const struct job *j, const struct cantstop_turn *t, json_t *json) {
    struct advice advice[9];
    const int n = advise_roll(t, j->position.steps, j->position.roll, advice);
    json_t *list = json_array();
    struct table table = table_start("llr");
    static const char *const head[] = {"move", "then", "turns after this one"};
    for (int i = 0; i < 3; i++) table_add(&table, "%s", head[i]);
    for (int i = 0; i < n; i++) {
        add_advice(&table, &advice[i]);
        json_array_append_new(list, advice_json(&advice[i]));
    }
    if (json == NULL && n == 0) printf("no move is legal: the turn ends with a bust\n");
    table_end(&table, 0, json == NULL && n > 0 ? stdout : NULL);
    if (json != NULL) json_object_set(json, "moves", list);
    json_decref(list);
}

/* The best move for each roll. */
static void tell_rolls(const struct job *j, const struct cantstop_turn *t, json_t *json) {
    json_t *list = json_array();
    struct table table = table_start("lrllr");
    static const char *const head[] = {"dice", "chance", "best move", "then",
                                       "turns after this one"};
    for (int i = 0; i < 5; i++) table_add(&table, "%s", head[i]);
    for (int i = 0; i < j->race->rolls; i++) {
        struct advice advice[9];
        const struct race_roll *roll = &j->race->roll[i];
        const uint8_t *d = roll->dice;
        const int n = advise_roll(t, j->position.steps, i, advice);
        json_t *line = n > 0 ? advice_json(&advice[0]) : json_pack("{s:s}", "move", "bust");
        json_object_set_new(line, "dice", json_pack("[i, i, i, i]", d[0], d[1], d[2], d[3]));
        json_object_set_new(line, "chance", json_real(roll->chance));
        json_array_append_new(list, line);
        table_add(&table, "%d %d %d %d", d[0], d[1], d[2], d[3]);
        table_add(&table, "%.3f %%", 100 * roll->chance);
        if (n > 0) {
            add_advice(&table, &advice[0]);
            continue;
        }
        table_add(&table, "bust");
        table_add(&table, "%s", "");
        table_add(&table, "%.6f", cantstop_retrograde_value(&j->solved, j->position.progress));
    }
    table_end(&table, 0, json == NULL ? stdout : NULL);
    if (json != NULL) json_object_set(json, "rolls", list);
    json_decref(list);
}

/* Stop, or roll again. */
static void tell_decision(const struct job *j, const struct cantstop_turn *t, json_t *json) {
    const double value = cantstop_retrograde_value(&j->solved, j->position.progress);
    const double stop = t->stop[cantstop_turn_place(t, j->position.steps)];
    const double roll = cantstop_turn_roll(t, j->position.steps, value);
    const char *best = stop <= roll ? "stop" : "roll";
    if (json != NULL) {
        json_object_set_new(json, "stop", json_real(stop));
        json_object_set_new(json, "roll", json_real(roll));
        json_object_set_new(json, "best", json_string(best));
        return;
    }
    printf("turns after this one  %.6f by stopping, %.6f by rolling: %s\n", stop, roll, best);
}

static bool tell_position(const struct job *j, json_t *json, struct th_error *e) {
    struct cantstop_turn turn;
    int room[RACE_COLUMNS_MAX];
    for (int c = 0; c < j->race->columns; c++)
        room[c] = j->race->height[c] - j->position.progress[c];
    if (!cantstop_turn_make(&turn, j->race, room, e)) return false;
    cantstop_retrograde_turn(&j->solved, j->position.progress, &turn);
    if (j->position.phase == CANTSTOP_MOVE)
        tell_moves(j, &turn, json);
    else if (j->position.phase == CANTSTOP_DECIDE)
        tell_decision(j, &turn, json);
    else
        tell_rolls(j, &turn, json);
    cantstop_turn_drop(&turn);
    return true;
}

/* ---- the answer ---- */

static json_t *answer_json(const struct job *j, const char *game) {
    const struct cantstop_race *r = j->race;
    char position[512];
    json_t *heights = json_array();
    for (int c = 0; c < r->columns; c++) json_array_append_new(heights, json_integer(r->height[c]));
    return json_pack("{s:s, s:i, s:i, s:b, s:o, s:s, s:f, s:I, s:I, s:f}", "game", game, "sides",
                     r->sides, "shortest", r->shortest, "forced", r->forced, "heights", heights,
                     "position", cantstop_race_text(r, &j->position, position, sizeof position),
                     "turns", cantstop_retrograde_value(&j->solved, j->position.progress),
                     "turn_starts", (json_int_t)j->size.starts, "within_turns",
                     (json_int_t)within(j), "seconds", j->seconds);
}

static void print_answer(const struct job *j) {
    const struct cantstop_race *r = j->race;
    char position[512], starts[27], inside[27];
    printf("race      four dice of %d sides, columns 2 to %d of heights", r->sides, 2 * r->sides);
    for (int c = 0; c < r->columns; c++) printf(" %d", r->height[c]);
    printf("%s\n", r->forced ? ", both sums must move" : "");
    if (j->asked)
        printf("position  %s\n", cantstop_race_text(r, &j->position, position, sizeof position));
    printf("optimum   %.12f turns%s\n", cantstop_retrograde_value(&j->solved, j->position.progress),
           j->position.phase == CANTSTOP_ROLL && !j->asked ? "" : " from the start of this turn");
    printf("solved    %s positions at the start of a turn, %s within turns, in %.2f s\n",
           text_thousands((int64_t)j->size.starts, starts),
           text_thousands((int64_t)within(j), inside), j->seconds);
}

static bool tell(const struct job *j, const struct arguments *a, struct th_error *e) {
    json_t *json =
        th_options_number(&a->flags, "json") != 0 ? answer_json(j, a->positional[0]) : NULL;
    if (json == NULL) print_answer(j);
    const bool ok = !j->asked || tell_position(j, json, e);
    if (json != NULL && ok)
        print_json(json);
    else
        json_decref(json);
    return ok;
}

static bool prepare(struct job *j, const struct arguments *a, const struct th_spec *spec,
                    struct th_error *e) {
    const char *csv = th_options_text(&a->flags, "csv");
    if (th_options_given(&spec->options, "players") &&
        th_options_number(&spec->options, "players") != 1)
        return th_fail(e, "the race is solved for one player; leave out players");
    const bool forced = th_options_number(&a->flags, "forced") != 0 ||
                        th_options_number(&spec->options, "forced") != 0;
    j->race = cantstop_race_new((int)th_options_number(&a->flags, "sides"),
                                (int)th_options_number(&a->flags, "shortest"), forced, e);
    if (j->race == NULL) return false;
    j->asked = a->count > 1;
    if (j->asked && !cantstop_race_parse(j->race, a->positional[1], &j->position, e)) return false;
    j->size = cantstop_race_size(j->race, j->position.progress);
    if (!check_size(j, thread_count(&a->flags), e)) return false;
    if (csv != NULL && j->size.starts > CSV_MOST)
        return th_fail(e, "--csv writes at most %d positions, and here are %.0f", CSV_MOST,
                       j->size.starts);
    return csv == NULL || file_check_output(csv, e);
}

static bool solve(struct job *j, const struct arguments *a, struct th_error *e) {
    struct progress bar =
        progress_start(cantstop_retrograde_total(j->race, j->position.progress), "positions");
    const struct retrograde_watch watch = {.threads = thread_count(&a->flags),
                                           .stop = interrupt_watch(),
                                           .progress = progress_update,
                                           .context = &bar};
    const double begun = clock_seconds();
    const bool ok = cantstop_retrograde_solve(&j->solved, j->race, j->position.progress, &watch, e);
    j->seconds = clock_seconds() - begun;
    progress_end(&bar);
    return ok;
}

int solve_cantstop(const struct arguments *a, const struct th_spec *spec, struct th_error *e) {
    struct job j = {.position = {.phase = CANTSTOP_ROLL}};
    int status = STATUS_USAGE;
    if (prepare(&j, a, spec, e)) {
        const char *csv = th_options_text(&a->flags, "csv");
        status = STATUS_FAILED;
        if (!solve(&j, a, e))
            status = e->text[0] != 0 ? STATUS_FAILED : STATUS_INTERRUPTED;
        else if (tell(&j, a, e) && (csv == NULL || write_csv(&j, csv, e))) {
            status = STATUS_OK;
            print_wrote(csv, th_options_number(&a->flags, "json") != 0);
        }
    }
    if (status == STATUS_INTERRUPTED) interrupt_stopped("solve");
    cantstop_retrograde_drop(&j.solved);
    cantstop_race_drop(j.race);
    return status;
}
