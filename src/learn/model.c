/* Model files: writing, reading, and whether a model fits a game. */
#include "model.h"

#include "core/file.h"
#include "core/text.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* As in PNG: a byte above 127 and both line endings, to detect a transfer in text mode. */
static const uint8_t magic[8] = {0x89, 't', 'a', 'h', 'u', 'r', '\r', '\n'};

enum {
    VERSION_DQN = 1,    /* without a kind */
    VERSION_KIND = 2,   /* with the kind */
    SIZE_AT = 12,       /* offset of the size of the file */
    START = 20,         /* offset of the texts */
    CHECKSUM_BYTES = 8, /* at the end */
};

static bool is_dqn(const char *kind) {
    return kind[0] == 0 || strcmp(kind, "dqn") == 0;
}

/* ---- writing ---- */

uint64_t model_checksum(const uint8_t *data, size_t size) {
    uint64_t sum = size;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        for (size_t k = 0; k < 8 && i + k < size; k++) word |= (uint64_t)data[i + k] << 8 * k;
        sum = th_mix2(sum, word);
    }
    return sum;
}

static void add_text(struct bytes *b, const char *text) {
    const size_t length = text != NULL ? strlen(text) : 0;
    bytes_u32(b, (uint32_t)length);
    bytes_add(b, text, length);
}

static void add_network(struct bytes *b, const struct network *n) {
    const struct network_shape *s = &n->shape;
    bytes_u32(b, (uint32_t)s->layers);
    for (int l = 0; l <= s->layers; l++) bytes_u32(b, (uint32_t)s->size[l]);
    bytes_floats(b, n->parameters, n->count);
}

struct bytes model_bytes(const struct model *m) {
    struct bytes b = {0};
    const bool dqn = is_dqn(m->kind);
    bytes_add(&b, magic, sizeof magic);
    bytes_u32(&b, dqn ? VERSION_DQN : VERSION_KIND);
    bytes_u64(&b, 0); /* the size, set below */
    add_text(&b, m->game);
    add_text(&b, m->layout);
    add_text(&b, m->notes);
    if (!dqn) {
        add_text(&b, m->kind);
        bytes_u8(&b, m->network.count > 0);
    }
    if (dqn || m->network.count > 0) add_network(&b, &m->network);
    bytes_u8(&b, m->trained);
    if (m->trained) bytes_add(&b, m->training.data, m->training.size);
    b.failed = b.failed || m->training.failed;
    if (b.failed) return b;
    const uint64_t size = b.size + CHECKSUM_BYTES;
    for (size_t i = 0; i < 8; i++) b.data[SIZE_AT + i] = (uint8_t)(size >> 8 * i);
    bytes_u64(&b, model_checksum(b.data, b.size));
    return b;
}

bool model_write(const struct model *m, const char *path, struct th_error *e) {
    for (size_t i = 0; i < m->network.count; i++)
        if (!isfinite(m->network.parameters[i]))
            return th_fail(e, "the network is not written: the training has diverged, its "
                              "parameters are not finite numbers any more; a lower rate may help");
    const struct bytes b = model_bytes(m);
    const bool done = b.failed ? th_fail(e, "there is no memory to write %s", path)
                               : file_replace(path, b.data, b.size, e);
    free(b.data);
    return done;
}

/* ---- reading ---- */

/* Checks the frame: magic, version, size, checksum. */
static bool check_frame(const uint8_t *data, size_t size, uint32_t *version, struct th_error *e) {
    if (size < sizeof magic || memcmp(data, magic, sizeof magic) != 0)
        return th_fail(e, "it is not a model file");
    struct bytes_reader r = {.at = data + sizeof magic, .end = data + size};
    *version = read_u32(&r);
    const uint64_t stated = read_u64(&r);
    if (r.failed) return th_fail(e, "it is cut off after %zu bytes", size);
    if (*version < VERSION_DQN || *version > VERSION_KIND)
        return th_fail(
            e, "it is a model file of version %" PRIu32 "; this program reads versions %d to %d",
            *version, VERSION_DQN, VERSION_KIND);
    if (size < stated) return th_fail(e, "it is cut off: %zu of %" PRIu64 " bytes", size, stated);
    if (size > stated)
        return th_fail(e, "it is damaged: %zu bytes where there should be %" PRIu64, size, stated);
    if (size < START + CHECKSUM_BYTES) return th_fail(e, "it is damaged: there is nothing in it");
    struct bytes_reader sum = {.at = data + size - CHECKSUM_BYTES, .end = data + size};
    if (read_u64(&sum) != model_checksum(data, size - CHECKSUM_BYTES))
        return th_fail(e, "it is damaged: its checksum is wrong");
    return true;
}

/* Reads a text of at most `most` bytes, none of them 0, as a new string. */
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

static bool take_short_text(struct bytes_reader *r, char *out, size_t most) {
    char *text = take_text(r, most);
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

/* The kind, and whether a network follows. */
static bool take_kind(struct model *m, uint32_t version, struct bytes_reader *r, bool *network,
                      struct th_error *e) {
    *network = true;
    strcpy(m->kind, "dqn");
    if (version == VERSION_DQN) return true;
    if (!take_short_text(r, m->kind, MODEL_KIND_MAX) || is_dqn(m->kind))
        return th_fail(e, "it is damaged: its kind makes no sense");
    const uint8_t follows = read_u8(r);
    *network = follows == 1;
    return (!r->failed && follows <= 1) || th_fail(e, "it is damaged: its kind has no end");
}

/* Reads everything before the training. The caller drops the model, also if it fails. */
static bool parse_player(struct model *m, const uint8_t *data, size_t size, struct bytes_reader *r,
                         struct th_error *e) {
    uint32_t version = 0;
    bool network;
    *m = (struct model){0};
    if (!check_frame(data, size, &version, e)) return false;
    *r = (struct bytes_reader){.at = data + START, .end = data + size - CHECKSUM_BYTES};
    if (!take_short_text(r, m->game, MODEL_TEXT_MAX) ||
        !take_short_text(r, m->layout, MODEL_TEXT_MAX) ||
        (m->notes = take_text(r, UINT32_MAX)) == NULL)
        return th_fail(e, "it is damaged: its texts make no sense");
    return take_kind(m, version, r, &network, e) && (!network || take_network(m, r, e));
}

static bool take_training(struct model *m, struct bytes_reader *r, struct th_error *e) {
    const uint8_t follows = read_u8(r);
    if (r->failed || follows > 1) return th_fail(e, "it is damaged: the network has no end");
    m->trained = follows == 1;
    if (m->trained) {
        bytes_add(&m->training, r->at, (size_t)(r->end - r->at));
        return !m->training.failed || th_fail(e, "there is no memory for the training");
    }
    return r->at == r->end || th_fail(e, "it is damaged: there is more than a model in it");
}

bool model_parse(struct model *m, const uint8_t *data, size_t size, struct th_error *e) {
    struct bytes_reader r;
    const bool done = parse_player(m, data, size, &r, e) && take_training(m, &r, e);
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

bool model_read_network(struct model *m, const char *path, struct th_error *e) {
    size_t size;
    struct th_error why;
    struct bytes_reader r;
    uint8_t *data = file_read(path, &size, e);
    if (data == NULL) return false;
    bool done = parse_player(m, data, size, &r, &why);
    free(data);
    if (done && m->network.count == 0)
        done = th_fail(&why, "it is a model of kind “%s”, which has no network", m->kind);
    if (done) return true;
    model_drop(m);
    return th_fail(e, "%s is refused: %s", path, why.text);
}

void model_drop(struct model *m) {
    free(m->notes);
    network_drop(&m->network);
    free(m->training.data);
    *m = (struct model){0};
}

/* ---- checks ---- */

bool model_check_kind(const struct model *m, const char *kind, struct th_error *e) {
    char theirs[TEXT_CLIP_BYTES];
    return strcmp(m->kind, kind) == 0 || th_fail(e, "it is a model of kind “%s”, not of kind “%s”",
                                                 text_clip(m->kind, theirs), kind);
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
    if (m->network.count == 0 || (s->size[0] == observation && s->size[s->layers] == actions))
        return true;
    return th_fail(e, "its network takes %d numbers to %d values, but there are %d and %d actions",
                   s->size[0], s->size[s->layers], observation, actions);
}
