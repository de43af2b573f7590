/* The bots that only Y has. */
#include "board.h"

#include "core/clock.h"
#include "fill.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- flat-mc: the baseline of the rules page ---- */

struct flat_mc {
    int iterations;
    double seconds; /* 0: by iterations */
    bool plain;
};

static const struct th_option flat_mc_options[] = {
    {"iterations", TH_INTEGER, 1, 1000000000, "20000", NULL,
     "playouts a move, divided evenly over the candidates, at least one each; a large budget comes "
     "from fills, which serve all candidates at once, so many that each has its share on average"},
    {"time", TH_INTEGER, 1, 3600000, NULL, NULL,
     "milliseconds a move instead, by fills; then results depend on the machine"},
    {"plain", TH_SWITCH, 0, 1, "0", NULL,
     "1: literally, each candidate by so many playouts of its own"},
    {0},
};

static void *make_flat_mc(const struct th_game *game, const struct th_options *o,
                          struct th_error *e) {
    (void)game;
    if (th_options_given(o, "time") &&
        (th_options_given(o, "iterations") || th_options_number(o, "plain"))) {
        th_fail(e, "flat-mc takes time, or iterations and plain, not both");
        return NULL;
    }
    struct flat_mc *bot = calloc(1, sizeof *bot);
    if (bot == NULL) {
        th_fail(e, "out of memory");
        return NULL;
    }
    bot->iterations = (int)th_options_number(o, "iterations");
    bot->plain = th_options_number(o, "plain") != 0;
    if (th_options_given(o, "time")) bot->seconds = (double)th_options_number(o, "time") / 1000;
    return bot;
}

/* The share of wins for `player` of so many playouts from here. */
static double literal_share(const struct th_ask *ask, const struct y *s, int player, int playouts) {
    int wins = 0, played = 0;
    if (s->over) return s->winner == player;
    do {
        wins += y_playout(s, ask->rng) == player;
        played++;
    } while (played < playouts && !th_is_set(ask->stop));
    return (double)wins / played;
}

static double filled_share(const struct th_ask *ask, const struct y *s, int player, int playouts) {
    struct y_fills sums = {0};
    const int rounds = (int)ceil(playouts / y_fills_per_round(y_cells(s->size) - s->stones));
    y_fill_until(s, rounds, false, ask->rng, ask->stop, &sums);
    if (sums.fills == 0) return 0.5;
    const double share = (double)sums.wins / sums.fills;
    return player == 0 ? share : 1 - share;
}

/* The values of all candidates; `each` playouts a candidate. NaN for those that it does not get to.
 */
static void literal_values(const struct th_ask *ask, const struct y *s, int each, double value[]) {
    for (int i = 0; i < ask->n; i++) {
        struct y after = *s;
        value[i] = NAN;
        if (i > 0 && th_is_set(ask->stop)) continue;
        ask->game->apply((struct th_state *)(void *)&after, ask->legal[i]);
        value[i] = literal_share(ask, &after, s->mover, each);
    }
}

/* What fills say of all candidates; the swap, after which they are others, gets so many playouts.
 */
static void values_of_fills(const struct th_ask *ask, const struct y *s, const struct y_fills *sums,
                            int swap, double value[]) {
    for (int i = 0; i < ask->n; i++) {
        if (ask->legal[i] == Y_SWAP) {
            struct y after = *s;
            y_swap(&after);
            value[i] = filled_share(ask, &after, s->mover, swap);
        } else {
            value[i] = y_fills_share(sums, s->mover, (int)ask->legal[i], 0.5);
        }
    }
}

static void filled_values(const struct th_ask *ask, const struct y *s, int each, double value[]) {
    struct y_fills sums;
    memset(&sums, 0, sizeof sums);
    /* A cell is the mover's in half of the fills. */
    const int rounds = (int)ceil(2.0 * each / y_fills_per_round(y_cells(s->size) - s->stones));
    y_fill_until(s, rounds, true, ask->rng, ask->stop, &sums);
    values_of_fills(ask, s, &sums, each, value);
}

static void timed_values(const struct th_ask *ask, const struct y *s, double seconds,
                         double value[]) {
    struct y_fills sums;
    memset(&sums, 0, sizeof sums);
    const double end = clock_seconds() + seconds;
    do {
        y_fill(s, NULL, 1, true, ask->rng, &sums);
    } while (clock_seconds() < end && sums.fills < UINT32_MAX / 2 && !th_is_set(ask->stop));
    values_of_fills(ask, s, &sums, (int)(sums.fills / 2), value);
}

static int choose_flat_mc(void *self, const struct th_ask *ask) {
    const struct flat_mc *bot = self;
    const struct y *s = (const struct y *)(const void *)ask->view;
    double value[Y_ACTIONS];
    const int each = bot->iterations / ask->n > 0 ? bot->iterations / ask->n : 1;
    /* A round of fills is more than a small budget asks for. */
    const double least = y_fills_per_round(y_cells(s->size) - s->stones) / 2;
    if (bot->seconds > 0)
        timed_values(ask, s, bot->seconds, value);
    else if (bot->plain || each < least)
        literal_values(ask, s, each, value);
    else
        filled_values(ask, s, each, value);
    int best = 0;
    for (int i = 1; i < ask->n; i++)
        if (value[i] > value[best]) best = i;
    if (ask->thoughts != NULL)
        for (int i = 0; i < ask->n; i++) ask->thoughts->of[i].value = value[i];
    return best;
}

static const struct th_shared_limit flat_mc_limits[] = {
    {"iterations", 10000000}, {"time", 5000}, {0}};

static const struct th_bot_kind flat_mc = {
    .name = "flat-mc",
    .summary = "flat Monte Carlo: the move with the best share of random playouts, no tree",
    .options = flat_mc_options,
    .shared_limits = flat_mc_limits,
    .value_kind = TH_VALUE_CHANCE,
    .slow = true,
    .make = make_flat_mc,
    .choose = choose_flat_mc,
    .drop = free,
};

const struct th_bot_kind *const y_bots[] = {&flat_mc, NULL};
