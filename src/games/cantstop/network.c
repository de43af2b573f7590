#include "network.h"

#include "core/wide.h"
#include "units.h"
#include <pthread.h>
#include <string.h>

/* ---- rows ---- */

/* Where the rows of a column begin: 0 to its height, and closed. */
static int first_row(int column) {
    int row = 0;
    for (int c = 0; c < column; c++) row += cantstop_height[c] + 2;
    return row;
}

int cantstop_network_row(int column, int progress, bool closed) {
    const bool top = progress == cantstop_height[column];
    return first_row(column) + progress + (top && closed);
}

int cantstop_network_rows(const struct cantstop *s, int first,
                          uint8_t seats[TH_SEATS_MAX][CANTSTOP_COLUMNS],
                          uint8_t options[NETWORK_OPTION_ROWS + 1]) {
    const bool on[NETWORK_OPTION_ROWS] = {s->forced != 0,
                                          s->closed != 0,
                                          s->blocking == CANTSTOP_JUMPED,
                                          s->blocking == CANTSTOP_NO_STOP,
                                          s->more == 1,
                                          s->more == 2};
    int n = 0;
    for (int i = 0; i < s->players; i++)
        for (int c = 0; c < CANTSTOP_COLUMNS; c++)
            seats[i][c] = (uint8_t)cantstop_network_row(
                c, s->permanent[(first + i) % s->players][c], s->closed != 0);
    for (int i = 0; i < NETWORK_OPTION_ROWS; i++)
        if (on[i]) options[n++] = (uint8_t)i;
    options[n++] = NETWORK_OPTION_ROWS;
    return n;
}

/* ---- one position ---- */

static void add_row(float unit[NETWORK_UNITS], const float row[NETWORK_UNITS]) {
    for (int u = 0; u < NETWORK_UNITS; u++) unit[u] += row[u];
}

/* What a sum over the units means. */
static double meaning(int players, double z) {
    if (players == 1) return z < 1 ? 1 : z;
    return 0.5 + 0.5 * z / (1 + (z < 0 ? -z : z));
}

void cantstop_network_sums(const struct cantstop_network *n, const struct cantstop *s, int first,
                           double out[]) {
    uint8_t seats[TH_SEATS_MAX][CANTSTOP_COLUMNS], options[NETWORK_OPTION_ROWS + 1];
    const int count = cantstop_network_rows(s, first, seats, options);
    float unit[NETWORK_UNITS] = {0};
    for (int i = 0; i < count; i++) add_row(unit, n->option[options[i]]);
    for (int i = 0; i < n->players; i++)
        for (int c = 0; c < CANTSTOP_COLUMNS; c++) add_row(unit, n->seat[i][seats[i][c]]);
    for (int i = 0; i < n->players; i++) {
        float z = n->base[i];
        for (int u = 0; u < NETWORK_UNITS; u++) z += unit[u] > 0 ? unit[u] * n->weight[i][u] : 0;
        out[(first + i) % n->players] = (double)z;
    }
}

void cantstop_network_start(const struct cantstop_network *n, const struct cantstop *s, int first,
                            double out[]) {
    cantstop_network_sums(n, s, first, out);
    for (int i = 0; i < n->players; i++) out[i] = meaning(n->players, out[i]);
}

static inline double correct(double chance, double z) {
    const double up = 1 + (z > 0 ? z : 0), down = 1 - (z < 0 ? z : 0);
    return chance * up / (chance * up + (1 - chance) * down);
}

double cantstop_corrected(double chance, double z) {
    return correct(chance, z);
}

/* ---- all ends of a turn ---- */

/* The turn of the next seat begins then, so that the seat in turn is the last one. A column that it
 * completes may be closed by that: then the others leave it. */
void cantstop_network_units(const struct cantstop_network *n, const struct cantstop *s,
                            const uint8_t squares[CANTSTOP_COLUMNS][CANTSTOP_RUNNER],
                            const int room[CANTSTOP_COLUMNS], struct units *out) {
    uint8_t seats[TH_SEATS_MAX][CANTSTOP_COLUMNS], options[NETWORK_OPTION_ROWS + 1];
    const int own = s->players - 1;
    const int count = cantstop_network_rows(s, (s->seat + 1) % s->players, seats, options);
    memset(out->base, 0, sizeof out->base);
    for (int i = 0; i < count; i++) add_row(out->base, n->option[options[i]]);
    for (int c = 0; c < CANTSTOP_COLUMNS; c++) {
        float others[NETWORK_UNITS] = {0}, gone[NETWORK_UNITS] = {0};
        for (int i = 0; i < own; i++) {
            add_row(others, n->seat[i][seats[i][c]]);
            add_row(gone, n->seat[i][cantstop_network_row(c, 0, false)]);
        }
        for (int step = 0; step <= room[c]; step++) {
            const int square = squares[c][step];
            const bool top = square == cantstop_height[c];
            const float *row = n->seat[own][cantstop_network_row(c, square, s->closed != 0)];
            memcpy(out->row[c][step], step > 0 && top && s->closed ? gone : others, sizeof gone);
            add_row(out->row[c][step], row);
        }
    }
    memcpy(out->weight, n->weight[own], sizeof out->weight);
    out->bias = n->base[own];
}

WIDE void cantstop_network_costs(int players, double cost[], int n) {
    if (players == 1) {
        for (int i = 0; i < n; i++) cost[i] = cost[i] < 1 ? 1 : cost[i];
        return;
    }
    for (int i = 0; i < n; i++) {
        const double z = cost[i], size = z < 0 ? -z : z;
        cost[i] = -0.5 - 0.5 * z / (1 + size);
    }
}

WIDE void cantstop_correct_costs(double cost[], const double z[], int n) {
    for (int i = 0; i < n; i++) cost[i] = -correct(-cost[i], z[i]);
}

/* ---- the trained numbers ---- */

static const int16_t *take_row(float row[], int count, const int16_t *numbers) {
    for (int i = 0; i < count; i++) row[i] = (float)*numbers++ / NETWORK_SCALE;
    return numbers;
}

const int16_t *cantstop_network_take(struct cantstop_network *n, int players,
                                     const int16_t *numbers) {
    memset(n, 0, sizeof *n);
    n->players = players;
    for (int i = 0; i < players; i++)
        for (int row = 0; row < NETWORK_SEAT_ROWS; row++)
            numbers = take_row(n->seat[i][row], NETWORK_UNITS, numbers);
    for (int row = 0; row <= NETWORK_OPTION_ROWS; row++)
        numbers = take_row(n->option[row], NETWORK_UNITS, numbers);
    for (int i = 0; i < players; i++) {
        numbers = take_row(n->weight[i], NETWORK_UNITS, numbers);
        numbers = take_row(&n->base[i], 1, numbers);
    }
    return numbers;
}

static struct cantstop_network trained[TH_SEATS_MAX], corrections[TH_SEATS_MAX];

static void make_trained(void) {
    const int16_t *numbers = cantstop_network_numbers;
    for (int players = 1; players <= TH_SEATS_MAX; players++)
        numbers = cantstop_network_take(&trained[players - 1], players, numbers);
    for (int players = 2; players <= TH_SEATS_MAX; players++)
        numbers = cantstop_network_take(&corrections[players - 1], players, numbers);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

const struct cantstop_network *cantstop_network(int players) {
    pthread_once(&once, make_trained);
    return &trained[players - 1];
}

const struct cantstop_network *cantstop_correction(int players) {
    pthread_once(&once, make_trained);
    return &corrections[players - 1];
}

void cantstop_network_chances(const struct cantstop *s, int first, double out[]) {
    double sum = 0;
    cantstop_network_start(cantstop_network(s->players), s, first, out);
    for (int i = 0; i < s->players; i++) sum += out[i];
    for (int i = 0; i < s->players; i++) out[i] /= sum;
}
