#define _GNU_SOURCE /* realpath */
#include "contest_command.h"

#include "core/text.h"
#include "external/bots.h"
#include "terminal.h"
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const contest_on_fault[] = {"loss", "abort", "restart", NULL};

/* ---- bot limits ---- */

static bool set_number(struct th_options *o, const struct th_bot_kind *kind, const char *name,
                       int64_t value, struct th_error *e) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    th_options_unset(o, name);
    return th_options_set(o, kind->name, name, text, e);
}

/* A number in millionths. */
static bool set_decimal(struct th_options *o, const struct th_bot_kind *kind, const char *name,
                        int64_t millionths, struct th_error *e) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64 ".%06" PRId64, millionths / TH_MILLION,
             millionths % TH_MILLION);
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
    if (th_options_given(flags, "bot-clock"))
        ok = ok && set_decimal(o, kind, "clock", th_options_number(flags, "bot-clock"), e);
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

/* The callback of a contest, with the flags as its context: applies them, and refuses what
 * --untrusted refuses. `submitted` is the path of the .bot file that the spec comes from, or NULL.
 * A bot of a file NAME.bot that is not trusted has the folder NAME next to it as its own, and may
 * not ask for more than the default limits. */
static bool admit(const void *context, const char *submitted, const struct th_bot_kind *kind,
                  struct th_options *o, struct th_error *e) {
    const struct th_options *flags = context;
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

/* ---- reading ---- */

/* The flag --shard. */
static bool read_shard(struct contest *c, const char *text, struct th_error *e) {
    char part[24], clipped[TEXT_CLIP_BYTES];
    int64_t i, n;
    if (text == NULL) return true;
    if (c->save == NULL) return th_fail(e, "--shard needs --save");
    const char *slash = strchr(text, '/');
    const size_t length = slash != NULL ? (size_t)(slash - text) : 0;
    if (length > 0 && length < sizeof part) {
        memcpy(part, text, length);
        part[length] = 0;
        if (text_count(part, &i) && text_count(slash + 1, &n) && i >= 1 && i <= n) {
            c->shard = (uint64_t)i;
            c->shards = (uint64_t)n;
            return true;
        }
    }
    return th_fail(e, "--shard takes part I of N, as in 2/8, not “%s”", text_clip(text, clipped));
}

/* A flag that not every command has; NULL: not given. */
static const char *path_flag(const struct th_options *flags, const char *name) {
    return th_options_given(flags, name) ? th_options_text(flags, name) : NULL;
}

bool contest_read(struct contest *c, const char *command, const struct arguments *a,
                  struct th_error *e) {
    const struct th_options *flags = &a->flags;
    const int64_t on_fault = th_options_number(flags, "on-fault");
    *c = (struct contest){
        .command = command,
        .plan = {.seed = th_seed_of(1),
                 .max_turns = (uint32_t)th_options_number(flags, "max-turns"),
                 .random_plies = (uint32_t)th_options_number(flags, "random-plies"),
                 .threads = thread_count(flags),
                 .disqualify = th_options_given(flags, "disqualify")
                                   ? (uint64_t)th_options_number(flags, "disqualify")
                                   : 0,
                 .fault_aborts = on_fault == ON_FAULT_ABORT},
        .games = (uint64_t)th_options_number(flags, "games"),
        .restart = on_fault == ON_FAULT_RESTART,
        .admit = admit,
        .admit_context = flags,
        .save = path_flag(flags, "save"),
        .record = path_flag(flags, "record"),
    };
    const char *openings = th_options_text(flags, "openings");
    if (c->plan.disqualify > 0 && c->plan.fault_aborts)
        return th_fail(e, "--disqualify and --on-fault abort cannot both be given: the first fault "
                          "would end the run");
    if (c->plan.disqualify > 0 && path_flag(flags, "shard") != NULL)
        return th_fail(e, "--disqualify and --shard cannot both be given: a part of a run does not "
                          "know the faults of the others");
    return (!th_options_given(flags, "seed") || seed_flag(flags, &c->plan.seed, e)) &&
           contest_set_game(c, a->positional[0], e) &&
           (openings == NULL || contest_set_openings(c, openings, e)) &&
           read_shard(c, path_flag(flags, "shard"), e);
}

bool contest_has_rivals(const struct contest *c, const struct arguments *a, struct th_error *e) {
    return c->plan.seats >= 2 ||
           th_fail(e, "%s has one seat: bots cannot play against each other", a->positional[0]);
}

struct contest_output contest_output(const struct arguments *a) {
    return (struct contest_output){.json = th_options_number(&a->flags, "json") != 0};
}

void contest_end(struct contest *c, const struct arguments *a) {
    contest_log_faults(c);
    if (contest_drop(c)) print_wrote(c->record, contest_output(a).json);
}

/* ---- bots ---- */

bool contest_add_own(struct contest *c, const struct arguments *a, int bots, const char *missing,
                     struct th_error *e) {
    const int own = arguments_before(a, "against");
    char clipped[TEXT_CLIP_BYTES];
    if (own < 1 + bots)
        return th_fail(e,
                       "%s missing: it stands before --against, and what stands after it are "
                       "opponents",
                       missing);
    if (own > 1 + bots)
        return th_fail(e, "what is “%s” for? Bots to play against stand after --against",
                       text_clip(a->positional[1 + bots], clipped));
    for (int i = 1; i < own; i++)
        if (!contest_add_one(c, a->positional[i], e)) return false;
    return true;
}

bool contest_add_against(struct contest *c, const struct arguments *a, struct th_error *e) {
    const char *against = th_options_text(&a->flags, "against");
    bool ok = against == NULL || contest_add(c, against, e);
    for (int i = arguments_before(a, "against"); ok && i < a->count; i++)
        ok = contest_add(c, a->positional[i], e);
    return ok;
}

bool contest_read_budget(struct contest *c, const struct arguments *a, struct th_error *e) {
    const struct th_options *flags = &a->flags;
    const bool time = th_options_given(flags, "time");
    if (time && th_options_given(flags, "iterations"))
        return th_fail(e, "--time and --iterations cannot both be given");
    if (!time && !th_options_given(flags, "iterations")) return true;
    const char *option = time ? "time" : "iterations";
    return contest_set_budget(c, option, th_options_number(flags, option), e);
}

/* ---- luck ---- */

bool contest_set_luck(struct contest *c, enum th_luck luck, struct th_error *e) {
    const bool known = luck_is_known(c->plan.game);
    c->plan.luck = known ? luck : TH_LUCK_PLAIN;
    return known || luck != TH_LUCK_ADJUSTED ||
           th_fail(e,
                   "--luck adjusted is for games with chance whose positions can be valued; in %s "
                   "there is no luck to take off",
                   c->plan.game->name);
}

bool contest_read_luck(struct contest *c, const struct arguments *a, struct th_error *e) {
    if (!th_options_given(&a->flags, "luck")) return contest_choose_luck(c, e);
    return contest_set_luck(c, (enum th_luck)th_options_number(&a->flags, "luck"), e);
}

/* ---- the seed ---- */

bool seed_flag(const struct th_options *flags, struct th_seed *seed, struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES];
    const char *text = th_options_text(flags, "seed");
    return th_seed_read(text, seed) ||
           th_fail(e, "--seed takes a whole number or 32 hexadecimal digits, not “%s”",
                   text_clip(text, clipped));
}

/* A library (the bot lib) is none: it runs inside of this program, which has no secrets from it. */
static bool has_other_program(const struct contest *c) {
    for (int i = 0; i < c->plan.bots; i++)
        if (c->player[i].kind == &exec_bot) return true;
    return false;
}

bool contest_choose_seed(struct contest *c, const struct arguments *a, struct th_error *e) {
    if (th_options_given(&a->flags, "seed") || !has_other_program(c)) return true;
    if (th_options_given(&a->flags, "shard"))
        return th_fail(e, "the parts of a run need the same --seed, and with a bot that is another "
                          "program none is taken by default: give one");
    return contest_draw_seed(c, e);
}

int contest_failure(const struct contest *c) {
    return contest_failed(c) ? STATUS_FAILED : STATUS_USAGE;
}
