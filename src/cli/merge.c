/* Parts of a run made one. */
#include "arena/run_file.h"

#include "commands.h"
#include "contest_verify.h"
#include "core/text.h"
#include "describe.h"
#include "interrupt.h"
#include "look.h"
#include "run_view.h"
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

static const struct th_option flags[] = {
    {"into", TH_TEXT, 0, 0, NULL, NULL, "file of the whole run; parts may be added to it later"},
    {"trust", TH_SWITCH, 0, 1, "0", NULL,
     "joins the parts without replaying their games: for parts that you have played yourself"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

static bool same_file(const char *a, const char *b) {
    struct stat one, two;
    return stat(a, &one) == 0 && stat(b, &two) == 0 && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino;
}

/* The parts, open, and checked against each other: all or nothing. */
struct parts {
    struct run_file *file[POSITIONAL_MAX];
    const char *const *path;
    int count;
    bool trusted; /* their games are not replayed */
    struct contest_verified verified;
};

static void close_parts(struct parts *p) {
    struct th_error ignored;
    for (int i = 0; i < p->count; i++) run_file_close(p->file[i], &ignored);
}

/* Two parts of the same run without a game in common. */
static bool fit_together(const struct parts *p, int i, int k, struct th_error *e) {
    char what[300];
    const struct series_store store = run_file_store(p->file[i]);
    if (same_file(p->path[i], p->path[k])) return th_fail(e, "%s is given twice", p->path[i]);
    if (settings_differ(run_file_settings(p->file[k]), "in the first",
                        run_file_settings(p->file[i]), "in the second", what, sizeof what))
        return th_fail(e, "%s and %s are of different runs: %s", p->path[k], p->path[i], what);
    for (uint64_t n = 0; n < run_file_blocks(p->file[k]); n++)
        if (store.has(store.self, run_file_block(p->file[k], n)))
            return th_fail(e, "%s and %s overlap: both have block %" PRIu64, p->path[i], p->path[k],
                           run_file_block(p->file[k], n));
    return true;
}

/* Replays the games of a part: a forged result is refused before anything is written. Trainings
 * have no games. */
static bool verify_part(struct parts *p, int i, struct th_error *e) {
    struct contest c = {.command = NULL};
    const json_t *settings = run_file_settings(p->file[i]);
    struct th_error why = {""};
    if (p->trusted || run_file_is_training(p->file[i])) return true;
    const bool ok = contest_from_settings(&c, settings, &why)
                        ? contest_verify(&c, p->file[i], p->path[i], &p->verified, e)
                        : th_fail(e, "%s: %s", p->path[i], why.text);
    contest_drop(&c);
    return ok;
}

static bool open_parts(struct parts *p, const struct arguments *a, const char *into,
                       struct th_error *e) {
    p->path = a->positional;
    for (int i = 0; i < a->count; i++) {
        struct run_sum sum;
        if (same_file(p->path[i], into)) return th_fail(e, "%s cannot be joined into itself", into);
        p->file[i] = run_file_read(p->path[i], e);
        if (p->file[i] == NULL) return false;
        p->count++;
        if (!run_sum_up(p->file[i], &sum, e)) return false;
        for (int k = 0; k < i; k++)
            if (!fit_together(p, i, k, e)) return false;
    }
    for (int i = 0; i < p->count; i++)
        if (!verify_part(p, i, e)) return false;
    return true;
}

/* Into a file that has some already, or none yet; the exit status. */
static int join(const struct parts *p, const char *into, struct run_sum *sum, struct th_error *e) {
    struct th_error ignored;
    struct run_file *whole = run_file_write(into, run_file_settings(p->file[0]), e);
    bool fits = whole != NULL;
    for (int i = 0; fits && i < p->count; i++)
        fits = run_file_check(whole, p->file[i], p->path[i], e);
    bool ok = fits;
    for (int i = 0; ok && i < p->count; i++) ok = run_file_add(whole, p->path[i], e);
    ok = ok && run_sum_up(whole, sum, e);
    ok = run_file_close(whole, ok ? e : &ignored) && ok;
    return ok ? STATUS_OK : fits ? STATUS_FAILED : STATUS_USAGE;
}

static void tell(const struct arguments *a, const char *into, const struct parts *p,
                 const struct run_sum *sum) {
    char games[27], all[27], digest[17], verified[100];
    text_digest(sum->digest, digest);
    if (th_options_number(&a->flags, "json")) {
        print_json(
            json_pack("{s:I, s:I, s:b, s:o, s:o}", "games", (json_int_t)sum->games, "games_asked",
                      (json_int_t)sum->asked, "complete", sum->complete, "digest",
                      sum->prefix ? json_string(digest) : json_null(), "games_verified",
                      p->trusted ? json_null() : json_integer((json_int_t)p->verified.games)));
        return;
    }
    printf("%s: %s of %s games, %s\n", into, text_thousands((int64_t)sum->games, games),
           text_thousands((int64_t)sum->asked, all),
           sum->complete ? "complete" : "the same command with --save plays the rest");
    if (sum->prefix) printf("digest %s\n", digest);
    if (!p->trusted)
        print_folded(stdout, "verified: %s\n", contest_verified_text(&p->verified, verified));
}

static int run(const struct arguments *a, struct th_error *e) {
    const char *into = th_options_text(&a->flags, "into");
    struct run_sum sum;
    if (into == NULL) {
        th_fail(e, "needs --into RUN.db: the file of the whole run");
        return STATUS_USAGE;
    }
    struct parts parts = {.trusted = th_options_number(&a->flags, "trust") != 0};
    const int status = open_parts(&parts, a, into, e) ? join(&parts, into, &sum, e)
                       : parts.verified.stopped       ? interrupt_stopped("merge")
                                                      : STATUS_USAGE;
    close_parts(&parts);
    if (status == STATUS_OK) tell(a, into, &parts, &sum);
    return status;
}

const struct command merge_command = {
    .name = "merge",
    .positional = "PART.db…",
    .summary = "joins the parts of a run that --shard has played",
    .details =
        "Parts of another run, and parts that have games which are there already, are refused.\n"
        "Every game of a part is replayed from its moves: one whose moves, luck, seats and result\n"
        "do not belong together is refused with its number, and nothing is joined.\n"
        "The digest is that of the whole run, as if it had been played at once. A part that is\n"
        "missing may be added later, or be played by the same command with --save and no\n"
        "--shard.",
    .flags = flags,
    .min = 1,
    .max = POSITIONAL_MAX,
    .examples = "  tahur league kittens v1 v2 dqn --save 1.db --shard 1/2     (here)\n"
                "  tahur league kittens v1 v2 dqn --save 2.db --shard 2/2     (there)\n"
                "  tahur merge 1.db 2.db --into all.db\n"
                "  tahur report all.db",
    .run = run,
};
