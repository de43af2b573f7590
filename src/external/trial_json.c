/* The result of a test of an external bot, for programs. */
#include "trial.h"

#include <math.h>

static json_t *number_or_null(double x) {
    return isnan(x) ? json_null() : json_real(x);
}

static json_t *wrong_json(const struct trial *t) {
    json_t *list = json_array();
    for (int i = 0; i < t->wrongs; i++) {
        const struct trial_wrong *w = &t->wrong[i];
        json_array_append_new(list, json_pack("{s:s, s:s, s:i, s:s, s:s}", "fault",
                                              th_fault_name(w->fault.fault), "what", w->fault.what,
                                              "seat", w->seat, "position", w->position, "stderr",
                                              w->fault.stderr_text));
    }
    return list;
}

static json_t *manners_json(const struct trial *t) {
    json_t *list = json_array();
    for (int i = 0; i < t->manners_tried; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:b, s:s}", "check", t->manners[i].name, "right",
                                        t->manners[i].right, "what", t->manners[i].what));
    return list;
}

json_t *trial_json(const struct trial *t, const char *game, const char *command) {
    return json_pack("{s:s, s:s, s:s, s:s, s:b, s:b, s:I, s:I, s:I, s:o, s:o, s:o, s:b, s:o}",
                     "game", game, "command", command, "name", t->name.name, "version",
                     t->name.version, "passed", trial_is_passed(t), "stopped", t->stopped, "asked",
                     (json_int_t)t->asked, "right", (json_int_t)t->right, "games",
                     (json_int_t)t->games, "seconds_a_move", number_or_null(t->mean), "slowest",
                     number_or_null(t->slowest), "wrong", wrong_json(t), "repeats", t->repeats,
                     "manners", manners_json(t));
}
