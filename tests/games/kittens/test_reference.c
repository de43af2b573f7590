/* The simulator and the heuristics against recorded figures. */
#include "cmocka_includes.h"
#include "figures.h"
#include "scale.h"

struct tally {
    int figures, off;
};

static void take(void *context, const struct figure *f) {
    struct tally *tally = context;
    tally->figures++;
    if (f->agrees) return;
    tally->off++;
    print_error("%s: %.5f ± %.5f, recorded %.5f\n", f->name, f->measured, f->se, f->recorded);
}

static void every_figure_is_within_four_joint_standard_errors(void **state) {
    (void)state;
    json_error_t error;
    char reason[160];
    struct tally tally = {0, 0};
    json_t *file = json_load_file("tests/oracles/kittens/reference_metrics.json", 0, &error);
    if (file == NULL) fail_msg("reference_metrics.json: %s", error.text);
    if (!kittens_figures(file, test_scale(100000), take, &tally, reason)) fail_msg("%s", reason);
    assert_int_equal(tally.figures, 18 * 8 + 6);
    assert_int_equal(tally.off, 0);
    json_decref(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_figure_is_within_four_joint_standard_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
