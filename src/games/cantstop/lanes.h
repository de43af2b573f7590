/* A layer of rows that are added up, as in outlook.c and approx.c. */
#ifndef CANTSTOP_LANES_H
#define CANTSTOP_LANES_H

/* Sums are kept in lanes, which the compiler can take as vectors: the same additions in the same
 * order on every machine. */
enum { LANES = 8 };

static inline float sum_lanes(float lane[LANES]) {
    for (int width = LANES / 2; width > 0; width /= 2)
        for (int l = 0; l < width; l++) lane[l] += lane[l + width];
    return lane[0];
}

static inline void add_row(float unit[], const float row[], int units) {
    for (int u = 0; u < units; u++) unit[u] += row[u];
}

/* Of the units after one more row. */
static inline float weigh(const float unit[], const float row[], const float weight[], int units) {
    float lane[LANES] = {0};
    for (int u = 0; u < units; u += LANES)
        for (int l = 0; l < LANES; l++) {
            const float x = unit[u + l] + row[u + l];
            lane[l] += (x > 0 ? x : 0) * weight[u + l];
        }
    return sum_lanes(lane);
}

static inline double at_least_one(float turns) {
    return turns < 1 ? 1 : (double)turns;
}

#endif
