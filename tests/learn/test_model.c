/* Model files: what is written is read, trainings go on bit for bit, and whatever is not a whole
 * model is refused with a reason. */
#include "cmocka_includes.h"
#include "core/file.h"
#include "grid.h"
#include "learn/dqn.h"
#include "learn/train_own.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char directory[] = "/tmp/tahur-test-XXXXXX";

static const char *path(const char *name) {
    static char out[4][100];
    static int next;
    next = (next + 1) % 4;
    snprintf(out[next], sizeof out[next], "%s/%s", directory, name);
    return out[next];
}

static int make_directory(void **state) {
    (void)state;
    return mkdtemp(directory) == NULL;
}

static int drop_directory(void **state) {
    (void)state;
    static const char *const names[] = {"one", "two", "three", "damaged"};
    for (int i = 0; i < 4; i++) unlink(path(names[i]));
    return rmdir(directory);
}

static struct dqn *training(uint64_t seed, int replay) {
    struct th_error e;
    struct dqn_settings s = dqn_defaults();
    s.seed = seed;
    s.hidden_layers = 1;
    s.hidden[0] = 3;
    s.replay = replay;
    s.warm_up = 10;
    s.batch = 4;
    s.copy_every = 7;
    s.adam.clip = 10;
    struct dqn *d = dqn_new(&s, grid_environment.observation, grid_environment.actions, &e);
    if (d == NULL) fail_msg("%s", e.text);
    return d;
}

static void train(struct dqn *d, uint64_t games) {
    struct grid grid = {0};
    dqn_train(d, &grid_environment, &grid, games);
}

static void write_model(const char *to, const struct dqn *d, bool with_training) {
    struct th_error e;
    struct model m = {.game = "maze:size=5", .layout = "cells 30", .network = *dqn_best(d)};
    m.notes = (char[]){"by a test"};
    if ((with_training && !checkpoint_store(&m, &dqn_learner, d, &e)) || !model_write(&m, to, &e))
        fail_msg("%s", e.text);
    free(m.training.data);
}

static struct model read_model(const char *from) {
    struct th_error e;
    struct model m;
    if (!model_read(&m, from, &e)) fail_msg("%s", e.text);
    return m;
}

static struct dqn *read_training(const char *from) {
    struct th_error e;
    struct model m = read_model(from);
    struct dqn *d = checkpoint_restore(&m, &dqn_learner, &e);
    if (d == NULL) fail_msg("%s", e.text);
    model_drop(&m);
    return d;
}

static uint8_t *contents(const char *from, size_t *size) {
    struct th_error e;
    uint8_t *data = file_read(from, size, &e);
    if (data == NULL) fail_msg("%s", e.text);
    return data;
}

static void assert_same_files(const char *a, const char *b, bool same) {
    size_t size[2];
    uint8_t *data[2] = {contents(a, &size[0]), contents(b, &size[1])};
    assert_int_equal(size[0] == size[1] && memcmp(data[0], data[1], size[0]) == 0, same);
    free(data[0]);
    free(data[1]);
}

/* ---- writing and reading ---- */

static void what_is_written_is_read(void **state) {
    (void)state;
    struct th_error e;
    struct dqn *d = training(1, 50);
    train(d, 20);
    write_model(path("one"), d, false);
    struct model m = read_model(path("one"));
    assert_string_equal(m.game, "maze:size=5");
    assert_string_equal(m.layout, "cells 30");
    assert_string_equal(m.notes, "by a test");
    assert_false(m.trained);
    assert_string_equal(m.kind, "dqn");
    assert_null(checkpoint_restore(&m, &dqn_learner, &e));
    assert_non_null(strstr(e.text, "a network alone"));
    assert_true(network_same_shape(&m.network.shape, &d->online.shape));
    assert_memory_equal(m.network.parameters, d->online.parameters, m.network.count * 4);
    assert_true(model_check(&m, "maze:size=5", "cells 30", &e));
    assert_false(model_check(&m, "maze:size=6", "cells 30", &e));
    assert_string_equal(e.text, "the model was trained for “maze:size=5”, not for “maze:size=6”");
    assert_false(model_check(&m, "maze:size=5", "cells 36", &e));
    assert_non_null(strstr(e.text, "observations “cells 30”"));
    model_drop(&m);
    dqn_drop(d);
}

static void the_same_seed_makes_the_same_file(void **state) {
    (void)state;
    static const char *const names[] = {"one", "two", "three"};
    for (int i = 0; i < 3; i++) {
        struct dqn *d = training(i < 2 ? 5 : 6, 50);
        train(d, 30);
        write_model(path(names[i]), d, true);
        dqn_drop(d);
    }
    assert_same_files(path("one"), path("two"), true);
    assert_same_files(path("one"), path("three"), false);
}

/* Twice as many games at once, or stored and restored in between: before the memory is full, after
 * it has begun to forget, with and without a best network. */
static void a_training_goes_on_bit_for_bit(void **state) {
    (void)state;
    static const uint64_t halves[] = {0, 1, 13, 120};
    for (int i = 0; i < 4; i++) {
        struct dqn *whole = training(9, 200), *half = training(9, 200);
        train(whole, halves[i]);
        train(half, halves[i]);
        if (i % 2 == 1) dqn_keep_best(whole, 0.5), dqn_keep_best(half, 0.5);
        write_model(path("one"), half, true);
        dqn_drop(half);
        half = read_training(path("one"));
        train(whole, halves[i] + 5);
        train(half, halves[i] + 5);
        write_model(path("two"), whole, true);
        write_model(path("three"), half, true);
        assert_same_files(path("two"), path("three"), true);
        assert_same_files(path("one"), path("two"), false);
        dqn_drop(half);
        dqn_drop(whole);
    }
}

static void a_file_is_replaced_only_by_a_whole_one(void **state) {
    (void)state;
    struct th_error e;
    struct dqn *d = training(1, 50);
    write_model(path("one"), d, false);
    write_model(path("two"), d, false);
    d->online.parameters[3] = NAN;
    const struct model diverged = {.network = d->online};
    assert_false(model_write(&diverged, path("one"), &e));
    assert_non_null(strstr(e.text, "not finite"));
    assert_same_files(path("one"), path("two"), true);
    d->online.parameters[3] = 0;
    float *const bent[] = {d->target.parameters, d->best.parameters, d->adam.mean, d->adam.square};
    for (int i = 0; i < 4; i++) { /* of a training, what could not be read again */
        struct model lost = {.network = d->online};
        const float before = bent[i][3];
        bent[i][3] = i % 2 == 0 ? NAN : INFINITY;
        assert_false(checkpoint_store(&lost, &dqn_learner, d, &e));
        assert_non_null(strstr(e.text, "has diverged"));
        bent[i][3] = before;
        assert_true(dqn_finite(d));
    }
    assert_same_files(path("one"), path("two"), true);
    const struct model m = {.network = d->online};
    assert_false(model_write(&m, path("no/such/place"), &e));
    assert_non_null(strstr(e.text, "cannot be written: No such file or directory"));
    assert_false(model_write(&m, directory, &e));
    dqn_drop(d);
}

/* ---- whatever is not a whole model ---- */

static void repair_checksum(uint8_t *data, size_t size) {
    const uint64_t sum = model_checksum(data, size - 8);
    for (size_t i = 0; i < 8; i++) data[size - 8 + i] = (uint8_t)(sum >> 8 * i);
}

static void assert_refused(const uint8_t *data, size_t size, const char *reason) {
    struct th_error e = {.text = ""};
    struct model m;
    uint8_t *exact = malloc(size > 0 ? size : 1); /* so that a sanitizer sees a step too far */
    memcpy(exact, data, size);
    if (model_parse(&m, exact, size, &e)) {
        if (checkpoint_restore(&m, &dqn_learner, &e) != NULL) fail_msg("accepted: %s", reason);
        model_drop(&m);
    }
    if (strstr(e.text, reason) == NULL) fail_msg("“%s” does not tell “%s”", e.text, reason);
    free(exact);
}

/* The bytes of a small training, which may be written to. */
static uint8_t *small(size_t *size) {
    struct dqn *d = training(3, 4);
    train(d, 3);
    write_model(path("damaged"), d, true);
    dqn_drop(d);
    return contents(path("damaged"), size);
}

static void a_file_cut_off_anywhere_is_refused(void **state) {
    (void)state;
    size_t size;
    uint8_t *data = small(&size);
    for (size_t n = 0; n < size; n++)
        assert_refused(data, n, n < 8 ? "not a model file" : "cut off");
    free(data);
}

static void a_file_with_any_bit_changed_is_refused(void **state) {
    (void)state;
    size_t size;
    uint8_t *data = small(&size);
    for (size_t i = 0; i < size; i++) {
        const int bit = (int)(i % 8);
        data[i] ^= (uint8_t)(1 << bit);
        assert_refused(data, size, i < 8 ? "not a model file" : i < 12 ? "version" : "it is ");
        data[i] ^= (uint8_t)(1 << bit);
    }
    free(data);
}

/* With the checksum made right again: refused or not, nothing breaks, and what is accepted is
 * written as it was. */
static void even_forged_files_break_nothing(void **state) {
    (void)state;
    size_t size;
    uint8_t *data = small(&size);
    struct th_error e;
    for (size_t i = 20; i < size - 8; i += 3) {
        struct model m;
        const uint8_t was = data[i];
        data[i] ^= (uint8_t)(1 << i % 8);
        repair_checksum(data, size);
        if (model_parse(&m, data, size, &e)) {
            struct dqn *d = checkpoint_restore(&m, &dqn_learner, &e);
            if (d != NULL) {
                free(m.training.data);
                m.training = (struct bytes){0};
                dqn_store(d, &m.training);
                const struct bytes again = model_bytes(&m);
                assert_int_equal(again.size, size);
                assert_memory_equal(again.data, data, size);
                free(again.data);
            }
            dqn_drop(d);
            model_drop(&m);
        }
        data[i] = was;
    }
    free(data);
}

static void put_u32(uint8_t *data, uint32_t value) {
    for (int i = 0; i < 4; i++) data[i] = (uint8_t)(value >> 8 * i);
}

/* Whole files that say nonsense. */
static void nonsense_is_refused_by_name(void **state) {
    (void)state;
    enum { GAME = 20, NETWORK = GAME + 4 + 11 + 4 + 8 + 4 + 9, PARAMETERS = NETWORK + 16 };
    enum { COUNT = 31 * 3 + 4 * 4, FLAG = PARAMETERS + COUNT * 4, TRAINING = FLAG + 1 };
    enum { SQUARES = TRAINING + 92 + 3 * COUNT * 4 + 24 + COUNT * 4 };
    const struct {
        size_t at;
        uint32_t value;
        const char *reason;
    } rows[] = {
        {GAME, 1001, "texts"},
        {GAME, UINT32_MAX, "texts"},
        {GAME + 4, 0, "texts"},
        {NETWORK, 0, "1 to 8"},
        {NETWORK, 9, "1 to 8"},
        {NETWORK, UINT32_MAX, "1 to 8"},
        {NETWORK + 4, 0, "1 to 4096"},
        {NETWORK + 4, 5000, "1 to 4096"},
        {NETWORK + 4, 4000, "not complete"},
        {PARAMETERS, 0x7f800000, "not a number"}, /* infinite */
        {PARAMETERS, 0x7fc00000, "not a number"},
        {TRAINING + 8, 8, "makes no sense"},   /* hidden layers */
        {TRAINING + 12, 4, "makes no sense"},  /* units: then the rest does not fit */
        {TRAINING + 16, 2000000000, "replay"}, /* capacity */
        {TRAINING + 24, 0, "batch"},
        {TRAINING + 44, 0x40000000, "gamma"},    /* 2 */
        {TRAINING + 44, 0x7fc00000, "gamma"},    /* no number */
        {TRAINING + 84, 31, "makes no sense"},   /* observation: the same */
        {SQUARES, 0xbf800000, "makes no sense"}, /* -1, of a square */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t size;
        uint8_t *data = small(&size);
        put_u32(data + rows[i].at, rows[i].value);
        repair_checksum(data, size);
        assert_refused(data, size, rows[i].reason);
        free(data);
    }
    size_t size;
    uint8_t *data = small(&size);
    data[FLAG] = 0; /* no training, but more bytes */
    repair_checksum(data, size);
    assert_refused(data, size, "more than a model");
    data[FLAG] = 2;
    repair_checksum(data, size);
    assert_refused(data, size, "no end");
    free(data);
}

static void foreign_files_are_refused_by_name(void **state) {
    (void)state;
    struct th_error e;
    struct model m;
    assert_false(model_read(&m, "README.md", &e));
    assert_string_equal(e.text, "README.md is refused: it is not a model file");
    assert_false(model_read(&m, path("nothing"), &e));
    assert_non_null(strstr(e.text, "cannot be read: No such file or directory"));
    assert_false(model_read(&m, directory, &e));
    assert_non_null(strstr(e.text, "cannot be read: Is a directory"));
    size_t size;
    uint8_t *data = small(&size);
    put_u32(data + 8, 3);
    repair_checksum(data, size);
    assert_refused(data, size,
                   "it is a model file of version 3; this program reads versions 1 to 2");
    free(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(the_same_seed_makes_the_same_file),
        cmocka_unit_test(a_training_goes_on_bit_for_bit),
        cmocka_unit_test(a_file_is_replaced_only_by_a_whole_one),
        cmocka_unit_test(a_file_cut_off_anywhere_is_refused),
        cmocka_unit_test(a_file_with_any_bit_changed_is_refused),
        cmocka_unit_test(even_forged_files_break_nothing),
        cmocka_unit_test(nonsense_is_refused_by_name),
        cmocka_unit_test(foreign_files_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, make_directory, drop_directory);
}
