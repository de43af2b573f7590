#include "train.h"

#include "core/clock.h"
#include "core/file.h"
#include "core/text.h"
#include "terminal.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- while they run ---- */

bool train_screen_start(struct train_screen *s, const struct train_run runs[], int count,
                        struct th_error *e) {
    *s = (struct train_screen){.runs = runs,
                               .count = count,
                               .begun = clock_seconds(),
                               .terminal = isatty(STDERR_FILENO) == 1};
    s->games = calloc((size_t)count, sizeof *s->games);
    s->updates = calloc((size_t)count, sizeof *s->updates);
    if (s->games == NULL || s->updates == NULL) {
        free(s->games);
        free(s->updates);
        return th_fail(e, "there is no memory for so many trainings");
    }
    for (int i = 0; i < count; i++) {
        const struct learner_progress p = train_progress(&runs[i]);
        s->before += s->games[i] = p.games - runs[i].first;
        s->updates_before += s->updates[i] = p.updates - runs[i].first_updates;
    }
    pthread_mutex_init(&s->lock, NULL);
    return true;
}

static void draw_evaluation(const struct train_run *run) {
    const struct train_plan *plan = run->plan;
    const json_t *point = json_array_get(run->points, json_array_size(run->points) - 1);
    const json_t *against = json_object_get(point, "against");
    fprintf(stderr, "\r\033[Kseed %llu, %lld games:", (unsigned long long)run->seed,
            (long long)json_integer_value(json_object_get(point, "games")));
    for (int i = 0; i < plan->judges.count; i++) {
        const json_t *one = json_object_get(against, plan->judges.bot[i].spec.text);
        const json_t *interval = json_object_get(one, "ci95");
        fprintf(stderr, "  %s %.3f (%.3f–%.3f)", plan->judges.bot[i].spec.text,
                json_number_value(json_object_get(one, "win_share")),
                json_number_value(json_array_get(interval, 0)),
                json_number_value(json_array_get(interval, 1)));
    }
    if (run->versus.seats > 2) fprintf(stderr, "  fair share %.3f", 1.0 / run->versus.seats);
    fprintf(stderr, "%s\n", json_is_true(json_object_get(point, "best")) ? "  best so far" : "");
}

/* `run`: the one that reports, for its status; NULL: it is not known. */
static void draw_line(const struct train_screen *s, const struct train_run *run, double t) {
    const double seconds = t - s->begun;
    uint64_t games = 0, updates = 0;
    for (int i = 0; i < s->count; i++) {
        games += s->games[i];
        updates += s->updates[i];
    }
    const double all = (double)s->runs[0].plan->games * s->count;
    const double rate = (double)(games - s->before) / seconds;
    const long left = rate > 0 ? (long)((all - (double)games) / rate + 0.5) : 0;
    fprintf(stderr, "\r%3d %%  %.0f games/s  %.0f updates/s", (int)(100 * (double)games / all),
            rate, (double)(updates - s->updates_before) / seconds);
    if (run != NULL && run->plan->learner->status != NULL) {
        char status[120];
        run->plan->learner->status(run->self, status, sizeof status);
        fprintf(stderr, "  %s", status);
    }
    fprintf(stderr, "  %ld:%02ld left\033[K", left / 60, left % 60);
    fflush(stderr);
}

/* Called with the lock held. */
static void draw_now_and_then(struct train_screen *s, const struct train_run *run) {
    const double t = clock_seconds();
    if (t - s->drawn < 0.1 || t - s->begun < 0.3) return;
    s->drawn = t;
    s->shown = true;
    draw_line(s, run, t);
}

/* What is lost with a rank is played again, but the line does not show less than there was. */
static void note(struct train_screen *s, int place, uint64_t games, uint64_t updates) {
    if (games < s->games[place]) return;
    s->games[place] = games;
    s->updates[place] = updates;
}

void train_screen_update(void *context, const struct train_run *run, bool evaluated) {
    struct train_screen *s = context;
    if (!s->terminal) return;
    const struct learner_progress p = train_progress(run);
    pthread_mutex_lock(&s->lock);
    note(s, (int)(run - s->runs), p.games - run->first, p.updates - run->first_updates);
    if (evaluated) draw_evaluation(run);
    draw_now_and_then(s, run);
    pthread_mutex_unlock(&s->lock);
}

void train_screen_remote(void *context, int number, uint64_t games, uint64_t updates) {
    struct train_screen *s = context;
    if (!s->terminal) return;
    pthread_mutex_lock(&s->lock);
    note(s, number, games, updates);
    draw_now_and_then(s, NULL);
    pthread_mutex_unlock(&s->lock);
}

void train_screen_end(struct train_screen *s) {
    if (s->shown) fprintf(stderr, "\r\033[K");
    pthread_mutex_destroy(&s->lock);
    free(s->games);
    free(s->updates);
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
    const int used = printf(
        "\nscore of seed %llu by games, %.3f to %.3f: ", (unsigned long long)run->seed, low, high);
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
    for (int i = 0; i < judges; i++) table_add(&t, "%s", train_judge(plan, i));
    for (int r = 0; r < count; r++) {
        table_add(&t, "%llu", (unsigned long long)runs[r].seed);
        for (int i = 0; i < judges; i++) {
            const struct evaluation *f = &runs[r].final[i];
            table_add(&t, "%.4f (%.4f – %.4f)", f->share, f->low, f->high);
        }
    }
    if (count > 1) {
        table_add(&t, "mean");
        for (int i = 0; i < judges; i++) {
            const struct train_spread s = train_spread(runs, count, i);
            table_add(&t, "%.4f ± %.4f", s.mean, s.deviation);
        }
    }
    table_end(&t, 0, stdout);
}

static void print_run(const struct train_run *run) {
    char number[2][27];
    const unsigned long long seed = run->seed;
    if (run->again.done)
        printf("seed %llu: the network kept before was measured again, as opponents or evaluations "
               "are others: score %.3f then, %.3f now\n",
               seed, run->again.before, run->again.now);
    if (!train_begun(run)) {
        printf("seed %llu: not begun\n", seed);
        return;
    }
    const bool written = run->path != NULL && !run->failed;
    const struct learner_progress p = train_progress(run);
    const double rate = (double)(p.games - run->first) / fmax(run->train_seconds, 1e-9);
    print_folded(stdout,
                 "seed %llu: %s games against %s, %s updates, %.1f s (%.0f games/s), evaluations "
                 "%.1f s%s%s\n",
                 seed, text_thousands((int64_t)p.games, number[0]), run->plan->opponent_text,
                 text_thousands((int64_t)p.updates, number[1]), run->train_seconds, rate,
                 run->evaluate_seconds, written ? "; written to " : "", written ? run->path : "");
    if (written && run->diverged)
        printf("seed %llu: the training has diverged, and its numbers are no longer finite: the "
               "file holds the network kept, and cannot be resumed; a lower rate may help\n",
               seed);
}

/* A sentence about a training that ended without an update of its network. */
static void print_unlearned(const struct train_run *run) {
    const struct learner *learner = run->plan->learner;
    const struct learner_progress p = train_progress(run);
    char steps[27], why[160] = "";
    if (learner->network == NULL || !train_begun(run) || p.updates > 0) return;
    json_t *settings = learner->settings != NULL ? learner->settings(run->self) : NULL;
    const json_int_t warm_up = json_integer_value(json_object_get(settings, "warm_up"));
    json_decref(settings);
    if (p.steps < (uint64_t)warm_up)
        snprintf(
            why, sizeof why,
            ": %s decisions are fewer than --warm-up %lld; play more --games or lower --warm-up",
            text_thousands((int64_t)p.steps, steps), (long long)warm_up);
    print_folded(stdout, "seed %llu: no update was made, so the network is random%s\n",
                 (unsigned long long)run->seed, why);
}

static void print_trial(const char *what, const struct evaluation *t) {
    char games[27], different[27] = "";
    if (t->different > 0) text_thousands((int64_t)t->different, different);
    printf("%s: %.2f %% won, %.2f – %.2f, of %s games%s%s%s\n", what, 100 * t->share, 100 * t->low,
           100 * t->high, text_thousands((int64_t)t->games, games),
           t->different > 0 ? ", only " : "", different,
           t->different > 0 ? " of them different" : "");
}

void train_print_evaluation(void *context, const struct train_run *run, bool evaluated) {
    char what[64], number[27];
    (void)context;
    if (!evaluated) return;
    const json_t *point = json_array_get(run->points, json_array_size(run->points) - 1);
    const json_t *one =
        json_object_get(json_object_get(point, "against"), train_judge(run->plan, 0));
    const json_t *interval = json_object_get(one, "ci95");
    const struct evaluation e = {
        .games = (uint64_t)json_integer_value(json_object_get(one, "games")),
        .different = (uint64_t)json_integer_value(json_object_get(one, "different_games")),
        .share = json_number_value(json_object_get(one, "win_share")),
        .low = json_number_value(json_array_get(interval, 0)),
        .high = json_number_value(json_array_get(interval, 1))};
    snprintf(what, sizeof what, "after %s games",
             text_thousands((int64_t)train_progress(run).games, number));
    print_trial(what, &e);
}

static void print_reference(const struct train_run *run) {
    char status[200], games[27];
    printf("\n");
    if (run->final[0].games > 0) print_trial("on other games", &run->final[0]);
    if (run->versus.seats > 2)
        printf("%d seats: equal players win %.2f %%\n", run->versus.seats,
               100.0 / run->versus.seats);
    run->plan->learner->status(run->self, status, sizeof status);
    printf("%s, %s games learned from in %.1f s of processor time\n", status,
           text_thousands((int64_t)train_progress(run).games, games), run->train_seconds);
}

/* Which games the final shares are of, and what a share of more than two seats means. */
static void print_finals_title(const struct train_plan *plan, int seats, int seeds) {
    char games[27], where[80] = "both seats";
    if (seats > 2)
        snprintf(where, sizeof where, "all %d seats, where equal players win %.4f (fair share)",
                 seats, 1.0 / seats);
    print_folded(stdout, "win share against each, 95 %% interval, %s games, %s%s\n",
                 text_thousands((int64_t)plan->final_games, games), where,
                 seeds > 1 ? "; mean ± deviation between seeds" : "");
}

void train_print(const struct train_plan *plan, const struct train_run runs[], int count) {
    if (plan->learner->reference) {
        print_reference(&runs[0]);
        return;
    }
    if (train_measured(runs, count)) {
        print_finals_title(plan, runs[0].versus.seats, count);
        print_finals(plan, runs, count);
        char line[TRAIN_REPEATS_BYTES];
        for (int i = 0; i < plan->judges.count; i++)
            if (train_repeats(plan, runs, count, i, line)) printf("%s\n", line);
    }
    for (int i = 0; i < count; i++) print_curve(&runs[i]);
    printf("\n");
    for (int i = 0; i < count; i++) print_run(&runs[i]);
    for (int i = 0; i < count; i++) print_unlearned(&runs[i]);
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
    static const char *const counts[] = {"games", "steps", "updates"};
    size_t i;
    json_t *point;
    json_array_foreach(run->points, i, point) {
        fprintf(file, "%llu", (unsigned long long)run->seed);
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
            csv_number(file, json_object_get(point, counts[k]));
        for (const char *const *name = plan->learner->figure_names; *name != NULL; name++)
            csv_number(file, json_object_get(point, *name));
        csv_number(file, json_object_get(point, "score"));
        const json_t *against = json_object_get(point, "against");
        for (int j = 0; j < plan->judges.count; j++) {
            const json_t *one = json_object_get(against, train_judge(plan, j));
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
    fprintf(file, "seed,games,steps,updates");
    for (const char *const *name = plan->learner->figure_names; *name != NULL; name++)
        fprintf(file, ",%s", *name);
    fprintf(file, ",score");
    for (int j = 0; j < plan->judges.count; j++) {
        fputc(',', file);
        csv_add_text(file, train_judge(plan, j));
    }
    fprintf(file, "\n");
    for (int i = 0; i < count; i++) csv_lines(file, plan, &runs[i]);
    const bool done = fclose(file) == 0 ? file_replace(path, text, size, e)
                                        : th_fail(e, "there is no memory to write %s", path);
    free(text);
    return done;
}
