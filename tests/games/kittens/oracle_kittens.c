/* Replays files of recorded figures: tests/oracles/kittens/FORMAT.md. */
#include "figures.h"
#include "oracle.h"
#include "scale.h"

static void take(void *context, const struct figure *f) {
    oracle_case(context, f->agrees || oracle_differs("%s: %.5f ± %.5f, recorded %.5f", f->name,
                                                     f->measured, f->se, f->recorded));
}

bool oracle_kittens_metrics(const json_t *file, struct tallied *t) {
    char reason[160];
    return kittens_figures(file, test_scale(100000), take, t, reason) ||
           oracle_differs("oracle: %s", reason);
}
