/* Model files: the network of a learner and its game, and, if the training can continue, the
 * complete training.
 *
 *     8 bytes   \x89 t a h u r \r \n
 *     u32       version of this layout: 1 or 2
 *     u64       bytes in the whole file
 *     3 texts   game spec, layout of the observation, notes: u32 length and as many bytes each
 *     text      version 2: the kind, the name of the learner; version 1: none, the kind is dqn
 *     u8        version 2: 1 if a network follows, else 0; version 1: none, a network follows
 *     network   u32 layers, u32 sizes (layers + 1), f32 parameters (see network.h)
 *     u8        1 if the training follows, else 0
 *     training  as the learner of this kind stores it (dqn: dqn_learner.c)
 *     u64       checksum of all before it
 * All numbers are least significant byte first, on every machine. So that the files of dqn stay the
 * same bytes, they are written in version 1; all other kinds are written in version 2. A file of
 * one kind is never read as another: model_check_kind. */
#ifndef LEARN_MODEL_H
#define LEARN_MODEL_H

#include "core/bytes.h"
#include "network.h"

#define MODEL_TEXT_MAX 1000
#define MODEL_KIND_MAX 64

struct model {
    char kind[MODEL_KIND_MAX + 1];   /* the learner's name; "": dqn */
    char game[MODEL_TEXT_MAX + 1];   /* the spec of the game, options included */
    char layout[MODEL_TEXT_MAX + 1]; /* which numbers an observation consists of, by name */
    char *notes;                     /* of the training run, JSON; NULL: none */
    struct network network;          /* count is 0: none */
    bool trained;                    /* `training` is present */
    struct bytes training;           /* as the learner stores it */
};

/* Reads the model in these bytes, which the caller drops. Returns false and sets *e, with nothing
 * to drop, if they are no model, truncated, damaged, or of another version. The training is not
 * parsed: see checkpoint_restore. */
bool model_parse(struct model *m, const uint8_t *data, size_t size, struct th_error *e);
bool model_read(struct model *m, const char *path, struct th_error *e);
/* The same for playing: without the training, which is large. Fails if there is no network. */
bool model_read_network(struct model *m, const char *path, struct th_error *e);
void model_drop(struct model *m);

/* Equal models give equal bytes; the caller frees them. */
struct bytes model_bytes(const struct model *m);
/* Writes the file atomically (file_replace). Refuses a network that has diverged. */
bool model_write(const struct model *m, const char *path, struct th_error *e);

/* These return false and set *e if the model is not of this kind; if it was not trained for this
 * game and layout of observations; if its network does not have these sizes. */
bool model_check_kind(const struct model *m, const char *kind, struct th_error *e);
bool model_check(const struct model *m, const char *game, const char *layout, struct th_error *e);
bool model_check_sizes(const struct model *m, int observation, int actions, struct th_error *e);

/* The checksum of the bytes before the last eight of a file, which contain it. */
uint64_t model_checksum(const uint8_t *data, size_t size);

/* ---- ONNX (onnx.c) ---- */

/* Writes a network as an ONNX model, for other programs: a chain of Gemm and Relu, operator set 13.
 * Input "observation" (N, inputs), output "values" (N, outputs), for any N. */
bool network_write_onnx(const struct network *n, const char *path, struct th_error *e);

#endif
