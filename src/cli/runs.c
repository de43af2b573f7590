/* Files of saved runs: what they contain (runs), and parts of a run made one (merge). */
#include "contest_command.h"
#include "core/text.h"
#include "terminal.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- runs ---- */

static const struct th_option runs_flags[] = {
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

static const char *ago(double seconds, char out[40]) {
    if (seconds < 120)
        snprintf(out, 40, "%.0f seconds ago", seconds);
    else if (seconds < 2 * 3600)
        snprintf(out, 40, "%.0f minutes ago", seconds / 60);
    else if (seconds < 2 * 86400)
        snprintf(out, 40, "%.0f hours ago", seconds / 3600);
    else
        snprintf(out, 40, "%.0f days ago", seconds / 86400);
    return out;
}

static void print_settings(const json_t *settings) {
    const char *name;
    json_t *value;
    struct table t = table_start("ll");
    json_object_foreach((json_t *)settings, name, value) {
        char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6));
        const bool bots = strcmp(name, "bots") == 0;
        table_add(&t, "%s", name);
        if (json_is_string(value))
            table_add(&t, "%s", json_string_value(value));
        else if (bots)
            table_add(&t, "%zu", json_array_size(value));
        else
            table_add(&t, "%s", text != NULL ? text : "");
        for (size_t i = 0; bots && i < json_array_size(value); i++) {
            const json_t *bot = json_array_get(value, i);
            const char *own = json_string_value(json_object_get(bot, "name"));
            const char *spec = json_string_value(json_object_get(bot, "spec"));
            if (own == NULL || spec == NULL) continue;
            table_add(&t, " ");
            if (strcmp(own, spec) == 0)
                table_add(&t, "%s", own);
            else
                table_add(&t, "%s: %s", own, spec);
        }
        free(text);
    }
    table_end(&t, 2, stdout);
}

/* How far each seed is. */
static json_t *trainings_of(struct run_file *f, struct th_error *e) {
    const json_t *settings = run_file_settings(f);
    const json_int_t first = json_integer_value(json_object_get(settings, "seed"));
    json_int_t count = json_integer_value(json_object_get(settings, "seeds"));
    json_t *list = json_array();
    if (count > INT64_MAX - first) count = INT64_MAX - first;
    for (json_int_t i = 0; i < count; i++) {
        struct run_training t;
        if (!run_file_training_load(f, (uint64_t)(first + i), &t, e)) {
            json_decref(list);
            return NULL;
        }
        json_array_append_new(list, json_pack("{s:I, s:I, s:b}", "seed", first + i, "games",
                                              (json_int_t)t.games, "finished", t.finished));
        free(t.model.data);
    }
    return list;
}

static bool print_trainings(const char *path, struct run_file *f, bool json, struct th_error *e) {
    double begun, written;
    char when[2][40], games[27];
    json_t *list = trainings_of(f, e);
    if (list == NULL) return false;
    run_file_times(f, &begun, &written);
    if (json) {
        print_json(json_pack("{s:O, s:o, s:f, s:f}", "settings", (json_t *)run_file_settings(f),
                             "trainings", list, "seconds_since_begun", begun,
                             "seconds_since_written", written));
        return true;
    }
    print_folded(stdout, "%s: trainings; begun %s, last written %s\n\n", path, ago(begun, when[0]),
                 ago(written, when[1]));
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *t = json_array_get(list, i);
        printf("  seed %lld: %s games%s\n",
               (long long)json_integer_value(json_object_get(t, "seed")),
               text_thousands(json_integer_value(json_object_get(t, "games")), games),
               json_is_true(json_object_get(t, "finished")) ? ", finished" : "");
    }
    printf("\n");
    print_settings(run_file_settings(f));
    json_decref(list);
    return true;
}

static void print_run(const char *path, const struct run_file *f, const struct run_sum *sum) {
    double begun, written;
    char games[27], all[27], when[2][40];
    run_file_times(f, &begun, &written);
    const char *command = json_string_value(json_object_get(run_file_settings(f), "command"));
    const bool may_end = command != NULL && strcmp(command, "compare") == 0;
    print_folded(stdout, "%s: %s of %s%s games%s; begun %s, last written %s\n", path,
                 text_thousands((int64_t)sum->games, games), may_end ? "at most " : "",
                 text_thousands((int64_t)sum->asked, all),
                 sum->complete ? ", complete"
                 : may_end     ? ""
                               : ", not complete",
                 ago(begun, when[0]), ago(written, when[1]));
    if (!sum->prefix)
        print_folded(stdout,
                     "the first game that is missing is number %" PRIu64
                     ", the last that is there %" PRIu64 "\n",
                     sum->gap, sum->last);
    if (run_file_ahead(f) > 0)
        print_folded(stdout, "%s more are finished, and count when those before them are\n",
                     text_thousands((int64_t)run_file_ahead(f), games));
    if (sum->prefix) printf("digest %s\n", text_digest(sum->digest, when[0]));
    printf("\n");
    print_settings(run_file_settings(f));
}

static json_t *run_json(const struct run_file *f, const struct run_sum *sum) {
    double begun, written;
    char digest[17];
    run_file_times(f, &begun, &written);
    text_digest(sum->digest, digest);
    return json_pack("{s:O, s:I, s:I, s:I, s:b, s:o, s:f, s:f}", "settings",
                     (json_t *)run_file_settings(f), "games", (json_int_t)sum->games, "games_ahead",
                     (json_int_t)run_file_ahead(f), "games_asked", (json_int_t)sum->asked,
                     "complete", sum->complete, "digest",
                     sum->prefix ? json_string(digest) : json_null(), "seconds_since_begun", begun,
                     "seconds_since_written", written);
}

static bool print_file(const char *path, bool json, struct th_error *e) {
    struct run_sum sum;
    struct th_error ignored;
    struct run_file *f = run_file_read(path, e);
    bool ok = f != NULL;
    if (ok && run_file_is_training(f)) {
        ok = print_trainings(path, f, json, e);
    } else if (ok && (ok = run_sum_up(f, &sum, e))) {
        if (json)
            print_json(run_json(f, &sum));
        else
            print_run(path, f, &sum);
    }
    run_file_close(f, &ignored);
    return ok;
}

static int run_runs(const struct arguments *a, struct th_error *e) {
    const bool json = th_options_number(&a->flags, "json") != 0;
    for (int i = 0; i < a->count; i++) {
        if (i > 0 && !json) printf("\n");
        if (!print_file(a->positional[i], json, e)) return STATUS_USAGE;
    }
    return STATUS_OK;
}

const struct command runs_command = {
    .name = "runs",
    .positional = "RUN.db…",
    .summary = "lists what the files of saved runs (--save) contain",
    .details =
        "Also while a run is being played. The file is a SQLite database: its tables setting,\n"
        "block, game and training may be queried by other programs.",
    .flags = runs_flags,
    .min = 1,
    .max = POSITIONAL_MAX,
    .examples = "  tahur arena cantstop easy medium hard glenn-aloi --save race.db\n"
                "  tahur runs race.db",
    .run = run_runs,
};

/* ---- merge ---- */

static const struct th_option merge_flags[] = {
    {"into", TH_TEXT, 0, 0, NULL, NULL, "file of the whole run; parts may be added to it later"},
    {"trust", TH_SWITCH, 0, 1, "0", NULL,
     "joins the parts without replaying their games: for parts that you have played yourself"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

static void print_merge(const struct merge *m, bool json) {
    const struct run_sum *sum = &m->sum;
    char games[27], all[27], digest[17], verified[100];
    text_digest(sum->digest, digest);
    if (json) {
        print_json(
            json_pack("{s:I, s:I, s:b, s:o, s:o}", "games", (json_int_t)sum->games, "games_asked",
                      (json_int_t)sum->asked, "complete", sum->complete, "digest",
                      sum->prefix ? json_string(digest) : json_null(), "games_verified",
                      m->trusted ? json_null() : json_integer((json_int_t)m->verified.games)));
        return;
    }
    printf("%s: %s of %s games, %s\n", m->into, text_thousands((int64_t)sum->games, games),
           text_thousands((int64_t)sum->asked, all),
           sum->complete ? "complete" : "the same command with --save plays the rest");
    if (sum->prefix) printf("digest %s\n", digest);
    if (!m->trusted)
        print_folded(stdout, "verified: %s\n", contest_verified_text(&m->verified, verified));
}

static int run_merge(const struct arguments *a, struct th_error *e) {
    struct merge m = {.path = a->positional,
                      .count = a->count,
                      .into = th_options_text(&a->flags, "into"),
                      .trusted = th_options_number(&a->flags, "trust") != 0};
    if (!m.trusted) m.stop = interrupt_watch();
    if (m.into == NULL) {
        th_fail(e, "needs --into RUN.db: the file of the whole run");
        return STATUS_USAGE;
    }
    if (!merge_parts(&m, e))
        return m.verified.stopped ? interrupt_stopped("merge")
               : m.fits           ? STATUS_FAILED
                                  : STATUS_USAGE;
    print_merge(&m, th_options_number(&a->flags, "json") != 0);
    return STATUS_OK;
}

const struct command merge_command = {
    .name = "merge",
    .positional = "PART.db…",
    .summary = "joins the parts of a run that --shard has played",
    .details =
        "Parts of another run, and parts that have games which are there already, are refused.\n"
        "Every game of a part is replayed from its moves: one whose moves, luck, seats and result\n"
        "do not belong together is refused with its number, and nothing is joined.\n"
        "The digest is that of the whole run, as if it had been played at once. A part that is\n"
        "missing may be added later, or be played by the same command with --save and no\n"
        "--shard.",
    .flags = merge_flags,
    .min = 1,
    .max = POSITIONAL_MAX,
    .examples = "  tahur league kittens v1 v2 dqn --save 1.db --shard 1/2     (here)\n"
                "  tahur league kittens v1 v2 dqn --save 2.db --shard 2/2     (there)\n"
                "  tahur merge 1.db 2.db --into all.db\n"
                "  tahur report all.db",
    .run = run_merge,
};
