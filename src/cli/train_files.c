#include "train_files.h"

#include "core/file.h"
#include "tahur/registry.h"
#include "train_evaluate.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which files ---- */

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

/* ---- writing and reading ---- */

json_t *train_notes(const struct train_run *run, bool whole) {
    json_t *notes = json_pack("{s:s}", "opponent", run->plan->opponent_text);
    if (whole) {
        json_object_set(notes, "measure", run->measure);
        json_object_set(notes, "points", run->points);
    }
    return notes;
}

bool train_fill_model(struct model *m, const struct train_run *run, const json_t *notes,
                      bool whole) {
    *m = (struct model){.notes = json_dumps(notes, JSON_COMPACT),
                        .network = *train_run_kept(run),
                        .training = whole ? run->dqn : NULL};
    snprintf(m->game, sizeof m->game, "%s", run->plan->game_spec.text);
    snprintf(m->layout, sizeof m->layout, "%s", run->plan->game->observation_layout);
    return m->notes != NULL;
}

bool train_save(struct train_run *run, struct th_error *e) {
    struct model m;
    run->astray = !run->plan->slim && !dqn_sound(run->dqn);
    const bool whole = !run->plan->slim && !run->astray;
    json_t *notes = train_notes(run, whole);
    const bool written = train_fill_model(&m, run, notes, whole)
                             ? model_write(&m, run->path, e)
                             : th_fail(e, "there is no memory to write a model");
    free(m.notes);
    json_decref(notes);
    return written;
}

/* Whether two specs are one game with the same options: "kittens" and "kittens:rules=full". */
static bool same_game(const char *text, const struct train_plan *plan) {
    struct th_spec spec;
    struct th_error ignored;
    return th_game_find(text, &spec, &ignored) == plan->game &&
           th_options_equal(&spec.options, &plan->game_spec.options);
}

bool train_take_past(struct model *m, const struct train_plan *plan, const json_t *notes,
                     struct train_past *past, struct th_error *e) {
    const struct th_game *game = plan->game;
    const char *spec = same_game(m->game, plan) ? m->game : plan->game_spec.text;
    if (!model_check(m, spec, game->observation_layout, e) ||
        !model_check_sizes(m, plan->observations, game->action_count, e))
        return false;
    if (m->training == NULL)
        return th_fail(e, "it holds a network alone, without the training to go on with");
    const char *opponent = json_string_value(json_object_get(notes, "opponent"));
    json_t *points = json_object_get(notes, "points");
    if (opponent == NULL || strlen(opponent) >= TH_SPEC_BYTES || !json_is_array(points))
        return th_fail(e, "its notes are not those of a training");
    *past = (struct train_past){.dqn = m->training,
                                .points = json_incref(points),
                                .measure = json_incref(json_object_get(notes, "measure"))};
    snprintf(past->opponent_text, sizeof past->opponent_text, "%s", opponent);
    m->training = NULL;
    return true;
}

bool train_resume(const char *path, const struct train_plan *plan, struct train_past *past,
                  struct th_error *e) {
    struct model m;
    struct th_error why;
    if (!model_read(&m, path, e)) return false;
    json_t *notes = json_loads(m.notes, 0, NULL);
    const bool fits = train_take_past(&m, plan, notes, past, &why);
    if (fits) train_forget_end(past->points);
    json_decref(notes);
    model_drop(&m);
    return fits || th_fail(e, "%s is refused: %s", path, why.text);
}
