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

static void draw_line(const struct train_screen *s, const struct train_run *run, double t) {
    const struct dqn_tally *tally = &run->dqn->tally;
    const double seconds = t - s->begun;
    uint64_t games = 0, updates = 0;
    for (int i = 0; i < s->count; i++) {
        games += s->games[i];
        updates += s->updates[i];
    }
    const double all = (double)run->plan->games * s->count;
    const long left = (long)((all - (double)games) / ((double)games / seconds) + 0.5);
    fprintf(stderr,
            "\r%3d %%  %.0f games/s  %.0f updates/s  epsilon %.3f  loss %.4f  %ld:%02ld left\033[K",
            (int)(100 * (double)games / all), (double)games / seconds, (double)updates / seconds,
            (double)dqn_epsilon(run->dqn),
            tally->updates > 0 ? tally->loss / (double)tally->updates : 0, left / 60, left % 60);
    fflush(stderr);
}

void train_screen_update(void *context, const struct train_run *run, bool evaluated) {
    struct train_screen *s = context;
    if (!s->terminal) return;
    pthread_mutex_lock(&s->lock);
    const double t = clock_seconds();
    const int place = (int)(run - s->runs);
    s->games[place] = run->dqn->games - run->first;
    s->updates[place] = run->dqn->updates - run->first_updates;
    if (evaluated) draw_evaluation(run);
    if (t - s->drawn >= 0.1 && t - s->begun >= 0.3) {
        s->drawn = t;
        s->shown = true;
        draw_line(s, run, t);
    }
    pthread_mutex_unlock(&s->lock);
}

void train_screen_end(struct train_screen *s) {
    if (s->shown) fprintf(stderr, "\r\033[K");
    pthread_mutex_destroy(&s->lock);
    free(s->games);
    free(s->updates);
}
