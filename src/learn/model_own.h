/* What the two halves of model files have in common. */
#ifndef LEARN_MODEL_OWN_H
#define LEARN_MODEL_OWN_H

#include "model.h"

/* In the manner of PNG: a byte that is no text, and both line ends, so that whatever transfers the
 * file as text shows at once. */
extern const uint8_t model_magic[8];

enum {
    MODEL_VERSION = 1,
    MODEL_SIZE_AT = 12, /* where the size of the file is written */
    MODEL_START = 20,   /* where the texts begin */
    MODEL_CHECKSUM = 8, /* bytes at the end */
};

/* All up to the training, where the reader is then. To be dropped also if it fails. */
bool model_parse_network(struct model *m, const uint8_t *data, size_t size, struct bytes_reader *r,
                         struct th_error *e);

#endif
