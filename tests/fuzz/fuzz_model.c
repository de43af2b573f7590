/* Arbitrary bytes as a model file: as they are, or with their frame made right, so that what is in
 * it is looked at. What is accepted must be written the same again, and a small training must go
 * on. */
#include "learn/dqn.h"
#include "learn/train_own.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Games of three decisions in which nothing matters. */
static bool reset(void *self, uint64_t seed) {
    *(int *)self = 0;
    return seed % 8 != 0;
}

static int observation, actions;

static void observe(const void *self, float out[]) {
    (void)self;
    memset(out, 0, (size_t)observation * sizeof *out);
}

static void legal(const void *self, bool out[]) {
    for (int a = 0; a < actions; a++) out[a] = a % 2 == *(const int *)self % 2 || a == 0;
}

static struct environment_step step(void *self, int action) {
    return (struct environment_step){.reward = (float)action, .done = ++*(int *)self == 3};
}

static void go_on(struct dqn *d) {
    int decisions = 0;
    observation = d->observation;
    actions = d->actions;
    const struct environment environment = {observation, actions, reset, observe, legal, step};
    dqn_train(d, &environment, &decisions, 3);
}

static void put(uint8_t *to, uint64_t value) {
    for (int i = 0; i < 8; i++) to[i] = (uint8_t)(value >> 8 * i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { FRAME = 28 };
    struct model m;
    struct th_error e;
    if (size < 1) return 0;
    uint8_t *file = malloc(size);
    memcpy(file, data, size);
    if (size >= FRAME && data[size - 1] % 8 != 0) {
        memcpy(file, "\x89tahur\r\n\1\0\0\0", 12);
        if (data[size - 1] % 8 == 7) file[8] = 2; /* of another kind than dqn */
        put(file + 12, size);
        put(file + size - 8, model_checksum(file, size - 8));
    }
    if (model_parse(&m, file, size, &e)) {
        struct dqn *d = checkpoint_restore(&m, &dqn_learner, &e);
        if (d != NULL) {
            free(m.training.data);
            m.training = (struct bytes){0};
            dqn_store(d, &m.training);
        }
        const struct bytes again = model_bytes(&m);
        if (again.failed || again.size != size || memcmp(again.data, file, size) != 0) abort();
        free(again.data);
        if (d != NULL && d->settings.batch <= 64 && m.network.count <= 1000) go_on(d);
        dqn_drop(d);
        model_drop(&m);
    } else if (e.text[0] == 0) {
        abort();
    }
    free(file);
    return 0;
}
