/* What learners with a network share. */
#include "network_training.h"

#include "core/text.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- options ---- */

bool hidden_read(const char *text, int hidden[NETWORK_LAYERS_MAX - 1], int *layers,
                 struct th_error *e) {
    *layers = 0;
    for (const char *p = text;; p++) {
        char word[16];
        int64_t units;
        const size_t n = strcspn(p, ",");
        snprintf(word, sizeof word, "%.*s", (int)n, p);
        if (n >= sizeof word || !text_count(word, &units) || units < 1 ||
            units > NETWORK_WIDTH_MAX || *layers == NETWORK_LAYERS_MAX - 1)
            return th_fail(e,
                           "--hidden cannot be '%s'; it takes 1 to %d numbers from 1 to %d, as in "
                           "64,64",
                           text, NETWORK_LAYERS_MAX - 1, NETWORK_WIDTH_MAX);
        hidden[(*layers)++] = (int)units;
        p += n;
        if (*p == 0) return true;
    }
}

int option_count(const struct th_options *o, const char *name) {
    return (int)th_options_number(o, name);
}

float option_decimal(const struct th_options *o, const char *name) {
    return (float)((double)th_options_number(o, name) / 1e6);
}

float linear_schedule(float first, float last, uint64_t games, int span) {
    if (games >= (uint64_t)span) return last;
    return first + (last - first) * ((float)games / (float)span);
}

bool all_finite(const float values[], size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i])) return false;
    return true;
}

/* ---- bytes ---- */

void store_rng(const struct th_rng *rng, struct bytes *out) {
    for (int i = 0; i < 4; i++) bytes_u64(out, rng->word[i]);
}

/* The state of a generator is never all zero. */
bool restore_rng(struct th_rng *rng, struct bytes_reader *in) {
    uint64_t any = 0;
    for (int i = 0; i < 4; i++) any |= rng->word[i] = read_u64(in);
    return any != 0;
}

void store_adam(const struct adam *a, struct bytes *out) {
    bytes_f64(out, a->mean_left);
    bytes_f64(out, a->square_left);
    bytes_floats(out, a->mean, a->count);
    bytes_floats(out, a->square, a->count);
}

bool restore_adam(struct adam *a, struct bytes_reader *in) {
    a->mean_left = read_f64(in);
    a->square_left = read_f64(in);
    read_floats(in, a->mean, a->count);
    read_floats(in, a->square, a->count);
    for (size_t i = 0; i < a->count; i++)
        if (a->square[i] < 0) return false;
    return a->mean_left >= 0 && a->mean_left <= 1 && a->square_left >= 0 && a->square_left <= 1;
}

void store_hidden(const int hidden[], int layers, struct bytes *out) {
    bytes_u32(out, (uint32_t)layers);
    for (int l = 0; l < layers; l++) bytes_u32(out, (uint32_t)hidden[l]);
}

bool restore_hidden(int hidden[NETWORK_LAYERS_MAX - 1], int *layers, struct bytes_reader *in) {
    *layers = (int)read_u32(in);
    if (*layers < 0 || *layers >= NETWORK_LAYERS_MAX) return false;
    for (int l = 0; l < *layers; l++) hidden[l] = (int)read_u32(in);
    return true;
}
