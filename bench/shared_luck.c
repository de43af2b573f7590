/* What shared luck saves: games needed for an interval of the same width, with the luck of a block
 * shared and with luck of its own for every game; for a bot's win share, and for the difference
 * between two bots that play beside the same others (tahur compare --against).
 *
 * build/bench/shared_luck [BLOCKS]. Fixed seeds: the same figures on every machine. */
#include "core/match.h"
#include "tahur/registry.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct table {
    const struct th_game *game;
    struct th_state *start, *state, *view;
    int seats;
};

struct sums {
    double n, x, xx;
};

static void sums_add(struct sums *s, double x) {
    s->n++, s->x += x, s->xx += x * x;
}

static double variance(const struct sums *s) {
    return (s->xx - s->x * s->x / s->n) / (s->n - 1);
}

static void *or_die(void *p, const struct th_error *e) {
    if (p == NULL) {
        fprintf(stderr, "%s\n", e->text);
        exit(1);
    }
    return p;
}

static struct bot make(const struct th_game *game, const char *text) {
    struct th_spec spec;
    struct th_error e = {""};
    const struct th_bot_kind *kind = th_bot_find(game, text, &spec, &e);
    or_die(kind != NULL ? &spec : NULL, &e);
    return (struct bot){.kind = kind, .self = or_die(kind->make(game, &spec.options, &e), &e)};
}

/* The share of the first of these bots in the games of a block. */
static double play_block(const struct table *t, const struct bot bots[], uint64_t block,
                         bool shared, uint64_t seed) {
    const struct match_rules rules = {
        .game = t->game, .start = t->start, .seed = th_seed_of(seed), .max_turns = 4000};
    double won = 0;
    for (int r = 0; r < t->seats; r++) {
        const uint64_t game = block * (uint64_t)t->seats + (uint64_t)r;
        struct bot by_seat[TH_SEATS_MAX];
        struct match_result result;
        for (int i = 0; i < t->seats; i++) by_seat[match_seat(i, (uint64_t)r, t->seats)] = bots[i];
        match_play(&rules, by_seat, (struct match_number){shared ? block : game, game}, t->state,
                   t->view, &result);
        won += result.payoff[match_seat(0, (uint64_t)r, t->seats)];
    }
    return won / t->seats;
}

static void measure(const char *game, const char *first, const char *second, const char *other,
                    uint64_t blocks) {
    struct th_spec spec;
    struct th_error e = {""};
    struct table t = {.game = th_game_find(game, &spec, &e)};
    or_die(t.game != NULL ? &spec : NULL, &e);
    t.seats = th_game_seats(t.game, &spec.options, &e);
    t.start = or_die(th_state_new(t.game, &spec.options, &e), &e);
    t.state = or_die(th_state_new(t.game, &spec.options, &e), &e);
    t.view = or_die(th_state_new(t.game, &spec.options, &e), &e);
    struct bot one[TH_SEATS_MAX], two[TH_SEATS_MAX];
    one[0] = make(t.game, first), two[0] = make(t.game, second);
    for (int i = 1; i < t.seats; i++) {
        one[i] = make(t.game, other != NULL ? other : second);
        two[i] = make(t.game, other != NULL ? other : second);
    }
    struct sums sums[2] = {{.n = 0}, {.n = 0}};
    for (int shared = 0; shared < 2; shared++)
        for (uint64_t b = 0; b < blocks; b++) {
            double x = play_block(&t, one, b, shared, 1);
            if (other != NULL) x -= play_block(&t, two, b, shared, shared ? 1 : 2);
            sums_add(&sums[shared], x);
        }
    const double ratio = variance(&sums[0]) / variance(&sums[1]);
    printf("| `%s` | %s %s %s%s%s | %+.4f | %.2f | %.0f %% |\n", game, first,
           other != NULL ? "–" : "v", second, other != NULL ? " beside " : "",
           other != NULL ? other : "", sums[1].x / sums[1].n, ratio, 100 * (1 - 1 / ratio));
    free(t.start), free(t.state), free(t.view);
}

int main(int argc, char **argv) {
    const uint64_t blocks = argc > 1 ? strtoull(argv[1], NULL, 10) : 40000;
    printf("| game | bots | share, or difference | games without for one with | games saved |\n"
           "|---|---|---|---|---|\n");
    measure("cantstop:players=2", "hard", "medium", NULL, blocks);
    measure("cantstop:players=2", "risk-stop:t=0.25", "risk-stop", NULL, blocks);
    measure("cantstop:players=2", "risk-stop:t=0.25", "risk-stop", "medium", blocks);
    measure("cantstop", "hard", "medium", NULL, blocks);
    measure("cantstop", "risk-stop:t=0.25", "risk-stop", NULL, blocks);
    measure("cantstop", "risk-stop:t=0.25", "risk-stop", "medium", blocks);
    measure("kittens", "v1", "v2", NULL, blocks);
    measure("kittens", "dqn", "v3", NULL, blocks);
    measure("kittens", "dqn", "random", NULL, blocks);
    measure("kittens", "v1", "v2", "dqn", blocks);
    measure("kittens", "v1", "v2", "random", blocks);
    return 0;
}
