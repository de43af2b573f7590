#include "train_store.h"

#include "contest.h"
#include "tahur/version.h"
#include "train_arguments.h"
#include "train_pack.h"
#include <stdlib.h>
#include <string.h>

/* ---- what a run is ---- */

/* Flags that are settings by another name, and those that change nothing of what is learned and
 * measured. All others are settings as they are. */
static bool is_setting(const char *flag) {
    static const char *const others[] = {"method",     "opponent", "evaluate-against",
                                         "rate-games", "threads",  "out",
                                         "save",       "resume",   "slim",
                                         "csv",        "html",     "json"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], flag) == 0) return false;
    return true;
}

static json_t *flag_json(const struct th_options *flags, const struct th_option *o) {
    switch (o->kind) {
    case TH_DECIMAL:
        return json_real((double)th_options_number(flags, o->name) / TH_MILLION);
    case TH_TEXT:
    case TH_REST:
        return json_string(th_options_text(flags, o->name));
    default:
        return json_integer((json_int_t)th_options_number(flags, o->name));
    }
}

static json_t *bots_json(const struct bot_list *l) {
    json_t *list = json_array();
    for (int i = 0; i < l->count; i++)
        json_array_append_new(
            list, bot_settings(l->bot[i].spec.text, l->bot[i].kind, &l->bot[i].spec.options));
    return list;
}

static json_t *settings_of(const struct arguments *a, const struct train_plan *plan) {
    char game[TH_SPEC_BYTES];
    const struct th_options *flags = &a->flags;
    th_options_write(plan->game->name, &plan->game_spec.options, false, game, sizeof game);
    json_t *s = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:o, s:o}", "command", "train", "version", TH_VERSION,
        "rules_version", plan->game->rules_version, "game", game, "method", "dqn", "opponents",
        plan->opponents.count == 0 ? json_string("self") : bots_json(&plan->opponents), "judges",
        bots_json(&plan->judges));
    for (const struct th_option *o = train_flags; o->name != NULL; o++)
        if (is_setting(o->name)) json_object_set_new(s, o->name, flag_json(flags, o));
    json_object_set_new(
        s, "rate-games",
        json_integer((json_int_t)th_options_number(
            flags, th_options_given(flags, "rate-games") ? "rate-games" : "games")));
    return s;
}

/* ---- its file ---- */

struct run_file *train_store_open(const struct arguments *a, const struct train_plan *plan,
                                  struct th_error *e) {
    json_t *settings = settings_of(a, plan);
    struct run_file *file = run_file_write(th_options_text(&a->flags, "save"), settings, e);
    json_decref(settings);
    return file;
}

bool train_store_load(struct run_file *file, struct train_run *run, struct th_error *e) {
    struct run_training t;
    struct th_error why;
    const uint64_t seed = run->dqn->settings.seed;
    if (!run_file_training_load(file, seed, &t, e)) return false;
    bool ok = t.model.size == 0 || train_unpack(run, t.model.data, t.model.size, &why);
    if (ok && t.model.size > 0 && (run->dqn->games != t.games || run->finished != t.finished))
        ok = th_fail(&why, "it is damaged: its games are not those of its row");
    free(t.model.data);
    return ok ||
           th_fail(e, "seed %llu of the run cannot go on: %s", (unsigned long long)seed, why.text);
}

bool train_store_keep(void *file, const struct train_run *run, struct th_error *e) {
    if (!run->finished && !dqn_sound(run->dqn)) return true;
    const struct run_training t = {
        .games = run->dqn->games, .finished = run->finished, .model = train_pack(run)};
    const bool ok = run_file_training_keep(file, run->dqn->settings.seed, &t, e);
    free(t.model.data);
    return ok;
}
