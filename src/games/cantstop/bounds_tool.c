#include "bounds_tool.h"

#include "bounds.h"
#include "core/clock.h"
#include "retrograde.h"
#include "tahur/rng.h"
#include <math.h>
#include <string.h>

/* Paths that lose more than this to the best are given up. */
#define BOUNDS_REGRET 0.1
/* Of means over games, where both ends are the optimum. */
#define ROUNDING 1e-9

static json_t *variant_json(const struct cantstop_race *r, const struct race_position *p) {
    char position[512];
    json_t *heights = json_array();
    for (int c = 0; c < r->columns; c++) json_array_append_new(heights, json_integer(r->height[c]));
    return json_pack("{s:i, s:i, s:b, s:o, s:s}", "sides", r->sides, "shortest", r->shortest,
                     "forced", r->forced, "heights", heights, "position",
                     cantstop_race_text(r, p, position, sizeof position));
}

/* ---- the bracket ---- */

static json_t *bounds_json(const struct bounds *b, const struct bounds_settings *s) {
    json_t *upper =
        json_pack("{s:f, s:f, s:i, s:I}", "turns", b->upper.mean, "error", b->upper.error, "games",
                  s->games, "turns_solved", (json_int_t)b->upper.turns);
    json_t *lower =
        json_pack("{s:f, s:f, s:i, s:i, s:I, s:I, s:f, s:b}", "turns", b->lower.mean, "error",
                  b->lower.error, "scenarios", s->scenarios, "paths", s->paths, "turns_solved",
                  (json_int_t)b->lower.turns, "given_up", (json_int_t)b->given_up, "least_residue",
                  b->least_residue, "complete", b->complete);
    const double width = b->upper.mean - b->lower.mean;
    const double error = hypot(b->upper.error, b->lower.error);
    return json_pack("{s:o, s:o, s:f, s:f, s:b, s:f, s:f}", "upper", upper, "lower", lower, "width",
                     width > 0 ? width : 0.0, "width_error", error, "overlap",
                     width <= 2 * error + ROUNDING, "proved", b->proved, "estimate", b->start);
}

json_t *cantstop_bounds_json(const struct cantstop_race *race, const struct race_position *p,
                             const struct solve_request *r, struct th_error *e) {
    const struct bounds_settings settings = {.games = (int)th_options_number(r->flags, "games"),
                                             .scenarios =
                                                 (int)th_options_number(r->flags, "scenarios"),
                                             .paths = (int)th_options_number(r->flags, "paths"),
                                             .regret = BOUNDS_REGRET,
                                             .seed = 1,
                                             .threads = r->threads,
                                             .stop = r->stop,
                                             .progress = r->progress,
                                             .context = r->context};
    const struct approx_watch watch = {.threads = r->threads, .stop = r->stop};
    const double begun = clock_seconds();
    struct approx v;
    struct bounds b;
    if (!cantstop_approx_make(&v, race, e)) return NULL;
    e->text[0] = 0;
    bool ok = cantstop_approx_is_fitted(race) || cantstop_approx_fit(&v, &watch, e);
    if (ok && r->begin != NULL)
        r->begin(r->context, (uint64_t)settings.games + (uint64_t)settings.scenarios);
    ok = ok && cantstop_bounds(&b, &v, p->progress, &settings, e);
    cantstop_approx_drop(&v);
    if (!ok) return NULL;
    json_t *json = variant_json(race, p), *bracket = bounds_json(&b, &settings);
    json_object_update(json, bracket);
    json_decref(bracket);
    json_object_set_new(json, "seconds", json_real(clock_seconds() - begun));
    return json;
}

/* ---- what solving would take ---- */

/* A whole number, also beyond those that JSON programs hold as such. */
static json_t *whole(double n) {
    return n < 0x1p53 ? json_integer((json_int_t)n) : json_real(n);
}

/* A position that is not over, at random: all progress is as likely. */
static void draw_position(const struct cantstop_race *r, const int from[], struct th_rng *rng,
                          int at[]) {
    int completed;
    do {
        completed = 0;
        for (int c = 0; c < r->columns; c++) {
            const int room = r->height[c] - from[c];
            at[c] = from[c] + (int)th_rng_below(rng, (uint32_t)room + 1);
            completed += at[c] == r->height[c];
        }
    } while (completed >= RACE_TO_WIN);
}

/* Values that fall evenly as columns fill up: what solving takes hardly depends on them. */
static void even_values(struct approx *v) {
    for (int c = 0; c < v->race->columns; c++)
        for (int h = 0; h <= v->race->height[c]; h++)
            v->row[v->first[c] + h][0] = (float)(v->race->height[c] - h) / 6;
    v->weight[0] = 1;
}

double cantstop_turn_places(const struct cantstop_race *race, const int from[]) {
    double ways[RACE_RUNNERS + 1] = {1};
    for (int c = 0; c < race->columns; c++)
        for (int runners = RACE_RUNNERS; runners > 0; runners--)
            ways[runners] += ways[runners - 1] * (race->height[c] - from[c]);
    return ways[1] + ways[2] + ways[3];
}

/* Solves positions drawn at random for so many seconds of CPU time at most. */
static bool measure_rate(struct race_cost *cost, const struct cantstop_race *race, const int from[],
                         struct th_error *e) {
    enum { SAMPLE = 400 };
    static const double seconds_most = 2;
    struct approx v;
    struct cantstop_turn t;
    struct th_rng rng = th_rng_seeded(1);
    int at[RACE_COLUMNS_MAX] = {0}, room[RACE_COLUMNS_MAX] = {0};
    for (int c = 0; c < race->columns; c++) room[c] = race->height[c] - from[c];
    if (!cantstop_approx_make(&v, race, e)) return false;
    if (!cantstop_turn_make(&t, race, room, e)) {
        cantstop_approx_drop(&v);
        return false;
    }
    if (!cantstop_approx_is_fitted(race)) even_values(&v);
    double seconds = 0;
    for (int i = 0; i < SAMPLE && seconds < seconds_most; i++) {
        draw_position(race, from, &rng, at);
        for (int c = 0; c < race->columns; c++) room[c] = race->height[c] - at[c];
        cantstop_turn_lay_out(&t, room);
        cantstop_approx_fill(&v, at, &t);
        const double begun = clock_cpu_seconds();
        cantstop_retrograde_fix(&t, cantstop_approx_turns(&v, at));
        seconds += clock_cpu_seconds() - begun;
        cost->measured += t.places;
    }
    cantstop_turn_drop(&t);
    cantstop_approx_drop(&v);
    cost->rate = cost->measured / (seconds > 0 ? seconds : 1e-9);
    return true;
}

bool cantstop_measure_cost(struct race_cost *cost, const struct cantstop_race *race,
                           const int from[], struct th_error *e) {
    static const double usual_rate = 9e6; /* where a turn is too large to be measured */
    *cost = (struct race_cost){.size = cantstop_race_size(race, from), .rate = usual_rate};
    if (cantstop_turn_places(race, from) <= BOUNDS_PLACES_MOST &&
        !measure_rate(cost, race, from, e))
        return false;
    const struct race_size *size = &cost->size;
    const double half = size->mirrored > 0 ? (1 + size->mirrored / size->starts) / 2 : 1;
    cost->within = size->within[1] + size->within[2] + size->within[3];
    cost->core_seconds = half * cost->within / cost->rate;
    return true;
}

json_t *cantstop_cost_json(const struct cantstop_race *race, const struct race_position *p,
                           struct th_error *e) {
    struct race_cost cost;
    if (!cantstop_measure_cost(&cost, race, p->progress, e)) return NULL;
    json_t *json = variant_json(race, p);
    json_object_set_new(json, "turn_starts", whole(cost.size.starts));
    json_object_set_new(json, "within_turns", whole(cost.within));
    json_object_set_new(json, "memory_bytes",
                        json_real(cantstop_retrograde_bytes(race, p->progress)));
    json_object_set_new(json, "measured_within", json_integer((json_int_t)cost.measured));
    json_object_set_new(json, "within_per_second", json_real(cost.rate));
    json_object_set_new(json, "core_hours", json_real(cost.core_seconds / 3600));
    return json;
}
