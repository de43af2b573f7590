/* The bots of Can't Stop by name: which pair of policies each is, and its options. */
#include "board.h"
#include "core/bot.h"

#include "policy.h"
#include <pthread.h>
#include <stdlib.h>

/* ---- the adapter: a pair of policies as a bot ---- */

/* With three columns, which may not be enough. */
__attribute__((noinline)) static int decide_near_the_end(const struct cantstop_policy *p,
                                                         const struct cantstop *s) {
    return cantstop_bank_wins(s) || p->decide_stop(p, s) ? 0 : 1;
}

static int choose(void *self, const struct th_ask *ask) {
    const struct cantstop_policy *p = self;
    const struct cantstop *s = (const struct cantstop *)(const void *)ask->view;
    if (s->phase == CANTSTOP_MOVE) return p->choose_move(p, s, ask->legal, ask->n, ask->rng);
    if (p->stop_on_win && cantstop_count(cantstop_banked(s)) >= CANTSTOP_TO_WIN)
        return decide_near_the_end(p, s);
    return p->decide_stop(p, s) ? 0 : 1; /* stop is listed first */
}

/* Only moves at random use the generator. */
static bool chances(void *self, const struct th_ask *ask, double probability[]) {
    const struct cantstop_policy *p = self;
    const struct cantstop *s = (const struct cantstop *)(const void *)ask->view;
    if (s->phase == CANTSTOP_MOVE && p->choose_move == cantstop_random_move)
        return bot_err_chances(ask, TH_MILLION, 0, probability);
    return bot_err_chances(ask, 0, choose(self, ask), probability);
}

static struct cantstop_policy *new_policy(struct th_error *e) {
    cantstop_prepare();
    struct cantstop_policy *p = calloc(1, sizeof *p);
    if (p == NULL) th_fail(e, "out of memory");
    return p;
}

/* ---- stop policies ---- */

static bool never(const struct cantstop_policy *p, const struct cantstop *s) {
    (void)p, (void)s;
    return false;
}

static bool at_max_rolls(const struct cantstop_policy *p, const struct cantstop *s) {
    return s->rolls >= p->max_rolls;
}

static bool at_risk(const struct cantstop_policy *p, const struct cantstop *s) {
    return (CANTSTOP_ALL - cantstop_successes(s)) * TH_MILLION >= p->risk * CANTSTOP_ALL;
}

/* ---- move policies and their options ---- */

enum moves { CONSERVATIVE, AGGRESSIVE, FIRST, RANDOM };
static const char *const move_names[] = {"greedy-conservative", "greedy-aggressive", "first",
                                         "random", NULL};
static const char *const penalty_names[] = {"column", "move", NULL};

#define WEIGHT_LIMIT (1000 * TH_MILLION)
#define WEIGHT(name, initial, help)                                                                \
    { name, TH_DECIMAL, -WEIGHT_LIMIT, WEIGHT_LIMIT, initial, NULL, help }
#define PENALTY                                                                                    \
    {                                                                                              \
        "penalty", TH_CHOICE, 0, 0, "column", penalty_names,                                       \
            "greedy-conservative takes p off for each column opened, or once a move"               \
    }
#define STOP_ON_WIN(initial)                                                                       \
    { "stop-on-win", TH_SWITCH, 0, 1, initial, NULL, "1: stops whenever a bank now wins" }
#define MOVES                                                                                      \
    {                                                                                              \
        "moves", TH_CHOICE, 0, 0, "greedy-conservative", move_names,                               \
            "the move policy; its own options may follow"                                          \
    }
/* The options of whichever move policy was chosen; each has its default there. */
#define INNER                                                                                      \
    WEIGHT("b", NULL,                                                                              \
           "bonus for a column that reaches the top; by default 2 for aggressive, 1 for "          \
           "conservative"),                                                                        \
        WEIGHT("w", NULL, "greedy-aggressive's bonus for a win in reach; by default 4"),           \
        WEIGHT("p", NULL,                                                                          \
               "greedy-conservative's penalty for a newly opened column; by default 0.5"),         \
        WEIGHT("a", NULL,                                                                          \
               "greedy-conservative's bonus for a column active already; by default 0.1"),         \
        PENALTY

static const struct {
    const char *name;
    unsigned policies; /* that take it */
} inner[] = {
    {"b", 1U << CONSERVATIVE | 1U << AGGRESSIVE},
    {"w", 1U << AGGRESSIVE},
    {"p", 1U << CONSERVATIVE},
    {"a", 1U << CONSERVATIVE},
    {"penalty", 1U << CONSERVATIVE},
};
static const char *const moves_take[] = {"b, p, a, penalty", "b, w", "none", "none"};

/* A weight, or its default where it was not given. */
static int64_t weight(const struct th_options *o, const char *name, int64_t initial) {
    return 45045 * (th_options_given(o, name) ? th_options_number(o, name) : initial);
}

/* Fills in the move policy; refuses options of another policy than the chosen one. */
static bool set_moves(struct cantstop_policy *p, enum moves moves, const struct th_options *o,
                      struct th_error *e) {
    static cantstop_choose_move *const functions[] = {cantstop_greedy_conservative,
                                                      cantstop_greedy_aggressive,
                                                      cantstop_first_move, cantstop_random_move};
    p->choose_move = functions[moves];
    for (size_t i = 0; i < sizeof inner / sizeof *inner; i++)
        if (th_options_given(o, inner[i].name) && !(inner[i].policies >> moves & 1))
            return th_fail(e, "moves=%s has no option '%s'; it takes: %s", move_names[moves],
                           inner[i].name, moves_take[moves]);
    if (moves == AGGRESSIVE)
        cantstop_set_aggressive(&p->greedy, weight(o, "b", 2 * TH_MILLION),
                                weight(o, "w", 4 * TH_MILLION));
    if (moves == CONSERVATIVE)
        cantstop_set_conservative(&p->greedy, weight(o, "b", TH_MILLION),
                                  weight(o, "p", TH_MILLION / 2), weight(o, "a", TH_MILLION / 10),
                                  th_options_number(o, "penalty") == 1);
    return true;
}

/* ---- the kinds ---- */

static const struct th_option always_continue_options[] = {STOP_ON_WIN("0"), {0}};

static void *make_always_continue(const struct th_game *game, const struct th_options *o,
                                  struct th_error *e) {
    (void)game;
    struct cantstop_policy *p = new_policy(e);
    if (p == NULL) return NULL;
    p->choose_move = cantstop_first_move;
    p->decide_stop = never;
    p->stop_on_win = th_options_number(o, "stop-on-win") != 0;
    return p;
}

/* A policy with the move policy set, or NULL and the reason. */
static struct cantstop_policy *with_moves(enum moves moves, const struct th_options *o,
                                          struct th_error *e) {
    struct cantstop_policy *p = new_policy(e);
    if (p == NULL || set_moves(p, moves, o, e)) return p;
    free(p);
    return NULL;
}

static const struct th_option max_rolls_options[] = {
    {"n", TH_INTEGER, 1, 1000, "4", NULL, "stops after this many rolls"},
    MOVES,
    STOP_ON_WIN("1"),
    INNER,
    {0},
};

static void *make_max_rolls(const struct th_game *game, const struct th_options *o,
                            struct th_error *e) {
    (void)game;
    struct cantstop_policy *p = with_moves((enum moves)th_options_number(o, "moves"), o, e);
    if (p == NULL) return NULL;
    p->decide_stop = at_max_rolls;
    p->max_rolls = (int)th_options_number(o, "n");
    p->stop_on_win = th_options_number(o, "stop-on-win") != 0;
    return p;
}

static const struct th_option risk_stop_options[] = {
    {"t", TH_DECIMAL, 0, TH_MILLION, "0.23", NULL,
     "stops when the next roll busts with at least this probability; 0.23 wins most games of "
     "four with forced=0"},
    MOVES,
    INNER,
    {0},
};

static void *make_risk_stop(const struct th_game *game, const struct th_options *o,
                            struct th_error *e) {
    (void)game;
    struct cantstop_policy *p = with_moves((enum moves)th_options_number(o, "moves"), o, e);
    if (p == NULL) return NULL;
    p->decide_stop = at_risk;
    p->risk = th_options_number(o, "t");
    p->stop_on_win = true;
    return p;
}

static const struct th_option aggressive_options[] = {
    WEIGHT("b", "2", "bonus for a column that reaches the top"),
    WEIGHT("w", "4", "bonus when the columns completed or at their top are three or more"),
    {0},
};

static void *make_greedy(enum moves moves, const struct th_options *o, struct th_error *e) {
    struct cantstop_policy *p = with_moves(moves, o, e);
    if (p == NULL) return NULL;
    p->decide_stop = never;
    p->stop_on_win = true;
    return p;
}

static void *make_aggressive(const struct th_game *game, const struct th_options *o,
                             struct th_error *e) {
    (void)game;
    return make_greedy(AGGRESSIVE, o, e);
}

static const struct th_option conservative_options[] = {
    WEIGHT("b", "1", "bonus for a column that reaches the top"),
    WEIGHT("p", "0.5", "penalty for a newly opened column"),
    WEIGHT("a", "0.1", "bonus for a column that was active already"),
    PENALTY,
    {0},
};

static void *make_conservative(const struct th_game *game, const struct th_options *o,
                               struct th_error *e) {
    (void)game;
    return make_greedy(CONSERVATIVE, o, e);
}

/* Columns 2..7; 8..12 mirror them. */
#define LINEAR_WEIGHT(name, initial, help)                                                         \
    { name, TH_INTEGER, -1000, 1000, initial, NULL, help }
#define LINEAR_OPTIONS(p2, p3, p4, p5, p6, p7, m2, m3, m4, m5, m6, m7, odd, even, high, low,       \
                       threshold)                                                                  \
    LINEAR_WEIGHT("p2", p2, "progress weight of the columns 2 and 12"),                            \
        LINEAR_WEIGHT("p3", p3, "progress weight of 3 and 11"),                                    \
        LINEAR_WEIGHT("p4", p4, "progress weight of 4 and 10"),                                    \
        LINEAR_WEIGHT("p5", p5, "progress weight of 5 and 9"),                                     \
        LINEAR_WEIGHT("p6", p6, "progress weight of 6 and 8"),                                     \
        LINEAR_WEIGHT("p7", p7, "progress weight of 7"),                                           \
        LINEAR_WEIGHT("m2", m2, "move weight of the columns 2 and 12"),                            \
        LINEAR_WEIGHT("m3", m3, "move weight of 3 and 11"),                                        \
        LINEAR_WEIGHT("m4", m4, "move weight of 4 and 10"),                                        \
        LINEAR_WEIGHT("m5", m5, "move weight of 5 and 9"),                                         \
        LINEAR_WEIGHT("m6", m6, "move weight of 6 and 8"),                                         \
        LINEAR_WEIGHT("m7", m7, "move weight of 7"),                                               \
        LINEAR_WEIGHT("odd", odd, "adjustment when the three active columns are odd"),             \
        LINEAR_WEIGHT("even", even, "adjustment when they are even"),                              \
        LINEAR_WEIGHT("high", high, "adjustment when all are 7 or more"),                          \
        LINEAR_WEIGHT("low", low, "adjustment when all are 7 or less"),                            \
        LINEAR_WEIGHT("marker", "6", "taken off a move's score for each active column"),           \
        LINEAR_WEIGHT("threshold", threshold, "stops when the progress score reaches it")

static const struct th_option rule_of_28_options[] = {
    LINEAR_OPTIONS("6", "5", "4", "3", "2", "1", "1", "2", "3", "4", "5", "6", "2", "-2", "4", "4",
                   "28"),
    {0},
};
static const struct th_option glenn_aloi_options[] = {
    LINEAR_OPTIONS("7", "7", "3", "2", "2", "1", "7", "0", "2", "0", "4", "3", "7", "1", "6", "5",
                   "29"),
    {0},
};

static void *make_linear(const struct th_game *game, const struct th_options *o,
                         struct th_error *e) {
    (void)game;
    struct cantstop_policy *p = new_policy(e);
    if (p == NULL) return NULL;
    struct cantstop_linear *l = &p->linear;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        const int side = c < CANTSTOP_COLUMNS / 2 ? c : CANTSTOP_COLUMNS - 1 - c;
        const char progress[] = {'p', (char)('2' + side), 0}, move[] = {'m', (char)('2' + side), 0};
        l->progress[c] = (int)th_options_number(o, progress);
        l->move[c] = (int)th_options_number(o, move);
    }
    l->odd = (int)th_options_number(o, "odd");
    l->even = (int)th_options_number(o, "even");
    l->high = (int)th_options_number(o, "high");
    l->low = (int)th_options_number(o, "low");
    l->marker = (int)th_options_number(o, "marker");
    l->threshold = (int)th_options_number(o, "threshold");
    p->choose_move = cantstop_linear_move;
    p->decide_stop = cantstop_linear_stop;
    p->stop_on_win = true;
    return p;
}

/* risk-stop with its default options, made once. */
static struct cantstop_policy usual;

static void make_usual(void) {
    cantstop_prepare();
    cantstop_set_conservative(&usual.greedy, CANTSTOP_UNIT, CANTSTOP_UNIT / 2, CANTSTOP_UNIT / 10,
                              false);
    usual.risk = 230000;
}

void cantstop_play_ply(struct cantstop *s, uint64_t bits) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    th_action legal[CANTSTOP_LEGAL_MAX];
    pthread_once(&once, make_usual);
    if (s->phase == CANTSTOP_ROLL) {
        cantstop_rolled(s, cantstop_tables.roll_by_rank[th_scale(bits, CANTSTOP_ALL)]);
    } else if (s->phase == CANTSTOP_MOVE) {
        const int n = cantstop_moves(s, s->forced, legal);
        cantstop_make_move(s, legal[cantstop_greedy_conservative(&usual, s, legal, n, NULL)]);
    } else if ((cantstop_bank_wins(s) || at_risk(&usual, s)) && cantstop_may_stop(s)) {
        cantstop_bank(s);
    } else {
        s->phase = CANTSTOP_ROLL;
    }
}

#define KIND(id, title, list, maker, text)                                                         \
    static const struct th_bot_kind id = {.name = title,                                           \
                                          .summary = text,                                         \
                                          .options = list,                                         \
                                          .make = maker,                                           \
                                          .choose = choose,                                        \
                                          .chances = chances,                                      \
                                          .drop = free}

KIND(always_continue, "always-continue", always_continue_options, make_always_continue,
     "the first legal move, and never stops: only a bust ends its turn");
KIND(max_rolls, "max-rolls", max_rolls_options, make_max_rolls,
     "stops after a fixed number of rolls");
KIND(greedy_aggressive, "greedy-aggressive", aggressive_options, make_aggressive,
     "moves where it gets highest; stops only to win");
KIND(greedy_conservative, "greedy-conservative", conservative_options, make_conservative,
     "moves where it opens the fewest columns; stops only to win");
KIND(risk_stop, "risk-stop", risk_stop_options, make_risk_stop,
     "stops when the next roll is too likely to bust");
KIND(rule_of_28, "rule-of-28", rule_of_28_options, make_linear,
     "Keller's rule of thumb: stops when its progress counts 28; moves by the official rule");
KIND(glenn_aloi, "glenn-aloi", glenn_aloi_options, make_linear,
     "the same form with numbers bred by a genetic algorithm (Glenn and Aloi 2009)");

const struct th_bot_kind *const cantstop_bots[] = {&always_continue,
                                                   &max_rolls,
                                                   &greedy_aggressive,
                                                   &greedy_conservative,
                                                   &risk_stop,
                                                   &rule_of_28,
                                                   &glenn_aloi,
                                                   &cantstop_turn_optimal,
                                                   NULL};
