/* The bots of a contest: from specs, from files, from folders; and their budgets. */
#include "contest.h"

#include "core/file.h"
#include "core/text.h"
#include "tahur/registry.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- budgets ---- */

/* The options that are budgets, in any bot. */
static const char *const budgets[] = {"cpu", "time", "iterations", "nodes", "depth", NULL};

static bool has_option(const struct th_bot_kind *kind, const char *name) {
    for (const struct th_option *o = kind->options; o != NULL && o->name != NULL; o++)
        if (strcmp(o->name, name) == 0) return true;
    return false;
}

/* Whether a spec states a budget. That of a short name is not the user's own: one who asks for
 * `hard` in 50 ms means it. */
static bool states_budget(const struct th_bot_kind *kind, const struct th_spec *spec) {
    if (strncmp(spec->text, kind->name, strlen(kind->name)) != 0) return false;
    for (int i = 0; budgets[i] != NULL; i++)
        if (th_options_given(&spec->options, budgets[i])) return true;
    return false;
}

/* The option of a bot that --time or --iterations sets: CPU time, where a bot has that. */
static const char *budget_option(const struct th_bot_kind *kind, const char *option) {
    return strcmp(option, "time") == 0 && has_option(kind, "cpu") ? "cpu" : option;
}

bool contest_has_budget(const struct contest *c, int bot) {
    return c->budget != NULL && !c->bot[bot].own_budget &&
           has_option(c->player[bot].kind, c->budget);
}

bool contest_set_budget(struct contest *c, const char *option, int64_t value, struct th_error *e) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    c->budget = option;
    c->budget_value = value;
    bool any = false;
    for (int i = 0; i < c->plan.bots; i++) {
        struct th_options *o = &c->player[i].options;
        if (!contest_has_budget(c, i)) continue;
        for (int b = 0; budgets[b] != NULL; b++) th_options_unset(o, budgets[b]);
        const struct th_bot_kind *kind = c->player[i].kind;
        if (!th_options_set(o, kind->name, budget_option(kind, option), text, e)) return false;
        any = true;
    }
    return any || th_fail(e,
                          "--%s binds no bot: it is for bots that have the option %s and are given "
                          "without a budget of their own",
                          option, option);
}

/* How many copies of this bot there are, itself included; 0 if an earlier bot is a copy. Copies
 * differ by chance alone. */
static int count_copies(const struct contest *c, int bot) {
    int copies = 0;
    for (int i = 0; i < c->plan.bots; i++) {
        if (!plan_same_bot(&c->player[i], &c->player[bot])) continue;
        if (i < bot) return 0;
        copies++;
    }
    return copies;
}

bool contest_copies_text(const struct contest *c, int bot, char out[CONTEST_COPIES_BYTES]) {
    const int copies = count_copies(c, bot);
    snprintf(out, CONTEST_COPIES_BYTES,
             "%d of the bots are the same, %s: what differs between their results is chance.",
             copies, c->bot[bot].name);
    return copies > 1;
}

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
    for (int i = 0; i < c->plan.bots; i++) {
        if (strcmp(c->bot[i].name, bot->name) != 0) continue;
        snprintf(bot->name, sizeof bot->name, "%.*s (%d)", (int)text_cut(clean, MOST), clean,
                 ++same);
        i = -1;
    }
}

/* Bots that can be restarted have an option of that name. */
static bool set_restart(const struct contest *c, const struct th_bot_kind *kind,
                        struct th_options *o, struct th_error *e) {
    if (!c->restart || th_options_place(o, "restart") < 0 || th_options_given(o, "restart"))
        return true;
    return th_options_set(o, kind->name, "restart", "1", e);
}

/* `file` is the .bot file that the spec comes from; NULL: it comes from the command line. */
static bool add_bot(struct contest *c, const char *name, const char *text, const char *file,
                    struct th_error *e) {
    struct th_spec spec;
    const int number = c->plan.bots;
    const size_t room = (size_t)number + 1;
    struct th_arena_player *players = realloc(c->player, room * sizeof *players);
    if (players != NULL) c->plan.bot = c->player = players;
    struct contest_bot *bots = realloc(c->bot, room * sizeof *bots);
    if (bots != NULL) c->bot = bots;
    if (players == NULL || bots == NULL) return th_fail(e, "out of memory");
    const struct th_bot_kind *kind = th_bot_find(c->plan.game, text, &spec, e);
    if (kind == NULL || !set_restart(c, kind, &spec.options, e)) return false;
    if (c->admit != NULL && !c->admit(c->admit_context, file, kind, &spec.options, e)) return false;
    c->player[number] = (struct th_arena_player){kind, spec.options};
    c->bot[number].own_budget = states_budget(kind, &spec);
    snprintf(c->bot[number].spec, sizeof c->bot->spec, "%s", text);
    text_clean(c->bot[number].spec);
    name_bot(c, &c->bot[number], name);
    c->plan.bots++;
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
    const int n = scandir(folder, &entry, keep_visible, alphasort), before = c->plan.bots;
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
    if (ok && c->plan.bots == before) return th_fail(e, "the folder %s has no bots", folder);
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
