#include "model.h"

#include "core/file.h"
#include "core/text.h"
#include "dqn_state.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* In the manner of PNG: a byte that is no text, and both line ends, so that whatever transfers the
 * file as text shows at once. */
static const uint8_t magic[8] = {0x89, 't', 'a', 'h', 'u', 'r', '\r', '\n'};

enum {
    VERSION = 1,
    SIZE_AT = 12, /* where the size of the file is written */
    START = 20,   /* where the texts begin */
    CHECKSUM = 8, /* bytes at the end */
};

uint64_t model_checksum(const uint8_t *data, size_t size) {
    uint64_t sum = size;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        for (size_t k = 0; k < 8 && i + k < size; k++) word |= (uint64_t)data[i + k] << 8 * k;
        sum = th_mix2(sum, word);
    }
    return sum;
}

/* ---- writing ---- */

static void add_text(struct bytes *b, const char *text) {
    const size_t length = text != NULL ? strlen(text) : 0;
    bytes_u32(b, (uint32_t)length);
    bytes_add(b, text, length);
}

struct bytes model_bytes(const struct model *m) {
    struct bytes b = {0};
    bytes_add(&b, magic, sizeof magic);
    bytes_u32(&b, VERSION);
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
    const uint64_t size = b.size + CHECKSUM;
    for (size_t i = 0; i < 8; i++) b.data[SIZE_AT + i] = (uint8_t)(size >> 8 * i);
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

/* The frame: that these are the bytes somebody wrote, all of them. */
static bool check_frame(const uint8_t *data, size_t size, struct th_error *e) {
    if (size < sizeof magic || memcmp(data, magic, sizeof magic) != 0)
        return th_fail(e, "it is not a model file");
    struct bytes_reader r = {.at = data + sizeof magic, .end = data + size};
    const uint32_t version = read_u32(&r);
    const uint64_t told = read_u64(&r);
    if (r.failed) return th_fail(e, "it is cut off after %zu bytes", size);
    if (version != VERSION)
        return th_fail(e,
                       "it is a model file of version %" PRIu32 "; this program reads version %d",
                       version, VERSION);
    if (size < told) return th_fail(e, "it is cut off: %zu of %" PRIu64 " bytes", size, told);
    if (size > told)
        return th_fail(e, "it is damaged: %zu bytes where there should be %" PRIu64, size, told);
    if (size < START + CHECKSUM) return th_fail(e, "it is damaged: there is nothing in it");
    struct bytes_reader sum = {.at = data + size - CHECKSUM, .end = data + size};
    if (read_u64(&sum) != model_checksum(data, size - CHECKSUM))
        return th_fail(e, "it is damaged: its checksum is wrong");
    return true;
}

/* A text of at most so many bytes, none of them 0, as a string of its own. */
static char *take_text(struct bytes_reader *r, size_t most) {
    const uint32_t length = read_u32(r);
    const uint8_t *from = read_bytes(r, length);
    if (from == NULL || length > most || memchr(from, 0, length) != NULL) return NULL;
    char *text = malloc((size_t)length + 1);
    if (text == NULL) return NULL;
    memcpy(text, from, length);
    text[length] = 0;
    return text;
}

static bool take_short_text(struct bytes_reader *r, char out[MODEL_TEXT_MAX + 1]) {
    char *text = take_text(r, MODEL_TEXT_MAX);
    if (text == NULL) return false;
    memcpy(out, text, strlen(text) + 1);
    free(text);
    return true;
}

static bool take_network(struct model *m, struct bytes_reader *r, struct th_error *e) {
    struct network_shape shape = {.layers = (int)read_u32(r)};
    if (shape.layers >= 1 && shape.layers <= NETWORK_LAYERS_MAX)
        for (int l = 0; l <= shape.layers; l++) shape.size[l] = (int)read_u32(r);
    if (r->failed) return th_fail(e, "it is damaged: the network is not complete");
    if (!network_shape_check(&shape, e)) return false;
    if (!read_has(r, network_count(&shape), sizeof(float)))
        return th_fail(e, "it is damaged: the network is not complete");
    if (!network_make(&m->network, &shape, e)) return false;
    read_floats(r, m->network.parameters, m->network.count);
    return !r->failed || th_fail(e, "it is damaged: a parameter is not a number");
}

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
    *m = (struct model){0};
    if (!check_frame(data, size, e)) return false;
    struct bytes_reader r = {.at = data + START, .end = data + size - CHECKSUM};
    bool done = take_short_text(&r, m->game) && take_short_text(&r, m->layout) &&
                (m->notes = take_text(&r, UINT32_MAX)) != NULL;
    if (!done)
        th_fail(e, "it is damaged: its texts make no sense");
    else
        done = take_network(m, &r, e) && take_training(m, &r, e);
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
    free(m->notes);
    network_drop(&m->network);
    dqn_drop(m->training);
    *m = (struct model){0};
}

bool model_check(const struct model *m, const char *game, const char *layout, struct th_error *e) {
    char theirs[TEXT_CLIP_BYTES], ours[TEXT_CLIP_BYTES];
    if (strcmp(m->game, game) != 0)
        return th_fail(e, "the model was trained for “%s”, not for “%s”",
                       text_clip(m->game, theirs), text_clip(game, ours));
    if (strcmp(m->layout, layout) != 0)
        return th_fail(e, "the model was trained on observations “%s”, but these are “%s”",
                       text_clip(m->layout, theirs), text_clip(layout, ours));
    return true;
}

bool model_check_sizes(const struct model *m, int observation, int actions, struct th_error *e) {
    const struct network_shape *s = &m->network.shape;
    if (s->size[0] == observation && s->size[s->layers] == actions) return true;
    return th_fail(e, "its network takes %d numbers to %d values, but there are %d and %d actions",
                   s->size[0], s->size[s->layers], observation, actions);
}
