/* A trained network for other programs. */
#include "commands.h"
#include "core/file.h"
#include "learn/model.h"
#include "learn/onnx.h"
#include <stdio.h>

static const struct th_option flags[] = {
    {"onnx", TH_TEXT, 0, 0, NULL, NULL, "file to write, in the format of ONNX"},
    {0},
};

static int run(const struct arguments *a, struct th_error *e) {
    struct model m;
    const char *out = th_options_text(&a->flags, "onnx");
    if (out == NULL) {
        th_fail(e, "needs a file to write: --onnx FILE");
        return STATUS_USAGE;
    }
    if (file_same(a->positional[0], out)) {
        th_fail(e, "--onnx cannot be the model file itself, %s", out);
        return STATUS_USAGE;
    }
    if (!file_check_output(out, e) || !model_read(&m, a->positional[0], e)) return STATUS_USAGE;
    const bool written = onnx_write(&m.network, out, e);
    if (written) {
        const struct network_shape *s = &m.network.shape;
        printf("%s: a network for %s, input \"observation\" (N, %d; layout \"%s\"), output "
               "\"values\" (N, %d)\n",
               out, m.game, s->size[0], m.layout, s->size[s->layers]);
    }
    model_drop(&m);
    return written ? STATUS_OK : STATUS_FAILED;
}

const struct command export_command = {
    .name = "export",
    .positional = "FILE",
    .summary = "writes the network of a model file in a format of other programs",
    .details =
        "The network takes rows of numbers, as the model's layout tells, to the value of every\n"
        "action, legal or not.",
    .flags = flags,
    .min = 1,
    .max = 1,
    .examples = "  tahur export cat.model --onnx cat.onnx",
    .run = run,
};
