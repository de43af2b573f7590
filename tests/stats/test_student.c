/* Quantiles of Student's t against its density, added up. */
#include "cmocka_includes.h"
#include "stats/share.h"
#include <math.h>

/* The probability of less than t standard errors on either side, by Simpson's rule. */
static double within(double t, int freedom) {
    enum { PARTS = 20000 };
    const double n = freedom;
    const double top = exp(lgamma((n + 1) / 2) - lgamma(n / 2)) / sqrt(n * 3.14159265358979324);
    double sum = 0;
    for (int i = 0; i <= PARTS; i++) {
        const double x = t * i / PARTS;
        sum += (i == 0 || i == PARTS ? 1 : i % 2 == 1 ? 4 : 2) * pow(1 + x * x / n, -(n + 1) / 2);
    }
    return 2 * top * sum * t / PARTS / 3;
}

static void quantiles_hold_ninety_five_in_a_hundred(void **state) {
    (void)state;
    for (int freedom = 1; freedom <= 1000; freedom += freedom < 50 ? 1 : 50) {
        const double share = within(student_95(freedom), freedom);
        if (fabs(share - 0.95) > 1e-4) fail_msg("%d: %.6f", freedom, share);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(quantiles_hold_ninety_five_in_a_hundred)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
