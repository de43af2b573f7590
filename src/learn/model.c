#include "core/file.h"
#include "core/text.h"
#include "model_own.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const uint8_t model_magic[8] = {0x89, 't', 'a', 'h', 'u', 'r', '\r', '\n'};

uint64_t model_checksum(const uint8_t *data, size_t size) {
    uint64_t sum = size;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        for (size_t k = 0; k < 8 && i + k < size; k++) word |= (uint64_t)data[i + k] << 8 * k;
        sum = th_mix2(sum, word);
    }
    return sum;
}

/* The frame: that these are the bytes somebody wrote, all of them. */
static bool check_frame(const uint8_t *data, size_t size, struct th_error *e) {
    if (size < sizeof model_magic || memcmp(data, model_magic, sizeof model_magic) != 0)
        return th_fail(e, "it is not a model file");
    struct bytes_reader r = {.at = data + sizeof model_magic, .end = data + size};
    const uint32_t version = read_u32(&r);
    const uint64_t told = read_u64(&r);
    if (r.failed) return th_fail(e, "it is cut off after %zu bytes", size);
    if (version != MODEL_VERSION)
        return th_fail(e,
                       "it is a model file of version %" PRIu32 "; this program reads version %d",
                       version, MODEL_VERSION);
    if (size < told) return th_fail(e, "it is cut off: %zu of %" PRIu64 " bytes", size, told);
    if (size > told)
        return th_fail(e, "it is damaged: %zu bytes where there should be %" PRIu64, size, told);
    if (size < MODEL_START + MODEL_CHECKSUM)
        return th_fail(e, "it is damaged: there is nothing in it");
    struct bytes_reader sum = {.at = data + size - MODEL_CHECKSUM, .end = data + size};
    if (read_u64(&sum) != model_checksum(data, size - MODEL_CHECKSUM))
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

bool model_parse_network(struct model *m, const uint8_t *data, size_t size, struct bytes_reader *r,
                         struct th_error *e) {
    *m = (struct model){0};
    if (!check_frame(data, size, e)) return false;
    *r = (struct bytes_reader){.at = data + MODEL_START, .end = data + size - MODEL_CHECKSUM};
    const bool done = take_short_text(r, m->game) && take_short_text(r, m->layout) &&
                      (m->notes = take_text(r, UINT32_MAX)) != NULL;
    return done ? take_network(m, r, e) : th_fail(e, "it is damaged: its texts make no sense");
}

void model_drop_network(struct model *m) {
    free(m->notes);
    network_drop(&m->network);
    *m = (struct model){0};
}

bool model_read_network(struct model *m, const char *path, struct th_error *e) {
    size_t size;
    struct th_error why;
    struct bytes_reader r;
    uint8_t *data = file_read(path, &size, e);
    if (data == NULL) return false;
    const bool done = model_parse_network(m, data, size, &r, &why);
    free(data);
    if (done) return true;
    model_drop_network(m);
    return th_fail(e, "%s is refused: %s", path, why.text);
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
