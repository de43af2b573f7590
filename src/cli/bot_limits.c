#define _GNU_SOURCE /* realpath */
#include "bot_limits.h"

#include "external/exec_bot.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool set_number(struct th_options *o, const struct th_bot_kind *kind, const char *name,
                       int64_t value, struct th_error *e) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    th_options_unset(o, name);
    return th_options_set(o, kind->name, name, text, e);
}

bool bot_limits_set(const struct th_options *flags, const struct th_bot_kind *kind,
                    struct th_options *o, struct th_error *e) {
    bool ok = true;
    if (kind != &exec_bot) return true;
    if (th_options_number(flags, "sandbox") != 0) ok = set_number(o, kind, "sandbox", 1, e);
    if (th_options_given(flags, "bot-cpu")) {
        th_options_unset(o, "time");
        ok = ok && set_number(o, kind, "cpu", th_options_number(flags, "bot-cpu"), e);
    }
    if (th_options_given(flags, "bot-memory"))
        ok = ok && set_number(o, kind, "memory", th_options_number(flags, "bot-memory"), e);
    return ok;
}

/* Whether a bot of a file asks for more than one without options of its own would get. */
static bool check_modest(const struct th_options *flags, const struct th_options *o,
                         struct th_error *e) {
    struct th_options bare;
    th_options_init(&bare, exec_bot.options);
    if (!set_number(&bare, &exec_bot, "sandbox", 1, e) ||
        !bot_limits_set(flags, &exec_bot, &bare, e))
        return false;
    const struct exec_limits most = exec_bot_limits(&bare), own = exec_bot_limits(o);
    const struct {
        const char *name;
        int64_t own, most;
    } limits[] = {{"cpu", own.cpu, most.cpu},
                  {"time", own.time, most.time},
                  {"start-time", own.start_time, most.start_time},
                  {"memory", own.child.memory, most.child.memory},
                  {"processes", own.child.processes, most.child.processes}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].own > limits[i].most)
            return th_fail(e,
                           "%s=%lld is more than the %lld that a bot of a folder may ask for; "
                           "--bot-cpu and --bot-memory set limits for all, --trusted takes the "
                           "file as it is",
                           limits[i].name, (long long)limits[i].own, (long long)limits[i].most);
    return true;
}

/* Gives the bot of NAME.bot the folder NAME, or none. */
static bool set_folder(const char *file, struct th_options *o, struct th_error *e) {
    char folder[PATH_MAX], real[PATH_MAX];
    struct stat s;
    if (th_options_given(o, "folder"))
        return th_fail(e, "folder= is not for a bot of a folder: NAME.bot has the folder NAME next "
                          "to it; --trusted takes the file as it is");
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(file, '.') - file), file);
    const bool has = lstat(folder, &s) == 0 && S_ISDIR(s.st_mode) && realpath(folder, real) != NULL;
    return th_options_set(o, exec_bot.name, "folder", has ? real : CHILD_NO_FOLDER, e);
}

bool bot_limits_admit(const struct th_options *flags, const char *submitted,
                      const struct th_bot_kind *kind, struct th_options *o, struct th_error *e) {
    const bool trusted = th_options_number(flags, "trusted") != 0;
    const bool untrusted = th_options_number(flags, "untrusted") != 0;
    if (trusted && untrusted) return th_fail(e, "--trusted and --untrusted cannot both be given");
    if (!bot_limits_set(flags, kind, o, e)) return false;
    if (!kind->outside || !(untrusted || (submitted != NULL && !trusted))) return true;
    const char *otherwise = untrusted ? "without --untrusted it is accepted"
                                      : "--trusted takes the files of a folder as they are";
    if (kind != &exec_bot)
        return th_fail(e,
                       "the bot %s is refused: it would run inside of the arena, which is not "
                       "for bots of strangers; %s",
                       kind->name, otherwise);
    if (th_options_number(o, "sandbox") == 0)
        return th_fail(e,
                       "the bot exec is refused without a sandbox: it would run with all your "
                       "rights; give --sandbox; %s",
                       otherwise);
    return submitted == NULL || (check_modest(flags, o, e) && set_folder(submitted, o, e));
}
