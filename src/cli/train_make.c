#include "train_make.h"

#include "train_arguments.h"
#include "train_files.h"

static bool make_run(struct train_run *run, const struct train_plan *plan,
                     const struct train_past *past, const char *path, struct th_error *e) {
    const bool made = train_run_make(run, plan, past, path, e);
    if (!made) train_run_drop(run);
    return made;
}

bool train_make_resumed(const struct arguments *a, struct train_plan *plan, struct train_run *run,
                        struct th_error *e) {
    struct train_past past;
    if (!train_fits_resume(a, e) ||
        !train_resume(th_options_text(&a->flags, "resume"), plan, &past, e))
        return false;
    const char *text = th_options_given(&a->flags, "opponent")
                           ? th_options_text(&a->flags, "opponent")
                           : past.opponent_text;
    if (!train_read_opponents(plan, text, e)) {
        dqn_drop(past.dqn);
        json_decref(past.points);
        json_decref(past.measure);
        return false;
    }
    return make_run(run, plan, &past, th_options_text(&a->flags, "out"), e);
}

bool train_make_new(const struct arguments *a, const struct train_plan *plan, struct train_run *run,
                    uint64_t number, const char *path, struct th_error *e) {
    struct dqn_settings settings;
    if (!train_read_settings(a, &settings, e)) return false;
    settings.seed += number;
    struct train_past past = {
        .dqn = dqn_new(&settings, plan->observations, plan->game->action_count, e)};
    if (past.dqn == NULL) return false;
    past.points = json_array();
    return make_run(run, plan, &past, path, e);
}
