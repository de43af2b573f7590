#include "arena_report.h"

#include "contest.h"
#include "core/seed_json.h"
#include "core/text.h"
#include "look.h"
#include "table.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

const struct th_metric *metric_at(const struct th_game *game, int i) {
    const struct th_metric *m = game->metrics;
    return m != NULL && m[i].name != NULL ? &m[i] : NULL;
}

/* ---- for people ---- */

static void add_estimate(struct table *t, struct th_estimate e, bool percent) {
    if (isnan(e.mean))
        table_add(t, "-");
    else if (percent)
        table_add(t, "%.2f %%", 100 * e.mean);
    else
        table_add(t, "%.3f", e.mean);
}

static void add_wins(struct table *t, const struct th_arena_standing *s) {
    char wins[27];
    table_add(t, "%s", text_thousands((int64_t)s->wins, wins));
    table_add(t, "%.2f %%", 100 * s->share.mean);
    table_add(t, "%.2f – %.2f", 100 * s->low, 100 * s->high);
}

void add_metrics(struct table *t, const struct th_game *game, const struct th_arena_standing *s) {
    for (int i = 0; metric_at(game, i) != NULL; i++)
        add_estimate(t, s->metric[i], metric_at(game, i)->percent);
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

/* How many players are in the group, and the first of them. */
static int members_of(const struct th_arena_result *r, int group, int *first) {
    int members = 0;
    for (int i = r->players - 1; i >= 0; i--)
        if (r->group_of[i] == group) members++, *first = i;
    return members;
}

static void print_standings(const struct arena_names *names, const struct th_arena_result *r) {
    struct table t = table_start("lrrrrRR");
    const char *const head[] = {"bot", "wins", "win share", "95 % interval"};
    for (int i = 0; i < 4; i++) table_add(&t, "%s", head[i]);
    add_pace_heads(&t);
    for (int i = 0; i < r->players; i++) {
        table_add(&t, "%s", names->player[i]);
        add_wins(&t, &r->player[i]);
        add_pace(&t, r->player_pace[i]);
    }
    for (int g = 0; g < r->groups; g++) {
        int first = 0;
        const int members = members_of(r, g, &first);
        if (members == 1 || members == r->players) continue; /* all of them win every game */
        table_add(&t, "%s, all %d", names->player[first], members);
        add_wins(&t, &r->group[g]);
        for (int i = 0; i < 3; i++) table_add(&t, " ");
    }
    table_end(&t, 0, stdout);
}

struct table metrics_table(const struct th_game *game) {
    char align[TABLE_COLUMNS_MAX + 1] = "l";
    for (int i = 0; metric_at(game, i) != NULL; i++) align[i + 1] = 'r', align[i + 2] = 0;
    struct table t = table_start(align);
    table_add(&t, "bot");
    for (int i = 0; metric_at(game, i) != NULL; i++) table_add(&t, "%s", metric_at(game, i)->title);
    return t;
}

static void print_metrics(const struct th_arena *arena, const struct arena_names *names,
                          const struct th_arena_result *r) {
    if (metric_at(arena->game, 0) == NULL) return;
    struct table t = metrics_table(arena->game);
    for (int i = 0; i < r->players; i++) {
        table_add(&t, "%s", names->player[i]);
        add_metrics(&t, arena->game, &r->player[i]);
    }
    for (int g = 0; g < r->groups; g++) {
        int first = 0;
        const int members = members_of(r, g, &first);
        if (members == 1) continue;
        table_add(&t, "%s, all %d", names->player[first], members);
        add_metrics(&t, arena->game, &r->group[g]);
    }
    printf("\n");
    table_end(&t, 0, stdout);
}

static void print_by_order(const struct th_arena_result *r) {
    static const char *const order[] = {"first", "second", "third", "fourth"};
    char align[TABLE_COLUMNS_MAX + 1] = "l";
    for (int i = 0; i < r->players; i++) align[i + 1] = 'r', align[i + 2] = 0;
    struct table t = table_start(align);
    table_add(&t, "play order");
    for (int i = 0; i < r->players; i++) table_add(&t, "%s", order[i]);
    table_add(&t, "win share");
    for (int i = 0; i < r->players; i++) table_add(&t, "%.2f %%", 100 * r->seat[i].share.mean);
    table_add(&t, "± 95 %%");
    for (int i = 0; i < r->players; i++) {
        if (isnan(r->seat[i].share.se))
            table_add(&t, "-");
        else
            table_add(&t, "%.2f", 196 * r->seat[i].share.se);
    }
    table_end(&t, 0, stdout);
}

static void print_faults(const struct arena_names *names, const struct th_arena_result *r) {
    for (int i = 0; i < r->players; i++)
        if (r->player[i].faults > 0)
            print_folded(stdout, "%s was at fault in %" PRIu64 " games, which it lost\n",
                         names->player[i], r->player[i].faults);
}

void arena_print(const struct th_arena *arena, const struct arena_names *names,
                 const struct th_arena_result *r) {
    char games[27], asked[27], digest[17], speed[64];
    if (r->games < arena->games)
        print_folded(stdout,
                     arena->to > 0 ? "a part: %s of %s games\n\n"
                                   : "stopped: these are the first %s of %s games\n\n",
                     text_thousands((int64_t)r->games, games),
                     text_thousands((int64_t)arena->games, asked));
    if (r->games == 0) return;
    print_standings(names, r);
    print_metrics(arena, names, r);
    if (r->players > 1) {
        printf("\n");
        print_by_order(r);
    }
    char error[32] = "";
    if (!isnan(r->game_turns.se)) snprintf(error, sizeof error, " ± %.2f", 1.96 * r->game_turns.se);
    print_folded(stdout, "\ngame length  %.2f turns%s, %.1f decisions\n", r->game_turns.mean, error,
                 r->game_plies.mean);
    if (r->kinds > 0)
        print_folded(stdout,
                     "different    only %" PRIu64
                     " of these games, and the intervals count no more: "
                     "--random-plies or --openings vary the beginnings\n",
                     r->kinds);
    if (r->unfinished > 0)
        print_folded(stdout, "unfinished   %s games reached %u turns and have no winner\n",
                     text_thousands((int64_t)r->unfinished, games), (unsigned)arena->max_turns);
    print_faults(names, r);
    char seed[TH_SEED_BYTES];
    print_folded(stdout, "\n%s · %s games · seed %s · digest %s%s\n", names->game,
                 text_thousands((int64_t)r->games, games), th_seed_write(arena->seed, seed),
                 text_digest(r->digest, digest), contest_speed(r->games, r->seconds, speed));
}

/* ---- for programs ---- */

json_t *number_json(double x) {
    return isnan(x) ? json_null() : json_real(x);
}

static json_t *estimate(struct th_estimate e) {
    return json_pack("{s:o, s:o}", "mean", number_json(e.mean), "se", number_json(e.se));
}

static json_t *metrics_of(const struct th_game *game, const struct th_arena_standing *s) {
    json_t *metrics = json_object();
    for (int i = 0; metric_at(game, i) != NULL; i++)
        json_object_set_new(metrics, metric_at(game, i)->name, estimate(s->metric[i]));
    return metrics;
}

json_t *pace_json(struct th_pace pace) {
    if (pace.answers == 0) return json_null();
    return json_pack("{s:f, s:f, s:f, s:I}", "mean", pace.mean, "p95", pace.p95, "worst",
                     pace.worst, "timed", (json_int_t)pace.answers);
}

json_t *standing_json(const struct th_game *game, const char *name,
                      const struct th_arena_standing *s) {
    return json_pack("{s:s, s:I, s:o, s:o, s:[f, f], s:I, s:o}", "bot", name, "wins",
                     (json_int_t)s->wins, "win_share", number_json(s->share.mean), "se",
                     number_json(s->share.se), "ci95", s->low, s->high, "faults",
                     (json_int_t)s->faults, "metrics", metrics_of(game, s));
}

/* Every group under the name of its first player, with how many players it is the sum of. */
static json_t *by_spec(const struct th_arena *arena, const struct arena_names *names,
                       const struct th_arena_result *r) {
    json_t *list = json_array();
    for (int g = 0; g < r->groups; g++) {
        int first = 0;
        const int members = members_of(r, g, &first);
        json_t *one = standing_json(arena->game, names->player[first], &r->group[g]);
        json_object_set_new(one, "players", json_integer(members));
        json_array_append_new(list, one);
    }
    return list;
}

json_t *arena_json(const struct th_arena *arena, const struct arena_names *names,
                   const struct th_arena_result *r) {
    json_t *bots = json_array(), *by_order = json_array(), *paces = json_array();
    for (int i = 0; i < r->players; i++) {
        json_array_append_new(bots, standing_json(arena->game, names->player[i], &r->player[i]));
        json_array_append_new(paces, pace_json(r->player_pace[i]));
        json_array_append_new(by_order,
                              json_pack("{s:I, s:o, s:o, s:o}", "wins", (json_int_t)r->seat[i].wins,
                                        "win_share", number_json(r->seat[i].share.mean), "se",
                                        number_json(r->seat[i].share.se), "metrics",
                                        metrics_of(arena->game, &r->seat[i])));
    }
    char digest[17];
    return json_pack(
        "{s:s, s:s, s:o, s:I, s:I, s:I, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:{s:o, s:o}}", "game",
        names->game, "rules_version", arena->game->rules_version, "seed", seed_json(arena->seed),
        "games", (json_int_t)r->games, "games_asked", (json_int_t)arena->games, "unfinished",
        (json_int_t)r->unfinished, "different_games",
        r->kinds > 0 ? json_integer((json_int_t)r->kinds) : json_null(), "digest",
        text_digest(r->digest, digest), "seconds", number_json(r->seconds), "seconds_a_move", paces,
        "bots", bots, "by_spec", by_spec(arena, names, r), "by_order", by_order, "metrics",
        "game_turns", estimate(r->game_turns), "game_decisions", estimate(r->game_plies));
}
