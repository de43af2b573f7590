/* A training as bytes, complete: settings, networks, optimiser, memory, generators, counts. What
 * is restored goes on bit for bit as what was stored. */
#ifndef LEARN_DQN_STATE_H
#define LEARN_DQN_STATE_H

#include "core/bytes.h"
#include "dqn.h"

void dqn_store(const struct dqn *d, struct bytes *out);
/* A new training, to be dropped; NULL and the reason if the bytes are none. */
struct dqn *dqn_restore(struct bytes_reader *in, struct th_error *e);

#endif
