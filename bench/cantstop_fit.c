/* Fits the numbers behind turn-optimal (src/games/cantstop/outlook_numbers.c) to its own play, one
 * thread for each of the two move rules:
 *
 *     build/bench/cantstop_fit src/games/cantstop/outlook_numbers.c
 *
 * 1. How many turns a player needs, first guessed from games of risk-stop, then improved in rounds:
 *    games alone against the dice, in which every turn is solved exactly with the network so far
 *    and so gives a better value for where it began, to which the network is fitted again. A part
 *    of the turns is played at random, so that the network knows what turn-optimal avoids.
 * 2. With the last network, games by best play only: how the turns needed spread around their mean.
 * 3. What rolling on is worth in the middle of a turn, from the solutions of those turns. */
#include "games/cantstop/outlook.h"
#include "games/cantstop/policy.h"
#include "learn/network.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_TURNS = 20000, /* at most SAMPLES */
    ROUNDS = 24,
    ROUND_TURNS = 3000,
    SAMPLES = (ROUNDS + 1) * ROUND_TURNS,
    FIT_STEPS = 3000,
    BATCH = 256,
    LAST_TURNS = 40000,
    LESSONS_A_TURN = 10,
    LESSONS = LAST_TURNS / 4 * LESSONS_A_TURN,
    GOING_STEPS = 20000,
    TURNS_MAX = 4000, /* of a game */
    HEIGHTS = CANTSTOP_COLUMNS * OUTLOOK_HEIGHTS,
    GOING_INPUTS = 2 * HEIGHTS + CANTSTOP_RUNNERS + 2,
};

struct sample {
    uint8_t progress[CANTSTOP_COLUMNS];
    float turns;
};

/* A position in the middle of a turn, and what rolling again brings there. */
struct lesson {
    struct cantstop at;
    double roll;
    float result[GOING_RESULTS];
};

struct learner {
    struct network network;
    struct network_pass pass;
    struct adam adam;
    float *gradients, *in, *slope;
};

struct fit {
    int forced;
    struct th_rng rng;
    struct cantstop_race *race;
    struct cantstop_turn turn;
    struct outlook_turns turns;
    struct outlook_going_on going_on;
    double ends[OUTLOOK_MEANS][OUTLOOK_TIMES];
    struct learner learner; /* of the turns */
    struct sample *samples;
    int count;
    struct lesson *lessons;
    int lesson_count;
};

static void give_up(const char *why) {
    fprintf(stderr, "cantstop_fit: %s\n", why);
    exit(1);
}

static void *room_for(size_t count, size_t size) {
    void *p = calloc(count, size);
    if (p == NULL) give_up("out of memory");
    return p;
}

/* ---- fitting a network ---- */

static void make_learner(struct learner *l, const struct network_shape *shape, struct th_rng *rng) {
    const struct adam_settings settings = adam_defaults();
    struct th_error e;
    *l = (struct learner){.gradients = room_for(network_count(shape), sizeof *l->gradients)};
    l->in = room_for((size_t)(BATCH * shape->size[0]), sizeof *l->in);
    l->slope = room_for((size_t)(BATCH * shape->size[shape->layers]), sizeof *l->slope);
    if (!network_make(&l->network, shape, &e) || !network_pass_make(&l->pass, shape, BATCH, &e) ||
        !adam_make(&l->adam, &settings, l->network.count, &e))
        give_up(e.text);
    network_begin(&l->network, rng);
}

static void drop_learner(struct learner *l) {
    network_drop(&l->network);
    network_pass_drop(&l->pass);
    adam_drop(&l->adam);
    free(l->gradients);
    free(l->in);
    free(l->slope);
}

/* After a pass forward, from the slopes of the loss; the rate falls in the course of the steps. */
static void learn(struct learner *l, float rate, int step, int steps) {
    const float left = 1 - (float)step / (float)steps;
    network_backward(&l->network, &l->pass, l->slope, BATCH, l->gradients);
    adam_update(&l->adam, rate * (0.02F + 0.98F * left), l->network.parameters, l->gradients);
}

/* The same network in the form of the game. The bias of a unit is in the rows of the first column,
 * one of which always counts. */
static void take_turns(const struct network *from, struct outlook_turns *to) {
    const float *rows = from->parameters, *bias = rows + network_biases_at(&from->shape, 0);
    const float *weight = rows + network_weights_at(&from->shape, 1);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        for (int h = 0; h < OUTLOOK_HEIGHTS; h++)
            for (int u = 0; u < OUTLOOK_UNITS; u++)
                to->column[c][h][u] =
                    rows[(c * OUTLOOK_HEIGHTS + h) * OUTLOOK_UNITS + u] + (c == 0 ? bias[u] : 0);
    memcpy(to->weight, weight, sizeof to->weight);
    to->base = weight[OUTLOOK_UNITS];
}

static void one_hot(const struct sample *s, bool mirrored, float *row) {
    memset(row, 0, HEIGHTS * sizeof *row);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        row[c * OUTLOOK_HEIGHTS + s->progress[mirrored ? CANTSTOP_COLUMNS - 1 - c : c]] = 1;
}

static void fit_turns(struct fit *f) {
    struct learner *l = &f->learner;
    /* The newer half of all turns: what they were solved with was better. */
    const int old = f->count < 2 * ROUND_TURNS ? 0 : f->count / 2;
    for (int step = 0; step < FIT_STEPS; step++) {
        const struct sample *batch[BATCH];
        for (int i = 0; i < BATCH; i++) {
            batch[i] = &f->samples[old + (int)th_rng_below(&f->rng, (uint32_t)(f->count - old))];
            one_hot(batch[i], th_rng_below(&f->rng, 2) == 1, l->in + i * HEIGHTS);
        }
        const float *out = network_forward(&l->network, &l->pass, l->in, BATCH);
        for (int i = 0; i < BATCH; i++) l->slope[i] = 2 * (out[i] - batch[i]->turns) / BATCH;
        learn(l, 0.002F, step, FIT_STEPS);
    }
    take_turns(&l->network, &f->turns);
}

/* ---- playing ---- */

static void add_sample(struct fit *f, const uint8_t progress[], double turns) {
    struct sample *s = &f->samples[f->count++];
    memcpy(s->progress, progress, CANTSTOP_COLUMNS);
    s->turns = (float)turns;
}

/* Games of risk-stop: from every position that its turns began in, how many were left. */
static void play_first_games(struct fit *f) {
    static _Thread_local struct sample begun[TURNS_MAX];
    while (f->count < FIRST_TURNS) {
        struct cantstop s;
        cantstop_start(&s, 1, f->forced);
        while (s.phase != CANTSTOP_OVER && s.turns < TURNS_MAX) {
            if (s.rolls == 0 && s.phase == CANTSTOP_ROLL)
                memcpy(begun[s.turns].progress, s.permanent[0], CANTSTOP_COLUMNS);
            cantstop_play_ply(&s, th_rng_next(&f->rng));
        }
        for (uint32_t i = 0; i < s.turns && f->count < FIRST_TURNS; i++)
            add_sample(f, begun[i].progress, s.turns - i);
    }
}

static void lay_out(struct fit *f, const uint8_t progress[]) {
    int room[CANTSTOP_COLUMNS];
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) room[c] = cantstop_height[c] - progress[c];
    cantstop_turn_lay_out(&f->turn, room);
    cantstop_outlook_fill(&f->turns, progress, &f->turn);
}

/* Solves the turn, by a step of the secant method for the value of where it begins. */
static double solve_turn(struct fit *f, const uint8_t progress[]) {
    lay_out(f, progress);
    const double first = cantstop_outlook_turns(&f->turns, progress);
    const double excess = 1 + cantstop_turn_solve(&f->turn, first) - first;
    const double second = first + excess;
    const double rest = 1 + cantstop_turn_solve(&f->turn, second) - second;
    return excess == rest ? second : second + rest * excess / (excess - rest);
}

static int roll_dice(struct fit *f) {
    return cantstop_tables.roll_by_rank[th_rng_below(&f->rng, CANTSTOP_ALL)];
}

/* Plays the turn that is solved, or at random, and banks what it brings. */
static void play_turn(struct fit *f, uint8_t progress[], bool at_random) {
    int steps[RACE_COLUMNS_MAX] = {0};
    for (;;) {
        struct turn_move moves[9];
        const int n = cantstop_turn_moves(&f->turn, steps, roll_dice(f), moves);
        if (n == 0) return;
        const int choice = at_random ? (int)th_rng_below(&f->rng, (uint32_t)n)
                                     : cantstop_turn_best(&f->turn, steps, moves, n);
        cantstop_turn_step(&f->turn, steps, moves[choice]);
        const int place = cantstop_turn_place(&f->turn, steps);
        const bool stops = f->turn.best[place] == f->turn.stop[place];
        if (at_random ? th_rng_below(&f->rng, 4) == 0 || f->turn.stop[place] == 0 : stops) break;
    }
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) progress[c] = (uint8_t)(progress[c] + steps[c]);
}

static bool is_won(const uint8_t progress[]) {
    int completed = 0;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) completed += progress[c] == cantstop_height[c];
    return completed >= CANTSTOP_TO_WIN;
}

/* A round of turns; tells how far the network was from their solutions. */
static void play_round(struct fit *f, int round) {
    double squares = 0, start = 0;
    uint8_t progress[CANTSTOP_COLUMNS] = {0};
    for (int i = 0; i < ROUND_TURNS; i++) {
        const double turns = solve_turn(f, progress);
        const double error = turns - cantstop_outlook_turns(&f->turns, progress);
        static const uint8_t empty[CANTSTOP_COLUMNS];
        if (memcmp(progress, empty, sizeof empty) == 0) start = turns;
        squares += error * error;
        add_sample(f, progress, turns);
        play_turn(f, progress, th_rng_below(&f->rng, 3) == 0);
        if (is_won(progress)) memset(progress, 0, sizeof progress);
    }
    printf("forced=%d round %d: from the start %.3f turns, error %.4f\n", f->forced, round, start,
           sqrt(squares / ROUND_TURNS));
    fflush(stdout);
}

/* ---- how the turns needed spread ---- */

/* Sums over games by best play: row m, how often a turn that began about m / 2 turns from the end
 * was the last but so many. */
static void count_end(struct fit *f, double mean, int turns) {
    const double at = mean * OUTLOOK_MEANS_A_TURN;
    for (int m = 2; m < OUTLOOK_MEANS; m++) {
        const double near = 1 - fabs(at - m);
        if (near > 0) f->ends[m][turns < OUTLOOK_TIMES ? turns : OUTLOOK_TIMES - 1] += near;
    }
}

static double mean_of(const double row[OUTLOOK_TIMES]) {
    double sum = 0, mean = 0;
    for (int t = 0; t < OUTLOOK_TIMES; t++) sum += row[t], mean += t * row[t];
    return mean / sum;
}

/* Bends a row, by a factor to the power of t, so that its mean is exactly what it stands for. */
static void bend(double row[OUTLOOK_TIMES], double mean) {
    double low = 0.2, high = 5, bent[OUTLOOK_TIMES];
    for (int i = 0; i < 60; i++) {
        const double factor = sqrt(low * high);
        for (int t = 0; t < OUTLOOK_TIMES; t++) bent[t] = row[t] * pow(factor, t);
        *(mean_of(bent) < mean ? &low : &high) = factor;
    }
    memcpy(row, bent, sizeof bent);
}

/* Rows that were not seen (nobody is so far from the end) are the last that was, shifted. Up to one
 * turn there is little to see, as hardly any turn is sure to be the last: nine of ten are taken. */
static void finish_ends(struct fit *f) {
    memset(f->ends, 0, 3 * sizeof *f->ends);
    f->ends[0][0] = f->ends[1][0] = f->ends[1][1] = f->ends[2][1] = 1;
    for (int t = 2; t < 5; t++) f->ends[2][t] = f->ends[2][t - 1] / 9;
    for (int m = 3; m < OUTLOOK_MEANS; m++) {
        double seen = 0;
        for (int t = 0; t < OUTLOOK_TIMES; t++) seen += f->ends[m][t];
        if (seen < 200) {
            memset(f->ends[m], 0, sizeof f->ends[m]);
            for (int t = 1; t < OUTLOOK_TIMES; t++) f->ends[m][t] = f->ends[m - 2][t - 1];
        }
        bend(f->ends[m], (double)m / OUTLOOK_MEANS_A_TURN);
    }
}

/* ---- what rolling again brings ---- */

/* Three solutions of the turn: as it is, with a bust a little dearer, with a win a little better.
 * What rolling costs then tells how likely a bust and a win are with best play. */
static void add_lessons(struct fit *f, const uint8_t progress[], const struct cantstop at[],
                        int n) {
    static const double little = 1e-4;
    struct cantstop_turn *t = &f->turn;
    const double bust = cantstop_outlook_turns(&f->turns, progress);
    int steps[LESSONS_A_TURN][RACE_COLUMNS_MAX] = {{0}};
    struct lesson lessons[LESSONS_A_TURN];
    for (int pass = 0; pass < 3; pass++) {
        for (int i = 0; i < t->places && pass == 2; i++)
            if (t->stop[i] <= 0) t->stop[i] = -little;
        const double cost = pass == 1 ? bust + little : bust;
        cantstop_turn_solve(t, cost);
        for (int i = 0; i < n; i++) {
            for (int c = 0; c < CANTSTOP_COLUMNS; c++) steps[i][c] = cantstop_temporary(&at[i], c);
            const double roll = cantstop_turn_roll(t, steps[i], cost);
            float *result = lessons[i].result;
            if (pass == 0) {
                lessons[i].at = at[i];
                lessons[i].roll = roll;
                result[GOING_GAIN] = (float)(bust - roll);
            } else {
                result[pass == 1 ? GOING_BUST : GOING_WIN] =
                    (float)(fabs(roll - lessons[i].roll) / little);
            }
        }
    }
    for (int i = 0; i < n && f->lesson_count < LESSONS; i++)
        f->lessons[f->lesson_count++] = lessons[i];
}

/* Positions of the turn for it: those of a play of it, and others that it could have come to. */
static int choose_positions(struct fit *f, const uint8_t progress[],
                            struct cantstop at[LESSONS_A_TURN]) {
    struct cantstop s;
    int n = 0;
    cantstop_start(&s, 1, f->forced);
    memcpy(s.permanent[0], progress, CANTSTOP_COLUMNS);
    memcpy(s.place, progress, CANTSTOP_COLUMNS);
    cantstop_derive(&s);
    while (n < LESSONS_A_TURN) {
        th_action legal[CANTSTOP_LEGAL_MAX];
        cantstop_rolled(&s, roll_dice(f));
        if (s.phase != CANTSTOP_MOVE) return n;
        const int count = cantstop_moves(&s, f->forced, legal);
        struct cantstop other = s, best = s;
        cantstop_make_move(&other, legal[th_rng_below(&f->rng, (uint32_t)count)]);
        at[n++] = other;
        double least = (double)INFINITY;
        for (int i = 0; i < count; i++) {
            struct cantstop after = s;
            int steps[RACE_COLUMNS_MAX] = {0};
            cantstop_make_move(&after, legal[i]);
            for (int c = 0; c < CANTSTOP_COLUMNS; c++) steps[c] = cantstop_temporary(&after, c);
            const double cost = f->turn.best[cantstop_turn_place(&f->turn, steps)];
            if (cost < least) least = cost, best = after;
        }
        s = best;
        if (n < LESSONS_A_TURN) at[n++] = s;
        if (cantstop_bank_wins(&s)) return n;
        s.phase = CANTSTOP_ROLL;
    }
    return n;
}

static void lesson_row(const struct lesson *l, float *row) {
    const struct cantstop *s = &l->at;
    memset(row, 0, GOING_INPUTS * sizeof *row);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        row[c * OUTLOOK_HEIGHTS + s->permanent[0][c]] = 1;
        if (s->active >> c & 1) row[HEIGHTS + c * OUTLOOK_HEIGHTS + cantstop_reached(s, c)] = 1;
    }
    row[2 * HEIGHTS + cantstop_count(s->active)] = 1;
    row[GOING_INPUTS - 1] = (float)cantstop_successes(s) / CANTSTOP_ALL;
}

static void take_going_on(const struct network *from, struct outlook_going_on *to) {
    enum { FIT_UNITS = OUTLOOK_GOING_UNITS };
    const float *rows = from->parameters, *bias = rows + network_biases_at(&from->shape, 0);
    const float *weight = rows + network_weights_at(&from->shape, 1);
    memcpy(to->column, rows, sizeof to->column);
    memcpy(to->runner, rows + HEIGHTS * FIT_UNITS, sizeof to->runner);
    memcpy(to->runners, rows + 2 * HEIGHTS * FIT_UNITS, sizeof to->runners);
    memcpy(to->success, rows + (GOING_INPUTS - 1) * FIT_UNITS, sizeof to->success);
    for (int r = 0; r <= CANTSTOP_RUNNERS; r++)
        for (int u = 0; u < FIT_UNITS; u++) to->runners[r][u] += bias[u];
    for (int i = 0; i < GOING_RESULTS; i++) {
        for (int u = 0; u < FIT_UNITS; u++) to->weight[i][u] = weight[u * GOING_RESULTS + i];
        to->base[i] = weight[FIT_UNITS * GOING_RESULTS + i];
    }
}

static void fit_going_on(struct fit *f) {
    static const struct network_shape shape = {2,
                                               {GOING_INPUTS, OUTLOOK_GOING_UNITS, GOING_RESULTS}};
    struct learner l;
    make_learner(&l, &shape, &f->rng);
    double squares[GOING_RESULTS] = {0};
    for (int step = 0; step < GOING_STEPS; step++) {
        const struct lesson *batch[BATCH];
        for (int i = 0; i < BATCH; i++) {
            batch[i] = &f->lessons[th_rng_below(&f->rng, (uint32_t)f->lesson_count)];
            lesson_row(batch[i], l.in + i * GOING_INPUTS);
        }
        const float *out = network_forward(&l.network, &l.pass, l.in, BATCH);
        for (int i = 0; i < BATCH * GOING_RESULTS; i++) {
            const float error = out[i] - batch[i / GOING_RESULTS]->result[i % GOING_RESULTS];
            l.slope[i] = 2 * error / BATCH;
            if (step >= GOING_STEPS - 100)
                squares[i % GOING_RESULTS] += (double)(error * error) / (100 * BATCH);
        }
        learn(&l, 0.003F, step, GOING_STEPS);
    }
    take_going_on(&l.network, &f->going_on);
    printf("forced=%d going on: errors %.3f turns, bust %.3f, win %.3f\n", f->forced,
           sqrt(squares[GOING_GAIN]), sqrt(squares[GOING_BUST]), sqrt(squares[GOING_WIN]));
    drop_learner(&l);
}

/* ---- games by best play ---- */

static void play_last_games(struct fit *f) {
    static _Thread_local double means[TURNS_MAX];
    long games = 0, turns = 0;
    for (int played = 0; played < LAST_TURNS; games++) {
        uint8_t progress[CANTSTOP_COLUMNS] = {0};
        int n = 0;
        for (; !is_won(progress); n++, played++) {
            means[n] = solve_turn(f, progress);
            struct cantstop at[LESSONS_A_TURN];
            const int count = played % 4 == 0 ? choose_positions(f, progress, at) : 0;
            uint8_t after[CANTSTOP_COLUMNS];
            memcpy(after, progress, sizeof after);
            play_turn(f, after, false);
            if (count > 0) add_lessons(f, progress, at, count);
            memcpy(progress, after, sizeof progress);
        }
        for (int i = 0; i < n; i++) count_end(f, means[i], n - i);
        turns += n;
    }
    printf("forced=%d: %.3f turns a game in %ld games\n", f->forced, (double)turns / (double)games,
           games);
    fflush(stdout);
}

/* ---- writing ---- */

struct writer {
    FILE *file;
    int column;
};

static void write_number(struct writer *w, double value) {
    const long n = lround(value);
    if (n < INT16_MIN || n > UINT16_MAX) give_up("a number is too large to be written");
    char text[16];
    const int length = snprintf(text, sizeof text, "%ld,", n);
    w->column += length;
    if (w->column > 98) {
        fprintf(w->file, "\n    ");
        w->column = 4 + length;
    }
    fputs(text, w->file);
}

static void write_rows(struct writer *w, const float *rows, int from, int to, int units) {
    for (int i = from * units; i < (to + 1) * units; i++)
        write_number(w, (double)(rows[i] * OUTLOOK_SCALE));
}

static void write_networks(struct writer *w, const struct fit *f) {
    const struct outlook_going_on *g = &f->going_on;
    for (int c = 0; c < CANTSTOP_COLUMNS; c++)
        write_rows(w, f->turns.column[c][0], 0, cantstop_height[c], OUTLOOK_UNITS);
    write_rows(w, f->turns.weight, 0, 0, OUTLOOK_UNITS);
    write_rows(w, &f->turns.base, 0, 0, 1);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        write_rows(w, g->column[c][0], 0, cantstop_height[c], OUTLOOK_GOING_UNITS);
        write_rows(w, g->runner[c][0], 1, cantstop_height[c], OUTLOOK_GOING_UNITS);
    }
    write_rows(w, g->runners[0], 0, CANTSTOP_RUNNERS, OUTLOOK_GOING_UNITS);
    write_rows(w, g->success, 0, 0, OUTLOOK_GOING_UNITS);
    write_rows(w, g->weight[0], 0, GOING_RESULTS - 1, OUTLOOK_GOING_UNITS);
    write_rows(w, g->base, 0, 0, GOING_RESULTS);
}

static void write_all(const char *path, const struct fit fits[2]) {
    FILE *file = fopen(path, "w");
    if (file == NULL) give_up("cannot write the file");
    fprintf(file, "/* Made by bench/cantstop_fit.c; outlook.h says what they are. */\n"
                  "#include \"outlook.h\"\n\n/* clang-format off */\n"
                  "const int16_t cantstop_outlook_numbers[2][OUTLOOK_NUMBERS] = {\n");
    for (int i = 0; i < 2; i++) {
        struct writer w = {file, 4};
        fprintf(file, "{   ");
        write_networks(&w, &fits[i]);
        fprintf(file, "},\n");
    }
    fprintf(file,
            "};\n\nconst uint16_t cantstop_outlook_ends[2][OUTLOOK_MEANS][OUTLOOK_TIMES] = {\n");
    for (int i = 0; i < 2; i++) {
        fprintf(file, "{\n");
        for (int m = 0; m < OUTLOOK_MEANS; m++) {
            struct writer w = {file, 4};
            double sum = 0;
            for (int t = 0; t < OUTLOOK_TIMES; t++) sum += fits[i].ends[m][t];
            fprintf(file, "{   ");
            for (int t = 0; t < OUTLOOK_TIMES; t++)
                write_number(&w, fits[i].ends[m][t] / sum * UINT16_MAX);
            fprintf(file, "},\n");
        }
        fprintf(file, "},\n");
    }
    fprintf(file, "};\n");
    if (fclose(file) != 0) give_up("cannot write the file");
}

/* ---- all of it ---- */

static void make_fit(struct fit *f, int forced) {
    static const struct network_shape shape = {2, {HEIGHTS, OUTLOOK_UNITS, 1}};
    struct th_error e;
    *f = (struct fit){.forced = forced, .rng = th_rng_seeded((uint64_t)forced + 1)};
    f->race = cantstop_race_new(6, 3, forced, &e);
    if (f->race == NULL || !cantstop_turn_make(&f->turn, f->race, f->race->height, &e))
        give_up(e.text);
    f->samples = room_for(SAMPLES, sizeof *f->samples);
    f->lessons = room_for(LESSONS, sizeof *f->lessons);
    make_learner(&f->learner, &shape, &f->rng);
}

static void *run_fit(void *context) {
    struct fit *f = context;
    play_first_games(f);
    fit_turns(f);
    f->count = 0; /* what risk-stop needed has served */
    for (int round = 1; round <= ROUNDS; round++) {
        play_round(f, round);
        fit_turns(f);
    }
    play_last_games(f);
    finish_ends(f);
    fit_going_on(f);
    return NULL;
}

int main(int argc, char **argv) {
    static struct fit fits[2];
    pthread_t threads[2];
    if (argc != 2) give_up("usage: cantstop_fit FILE");
    cantstop_prepare();
    for (int i = 0; i < 2; i++) {
        make_fit(&fits[i], i);
        if (pthread_create(&threads[i], NULL, run_fit, &fits[i]) != 0) give_up("no thread");
    }
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    write_all(argv[1], fits);
    return 0;
}
