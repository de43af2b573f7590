/* Model files: a trained network with what it was trained for, and, if it is to be trained
 * further, the complete training.
 *
 *     8 bytes   \x89 t a h u r \r \n
 *     u32       version of this layout
 *     u64       bytes in the whole file
 *     3 texts   game spec, layout of the observation, notes: u32 length and as many bytes each
 *     network   u32 layers, u32 sizes (layers + 1), f32 parameters (see network.h)
 *     u8        1 if the training follows, else 0
 *     training  see dqn_state.c
 *     u64       checksum of all before it
 * All numbers are least significant byte first, on every machine. */
#ifndef LEARN_MODEL_H
#define LEARN_MODEL_H

#include "core/bytes.h"
#include "dqn.h"

#define MODEL_TEXT_MAX 1000

struct model {
    char game[MODEL_TEXT_MAX + 1];   /* the spec of the game, options included */
    char layout[MODEL_TEXT_MAX + 1]; /* which numbers an observation consists of, by name */
    char *notes;                     /* of whoever trained: anything; NULL: none */
    struct network network;
    struct dqn *training; /* NULL: none */
};

/* The model in these bytes, to be dropped; false and the reason, with nothing to drop, if there is
 * none: not a model, cut off, damaged, of another version. */
bool model_parse(struct model *m, const uint8_t *data, size_t size, struct th_error *e);
bool model_read(struct model *m, const char *path, struct th_error *e);
void model_drop(struct model *m);
/* The same without the training, which is large, and not for playing. */
bool model_read_network(struct model *m, const char *path, struct th_error *e);
void model_drop_network(struct model *m);

/* The same model makes the same bytes; to be dropped with free. */
struct bytes model_bytes(const struct model *m);
/* Complete or not at all: see file_replace. What could not be read again is not written. */
bool model_write(const struct model *m, const char *path, struct th_error *e);

/* Whether it was trained for this game and these observations; if not, the reason. */
bool model_check(const struct model *m, const char *game, const char *layout, struct th_error *e);

/* Whether its network takes so many numbers, for so many actions; if not, the reason. */
bool model_check_sizes(const struct model *m, int observation, int actions, struct th_error *e);

/* What the last eight bytes of a file are made of. */
uint64_t model_checksum(const uint8_t *data, size_t size);

#endif
