#include "train.h"

#include "core/facets.h"
#include "core/file.h"
#include "core/json.h"
#include "tahur/registry.h"
#include "tahur/version.h"
#include "terminal.h"
#include <stdio.h>
#include <string.h>

const struct th_option train_flags[] = {
    {"method", TH_CHOICE, 0, 0, "dqn", learner_names,
     "how to learn; each method is described below"},
    {"opponent", TH_TEXT, 0, 0, NULL, NULL,
     "a bot; several with commas between, one of which is chosen at random for every other seat of "
     "every game; or self, the network itself (by default the game's own choice, or random)"},
    {"games", TH_INTEGER, 1, 1000000000, "5000", NULL, "games to learn from"},
    {"seed", TH_INTEGER, 0, INT64_MAX, "1", NULL,
     "of the network, the games and the learning; the same seed gives the same file"},
    {"seeds", TH_INTEGER, 1, 1000, "1", NULL,
     "number of trainings, with this seed and those after it"},
    {"threads", TH_INTEGER, 1, 1024, NULL, NULL,
     "trainings at once; changes nothing but the time; all cores if not given"},
    {"out", TH_TEXT, 0, 0, NULL, NULL,
     "file for the model, written at evaluations and in the end; with several seeds each has its "
     "own, FILE with its seed"},
    {"save", TH_TEXT, 0, 0, NULL, NULL,
     "file in which every training is saved at each evaluation; the same command goes on where it "
     "was ended, and reports again what is finished"},
    {"resume", TH_TEXT, 0, 0, NULL, NULL,
     "goes on with the training of this file, bit for bit, for --games more; what belongs to the "
     "learning is in the file"},
    {"slim", TH_SWITCH, 0, 1, "0", NULL,
     "a small file with the network alone, which cannot be resumed"},
    {"evaluate-every", TH_INTEGER, 1, 1000000000, "500", NULL,
     "games between evaluations, with one more at the end; the network that did best against its "
     "opponents is kept"},
    {"evaluate-games", TH_INTEGER, 2, 1000000000, "2000", NULL,
     "games of an evaluation against each bot, the same every time"},
    {"evaluate-against", TH_TEXT, 0, 0, NULL, NULL,
     "bots of the evaluations, besides the opponents (by default the "
     "game's own choice, or random)"},
    {"final-games", TH_INTEGER, 0, 1000000000, "20000", NULL,
     "games against each bot, others than those, to measure how good the kept network is"},
    {"csv", TH_TEXT, 0, 0, NULL, NULL, "file for the evaluations, one line each"},
    {"html", TH_TEXT, 0, 0, NULL, NULL,
     "file for a page with the learning curves, what the networks do, and the settings"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of tables"},
    {0},
};

const struct flag_group *train_flag_groups(void) {
    static struct flag_group groups[LEARNER_COUNT + 1];
    static char title[LEARNER_COUNT][300];
    for (int i = 0; i < LEARNER_COUNT; i++) {
        snprintf(title[i], sizeof title[i], "With --method %s (%s)", learners[i]->name,
                 learners[i]->summary);
        groups[i] = (struct flag_group){.title = title[i], .flags = learners[i]->options};
    }
    return groups;
}

static const char *given_or(const struct arguments *a, const char *flag, const char *initial) {
    if (th_options_given(&a->flags, flag)) return th_options_text(&a->flags, flag);
    return initial != NULL ? initial : "random";
}

const char *train_opponents(const struct arguments *a, const struct th_game *game) {
    const int64_t method = th_options_number(&a->flags, "method");
    const char *usual = learners[method]->plays_itself ? "self" : learning_of(game)->opponents;
    return given_or(a, "opponent", usual);
}

bool train_read_plan(const struct arguments *a, struct train_plan *plan, struct th_error *e) {
    const int64_t method = th_options_number(&a->flags, "method");
    const int64_t seed = th_options_number(&a->flags, "seed");
    *plan = (struct train_plan){
        .learner = learners[method],
        .options = a->group[method],
        .seed = (uint64_t)seed,
        .games = (uint64_t)th_options_number(&a->flags, "games"),
        .evaluate_every = (uint64_t)th_options_number(&a->flags, "evaluate-every"),
        .evaluate_games = (uint64_t)th_options_number(&a->flags, "evaluate-games"),
        .final_games = (uint64_t)th_options_number(&a->flags, "final-games"),
        .slim = th_options_number(&a->flags, "slim") != 0,
        .stop = interrupt_watch(),
    };
    if (seed > INT64_MAX - (th_options_number(&a->flags, "seeds") - 1))
        return th_fail(e, "--seed %lld leaves no room for that number of --seeds", (long long)seed);
    plan->game = th_game_find(a->positional[0], &plan->game_spec, e);
    if (plan->game == NULL) return false;
    plan->observations = th_game_observations(plan->game, &plan->game_spec.options, e);
    plan->seats = versus_seats(plan->game, &plan->game_spec.options, e);
    if (plan->seats == 0) return false;
    return bot_list_read(&plan->judges, plan->game,
                         given_or(a, "evaluate-against", learning_of(plan->game)->evaluate_against),
                         false, e);
}

/* ---- flags that do not go together ---- */

/* A flag of another learner was given. */
static bool only_own_flags(const struct arguments *a, const struct learner *learner,
                           struct th_error *e) {
    for (int i = 0; i < LEARNER_COUNT; i++) {
        const struct th_option *own = learner->options;
        for (const struct th_option *o = learners[i]->options; o != NULL && o->name != NULL; o++) {
            const struct th_options values = {.table = own};
            if (th_options_given(&a->group[i], o->name) && th_options_place(&values, o->name) < 0)
                return th_fail(e, "--%s cannot be given with --method %s", o->name, learner->name);
        }
    }
    return true;
}

/* An option was given that has no effect without another one. */
static bool check_dependent(const struct train_plan *plan, struct th_error *e) {
    const char *const(*pair)[2] = plan->learner->dependent;
    for (; pair != NULL && (*pair)[0] != NULL; pair++)
        if (th_options_given(&plan->options, (*pair)[0]) &&
            th_options_number(&plan->options, (*pair)[1]) == 0)
            return th_fail(e, "--%s is for --%s", (*pair)[0], (*pair)[1]);
    return true;
}

/* A reference plays one training, against bots, and writes nothing. */
static bool check_reference(const struct arguments *a, const struct train_plan *plan,
                            struct th_error *e) {
    static const char *const unused[] = {"seeds", "threads",          "out", "save", "resume",
                                         "slim",  "evaluate-against", "csv", "html"};
    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++)
        if (th_options_given(&a->flags, unused[i]))
            return th_fail(e, "--%s cannot be given with --method %s", unused[i],
                           plan->learner->name);
    return plan->opponents.count > 0 ||
           th_fail(e, "a %s learns against bots, not against itself", plan->learner->name);
}

bool train_check_flags(const struct arguments *a, const struct train_plan *plan,
                       struct th_error *e) {
    const struct learner *learner = plan->learner;
    if (!only_own_flags(a, learner, e) || !check_dependent(plan, e)) return false;
    if (learner->reference && !check_reference(a, plan, e)) return false;
    if (learner->plays_itself && plan->opponents.count > 0)
        return th_fail(e,
                       "--opponent cannot be '%s' with --method %s: it plays all seats itself; "
                       "--evaluate-against names bots of the evaluations",
                       plan->opponent_text, learner->name);
    if (plan->slim && learner->network == NULL)
        return th_fail(e, "--slim cannot be given with --method %s: it has no network",
                       learner->name);
    return learner->accepts == NULL || learner->accepts(plan->game, e);
}

static bool is_in_file(const char *flag, struct th_error *e) {
    return th_fail(e, "--%s cannot be given with --resume: it is in the file", flag);
}

bool train_check_resume(const struct arguments *a, const struct train_plan *plan,
                        struct th_error *e) {
    if (!only_own_flags(a, plan->learner, e)) return false;
    if (th_options_given(&a->flags, "seed")) return is_in_file("seed", e);
    for (const struct th_option *o = plan->learner->options; o != NULL && o->name != NULL; o++)
        if (th_options_given(&plan->options, o->name)) return is_in_file(o->name, e);
    if (th_options_given(&a->flags, "save"))
        return th_fail(e, "--save cannot be given with --resume: a run that is saved begins with "
                          "its first game, and goes on by its own command");
    return th_options_number(&a->flags, "seeds") == 1 ||
           th_fail(e, "--resume goes on with one training, so --seeds cannot be given");
}

/* ---- files ---- */

/* "dir/name.model" of seed 3 is "dir/name-3.model". */
static bool seed_path(const char *path, uint64_t seed, char *out, size_t size, struct th_error *e) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    if (dot == NULL || dot == path || (slash != NULL && dot < slash + 2)) dot = path + strlen(path);
    const int n =
        snprintf(out, size, "%.*s-%llu%s", (int)(dot - path), path, (unsigned long long)seed, dot);
    return (n >= 0 && (size_t)n < size) || th_fail(e, "the name of the file is too long");
}

bool train_model_path(const struct arguments *a, uint64_t number, char room[TRAIN_PATH_BYTES],
                      const char **path, struct th_error *e) {
    *path = th_options_text(&a->flags, "out");
    if (*path == NULL || **path == 0 || th_options_number(&a->flags, "seeds") == 1) return true;
    const uint64_t seed = (uint64_t)th_options_number(&a->flags, "seed") + number;
    if (!seed_path(*path, seed, room, TRAIN_PATH_BYTES, e)) return false;
    *path = room;
    return true;
}

/* No two of these, each by its flag, may be one file; of some there is none. */
struct named_path {
    const char *flag, *path;
};

static bool all_different(const struct named_path files[], int count, struct th_error *e) {
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            if (files[i].path != NULL && files[j].path != NULL &&
                file_same(files[i].path, files[j].path))
                return th_fail(e, "--%s and --%s cannot be one file, %s", files[i].flag,
                               files[j].flag, files[j].path);
    return true;
}

/* A training may go on in its own file, so --out may be --resume. */
bool train_check_files(const struct arguments *a, struct th_error *e) {
    const struct named_path csv = {"csv", th_options_text(&a->flags, "csv")};
    const struct named_path html = {"html", th_options_text(&a->flags, "html")};
    const struct named_path resume = {"resume", th_options_text(&a->flags, "resume")};
    const struct named_path save = {"save", th_options_text(&a->flags, "save")};
    if ((csv.path != NULL && !file_check_output(csv.path, e)) ||
        (html.path != NULL && !file_check_output(html.path, e)) ||
        (save.path != NULL && !file_check_output(save.path, e)) ||
        !all_different((const struct named_path[]){csv, html, resume, save}, 4, e))
        return false;
    const uint64_t count = (uint64_t)th_options_number(&a->flags, "seeds");
    for (uint64_t i = 0; i < count; i++) {
        char room[TRAIN_PATH_BYTES];
        struct named_path out = {"out", NULL};
        if (!train_model_path(a, i, room, &out.path, e)) return false;
        if (out.path == NULL) return true;
        if (!file_check_output(out.path, e) ||
            !all_different((const struct named_path[]){out, csv, html, save}, 4, e))
            return false;
    }
    return true;
}

/* ---- settings of a run ---- */

/* Flags that are settings by another name, and those that change nothing of what is learned and
 * measured. All others are settings as they are. */
static bool is_setting(const char *flag) {
    static const char *const others[] = {
        "method", "opponent", "evaluate-against", "threads", "out", "save", "resume", "slim", "csv",
        "html",   "json"};
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

/* The name of a setting in saved runs: that of the flag when it was introduced, so that older runs
 * continue. */
static const char *setting_name(const char *flag) {
    return strcmp(flag, "huber-delta") == 0 ? "knee" : flag;
}

/* Whether a setting of self-play that was introduced later has no effect here: it is left out, so
 * that older runs continue. */
static bool has_no_effect(const char *name, const struct th_options *options) {
    enum { NONE = 1 }; /* of symmetries */
    if (strcmp(name, "symmetries") == 0) return th_options_number(options, name) == NONE;
    if (strcmp(name, "past-share") == 0 || strcmp(name, "past-every") == 0)
        return th_options_number(options, "past-share") == 0;
    return false;
}

/* The values of all options of a table that are settings. Numbers that are neither given nor have a
 * default are the games of the run (learner.h). */
static void add_settings(json_t *settings, const struct th_options *options, uint64_t games) {
    for (const struct th_option *o = options->table; o != NULL && o->name != NULL; o++) {
        if (!is_setting(o->name) || has_no_effect(o->name, options)) continue;
        const bool unset =
            o->kind == TH_INTEGER && o->initial == NULL && !th_options_given(options, o->name);
        json_object_set_new(settings, setting_name(o->name),
                            unset ? json_integer((json_int_t)games) : flag_json(options, o));
    }
}

json_t *train_settings(const struct arguments *a, const struct train_plan *plan) {
    char game[TH_SPEC_BYTES];
    th_options_write(plan->game->name, &plan->game_spec.options, false, game, sizeof game);
    json_t *s = json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:o, s:o}", "command", "train", "version", TH_VERSION,
        "rules_version", plan->game->rules_version, "game", game, "method", plan->learner->name,
        "opponents", plan->opponents.count == 0 ? json_string("self") : bots_json(&plan->opponents),
        "judges", bots_json(&plan->judges));
    add_settings(s, &a->flags, plan->games);
    add_settings(s, &plan->options, plan->games);
    return s;
}
