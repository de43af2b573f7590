/* Steps a second of environments on one core, by processor time: 1,024 games at once, random legal
 * actions by the caller, opponents or self-play. `step` is th_env_step alone, `all` is with
 * choosing the actions. Usage: build/bench/env [ROUNDS] [GAME OPPONENT…] */
#include "tahur/env.h"
#include "core/clock.h"
#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 1024, ROUNDS = 9, ROUNDS_MAX = 99 };
static const double ROUND_SECONDS = 0.15;

struct row {
    const char *game;
    const char *opponent[3];
};

static const struct row rows[] = {
    {"kittens", {"v2"}},
    {"kittens", {"random"}},
    {"kittens", {0}},
    {"kittens:rules=classic", {"v2"}},
    {"kittens:rules=classic", {0}},
    {"cantstop:players=2", {"random"}},
    {"cantstop", {"hard"}},
    {"cantstop", {0}},
    {"cantstop:players=1", {0}},
    {"y:size=7", {"random"}},
    {"y:size=11", {0}},
    {"parchis", {"random"}},
    {"parchis", {0}},
};

static void *room(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (p == NULL) exit(1);
    return p;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_rates(double rate[], int n) {
    qsort(rate, (size_t)n, sizeof *rate, ascending);
    printf("%8.2f  (%5.2f to %5.2f)", rate[n / 2], rate[0], rate[n - 1]);
}

static bool measure(const struct row *row, int rounds) {
    struct th_env_settings settings = {
        .game = row->game, .opponents = row->opponent, .games = GAMES, .seat = TH_ENV_ROTATES};
    while (settings.opponent_count < 3 && row->opponent[settings.opponent_count] != NULL)
        settings.opponent_count++;
    struct th_error e = {""};
    struct th_env *env = th_env_new(&settings, &e);
    if (env == NULL) {
        fprintf(stderr, "%s\n", e.text);
        return false;
    }
    const struct th_env_shape shape = th_env_shape(env);
    int32_t *actions = room(GAMES, sizeof *actions);
    const struct th_env_buffers to = {
        .observations = room((size_t)GAMES * (size_t)shape.observation, sizeof(float)),
        .masks = room((size_t)GAMES * (size_t)shape.actions, 1),
        .actions = actions,
        .rewards = room(GAMES, sizeof(float)),
        .terminals = room(GAMES, 1),
        .truncations = room(GAMES, 1),
        .seats = room(GAMES, sizeof(int32_t)),
        .finals = room((size_t)GAMES * (size_t)shape.observation, sizeof(float)),
        .faults = room(GAMES, 1),
        .seat_rewards = room((size_t)GAMES * (size_t)shape.seats, sizeof(float)),
        .illegals = room(GAMES, 1)};
    th_env_attach(env, &to);
    bool sound = th_env_reset(env, 1, &e);
    uint64_t sampled = 0;
    double stepping[ROUNDS_MAX], all[ROUNDS_MAX];
    for (int i = 0; i < rounds && sound; i++) {
        double in_step = 0, steps = 0, now;
        const double begun = clock_cpu_seconds();
        do {
            th_env_sample(env, ++sampled, actions);
            const double before = clock_cpu_seconds();
            sound = th_env_step(env, &e);
            now = clock_cpu_seconds();
            in_step += now - before;
            steps += GAMES;
        } while (sound && now - begun < ROUND_SECONDS);
        stepping[i] = steps / in_step / 1e6;
        all[i] = steps / (now - begun) / 1e6;
    }
    if (sound) {
        const struct th_env_counts counts = th_env_counts(env);
        printf("%-22s %-10s", row->game, row->opponent[0] != NULL ? row->opponent[0] : "self-play");
        print_rates(stepping, rounds);
        print_rates(all, rounds);
        printf("  %8.1f\n", (double)counts.steps / (double)counts.episodes);
    } else {
        fprintf(stderr, "%s\n", e.text);
    }
    th_env_drop(env);
    free(to.observations), free(to.masks), free(actions), free(to.rewards), free(to.terminals);
    free(to.truncations), free(to.seats), free(to.finals), free(to.faults);
    free(to.seat_rewards), free(to.illegals);
    return sound;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;
    if (rounds < 1 || rounds > ROUNDS_MAX || argc > 6) {
        fprintf(stderr, "usage: %s [ROUNDS] [GAME [OPPONENT…]], 1 to %d rounds\n", argv[0],
                ROUNDS_MAX);
        return 2;
    }
    printf("millions of steps a second, %d games at once, median of %d rounds (and range)\n", GAMES,
           rounds);
    printf("%-22s %-10s%8s%18s%10s%18s%10s\n", "game", "opponent", "step", "", "all", "",
           "an episode");
    if (argc > 2) {
        struct row row = {.game = argv[2]};
        for (int i = 3; i < argc; i++) row.opponent[i - 3] = argv[i];
        return measure(&row, rounds) ? 0 : 1;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!measure(&rows[i], rounds)) return 1;
    return 0;
}
