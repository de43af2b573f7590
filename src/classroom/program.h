/* The program of a submission: distinct contents, by their hash. Submissions with the same contents
 * share it. It is recognised, built in a sandbox, and checked as by tahur check-bot. */
#ifndef CLASSROOM_PROGRAM_H
#define CLASSROOM_PROGRAM_H

#include "core/sha256.h"
#include "tahur/error.h"
#include "tahur/flag.h"
#include "tahur/option.h"
#include <jansson.h>

enum program_kind {
    KIND_NONE,
    KIND_COMMAND,
    KIND_MAKE,
    KIND_C,
    KIND_CPP,
    KIND_PYTHON,
    KIND_JAVASCRIPT,
    KIND_EXECUTABLE,
};
extern const char *const program_kinds[]; /* their names; that of KIND_NONE is NULL */

enum program_status { PROGRAM_PENDING, PROGRAM_UNBUILT, PROGRAM_UNSOUND, PROGRAM_SOUND };

enum {
    BUILD_WALL_FACTOR = 5, /* by the clock it may take so many times its CPU time */
    BUILD_MEMORY = 2048,   /* MB */
    BUILD_PROCESSES = 64,  /* at once */
    BUILD_FILES = 20000,   /* in its folder, afterwards */
    BUILD_MEGABYTES = 256, /* likewise */
    BUILD_LOG_BYTES = 32768,
    PROGRAM_FOLDER_DIGITS = 32, /* of the hash, in the name of its folder */
};

struct program {
    char hash[SHA256_TEXT];
    char *folder; /* where it is, built; owned */
    bool stored;  /* the status below comes from an earlier run */
    enum program_kind kind;
    enum program_status status;
    char sentence[400];          /* why it is not sound; "": it is */
    const char *build;           /* the command that builds it; NULL: none is needed */
    char command[TH_SPEC_BYTES]; /* that starts it; "": not known */
    double build_seconds;
    char *log; /* the end of the output of the build; NULL: nothing was built; owned */
    bool log_cut;
    json_t *check; /* as trial_json; NULL: not checked; owned */
};

struct trial_settings;

void program_drop(struct program *p);

/* Finds out what it is, by the names of its files: sets kind, build and command. False with the
 * reason in p->sentence, and status PROGRAM_UNBUILT, if it is nothing known. An executable of
 * another name becomes `bot`. */
bool program_recognise(struct program *p);

/* Builds it in its folder, if it has a build command, within so many seconds of CPU time. False if
 * it fails: status and sentence say why; or, with *e set, if this machine cannot build, or `stop`
 * was set. */
bool program_build(struct program *p, bool sandbox, int cpu, const th_flag *stop,
                   struct th_error *e);

/* Checks it: sets status, sentence and check. False with the reason if that could not be done.
 * `set` has all but the command and the spec of the bot. */
bool program_check(struct program *p, const struct trial_settings *set,
                   const struct th_options *exec, struct th_error *e);

/* The bot exec that plays it: these options, with its folder and its command. */
bool program_options(const struct program *p, const struct th_options *exec, struct th_options *out,
                     struct th_error *e);

#endif
