#include "contest.h"

#include "core/file.h"
#include "core/text.h"
#include "interrupt.h"
#include "tahur/registry.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- reading ---- */

bool contest_read(struct contest *c, const char *command, const struct arguments *a,
                  struct th_error *e) {
    *c = (struct contest){
        .command = command,
        .arguments = a,
        .seed = (uint64_t)th_options_number(&a->flags, "seed"),
        .games = (uint64_t)th_options_number(&a->flags, "games"),
        .max_turns = (uint32_t)th_options_number(&a->flags, "max-turns"),
        .random_plies = (uint32_t)th_options_number(&a->flags, "random-plies"),
        .threads = thread_count(&a->flags),
        .json = th_options_number(&a->flags, "json") != 0,
    };
    c->game = th_game_find(a->positional[0], &c->game_spec, e);
    if (c->game == NULL) return false;
    c->seats = th_game_seats(c->game, &c->game_spec.options, e);
    if (c->seats == 0) return false;
    const char *openings = th_options_text(&a->flags, "openings");
    return openings == NULL ||
           openings_read(&c->openings, openings, c->game, &c->game_spec.options, e);
}

void contest_drop(struct contest *c) {
    struct th_error ignored;
    run_file_close(c->file, &ignored);
    openings_drop(&c->openings);
    free(c->player);
    free(c->bot);
}

/* ---- bots ---- */

/* The options that are budgets, in any bot. */
static const char *const budgets[] = {"time", "iterations", "nodes", "depth", NULL};

static bool has_option(const struct th_bot_kind *kind, const char *name) {
    for (const struct th_option *o = kind->options; o != NULL && o->name != NULL; o++)
        if (strcmp(o->name, name) == 0) return true;
    return false;
}

/* The budget of a short name is not the user's own: who asks for `hard` in 50 ms means it. */
static bool states_budget(const struct th_bot_kind *kind, const struct th_spec *spec) {
    if (strncmp(spec->text, kind->name, strlen(kind->name)) != 0) return false;
    for (int i = 0; budgets[i] != NULL; i++)
        if (th_options_given(&spec->options, budgets[i])) return true;
    return false;
}

/* Bots of the same name are numbered: "mcts", "mcts (2)". */
static void name_bot(const struct contest *c, struct contest_bot *bot, const char *name) {
    int same = 1;
    snprintf(bot->name, sizeof bot->name, "%s", name);
    for (int i = 0; i < c->bots; i++) {
        if (strcmp(c->bot[i].name, bot->name) != 0) continue;
        snprintf(bot->name, sizeof bot->name, "%.240s (%d)", name, ++same);
        i = -1;
    }
}

bool contest_add_named(struct contest *c, const char *name, const char *text, struct th_error *e) {
    struct th_spec spec;
    const size_t room = (size_t)c->bots + 1;
    struct th_arena_player *players = realloc(c->player, room * sizeof *players);
    if (players != NULL) c->player = players;
    struct contest_bot *bots = realloc(c->bot, room * sizeof *bots);
    if (bots != NULL) c->bot = bots;
    if (players == NULL || bots == NULL) return th_fail(e, "out of memory");
    const struct th_bot_kind *kind = th_bot_find(c->game, text, &spec, e);
    if (kind == NULL) return false;
    c->player[c->bots] = (struct th_arena_player){kind, spec.options};
    c->bot[c->bots].own_budget = states_budget(kind, &spec);
    snprintf(c->bot[c->bots].spec, sizeof c->bot->spec, "%s", text);
    name_bot(c, &c->bot[c->bots], name);
    c->bots++;
    return true;
}

static bool ends_with(const char *text, const char *end) {
    const size_t n = strlen(text), m = strlen(end);
    return n > m && strcmp(text + n - m, end) == 0;
}

/* The spec in a file, which may have comments. */
static bool read_bot_file(struct contest *c, const char *name, const char *path,
                          struct th_error *e) {
    char *text = file_read_text(path, e);
    if (text == NULL) return false;
    bool ok = false;
    char *line = text;
    while (line[0] == '#' || line[0] == '\n') {
        line += strcspn(line, "\n");
        if (line[0] == '\n') line++;
    }
    struct th_error why;
    line[strcspn(line, "\r\n")] = 0;
    ok = contest_add_named(c, name, line, &why) || th_fail(e, "%s: %s", path, why.text);
    free(text);
    return ok;
}

static bool add_file(struct contest *c, const char *folder, const char *file, struct th_error *e) {
    char path[1024], spec[1100], name[TH_SPEC_BYTES];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    snprintf(spec, sizeof spec, "dqn:model=%s", path);
    snprintf(name, sizeof name, "%.*s", (int)(strrchr(file, '.') - file), file);
    return ends_with(file, ".bot") ? read_bot_file(c, name, path, e)
                                   : contest_add_named(c, name, spec, e);
}

static int keep_visible(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

static bool add_folder(struct contest *c, const char *folder, struct th_error *e) {
    struct dirent **entry;
    const int n = scandir(folder, &entry, keep_visible, alphasort), before = c->bots;
    if (n < 0) return th_fail(e, "the folder %s cannot be read", folder);
    bool ok = true;
    for (int i = 0; i < n; i++) {
        const char *file = entry[i]->d_name;
        if (!ends_with(file, ".bot") && !ends_with(file, ".model"))
            fprintf(stderr, "left out: %s/%s is neither .bot nor .model\n", folder, file);
        else
            ok = ok && add_file(c, folder, file, e);
        free(entry[i]);
    }
    free(entry);
    if (ok && c->bots == before) return th_fail(e, "the folder %s has no bots", folder);
    return ok;
}

/* A folder is written with a slash or a dot, so that no bot's name can be mistaken for one. */
static bool is_folder(const char *text) {
    struct stat s;
    return (strchr(text, '/') != NULL || text[0] == '.') && strchr(text, ':') == NULL &&
           stat(text, &s) == 0 && S_ISDIR(s.st_mode);
}

bool contest_add(struct contest *c, const char *text, struct th_error *e) {
    return is_folder(text) ? add_folder(c, text, e) : contest_add_named(c, text, text, e);
}

bool contest_add_against(struct contest *c, int from, struct th_error *e) {
    const struct arguments *a = c->arguments;
    const char *against = th_options_text(&a->flags, "against");
    char clipped[TEXT_CLIP_BYTES];
    if (against == NULL)
        return a->count == from || th_fail(e,
                                           "what is “%s” for? Bots to play against stand behind "
                                           "--against",
                                           text_clip(a->positional[from], clipped));
    bool ok = contest_add(c, against, e);
    for (int i = from; ok && i < a->count; i++) ok = contest_add(c, a->positional[i], e);
    return ok;
}

/* ---- budgets ---- */

bool contest_has_budget(const struct contest *c, int bot) {
    return c->budget != NULL && !c->bot[bot].own_budget &&
           has_option(c->player[bot].kind, c->budget);
}

bool contest_set_budget(struct contest *c, const char *option, int64_t value, struct th_error *e) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    c->budget = option;
    c->budget_value = value;
    for (int i = 0; i < c->bots; i++) {
        struct th_options *o = &c->player[i].options;
        if (!contest_has_budget(c, i)) continue;
        for (int b = 0; budgets[b] != NULL; b++) th_options_unset(o, budgets[b]);
        if (!th_options_set(o, c->player[i].kind->name, option, text, e)) return false;
    }
    return true;
}

bool contest_read_budget(struct contest *c, struct th_error *e) {
    const struct th_options *flags = &c->arguments->flags;
    const bool time = th_options_given(flags, "time");
    if (time && th_options_given(flags, "iterations"))
        return th_fail(e, "--time and --iterations cannot both be given");
    if (!time && !th_options_given(flags, "iterations")) return true;
    const char *option = time ? "time" : "iterations";
    return contest_set_budget(c, option, th_options_number(flags, option), e);
}

struct series contest_series(const struct contest *c) {
    return (struct series){
        .game = c->game,
        .game_options = &c->game_spec.options,
        .seats = c->seats,
        .bot = c->player,
        .bots = c->bots,
        .seed = c->seed,
        .threads = c->threads,
        .max_turns = c->max_turns,
        .random_plies = c->random_plies,
        .opening = c->openings.state,
        .openings = c->openings.count,
        .store = c->store.self != NULL ? &c->store : NULL,
        .stop = interrupt_watch(),
    };
}
