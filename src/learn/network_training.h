/* What learners with a network share: the option --hidden, the schedule of the rate, and parts of a
 * training as bytes. */
#ifndef LEARN_NETWORK_TRAINING_H
#define LEARN_NETWORK_TRAINING_H

#include "core/bytes.h"
#include "network.h"
#include "tahur/option.h"

/* The value of --hidden, as in "64,64". Returns false and sets *e if it is none. */
bool hidden_read(const char *text, int hidden[NETWORK_LAYERS_MAX - 1], int *layers,
                 struct th_error *e);

/* Options by name: a count; a decimal number. */
int option_count(const struct th_options *o, const char *name);
float option_decimal(const struct th_options *o, const char *name);

/* Linear from `first` to `last` over `span` games. */
float linear_schedule(float first, float last, uint64_t games, int span);

bool all_finite(const float values[], size_t count);

/* store_x writes the fields of x, and restore_x reads them in the same order; it returns false if
 * they make no sense. */
void store_rng(const struct th_rng *rng, struct bytes *out);
bool restore_rng(struct th_rng *rng, struct bytes_reader *in);
void store_adam(const struct adam *a, struct bytes *out);
bool restore_adam(struct adam *a, struct bytes_reader *in);
void store_hidden(const int hidden[], int layers, struct bytes *out);
bool restore_hidden(int hidden[NETWORK_LAYERS_MAX - 1], int *layers, struct bytes_reader *in);

#endif
