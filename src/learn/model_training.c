/* Models with their training: for learning. Who only plays takes the network (model.c). */
#include "core/file.h"
#include "dqn_state.h"
#include "model_own.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

static void add_text(struct bytes *b, const char *text) {
    const size_t length = text != NULL ? strlen(text) : 0;
    bytes_u32(b, (uint32_t)length);
    bytes_add(b, text, length);
}

struct bytes model_bytes(const struct model *m) {
    struct bytes b = {0};
    bytes_add(&b, model_magic, sizeof model_magic);
    bytes_u32(&b, MODEL_VERSION);
    bytes_u64(&b, 0); /* the size, when it is known */
    add_text(&b, m->game);
    add_text(&b, m->layout);
    add_text(&b, m->notes);
    const struct network_shape *s = &m->network.shape;
    bytes_u32(&b, (uint32_t)s->layers);
    for (int l = 0; l <= s->layers; l++) bytes_u32(&b, (uint32_t)s->size[l]);
    bytes_floats(&b, m->network.parameters, m->network.count);
    bytes_u8(&b, m->training != NULL);
    if (m->training != NULL) dqn_store(m->training, &b);
    if (b.failed) return b;
    const uint64_t size = b.size + MODEL_CHECKSUM;
    for (size_t i = 0; i < 8; i++) b.data[MODEL_SIZE_AT + i] = (uint8_t)(size >> 8 * i);
    bytes_u64(&b, model_checksum(b.data, b.size));
    return b;
}

bool model_write(const struct model *m, const char *path, struct th_error *e) {
    for (size_t i = 0; i < m->network.count; i++)
        if (!isfinite(m->network.parameters[i]))
            return th_fail(e, "the network is not written: the training has gone astray, its "
                              "parameters are no numbers any more; a lower rate may help");
    if (m->training != NULL && !dqn_sound(m->training))
        return th_fail(e, "the training is not written: it has gone astray, there are no numbers "
                          "any more in it; a lower rate may help");
    const struct bytes b = model_bytes(m);
    const bool done = b.failed ? th_fail(e, "there is no memory to write %s", path)
                               : file_replace(path, b.data, b.size, e);
    free(b.data);
    return done;
}

/* ---- reading ---- */

static bool take_training(struct model *m, struct bytes_reader *r, struct th_error *e) {
    const uint8_t follows = read_u8(r);
    if (r->failed || follows > 1) return th_fail(e, "it is damaged: the network has no end");
    if (follows == 0) return true;
    m->training = dqn_restore(r, e);
    if (m->training == NULL) return false;
    return network_same_shape(&m->training->online.shape, &m->network.shape) ||
           th_fail(e, "it is damaged: the training is one of another network");
}

bool model_parse(struct model *m, const uint8_t *data, size_t size, struct th_error *e) {
    struct bytes_reader r;
    bool done = model_parse_network(m, data, size, &r, e) && take_training(m, &r, e);
    if (done && r.at != r.end) done = th_fail(e, "it is damaged: there is more than a model in it");
    if (!done) model_drop(m);
    return done;
}

bool model_read(struct model *m, const char *path, struct th_error *e) {
    size_t size;
    struct th_error why;
    uint8_t *data = file_read(path, &size, e);
    if (data == NULL) return false;
    const bool done = model_parse(m, data, size, &why);
    free(data);
    return done || th_fail(e, "%s is refused: %s", path, why.text);
}

void model_drop(struct model *m) {
    dqn_drop(m->training);
    model_drop_network(m);
}
