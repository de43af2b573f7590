/* What the reports of contests share: lines, parts of tables and of JSON. */
#include "contest_command.h"
#include "core/text.h"
#include "tahur/state.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* ---- lines ---- */

void contest_print_unbound(const struct contest *c, FILE *out) {
    int unbound = 0;
    for (int i = 0; i < c->plan.bots && c->budget != NULL; i++) {
        if (contest_has_budget(c, i)) continue;
        if (unbound++ == 0) fprintf(out, "not bound by --%s: ", c->budget);
        fprintf(out, "%s%s", unbound > 1 ? ", " : "", c->bot[i].name);
    }
    if (unbound > 0) fprintf(out, "\n");
}

void contest_print_copies(const struct contest *c, FILE *out) {
    char sentence[CONTEST_COPIES_BYTES];
    for (int i = 0; i < c->plan.bots; i++)
        if (contest_copies_text(c, i, sentence)) fprintf(out, "%s\n", sentence);
}

const char *contest_speed(uint64_t games, double seconds, char out[64]) {
    char rate[27];
    out[0] = 0;
    if (seconds > 0)
        snprintf(out, 64, " · %.2f s, %s games/s", seconds,
                 text_thousands((int64_t)((double)games / seconds), rate));
    return out;
}

const char *contest_different(uint64_t games, char out[48]) {
    snprintf(out, 48, "only %" PRIu64 " different game%s", games, games == 1 ? "" : "s");
    return out;
}

const char *contest_verified_text(const struct contest_verified *v, char out[100]) {
    char games[27], speed[27];
    const double rate = v->seconds > 0 ? (double)v->games / v->seconds : 0;
    snprintf(out, 100, "%s games replayed, %s games/s", text_thousands((int64_t)v->games, games),
             text_thousands((int64_t)rate, speed));
    return out;
}

const char *contest_luck_text(const struct luck_summary *l, char out[CONTEST_LUCK_BYTES]) {
    if (l->blocks == 0 || l->variance_ratio == 0) return NULL;
    if (l->chosen == TH_LUCK_ADJUSTED)
        snprintf(
            out, CONTEST_LUCK_BYTES,
            "is taken off: by the first %" PRIu64
            " blocks, a block without luck is worth %.2g plain ones and takes %.2g times as long",
            l->blocks, l->variance_ratio, l->time_ratio);
    else if (l->variance_ratio > l->time_ratio)
        snprintf(out, CONTEST_LUCK_BYTES,
                 "is not taken off: that begins after %d blocks, where it pays (--luck adjusted "
                 "begins with it)",
                 LUCK_BLOCKS);
    else
        snprintf(out, CONTEST_LUCK_BYTES,
                 "is not taken off: by the first %" PRIu64
                 " blocks, a block without luck is worth %.2g plain ones and takes %.2g times as "
                 "long (--luck adjusted takes it off)",
                 l->blocks, l->variance_ratio, l->time_ratio);
    return out;
}

/* ---- parts of tables ---- */

static void add_estimate(struct table *t, struct th_estimate e, bool percent) {
    if (isnan(e.mean))
        table_add(t, "-");
    else if (percent)
        table_add(t, "%.2f %%", 100 * e.mean);
    else
        table_add(t, "%.3f", e.mean);
}

void add_metrics(struct table *t, const struct th_game *game, const struct th_arena_standing *s) {
    for (int i = 0; th_game_metric(game, i) != NULL; i++)
        add_estimate(t, s->metric[i], th_game_metric(game, i)->percent);
}

void add_pace_heads(struct table *t) {
    table_add(t, "time a move");
    table_add(t, "95 %%");
    table_add(t, "worst");
}

void add_pace(struct table *t, struct th_pace pace) {
    char text[16];
    const double time[] = {pace.mean, pace.p95, pace.worst};
    for (int i = 0; i < 3; i++)
        table_add(t, "%s", pace.answers > 0 ? text_seconds(time[i], text) : "-");
}

struct table metrics_table(const struct th_game *game) {
    char align[TABLE_COLUMNS_MAX + 1] = "l";
    for (int i = 0; th_game_metric(game, i) != NULL; i++) align[i + 1] = 'r', align[i + 2] = 0;
    struct table t = table_start(align);
    table_add(&t, "bot");
    for (int i = 0; th_game_metric(game, i) != NULL; i++)
        table_add(&t, "%s", th_game_metric(game, i)->title);
    return t;
}

/* ---- JSON ---- */

json_t *number_json(double x) {
    return isnan(x) ? json_null() : json_real(x);
}

json_t *estimate_json(struct th_estimate e) {
    return json_pack("{s:o, s:o}", "mean", number_json(e.mean), "se", number_json(e.se));
}

json_t *metrics_json(const struct th_game *game, const struct th_arena_standing *s) {
    json_t *metrics = json_object();
    for (int i = 0; th_game_metric(game, i) != NULL; i++)
        json_object_set_new(metrics, th_game_metric(game, i)->name, estimate_json(s->metric[i]));
    return metrics;
}

json_t *pace_json(struct th_pace pace) {
    if (pace.answers == 0) return json_null();
    return json_pack("{s:f, s:f, s:f, s:I}", "mean", pace.mean, "p95", pace.p95, "worst",
                     pace.worst, "timed", (json_int_t)pace.answers);
}

json_t *luck_json(const struct luck_summary *l) {
    const bool known = l->variance_ratio > 0;
    if (l->blocks == 0) return json_null();
    return json_pack("{s:s, s:s, s:I, s:o, s:o}", "asked", luck_modes[l->asked], "chosen",
                     luck_modes[l->chosen], "blocks", (json_int_t)l->blocks, "variance_ratio",
                     number_json(known ? l->variance_ratio : NAN), "time_ratio",
                     number_json(known ? l->time_ratio : NAN));
}

void add_adjusted_json(const struct th_arena_standing *s, json_t *to) {
    const bool known = !isnan(s->adjusted.mean);
    json_object_set_new(to, "adjusted_share", number_json(s->adjusted.mean));
    json_object_set_new(to, "adjusted_se", number_json(s->adjusted.se));
    json_object_set_new(to, "adjusted_ci95",
                        known ? json_pack("[f, f]", s->adjusted_low, s->adjusted_high)
                              : json_null());
}

json_t *standing_json(const struct th_game *game, const char *name,
                      const struct th_arena_standing *s) {
    return json_pack("{s:s, s:I, s:o, s:o, s:[f, f], s:I, s:o}", "bot", name, "wins",
                     (json_int_t)s->wins, "win_share", number_json(s->share.mean), "se",
                     number_json(s->share.se), "ci95", s->low, s->high, "faults",
                     (json_int_t)s->faults, "metrics", metrics_json(game, s));
}
