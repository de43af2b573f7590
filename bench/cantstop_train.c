/* Trains the networks that judge positions between turns (src/games/cantstop/network.h):
 *
 *     build/bench/cantstop_train models/cantstop.network [PLAYERS [alone | correction]]
 *
 * for each number of players, or only for PLAYERS, or only one of its two networks; the others in
 * the file stay. One that says what a position is worth alone, to four and five columns, of one
 * player to three as well:
 *
 * 1. Games of risk-stop against itself: who won from every position at the start of a turn.
 * 2. Rounds of games in which every turn is solved exactly with the network so far and played so.
 *    The solution is a better value for where the turn began: the chance of the seat in turn there.
 *    The chances of the others there are what their own turns begin with, later in the same game
 *    (temporal differences). The network is fitted to the newest turns.
 *
 * One that corrects the race begins as the race itself, with z = 0 everywhere, and takes only such
 * rounds.
 *
 * Half of the games are by the official rules, three in ten by the default ones and with forced=1,
 * the others by any rules; a quarter of all begin with turns of risk-stop, of one player half, and
 * among several one turn in four is played by it, so that the network knows positions that
 * turn-optimal avoids. The same program gives the same file. */
#include "core/clock.h"
#include "core/file.h"
#include "games/cantstop/policy.h"
#include "games/cantstop/solved.h"
#include "learn/network.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CORRECTION_DECAY 1.0F
#define DECAY            0.05F

enum {
    WARM = 150000, /* positions of risk-stop */
    RECENT = 5000, /* of these, fitted to again in the rounds */
    WARM_STEPS = 12000,
    ROUNDS = 2,
    ROUND_TURNS = 600,
    LONGEST = 400, /* turns of a game */
    CORRECTION_ROUNDS = 5,
    CORRECTION_TURNS = 5000,
    CORRECTION_NEWEST = 11000, /* fitted to after a round */
    LONG_ROUNDS = 32,          /* of a network that says it alone, of four seats; else half */
    LONG_NEWEST = 20000,
    CORRECTION_STEPS = 1500,
    LAST_CORRECTION_STEPS = 4000,
    CORRECTIONS = LONG_ROUNDS * (CORRECTION_TURNS + LONGEST),
    SAMPLES = WARM + CORRECTIONS,
    FIT_STEPS = 1000,
    LAST_STEPS = 3000,
    BATCH = 128,
};

struct sample {
    uint8_t seats[TH_SEATS_MAX][CANTSTOP_COLUMNS];
    uint8_t options[NETWORK_OPTION_ROWS + 1], count;
    float target[TH_SEATS_MAX]; /* negative: not known */
    float race[TH_SEATS_MAX];   /* what is corrected */
};

struct training {
    int players;
    bool corrects; /* the race */
    struct th_rng rng;
    struct network network;
    struct adam adam;
    float *gradients;
    struct cantstop_solved solved;
    struct cantstop_network now; /* the same numbers, as the game takes them */
    int16_t numbers[NETWORK_NUMBERS];
    struct sample *samples;
    int count;
};

static void give_up(const char *why) {
    fprintf(stderr, "cantstop_train: %s\n", why);
    exit(1);
}

static void *room_for(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (p == NULL) give_up("out of memory");
    return p;
}

/* ---- the network in the form of the game ---- */

static int16_t *put(int16_t *to, float x) {
    const float scaled = roundf(x * NETWORK_SCALE);
    *to = (int16_t)(scaled > 32767 ? 32767 : scaled < -32767 ? -32767 : scaled);
    return to + 1;
}

static int16_t *put_row(int16_t *to, const float row[]) {
    for (int u = 0; u < NETWORK_UNITS; u++) to = put(to, row[u]);
    return to;
}

/* Returns where the numbers end. */
static int16_t *write_numbers(const struct training *t, int16_t *to) {
    const struct network_shape *shape = &t->network.shape;
    const float *rows = t->network.parameters, *bias = rows + network_biases_at(shape, 0);
    const float *weights = rows + network_weights_at(shape, 1);
    const float *bases = rows + network_biases_at(shape, 1);
    for (int i = 0; i < t->players * NETWORK_SEAT_ROWS; i++)
        to = put_row(to, rows + i * NETWORK_UNITS);
    rows += t->players * NETWORK_SEAT_ROWS * NETWORK_UNITS;
    for (int i = 0; i < NETWORK_OPTION_ROWS; i++) to = put_row(to, rows + i * NETWORK_UNITS);
    to = put_row(to, bias);
    for (int i = 0; i < t->players; i++) {
        for (int u = 0; u < NETWORK_UNITS; u++) to = put(to, weights[u * t->players + i]);
        to = put(to, bases[i]);
    }
    return to;
}

static void take_numbers(struct training *t) {
    write_numbers(t, t->numbers);
    cantstop_network_take(&t->now, t->players, t->numbers);
    if (t->corrects)
        t->solved.correction = &t->now;
    else
        t->solved.network = &t->now;
    t->solved.solved = false;
}

/* ---- fitting ---- */

/* The inputs that are 1 in a sample, all others are 0; at most INPUTS_MAX. Returns how many. */
enum { INPUTS_MAX = TH_SEATS_MAX * CANTSTOP_COLUMNS + NETWORK_OPTION_ROWS };
static int list_inputs(const struct training *t, const struct sample *s, bool mirrored,
                       int inputs[INPUTS_MAX]) {
    int n = 0;
    for (int i = 0; i < t->players; i++)
        for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
            const int mirror = CANTSTOP_COLUMNS - 1 - c;
            const int at = mirrored ? s->seats[i][mirror] - cantstop_network_row(mirror, 0, false) +
                                          cantstop_network_row(c, 0, false)
                                    : s->seats[i][c];
            inputs[n++] = i * NETWORK_SEAT_ROWS + at;
        }
    for (int i = 0; i < s->count; i++)
        if (s->options[i] < NETWORK_OPTION_ROWS)
            inputs[n++] = t->players * NETWORK_SEAT_ROWS + s->options[i];
    return n;
}

/* The derivative of the cross-entropy by z, for the chance that z means; of half the square of the
 * error for turns. */
static float slope_of(int players, float z, float target) {
    if (target < 0) return 0;
    if (players == 1) return (z - target) / 2;
    const float size = fabsf(z), chance = 0.5F + 0.5F * z / (1 + size);
    return (chance - target) * 2 / (1 + 2 * size);
}

/* The same of a correction. */
static float correction_slope(float race, float z, float target) {
    if (target < 0) return 0;
    return ((float)cantstop_corrected((double)race, (double)z) - target) / (1 + fabsf(z));
}

/* Adds the gradients of one sample. Few inputs are 1, so this is many times faster than products of
 * matrices. */
static void add_gradients(struct training *t, const struct sample *s, bool mirrored) {
    const struct network_shape *shape = &t->network.shape;
    const size_t biases = network_biases_at(shape, 0), second = network_weights_at(shape, 1);
    const size_t bases = network_biases_at(shape, 1);
    const float *parameters = t->network.parameters, *weights = parameters + second;
    float unit[NETWORK_UNITS], back[NETWORK_UNITS] = {0};
    int inputs[INPUTS_MAX];
    const int n = list_inputs(t, s, mirrored, inputs), outputs = t->players;
    memcpy(unit, parameters + biases, sizeof unit);
    for (int i = 0; i < n; i++)
        for (int u = 0; u < NETWORK_UNITS; u++)
            unit[u] += parameters[inputs[i] * NETWORK_UNITS + u];
    for (int u = 0; u < NETWORK_UNITS; u++) unit[u] = unit[u] > 0 ? unit[u] : 0;
    for (int k = 0; k < outputs; k++) {
        float z = parameters[bases + (size_t)k];
        for (int u = 0; u < NETWORK_UNITS; u++) z += unit[u] * weights[u * outputs + k];
        const float slope = (t->corrects ? correction_slope(s->race[k], z, s->target[k])
                                         : slope_of(t->players, z, s->target[k])) /
                            BATCH;
        t->gradients[bases + (size_t)k] += slope;
        for (int u = 0; u < NETWORK_UNITS; u++) {
            t->gradients[second + (size_t)(u * outputs + k)] += slope * unit[u];
            back[u] += slope * weights[u * outputs + k];
        }
    }
    for (int u = 0; u < NETWORK_UNITS; u++) back[u] = unit[u] > 0 ? back[u] : 0;
    for (int u = 0; u < NETWORK_UNITS; u++) t->gradients[biases + (size_t)u] += back[u];
    for (int i = 0; i < n; i++)
        for (int u = 0; u < NETWORK_UNITS; u++)
            t->gradients[inputs[i] * NETWORK_UNITS + u] += back[u];
}

static void fit(struct training *t, int from, int steps, float rate) {
    const float decay = t->corrects ? CORRECTION_DECAY : t->players > 1 ? DECAY : 0;
    for (int step = 0; step < steps; step++) {
        memset(t->gradients, 0, t->network.count * sizeof *t->gradients);
        for (int i = 0; i < BATCH; i++) {
            const int at = from + (int)th_rng_below(&t->rng, (uint32_t)(t->count - from));
            add_gradients(t, &t->samples[at], th_rng_below(&t->rng, 2) == 1);
        }
        adam_update(&t->adam, rate * (0.03F + 0.97F * (1 - (float)step / (float)steps)),
                    t->network.parameters, t->gradients);
        for (size_t i = 0; decay > 0 && i < t->network.count; i++)
            t->network.parameters[i] *= 1 - rate * decay;
    }
    take_numbers(t);
}

/* ---- games ---- */

static struct cantstop_rules any_rules(struct th_rng *rng) {
    const uint32_t kind = th_rng_below(rng, 100);
    struct cantstop_rules r = {.columns = CANTSTOP_TO_WIN};
    if (kind < 50) {
        r.forced = r.closed = true;
    } else if (kind < 80) {
        r.forced = kind < 65;
    } else {
        r.forced = th_rng_below(rng, 2) == 0;
        r.closed = th_rng_below(rng, 2) == 0;
        r.blocking = (enum cantstop_blocking)th_rng_below(rng, 3);
        r.columns += (int)th_rng_below(rng, 3);
    }
    return r;
}

static void start_game(struct training *t, struct cantstop *s) {
    struct cantstop_rules rules = any_rules(&t->rng);
    if (t->players == 1) {
        rules.closed = false;
        rules.blocking = CANTSTOP_SHARED;
        rules.columns = CANTSTOP_TO_WIN + (int)th_rng_below(&t->rng, 3);
    }
    if (t->corrects)
        rules.columns = CANTSTOP_TO_WIN;
    else if (t->players > 1)
        rules.columns = CANTSTOP_TO_WIN + 1 + (int)th_rng_below(&t->rng, 2);
    cantstop_start_rules(s, t->players, rules);
}

static bool begins_turn(const struct cantstop *s) {
    return s->phase == CANTSTOP_ROLL && s->rolls == 0;
}

static void find_race(const struct cantstop *s, float out[]) {
    struct outlook_race race;
    double chance[TH_SEATS_MAX];
    cantstop_outlook_race(&race, s);
    cantstop_outlook_start(&race, chance);
    for (int k = 0; k < s->players; k++) out[k] = (float)chance[k];
}

static struct sample *add_sample(struct training *t, const struct cantstop *s) {
    struct sample *sample = &t->samples[t->count++];
    sample->count = (uint8_t)cantstop_network_rows(s, s->seat, sample->seats, sample->options);
    for (int k = 0; k < TH_SEATS_MAX; k++) sample->target[k] = -1;
    if (t->corrects) find_race(s, sample->race);
    return sample;
}

static float share_of(const struct cantstop *s, int seat) {
    const unsigned winners = cantstop_winners(s);
    return winners >> seat & 1 ? 1.0F / (float)cantstop_count(winners) : 0;
}

/* One game of risk-stop. */
static void play_warm(struct training *t) {
    struct cantstop s;
    const int first = t->count;
    int mover[LONGEST];
    start_game(t, &s);
    while (s.phase != CANTSTOP_OVER && s.turns < LONGEST && t->count < SAMPLES) {
        if (begins_turn(&s)) {
            mover[t->count - first] = s.seat;
            add_sample(t, &s);
        }
        cantstop_play_ply(&s, th_rng_next(&t->rng));
    }
    if (s.phase != CANTSTOP_OVER) t->count = first;
    for (int i = first; i < t->count; i++)
        for (int k = 0; k < t->players; k++)
            t->samples[i].target[k] = t->players == 1
                                          ? (float)(s.turns - (uint32_t)(i - first))
                                          : share_of(&s, (mover[i - first] + k) % t->players);
}

/* Solves the turn of s: the chance of the seat in turn, or turns. */
static double solve(struct training *t, const struct cantstop *s) {
    cantstop_solve_turn(&t->solved, s);
    if (t->players > 1) return -t->solved.turn.start;
    /* A step of the secant method for the value of where the turn begins. */
    const double first = t->solved.bust, excess = 1 + t->solved.turn.start - first;
    const double second = first + excess;
    const double rest = 1 + cantstop_turn_solve(&t->solved.turn, second) - second;
    return excess == rest ? second : second + rest * excess / (excess - rest);
}

/* Positions that turn-optimal avoids. */
static void stray(struct training *t, struct cantstop *s) {
    const uint32_t number = s->turns;
    while (s->phase != CANTSTOP_OVER && s->turns == number)
        cantstop_play_ply(s, th_rng_next(&t->rng));
}

static void play_turn(struct training *t, struct cantstop *s) {
    const struct cantstop_turn *turn = &t->solved.turn;
    const uint32_t number = s->turns;
    while (s->phase != CANTSTOP_OVER && s->turns == number) {
        if (s->phase == CANTSTOP_ROLL) {
            cantstop_rolled(s, cantstop_tables.roll_by_rank[th_rng_below(&t->rng, CANTSTOP_ALL)]);
        } else if (s->phase == CANTSTOP_MOVE) {
            th_action legal[CANTSTOP_LEGAL_MAX];
            const int n = cantstop_moves(s, s->forced, legal);
            struct cantstop best = *s;
            double least = 0;
            for (int i = 0; i < n; i++) {
                struct cantstop after = *s;
                cantstop_make_move(&after, legal[i]);
                const double cost = turn->best[cantstop_solved_place(&t->solved, &after)];
                if (i == 0 || cost < least) best = after, least = cost;
            }
            *s = best;
        } else {
            const int place = cantstop_solved_place(&t->solved, s);
            if (cantstop_may_stop(s) && turn->stop[place] <= turn->best[place])
                cantstop_bank(s);
            else
                s->phase = CANTSTOP_ROLL;
        }
    }
}

/* One game in which turns are solved; adds the squares of how far the network was from that. */
static void play_solved(struct training *t, double *squares, int *solved) {
    struct cantstop s;
    float value[LONGEST];
    const int first = t->count, players = t->players;
    int n = 0, mover[LONGEST];
    bool strays[LONGEST];
    start_game(t, &s);
    if (th_rng_below(&t->rng, t->players > 1 ? 4 : 2) == 0)
        for (uint32_t plies = th_rng_below(&t->rng, 60U * (uint32_t)players);
             s.phase != CANTSTOP_OVER && (plies > 0 || !begins_turn(&s)); plies -= plies > 0)
            cantstop_play_ply(&s, th_rng_next(&t->rng));
    for (; s.phase != CANTSTOP_OVER && n < LONGEST; n++) {
        double before[TH_SEATS_MAX];
        const struct sample *sample = add_sample(t, &s);
        if (t->corrects) {
            cantstop_network_sums(&t->now, &s, s.seat, before);
            before[s.seat] = cantstop_corrected((double)sample->race[0], before[s.seat]);
        } else {
            cantstop_network_start(&t->now, &s, s.seat, before);
        }
        mover[n] = s.seat;
        value[n] = (float)solve(t, &s);
        *squares += pow((double)value[n] - before[s.seat], 2);
        ++*solved;
        strays[n] = t->players > 1 && th_rng_below(&t->rng, 4) == 0;
        if (strays[n])
            stray(t, &s);
        else
            play_turn(t, &s);
    }
    for (int i = 0; i < n; i++) {
        float *target = t->samples[first + i].target;
        for (int k = 0; k < players; k++) {
            if (k > 0 && i + k <= n && strays[i + k - 1]) break;
            if (i + k < n)
                target[k] = value[i + k];
            else if (s.phase == CANTSTOP_OVER)
                target[k] = share_of(&s, (mover[i] + k) % players);
        }
        if (players == 2) target[1] = 1 - value[i];
    }
}

static void make(struct training *t, int players, bool corrects) {
    const struct adam_settings settings = adam_defaults();
    struct th_error e;
    *t = (struct training){.players = players,
                           .corrects = corrects,
                           .rng = th_rng_seeded((uint64_t)(players + 8 * corrects))};
    const struct network_shape shape = {
        2, {players * NETWORK_SEAT_ROWS + NETWORK_OPTION_ROWS, NETWORK_UNITS, players}};
    t->samples = room_for(SAMPLES, sizeof *t->samples);
    t->gradients = room_for(network_count(&shape), sizeof *t->gradients);
    if (!network_make(&t->network, &shape, &e) ||
        !adam_make(&t->adam, &settings, t->network.count, &e) ||
        !cantstop_solved_make(&t->solved, &e))
        give_up(e.text);
    t->solved.between = BETWEEN_NETWORK;
    network_begin(&t->network, &t->rng);
}

/* Rounds of games of the network so far, each followed by a fit to the newest solutions. */
static void play_rounds(struct training *t, const char *name, int rounds, int newest, float rate) {
    for (int round = 0; round < rounds; round++) {
        double squares = 0;
        int solved = 0;
        while (solved < CORRECTION_TURNS) play_solved(t, &squares, &solved);
        fit(t, t->count > newest ? t->count - newest : 0,
            round + 1 < rounds ? CORRECTION_STEPS : LAST_CORRECTION_STEPS, rate);
        printf("%d players, %s %d: error %.4f, %.1f s\n", t->players, name, round,
               sqrt(squares / solved), clock_cpu_seconds());
        fflush(stdout);
    }
}

/* From the race itself: every round of games is played with the corrections so far. */
static void train_correction(struct training *t, int players) {
    make(t, players, true);
    float *weights = t->network.parameters + network_weights_at(&t->network.shape, 1);
    memset(weights, 0, (size_t)(NETWORK_UNITS * players) * sizeof *weights);
    take_numbers(t);
    play_rounds(t, "correction", CORRECTION_ROUNDS, CORRECTION_NEWEST, 0.002F);
}

static void train(struct training *t, int players) {
    make(t, players, false);
    while (t->count < WARM) play_warm(t);
    const int warm = t->count;
    fit(t, 0, WARM_STEPS, 0.003F);
    printf("%d players: %.1f s\n", players, clock_cpu_seconds());
    fflush(stdout);
    if (players > 1) {
        play_rounds(t, "round", players < TH_SEATS_MAX ? LONG_ROUNDS / 2 : LONG_ROUNDS, LONG_NEWEST,
                    0.001F);
        return;
    }
    for (int round = 0; round < ROUNDS; round++) {
        double squares = 0;
        int solved = 0;
        while (solved < ROUND_TURNS) play_solved(t, &squares, &solved);
        const int from = warm - RECENT; /* some of the games of risk-stop, against forgetting */
        fit(t, from, round + 1 < ROUNDS ? FIT_STEPS : LAST_STEPS, 0.0007F);
        printf("%d players, round %d: error %.4f, %.1f s\n", players, round, sqrt(squares / solved),
               clock_cpu_seconds());
        fflush(stdout);
    }
}

static void drop(struct training *t) {
    network_drop(&t->network);
    adam_drop(&t->adam);
    cantstop_solved_drop(&t->solved);
    free(t->samples);
    free(t->gradients);
}

/* ---- the file ---- */

static size_t size_of_one(int players) {
    return (size_t)((NETWORK_UNITS * NETWORK_SEAT_ROWS + NETWORK_UNITS + 1) * players +
                    (NETWORK_OPTION_ROWS + 1) * NETWORK_UNITS);
}

int main(int argc, char **argv) {
    static int16_t numbers[NETWORK_NUMBERS];
    static uint8_t bytes[2 * NETWORK_NUMBERS];
    static struct training t;
    const int only = argc > 2 ? atoi(argv[2]) : 0;
    const bool corrections_only = argc > 3 && strcmp(argv[3], "correction") == 0;
    const bool alone_only = argc > 3 && strcmp(argv[3], "alone") == 0;
    struct th_error e;
    if (argc < 2 || only < 0 || only > TH_SEATS_MAX ||
        (argc > 3 && !corrections_only && !alone_only))
        give_up("usage: cantstop_train FILE [PLAYERS [alone | correction]]");
    memcpy(numbers, cantstop_network_numbers, sizeof numbers);
    int16_t *to = numbers;
    cantstop_prepare();
    for (int players = 1; players <= TH_SEATS_MAX; players++) {
        if (!corrections_only && (only == 0 || only == players)) {
            train(&t, players);
            write_numbers(&t, to);
            drop(&t);
        }
        to += size_of_one(players);
    }
    for (int players = 2; players <= TH_SEATS_MAX; players++) {
        if (!alone_only && (only == 0 || only == players)) {
            train_correction(&t, players);
            write_numbers(&t, to);
            drop(&t);
        }
        to += size_of_one(players);
    }
    for (size_t i = 0; i < NETWORK_NUMBERS; i++) {
        bytes[2 * i] = (uint8_t)((unsigned)numbers[i] & 255U);
        bytes[2 * i + 1] = (uint8_t)((unsigned)numbers[i] >> 8 & 255U);
    }
    if (!file_replace(argv[1], bytes, sizeof bytes, &e)) give_up(e.text);
    return 0;
}
