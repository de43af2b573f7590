#include "train_screen.h"

#include "core/clock.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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
        s->before += s->games[i] = runs[i].dqn->games - runs[i].first;
        s->updates_before += s->updates[i] = runs[i].dqn->updates - runs[i].first_updates;
    }
    pthread_mutex_init(&s->lock, NULL);
    return true;
}

static void draw_evaluation(const struct train_run *run) {
    const struct train_plan *plan = run->plan;
    const json_t *point = json_array_get(run->points, json_array_size(run->points) - 1);
    const json_t *against = json_object_get(point, "against");
    fprintf(stderr, "\r\033[Kseed %llu, %lld games:", (unsigned long long)run->dqn->settings.seed,
            (long long)json_integer_value(json_object_get(point, "games")));
    for (int i = 0; i < plan->judges.count; i++) {
        const json_t *one = json_object_get(against, plan->judges.bot[i].spec.text);
        const json_t *interval = json_object_get(one, "ci95");
        fprintf(stderr, "  %s %.3f (%.3f–%.3f)", plan->judges.bot[i].spec.text,
                json_number_value(json_object_get(one, "win_share")),
                json_number_value(json_array_get(interval, 0)),
                json_number_value(json_array_get(interval, 1)));
    }
    fprintf(stderr, "%s\n", json_is_true(json_object_get(point, "best")) ? "  best so far" : "");
}

/* `run`: the one that was heard of, for its epsilon and loss; NULL: they are not known. */
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
    if (run != NULL) {
        const struct dqn_tally *tally = &run->dqn->tally;
        fprintf(stderr, "  epsilon %.3f  loss %.4f", (double)dqn_epsilon(run->dqn),
                tally->updates > 0 ? tally->loss / (double)tally->updates : 0);
    }
    fprintf(stderr, "  %ld:%02ld left\033[K", left / 60, left % 60);
    fflush(stderr);
}

/* Under the lock. */
static void draw_now_and_then(struct train_screen *s, const struct train_run *run) {
    const double t = clock_seconds();
    if (t - s->drawn < 0.1 || t - s->begun < 0.3) return;
    s->drawn = t;
    s->shown = true;
    draw_line(s, run, t);
}

/* What is lost with a rank is taken back, but the line does not show less than there was. */
static void note(struct train_screen *s, int place, uint64_t games, uint64_t updates) {
    if (games < s->games[place]) return;
    s->games[place] = games;
    s->updates[place] = updates;
}

void train_screen_update(void *context, const struct train_run *run, bool evaluated) {
    struct train_screen *s = context;
    if (!s->terminal) return;
    pthread_mutex_lock(&s->lock);
    note(s, (int)(run - s->runs), run->dqn->games - run->first,
         run->dqn->updates - run->first_updates);
    if (evaluated) draw_evaluation(run);
    draw_now_and_then(s, run);
    pthread_mutex_unlock(&s->lock);
}

void train_screen_heard(struct train_screen *s, int place, uint64_t games, uint64_t updates) {
    if (!s->terminal) return;
    pthread_mutex_lock(&s->lock);
    note(s, place, games, updates);
    draw_now_and_then(s, NULL);
    pthread_mutex_unlock(&s->lock);
}

void train_screen_end(struct train_screen *s) {
    if (s->shown) fprintf(stderr, "\r\033[K");
    pthread_mutex_destroy(&s->lock);
    free(s->games);
    free(s->updates);
}
