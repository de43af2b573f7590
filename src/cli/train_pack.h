/* A training as the bytes of a model file, with all that its report tells: for the file of a run,
 * and for the way from one rank to another. */
#ifndef CLI_TRAIN_PACK_H
#define CLI_TRAIN_PACK_H

#include "train_run.h"

/* To be dropped with free. Of a training that has gone astray, what the report needs and the
 * network that was kept; it cannot go on. */
struct bytes train_pack(const struct train_run *run);

/* Makes a training of the same plan and seed what it was when it was packed: it goes on from there,
 * or is finished. If it fails, with the reason, the training is left alone. */
bool train_unpack(struct train_run *run, const uint8_t *data, size_t size, struct th_error *e);

#endif
