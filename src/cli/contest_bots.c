/* The bots of a contest: from specs, from files, from folders. */
#include "contest.h"

#include "bot_limits.h"
#include "core/file.h"
#include "core/text.h"
#include "tahur/registry.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- one ---- */

/* Names come from the command line and from files, and may be anything. Bots of the same name are
 * numbered: "mcts", "mcts (2)". */
static void name_bot(const struct contest *c, struct contest_bot *bot, const char *name) {
    enum { MOST = 240 }; /* so that the number has room */
    char clean[TH_SPEC_BYTES];
    int same = 1;
    snprintf(clean, sizeof clean, "%s", name);
    clean[text_cut(clean, strlen(name) < sizeof clean ? sizeof clean : MOST)] = 0;
    text_clean(clean);
    memcpy(bot->name, clean, sizeof clean);
    for (int i = 0; i < c->bots; i++) {
        if (strcmp(c->bot[i].name, bot->name) != 0) continue;
        snprintf(bot->name, sizeof bot->name, "%.*s (%d)", (int)text_cut(clean, MOST), clean,
                 ++same);
        i = -1;
    }
}

/* --on-fault restart is for bots that can be restarted, which have an option of that name. */
static bool set_restart(const struct contest *c, const struct th_bot_kind *kind,
                        struct th_options *o, struct th_error *e) {
    if (c->on_fault != ON_FAULT_RESTART || th_options_place(o, "restart") < 0 ||
        th_options_given(o, "restart"))
        return true;
    return th_options_set(o, kind->name, "restart", "1", e);
}

/* `file` is the .bot file that the spec comes from; NULL: it comes from the command line. */
static bool add_bot(struct contest *c, const char *name, const char *text, const char *file,
                    struct th_error *e) {
    const struct th_options *flags = c->arguments != NULL ? &c->arguments->flags : NULL;
    struct th_spec spec;
    const size_t room = (size_t)c->bots + 1;
    struct th_arena_player *players = realloc(c->player, room * sizeof *players);
    if (players != NULL) c->player = players;
    struct contest_bot *bots = realloc(c->bot, room * sizeof *bots);
    if (bots != NULL) c->bot = bots;
    if (players == NULL || bots == NULL) return th_fail(e, "out of memory");
    const struct th_bot_kind *kind = th_bot_find(c->game, text, &spec, e);
    if (kind == NULL || !set_restart(c, kind, &spec.options, e) ||
        !bot_limits_admit(flags, file, kind, &spec.options, e))
        return false;
    c->player[c->bots] = (struct th_arena_player){kind, spec.options};
    c->bot[c->bots].own_budget = contest_states_budget(kind, &spec);
    snprintf(c->bot[c->bots].spec, sizeof c->bot->spec, "%s", text);
    text_clean(c->bot[c->bots].spec);
    name_bot(c, &c->bot[c->bots], name);
    c->bots++;
    return true;
}

bool contest_add_named(struct contest *c, const char *name, const char *text, struct th_error *e) {
    return add_bot(c, name, text, NULL, e);
}

static bool is_directory(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

/* What was probably meant by something that is no bot's name. */
static bool explain(const char *text, struct th_error *e) {
    struct stat s;
    char clipped[TEXT_CLIP_BYTES];
    text_clip(text, clipped);
    if (strchr(text, ':') != NULL || text[0] == 0) return false;
    if (is_directory(text))
        return strchr(text, '/') != NULL || text[0] == '.'
                   ? th_fail(e, "“%s” is a folder, and one bot is wanted here", clipped)
                   : th_fail(e, "“%s” is no bot; the folder of that name is written ./%s", clipped,
                             clipped);
    if (strchr(text, '/') == NULL) return false;
    if (stat(text, &s) != 0) return th_fail(e, "there is no folder “%s”", clipped);
    return th_fail(e,
                   "“%s” is a file: give its folder, or a spec; a network is written "
                   "dqn:model=FILE",
                   clipped);
}

bool contest_add_one(struct contest *c, const char *text, struct th_error *e) {
    if (contest_add_named(c, text, text, e)) return true;
    explain(text, e);
    return false;
}

/* ---- many ---- */

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n > m && strcmp(text + n - m, end) == 0;
}

/* The spec in a file: its only line that is neither empty nor a comment. */
static bool read_bot_file(struct contest *c, const char *name, const char *path,
                          struct th_error *e) {
    char *text = file_read_text(path, e), *rest = text, *line;
    const char *spec = NULL;
    struct th_error why = {""};
    bool ok = text != NULL;
    for (int number = 1; ok && (line = text_line(&rest)) != NULL; number++) {
        if (line[0] == 0 || line[0] == '#') continue;
        if (spec != NULL)
            ok = th_fail(e, "%s, line %d: a second spec; a file is one bot", path, number);
        spec = line;
    }
    if (ok && spec == NULL) ok = th_fail(e, "%s has no spec of a bot", path);
    if (ok && !add_bot(c, name, spec, path, &why)) ok = th_fail(e, "%s: %s", path, why.text);
    free(text);
    return ok;
}

static bool add_file(struct contest *c, const char *folder, const char *file, struct th_error *e) {
    char path[1024], spec[1100], name[TH_SPEC_BYTES];
    struct th_error why;
    const size_t n = strlen(folder);
    snprintf(path, sizeof path, "%s%s%s", folder, n > 0 && folder[n - 1] == '/' ? "" : "/", file);
    snprintf(spec, sizeof spec, "dqn:model=%s", path);
    snprintf(name, sizeof name, "%.*s", (int)(strrchr(file, '.') - file), file);
    if (ends_with(file, ".bot")) return read_bot_file(c, name, path, e);
    return contest_add_named(c, name, spec, &why) || th_fail(e, "%s: %s", path, why.text);
}

static int keep_visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

/* Whether NAME is the folder of the bot in NAME.bot. */
static bool is_own_folder(const char *folder, const char *name) {
    char path[1024];
    struct stat s;
    snprintf(path, sizeof path, "%s/%s.bot", folder, name);
    if (stat(path, &s) != 0) return false;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return is_directory(path);
}

static bool add_folder(struct contest *c, const char *folder, struct th_error *e) {
    struct dirent **entry;
    const int n = scandir(folder, &entry, keep_visible, alphasort), before = c->bots;
    if (n < 0) return th_fail(e, "the folder %s cannot be read", folder);
    bool ok = true;
    for (int i = 0; i < n; i++) {
        char *file = entry[i]->d_name;
        if (ends_with(file, ".bot") || ends_with(file, ".model")) {
            ok = ok && add_file(c, folder, file, e);
        } else if (!is_own_folder(folder, file)) {
            text_clean(file);
            fprintf(stderr, "left out: %s/%s is neither .bot nor .model\n", folder, file);
        }
        free(entry[i]);
    }
    free(entry);
    if (ok && c->bots == before) return th_fail(e, "the folder %s has no bots", folder);
    return ok;
}

/* A folder is written with a slash or a dot, so that no bot's name can be mistaken for one. */
static bool is_folder(const char *text) {
    return (strchr(text, '/') != NULL || text[0] == '.') && strchr(text, ':') == NULL &&
           is_directory(text);
}

bool contest_add(struct contest *c, const char *text, struct th_error *e) {
    return is_folder(text) ? add_folder(c, text, e) : contest_add_one(c, text, e);
}

/* ---- those of the command line ---- */

bool contest_add_own(struct contest *c, int bots, const char *missing, struct th_error *e) {
    const struct arguments *a = c->arguments;
    const int own = arguments_before(a, "against");
    char clipped[TEXT_CLIP_BYTES];
    if (own < 1 + bots)
        return th_fail(e,
                       "%s missing: it stands before --against, and what stands behind are "
                       "opponents",
                       missing);
    if (own > 1 + bots)
        return th_fail(e, "what is “%s” for? Bots to play against stand behind --against",
                       text_clip(a->positional[1 + bots], clipped));
    for (int i = 1; i < own; i++)
        if (!contest_add_one(c, a->positional[i], e)) return false;
    return true;
}

bool contest_add_against(struct contest *c, struct th_error *e) {
    const struct arguments *a = c->arguments;
    const char *against = th_options_text(&a->flags, "against");
    bool ok = against == NULL || contest_add(c, against, e);
    for (int i = arguments_before(a, "against"); ok && i < a->count; i++)
        ok = contest_add(c, a->positional[i], e);
    return ok;
}
