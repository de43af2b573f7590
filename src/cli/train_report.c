#include "train_report.h"

#include "core/file.h"
#include "core/text.h"
#include "live.h"
#include "look.h"
#include "run_csv.h"
#include "table.h"
#include "train_evaluate.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *judge_name(const struct train_plan *plan, int judge) {
    return plan->judges.bot[judge].spec.text;
}

/* ---- the figures over all seeds ---- */

/* Whether all networks were measured: not after Control-C, nor with --final-games 0. */
static bool measured(const struct train_run runs[], int count) {
    for (int i = 0; i < count; i++)
        for (int j = 0; j < runs[i].plan->judges.count; j++)
            if (runs[i].final[j].games == 0) return false;
    return true;
}

struct spread {
    double mean, deviation, low, high; /* deviation: between seeds; NaN of one */
};

static struct spread spread_of(const struct train_run runs[], int count, int judge) {
    struct spread s = {.low = INFINITY, .high = -INFINITY};
    for (int i = 0; i < count; i++) {
        const double share = runs[i].final[judge].share;
        s.mean += share / count;
        s.low = fmin(s.low, share);
        s.high = fmax(s.high, share);
    }
    double squares = 0;
    for (int i = 0; i < count; i++) {
        const double distance = runs[i].final[judge].share - s.mean;
        squares += distance * distance;
    }
    s.deviation = count > 1 ? sqrt(squares / (count - 1)) : (double)NAN;
    return s;
}

/* ---- JSON ---- */

static json_t *number_or_null(double x) {
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *final_json(const struct train_plan *plan, const struct train_run *run) {
    json_t *all = json_object();
    for (int i = 0; i < plan->judges.count; i++) {
        const struct evaluation *f = &run->final[i];
        json_t *one =
            json_pack("{s:I, s:I, s:[I, I], s:f, s:[f, f], s:n, s:i}", "games",
                      (json_int_t)f->games, "wins", (json_int_t)f->wins, "wins_by_seat",
                      (json_int_t)f->seat_wins[0], (json_int_t)f->seat_wins[1], "win_share",
                      f->share, "ci95", f->low, f->high, "different_games", "random_plies", 0);
        train_note_repeats(one, f);
        json_object_set_new(all, judge_name(plan, i), one);
    }
    return all;
}

/* The evaluations, with null for judges that an evaluation before did not ask. */
static json_t *points_json(const struct train_plan *plan, const struct train_run *run) {
    json_t *points = json_deep_copy(run->points), *point;
    size_t i;
    json_array_foreach(points, i, point) {
        json_t *against = json_object_get(point, "against");
        for (int j = 0; j < plan->judges.count; j++)
            if (json_object_get(against, judge_name(plan, j)) == NULL)
                json_object_set_new(against, judge_name(plan, j), json_null());
    }
    return points;
}

static json_t *again_json(const struct train_run *run) {
    if (!run->again.done) return json_null();
    return json_pack("{s:f, s:f}", "score_before", run->again.before, "score_now", run->again.now);
}

static json_t *run_json(const struct train_plan *plan, const struct train_run *run) {
    const struct dqn *d = run->dqn;
    return json_pack("{s:I, s:b, s:s?, s:b, s:I, s:I, s:I, s:o, s:o, s:f, s:f, s:o, s:o}", "seed",
                     (json_int_t)d->settings.seed, "begun", train_run_begun(run), "file",
                     train_run_begun(run) && !run->failed ? run->path : NULL, "astray", run->astray,
                     "games", (json_int_t)d->games, "steps", (json_int_t)d->replay.added, "updates",
                     (json_int_t)d->updates, "best_score",
                     number_or_null(train_run_best_score(run)), "measured_again", again_json(run),
                     "train_seconds", run->train_seconds, "evaluate_seconds", run->evaluate_seconds,
                     "points", points_json(plan, run), "final",
                     measured(run, 1) ? final_json(plan, run) : json_null());
}

static json_t *settings_json(const struct dqn_settings *s) {
    json_t *hidden = json_array();
    for (int l = 0; l < s->hidden_layers; l++)
        json_array_append_new(hidden, json_integer(s->hidden[l]));
    return json_pack("{s:o, s:i, s:f, s:f, s:i, s:f, s:f, s:f, s:i, s:i, s:i, s:i, s:i, s:f, s:f}",
                     "hidden", hidden, "batch", s->batch, "rate", (double)s->rate, "rate_end",
                     (double)s->rate_last, "rate_games", s->rate_games, "gamma", (double)s->gamma,
                     "epsilon", (double)s->epsilon, "epsilon_end", (double)s->epsilon_last,
                     "epsilon_games", s->epsilon_games, "target_every", s->copy_every, "replay",
                     s->replay, "warm_up", s->warm_up, "update_every", s->update_every, "knee",
                     (double)s->knee, "clip", (double)s->adam.clip);
}

json_t *train_json(const struct train_plan *plan, const struct train_run runs[], int count) {
    json_t *list = json_array(), *summary = json_object();
    for (int i = 0; i < count; i++) json_array_append_new(list, run_json(plan, &runs[i]));
    for (int i = 0; i < plan->judges.count && measured(runs, count); i++) {
        const struct spread s = spread_of(runs, count, i);
        json_object_set_new(summary, judge_name(plan, i),
                            json_pack("{s:f, s:o, s:f, s:f}", "mean", s.mean, "deviation",
                                      number_or_null(s.deviation), "lowest", s.low, "highest",
                                      s.high));
    }
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o}", "game", plan->game_spec.text, "method",
                     "dqn", "opponent", plan->opponent_text, "settings",
                     settings_json(&runs[0].dqn->settings), "seeds", list, "summary", summary);
}

/* ---- tables ---- */

static double score_at(const struct train_run *run, size_t i) {
    return json_number_value(json_object_get(json_array_get(run->points, i), "score"));
}

/* How the score went, one line of blocks from its lowest to its highest; as many of the evaluations
 * as have room in a line. */
static void print_curve(const struct train_run *run) {
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    double low = INFINITY, high = -INFINITY;
    const size_t n = json_array_size(run->points);
    if (n < 2) return;
    for (size_t i = 0; i < n; i++) {
        low = fmin(low, score_at(run, i));
        high = fmax(high, score_at(run, i));
    }
    const int used = printf("\nscore of seed %llu by games, %.3f to %.3f: ",
                            (unsigned long long)run->dqn->settings.seed, low, high);
    const int room = terminal_width() - used > 10 ? terminal_width() - used : 10;
    const size_t shown = n < (size_t)room ? n : (size_t)room;
    for (size_t k = 0; k < shown; k++) {
        const double score = score_at(run, k * (n - 1) / (shown - 1));
        printf("%s", blocks[high > low ? (int)((score - low) / (high - low) * 7.999) : 7]);
    }
    printf("\n");
}
static void print_finals(const struct train_plan *plan, const struct train_run runs[], int count) {
    char align[TABLE_COLUMNS_MAX + 1] = "r";
    const int judges = plan->judges.count;
    static_assert(VERSUS_OPPONENTS_MAX < TABLE_COLUMNS_MAX, "a column for each judge");
    for (int i = 0; i < judges; i++) strcat(align, "r");
    struct table t = table_start(align);
    table_add(&t, "seed");
    for (int i = 0; i < judges; i++) table_add(&t, "%s", judge_name(plan, i));
    for (int r = 0; r < count; r++) {
        table_add(&t, "%llu", (unsigned long long)runs[r].dqn->settings.seed);
        for (int i = 0; i < judges; i++) {
            const struct evaluation *f = &runs[r].final[i];
            table_add(&t, "%.4f (%.4f – %.4f)", f->share, f->low, f->high);
        }
    }
    if (count > 1) {
        table_add(&t, "mean");
        for (int i = 0; i < judges; i++) {
            const struct spread s = spread_of(runs, count, i);
            table_add(&t, "%.4f ± %.4f", s.mean, s.deviation);
        }
    }
    table_end(&t, 0, stdout);
}

/* The fewest different games of a seed whose games repeat themselves; 0: those of none do. */
static uint64_t fewest_different(const struct train_run runs[], int count, int judge) {
    uint64_t fewest = 0;
    for (int i = 0; i < count; i++) {
        const uint64_t different = runs[i].final[judge].different;
        if (different > 0 && (fewest == 0 || different < fewest)) fewest = different;
    }
    return fewest;
}

bool train_repeats(const struct train_plan *plan, const struct train_run runs[], int count,
                   int judge, char out[TRAIN_REPEATS_BYTES]) {
    char number[27];
    struct text t = text_in(out, TRAIN_REPEATS_BYTES);
    const uint32_t plies = runs[0].final[judge].random_plies;
    const uint64_t different = fewest_different(runs, count, judge);
    if (!measured(runs, count) || (plies == 0 && different == 0)) return false;
    text_add(&t, "%s: ", judge_name(plan, judge));
    if (plies > 0)
        text_add(&t, "it never varies, so each game begins with %u random decision%s%s",
                 (unsigned)plies, plies == 1 ? "" : "s", different > 0 ? "; " : "");
    if (different > 0)
        text_add(&t, "%s%s of these games differ, and the interval counts no more",
                 count > 1 ? "of one seed only " : "only ",
                 text_thousands((int64_t)different, number));
    return true;
}

static void print_run(const struct train_run *run) {
    char number[2][27];
    const unsigned long long seed = run->dqn->settings.seed;
    if (run->again.done)
        printf("seed %llu: the network kept before was measured again, as opponents or evaluations "
               "are others: score %.3f then, %.3f now\n",
               seed, run->again.before, run->again.now);
    if (!train_run_begun(run)) {
        printf("seed %llu: not begun\n", seed);
        return;
    }
    const bool written = run->path != NULL && !run->failed;
    const double rate = (double)(run->dqn->games - run->first) / fmax(run->train_seconds, 1e-9);
    print_folded(stdout,
                 "seed %llu: %s games against %s, %s updates, %.1f s (%.0f games/s), evaluations "
                 "%.1f s%s%s\n",
                 seed, text_thousands((int64_t)run->dqn->games, number[0]),
                 run->plan->opponent_text, text_thousands((int64_t)run->dqn->updates, number[1]),
                 run->train_seconds, rate, run->evaluate_seconds, written ? "; written to " : "",
                 written ? run->path : "");
    if (written && run->astray)
        printf("seed %llu: the training has gone astray, there are no numbers any more in it: the "
               "file holds the network kept, and cannot be resumed; a lower rate may help\n",
               seed);
}

void train_print(const struct train_plan *plan, const struct train_run runs[], int count) {
    char games[27];
    if (measured(runs, count)) {
        print_folded(stdout, "win share against each, 95 %% interval, %s games, both seats%s\n",
                     text_thousands((int64_t)plan->final_games, games),
                     count > 1 ? "; mean ± deviation between seeds" : "");
        print_finals(plan, runs, count);
        char line[TRAIN_REPEATS_BYTES];
        for (int i = 0; i < plan->judges.count; i++)
            if (train_repeats(plan, runs, count, i, line)) printf("%s\n", line);
    }
    for (int i = 0; i < count; i++) print_curve(&runs[i]);
    printf("\n");
    for (int i = 0; i < count; i++) print_run(&runs[i]);
}

/* ---- CSV ---- */

/* The next field; an empty one where there is no number. */
static void csv_number(FILE *file, const json_t *value) {
    if (json_is_number(value))
        fprintf(file, ",%.9g", json_number_value(value));
    else
        fprintf(file, ",");
}

static void csv_lines(FILE *file, const struct train_plan *plan, const struct train_run *run) {
    static const char *const numbers[] = {"games", "steps", "updates", "epsilon",
                                          "rate",  "loss",  "reward",  "score"};
    size_t i;
    json_t *point;
    json_array_foreach(run->points, i, point) {
        fprintf(file, "%llu", (unsigned long long)run->dqn->settings.seed);
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
            csv_number(file, json_object_get(point, numbers[k]));
        const json_t *against = json_object_get(point, "against");
        for (int j = 0; j < plan->judges.count; j++) {
            const json_t *one = json_object_get(against, judge_name(plan, j));
            csv_number(file, json_object_get(one, "win_share"));
        }
        fprintf(file, "\n");
    }
}

bool train_write_csv(const char *path, const struct train_plan *plan, const struct train_run runs[],
                     int count, struct th_error *e) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    if (file == NULL) return th_fail(e, "there is no memory to write %s", path);
    fprintf(file, "seed,games,steps,updates,epsilon,rate,loss,reward,score");
    for (int j = 0; j < plan->judges.count; j++) {
        fputc(',', file);
        csv_add_text(file, judge_name(plan, j));
    }
    fprintf(file, "\n");
    for (int i = 0; i < count; i++) csv_lines(file, plan, &runs[i]);
    const bool done = fclose(file) == 0 ? file_replace(path, text, size, e)
                                        : th_fail(e, "there is no memory to write %s", path);
    free(text);
    return done;
}
