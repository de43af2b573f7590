#include "contest_verify.h"

#include "arena/verify.h"
#include "contest_plan.h"
#include "core/clock.h"
#include "core/text.h"

bool contest_verify(const struct contest *c, struct run_file *f, const char *path,
                    struct contest_verified *out, struct th_error *e) {
    const double begun = clock_seconds();
    struct contest_plan plan;
    struct verifier v = {0};
    struct th_error why = {""};
    const bool ok = contest_plan_make(&plan, c, &why) &&
                    contest_check_plan(f, &plan.series, &why) &&
                    verifier_make(&v, &plan.series, &why) &&
                    run_file_visit(f, 0, RUN_LAST_GAME, verify_game, &v, &why) &&
                    run_file_visit_ahead(f, verify_game, &v, &why);
    out->games += v.games;
    out->seconds += clock_seconds() - begun;
    out->stopped = !ok && why.text[0] == 0;
    verifier_drop(&v);
    contest_plan_drop(&plan);
    if (ok || out->stopped) return ok;
    return run_file_failed(f) ? th_fail(e, "%s", why.text) : th_fail(e, "%s: %s", path, why.text);
}

const char *contest_verified_text(const struct contest_verified *v, char out[100]) {
    char games[27], speed[27];
    const double rate = v->seconds > 0 ? (double)v->games / v->seconds : 0;
    snprintf(out, 100, "%s games replayed, %s games/s", text_thousands((int64_t)v->games, games),
             text_thousands((int64_t)rate, speed));
    return out;
}
