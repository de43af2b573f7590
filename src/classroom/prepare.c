/* Takes in all submissions, and builds and checks each program that is not known yet. */
#define _GNU_SOURCE /* realpath */
#include "classroom.h"

#include "external/trial.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- taking in ---- */

static struct program *find_program(struct classroom *c, const char *hash) {
    for (int i = 0; i < c->programs; i++)
        if (strcmp(c->program[i].hash, hash) == 0) return &c->program[i];
    return NULL;
}

static const char *build_key(const struct classroom *c, const struct program *p,
                             char out[SHA256_TEXT]) {
    char cpu[24];
    snprintf(cpu, sizeof cpu, "%d", c->set.build_cpu);
    const char *const lines[] = {"tahur build 1", p->hash, c->set.sandbox ? "sandbox" : "trusted",
                                 cpu};
    return class_key(out, lines, 4);
}

/* Puts the copy in the place of the program's folder, unless it is there and built already. */
static bool place(struct classroom *c, struct program *p, const char *copy, struct th_error *e) {
    char key[SHA256_TEXT];
    struct stat st;
    bool found;
    if (!class_db_load_build(c->db, build_key(c, p, key), p, &found, e)) return false;
    p->stored = found && stat(p->folder, &st) == 0 && S_ISDIR(st.st_mode);
    if (p->stored) return true;
    /* If this run ends during the build, the next one must not take it for finished. */
    if (found && !class_db_drop_build(c->db, key, e)) return false;
    p->status = PROGRAM_PENDING;
    p->sentence[0] = p->command[0] = 0;
    if (!intake_remove(p->folder) || rename(copy, p->folder) != 0)
        return th_fail(e, "%s cannot be written: %s", p->folder, strerror(errno));
    return true;
}

static bool add_program(struct classroom *c, struct submission *s, const char *root,
                        const char *copy, struct th_error *e) {
    char hash[SHA256_TEXT];
    if (!intake_hash(copy, hash, e)) return false;
    s->program = find_program(c, hash);
    if (s->program != NULL) return true;
    struct program *p = &c->program[c->programs++];
    const size_t size = strlen(root) + PROGRAM_FOLDER_DIGITS + 2;
    strcpy(p->hash, hash);
    p->folder = malloc(size);
    if (p->folder == NULL) return th_fail(e, "out of memory");
    snprintf(p->folder, size, "%s/%.*s", root, PROGRAM_FOLDER_DIGITS, hash);
    s->program = p;
    return place(c, p, copy, e);
}

/* What cannot be taken in is refused; only a failure of this machine ends the run. */
static bool take_in(struct classroom *c, struct submission *s, const char *root,
                    struct th_error *e) {
    char copy[PATH_MAX + 16], scratch[PATH_MAX + 16];
    snprintf(copy, sizeof copy, "%s/.copy", root);
    snprintf(scratch, sizeof scratch, "%s/.scratch", root);
    if (!intake_remove(copy) || !intake_remove(scratch))
        return th_fail(e, "%s cannot be removed: %s", copy, strerror(errno));
    bool ok = true;
    if (intake_copy(c->set.folder, s->source, copy, scratch, &s->size, e))
        ok = add_program(c, s, root, copy, e);
    else if (s->size.failed)
        ok = false;
    else
        snprintf(s->refusal, sizeof s->refusal, "%s", e->text);
    intake_remove(copy);
    intake_remove(scratch);
    return ok;
}

static bool take_in_all(struct classroom *c, struct th_error *e) {
    char path[PATH_MAX + 8], root[PATH_MAX];
    snprintf(path, sizeof path, "%s/build", c->set.out);
    if (realpath(path, root) == NULL)
        return th_fail(e, "%s cannot be read: %s", path, strerror(errno));
    c->submission = calloc((size_t)c->list.count, sizeof *c->submission);
    c->program = calloc((size_t)c->list.count, sizeof *c->program);
    if (c->submission == NULL || c->program == NULL) return th_fail(e, "out of memory");
    c->submissions = c->list.count;
    for (int i = 0; i < c->submissions; i++) {
        struct submission *s = &c->submission[i];
        s->name = c->list.entry[i].name;
        s->source = c->list.entry[i].file;
        s->bot = -1;
        if (th_is_set(c->set.stop)) break;
        if (!take_in(c, s, root, e)) return false;
        class_progress(c, "submissions copied", (uint64_t)i + 1, (uint64_t)c->submissions);
    }
    return true;
}

/* ---- building and checking ---- */

static bool build(struct classroom *c, struct program *p, struct th_error *e) {
    char key[SHA256_TEXT];
    const bool stored = p->stored, recognised = program_recognise(p);
    if (stored) return true; /* what it is follows from its files, and all else was found */
    if (recognised && !program_build(p, c->set.sandbox, c->set.build_cpu, c->set.stop, e) &&
        e->text[0] != 0)
        return false;
    return class_db_keep_build(c->db, build_key(c, p, key), p, e);
}

static const char *check_key(const struct classroom *c, const struct program *p,
                             char out[SHA256_TEXT]) {
    char game[TH_SPEC_BYTES], limits[TH_SPEC_BYTES], questions[24], seed[TH_SEED_BYTES];
    th_options_write(c->set.game->name, &c->set.game_spec.options, false, game, sizeof game);
    th_options_write("exec", &c->set.exec, false, limits, sizeof limits);
    snprintf(questions, sizeof questions, "%lld", (long long)c->set.questions);
    const char *const lines[] = {"tahur check 1",
                                 p->hash,
                                 p->command,
                                 game,
                                 c->set.game->rules_version,
                                 limits,
                                 questions,
                                 th_seed_write(c->set.seed, seed)};
    return class_key(out, lines, sizeof lines / sizeof *lines);
}

static bool check(struct classroom *c, struct program *p, struct th_error *e) {
    char key[SHA256_TEXT];
    bool found;
    const struct trial_settings set = {.game = c->set.game,
                                       .game_options = &c->set.game_spec.options,
                                       .questions = c->set.questions,
                                       .seed = c->set.seed.word[0] ^ c->set.seed.word[1],
                                       .stop = c->set.stop};
    if (!class_db_load_check(c->db, check_key(c, p, key), p, &found, e)) return false;
    if (found) return true;
    if (!program_check(p, &set, &c->set.exec, e)) return false;
    if (th_is_set(c->set.stop)) {
        p->status = PROGRAM_PENDING;
        p->sentence[0] = 0;
        json_decref(p->check);
        p->check = NULL;
        return true;
    }
    return class_db_keep_check(c->db, key, p, e);
}

static bool prepare(struct classroom *c, int index, struct th_error *e) {
    struct program *p = &c->program[index];
    if (!build(c, p, e)) return false;
    if (p->status == PROGRAM_PENDING && !check(c, p, e)) return false;
    pthread_mutex_lock(&c->mutex);
    c->prepared++;
    class_progress(c, "programs checked", (uint64_t)c->prepared, (uint64_t)c->programs);
    pthread_mutex_unlock(&c->mutex);
    return true;
}

bool class_prepare(struct classroom *c, struct th_error *e) {
    if (!take_in_all(c, e)) return false;
    return class_parallel(c, c->programs, prepare, e);
}
