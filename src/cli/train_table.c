#include "train_table.h"

#include "core/clock.h"
#include "core/shortage.h"
#include "core/text.h"
#include "describe.h"
#include "learn/tabular.h"
#include "train_evaluate.h"
#include <stdio.h>
#include <stdlib.h>

/* Of the games of evaluations: of those that show how it goes, and of those in the end. */
enum { SHOWING_SEED = 20260731, TELLING_SEED = 20260801 };

static uint64_t key_of(const void *self) {
    const struct versus *v = self;
    return v->game->summarise(v->view, v->seat);
}

/* What was learned, as a bot. */
static int choose(void *self, const struct th_ask *ask) {
    const struct tabular *t = self;
    bool legal[TABULAR_ACTIONS_MAX] = {false};
    for (int i = 0; i < ask->n; i++) legal[ask->legal[i]] = true;
    const uint64_t key = ask->game->summarise(ask->view, ask->seat);
    return th_place_of((th_action)tabular_best(t, key, legal), ask->legal, ask->n);
}

/* Games of what was learned, the same for the same seed; none if Control-C came. */
static struct evaluation measure(struct tabular *t, struct versus *v, const struct train_plan *plan,
                                 uint64_t games, uint64_t seed) {
    static const struct th_bot_kind kind = {.name = "table", .choose = choose};
    const struct match_rules rules = {.game = v->game,
                                      .start = v->start,
                                      .seed = th_seed_of(seed),
                                      .max_turns = UINT32_MAX,
                                      .abort = plan->stop};
    const struct bot player = {.kind = &kind, .self = t};
    return player_evaluate(player, &rules, v->opponent, v->opponents, games, v->state, v->view);
}

static json_t *trial_json(const struct evaluation *t) {
    if (t->games == 0) return json_null();
    json_t *json = json_pack("{s:I, s:f, s:[f, f]}", "games", (json_int_t)t->games, "win_share",
                             t->share, "ci95", t->low, t->high);
    train_note_repeats(json, t);
    return json;
}

static void print_trial(const char *what, const struct evaluation *t) {
    char games[27], different[27] = "";
    if (t->different > 0) text_thousands((int64_t)t->different, different);
    printf("%s: %.2f %% won, %.2f – %.2f, of %s games%s%s%s\n", what, 100 * t->share, 100 * t->low,
           100 * t->high, text_thousands((int64_t)t->games, games),
           t->different > 0 ? ", only " : "", different,
           t->different > 0 ? " of them different" : "");
}

/* Learns in as many parts as evaluations are asked for; shows each on the way. */
static json_t *learn(struct tabular *t, struct versus *v, const struct train_plan *plan, bool json,
                     double *seconds) {
    json_t *points = json_array();
    for (uint64_t done = 0; done < plan->games && !train_must_stop(plan);) {
        char what[64], number[27];
        const uint64_t left = plan->games - done;
        const uint64_t now = left < plan->evaluate_every ? left : plan->evaluate_every;
        const double begun = clock_cpu_seconds();
        for (uint64_t i = 0; i < now && !train_must_stop(plan); i++)
            tabular_train(t, v, 1, plan->games);
        *seconds += clock_cpu_seconds() - begun;
        done += now;
        const struct evaluation trial = measure(t, v, plan, plan->evaluate_games, SHOWING_SEED);
        if (trial.games == 0) break; /* Control-C */
        snprintf(what, sizeof what, "after %s games", text_thousands((int64_t)done, number));
        if (!json) print_trial(what, &trial);
        json_t *point = trial_json(&trial);
        json_object_set_new(point, "after", json_integer((json_int_t)done));
        json_object_set_new(point, "keys", json_integer((json_int_t)t->used));
        json_array_append_new(points, point);
    }
    return points;
}

static void report(const struct tabular *t, const struct train_plan *plan, json_t *points,
                   const struct evaluation *last, double seconds, bool json) {
    if (json) {
        print_json(json_pack("{s:s, s:s, s:s, s:I, s:I, s:I, s:f, s:o, s:o}", "game",
                             plan->game_spec.text, "method", "table", "opponent",
                             plan->opponent_text, "games", (json_int_t)t->games, "keys",
                             (json_int_t)t->used, "decisions_without_room", (json_int_t)t->lost,
                             "seconds", seconds, "evaluations", points, "final", trial_json(last)));
        return;
    }
    char keys[27], games[27];
    printf("\n");
    if (last->games > 0) print_trial("on other games", last);
    printf("%s keys (%.0f MB), %s games learned from in %.1f s of processor time\n",
           text_thousands((int64_t)t->used, keys),
           (double)t->used * sizeof(struct tabular_entry) / 1e6,
           text_thousands((int64_t)t->games, games), seconds);
    if (t->lost > 0)
        printf("the table was full: %llu decisions found no room\n", (unsigned long long)t->lost);
    json_decref(points);
}

int train_table(const struct arguments *a, const struct train_plan *plan, struct th_error *e) {
    const bool json = th_options_number(&a->flags, "json") != 0;
    struct tabular_settings settings = tabular_defaults();
    struct tabular table = {0};
    struct versus versus;
    double seconds = 0;
    settings.seed = (uint64_t)th_options_number(&a->flags, "seed");
    if (!versus_make(&versus, plan->game, &plan->game_spec.options, e)) return STATUS_USAGE;
    const struct environment environment = versus_environment(&versus);
    const bool ok =
        bot_list_make(&plan->opponents, plan->game, &plan->game_spec.options, versus.opponent, e) &&
        tabular_make(&table, &settings, &environment, key_of, e);
    versus.opponents = plan->opponents.count;
    if (ok) {
        json_t *points = learn(&table, &versus, plan, json, &seconds);
        const struct evaluation last =
            measure(&table, &versus, plan, plan->final_games, TELLING_SEED);
        report(&table, plan, points, &last, seconds, json);
    }
    tabular_drop(&table);
    bot_list_drop(versus.opponent);
    versus_drop(&versus);
    if (ok && shortage_happened()) {
        shortage_fail(e);
        return STATUS_FAILED;
    }
    return !ok ? STATUS_USAGE : atomic_load(plan->stop) ? STATUS_INTERRUPTED : STATUS_OK;
}
