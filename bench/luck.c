/* What it is worth to take luck off results, for one line-up; bench/luck.py asks for all of them.
 *
 *   build/bench/luck GAME BLOCKS BOT…
 *
 * One JSON object: the variance of the first bot's block means, plain and adjusted, with shared
 * luck in both; how much of the adjusted one is due to what the bots draw from their own
 * generators: every block is played twice with the same luck and other generators, and what the two
 * do not have in common is theirs. The rest is what the estimate does not know of chance. And the
 * CPU time of a decision, and of games with luck measured over those without. */
#include "core/luck.h"
#include "making.h"
#include "tahur/registry.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TIMED_BLOCKS = 8 }; /* one of so many is played a third time, without measuring */

struct table {
    struct match_rules rules;
    struct luck_meter *meter;
    struct th_state *state, *view;
    struct bot bot[TH_SEATS_MAX];
    int seats;
    double seconds[2]; /* with luck measured, or not */
    uint64_t plies;    /* of those without */
};

/* CPU time: the machine may be busy with something else. */
static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The block means of the first bot. */
struct means {
    double plain, adjusted;
};

static struct means play_block(struct table *t, uint64_t block, uint64_t twin, bool measured,
                               bool timed) {
    struct means mean = {0, 0};
    t->rules.meter = measured ? t->meter : NULL;
    for (int g = 0; g < t->seats; g++) {
        struct bot sits[TH_SEATS_MAX];
        struct match_result r;
        const uint64_t game = block * (uint64_t)t->seats + (uint64_t)g;
        const int seat = match_seat(0, game, t->seats);
        for (int s = 0; s < t->seats; s++) sits[s] = t->bot[match_player(s, game, t->seats)];
        const double begun = cpu_seconds();
        match_play(&t->rules, sits, (struct match_number){block, game + (twin << 40)}, t->state,
                   t->view, &r);
        if (timed) t->seconds[!measured] += cpu_seconds() - begun;
        if (!measured) t->plies += r.plies;
        mean.plain += r.payoff[seat] / t->seats;
        mean.adjusted += (r.payoff[seat] - r.luck[seat]) / t->seats;
    }
    return mean;
}

struct sums {
    double x, y, xy;
};

static void add(struct sums *s, double x, double y) {
    s->x += x;
    s->y += y;
    s->xy += x * y;
}

static double covariance(const struct sums *s, double n) {
    return (s->xy - s->x / n * s->y) / (n - 1);
}

static bool read_table(struct table *t, char **argument, int bots, struct th_error *e) {
    struct th_spec spec;
    const struct th_game *game = th_game_find(argument[1], &spec, e);
    if (game == NULL) return false;
    struct th_state *start = th_state_new(game, &spec.options, e);
    t->state = th_state_new(game, &spec.options, e);
    t->view = th_state_new(game, &spec.options, e);
    t->meter = luck_meter_new(game, &spec.options, e);
    if (start == NULL || t->state == NULL || t->view == NULL || t->meter == NULL) return false;
    t->seats = game->seats(start);
    t->rules = (struct match_rules){
        .game = game, .start = start, .seed = th_seed_of(7), .max_turns = 4000};
    if (bots != t->seats) return th_fail(e, "%s takes %d bots", argument[1], t->seats);
    for (int i = 0; i < t->seats; i++) t->bot[i] = make_bot(game, argument[3 + i]);
    return true;
}

int main(int argc, char **argv) {
    struct th_error e = {""};
    struct table t = {.seats = 0};
    struct sums plain = {0}, adjusted = {0}, twins = {0};
    const uint64_t blocks = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    if (blocks < 2 || !read_table(&t, argv, argc - 3, &e)) {
        fprintf(stderr, "%s\n", e.text[0] != 0 ? e.text : "usage: luck GAME BLOCKS BOT…");
        return 2;
    }
    for (uint64_t b = 0; b < blocks; b++) {
        const bool timed = b % TIMED_BLOCKS == 0;
        const struct means one = play_block(&t, b, 0, true, timed),
                           two = play_block(&t, b, 1, true, false);
        if (timed) play_block(&t, b, 0, false, true);
        add(&plain, one.plain, one.plain);
        add(&adjusted, one.adjusted, one.adjusted);
        add(&twins, one.adjusted, two.adjusted);
    }
    const double n = (double)blocks, rest = covariance(&adjusted, n);
    printf("{\"share\": %.4f, \"adjusted_share\": %.4f, \"plain\": %.6f, \"adjusted\": %.6f, "
           "\"decisions\": %.6f, \"seconds_a_decision\": %.3g, \"time_ratio\": %.4f}\n",
           plain.x / n, adjusted.x / n, covariance(&plain, n), rest, rest - covariance(&twins, n),
           t.seconds[1] / (double)t.plies, t.seconds[0] / t.seconds[1]);
    return 0;
}
