/* Taking submissions in: finds them in the teacher's folder, copies each into a folder of its own,
 * within limits, and computes the hash of its contents.
 *
 * The folder is only read, without following symbolic links. Copies contain regular files and
 * folders only, with fresh permissions; a file is executable if it was, or if it begins like a
 * program or a script. Names of files stay inside of the copy: they are never part of a command. */
#ifndef CLASSROOM_INTAKE_H
#define CLASSROOM_INTAKE_H

#include "core/sha256.h"
#include "tahur/error.h"
#include <stdint.h>

enum {
    INTAKE_FILES_MAX = 2000, /* files and folders of a submission */
    INTAKE_PATH_BYTES = 200,
    INTAKE_DEPTH_MAX = 12,
    INTAKE_WRAPPERS_MAX = 4, /* folders and zips around the contents */
    INTAKE_SUBMISSIONS_MAX = 5000,
};
#define INTAKE_FILE_BYTES (INT64_C(32) << 20)
#define INTAKE_BYTES      (INT64_C(64) << 20)

/* An entry of the folder that is a submission. */
struct intake_entry {
    char *file; /* its name in the folder; owned */
    char *name; /* of the submission, as clean text; owned */
};

struct intake_list {
    struct intake_entry *entry; /* in the order of their names */
    int count;
    char **ignored; /* clean names of files that are no submissions; owned */
    int ignored_count;
};

/* Lists the folder. intake_list_drop is due in any case. */
bool intake_list(const char *folder, struct intake_list *out, struct th_error *e);
void intake_list_drop(struct intake_list *l);

/* What has been copied so far. */
struct intake {
    int files; /* folders included */
    int64_t bytes;
    bool failed; /* the copy could not be written: the error is of this machine */
};

/* Copies the entry `file` of the folder to `to`, which must not exist yet and has the contents on
 * return: without the folders and zips around them. `scratch` is a path that is free for use
 * meanwhile. False with the reason if it cannot be a submission, or, with `failed` set, if the copy
 * could not be written. */
bool intake_copy(const char *folder, const char *file, const char *to, const char *scratch,
                 struct intake *sum, struct th_error *e);

/* The hash of a folder: of the paths, contents and executable bits of its files. */
bool intake_hash(const char *folder, char hash[SHA256_TEXT], struct th_error *e);

/* Files and bytes below a folder, without following links; stops counting above the limits. False
 * if they are above. */
bool intake_measure(const char *folder, int files_most, int64_t bytes_most);

/* Removes a file or folder with all that is in it, without following links. True if it is gone. */
bool intake_remove(const char *path);

/* ---- for the parts of this subject ---- */

/* Creates a folder, or all folders above a file, below the open folder `to`; then writes the file.
 * The callback returns the next bytes: their number, 0 at the end, or -1 with *e set. */
typedef int64_t intake_read(void *context, const void **bytes, struct th_error *e);
bool intake_add_folder(int to, const char *path, struct intake *sum, struct th_error *e);
bool intake_add_file(int to, const char *path, bool executable, intake_read *next, void *context,
                     struct intake *sum, struct th_error *e);
/* Whether a file or folder of this name is left out: what file managers and editors leave. */
bool intake_is_litter(const char *name);

/* The name that a file which is a submission by itself has in its copy. */
const char *intake_name_in_copy(const char *file);
/* Whether a name ends so, in capitals or not, and has something before it. */
bool intake_ends_with(const char *name, const char *end);

/* Unpacks a zip, given by its descriptor, into the open folder `to` (unzip.c). */
bool intake_unzip(int zip, int to, struct intake *sum, struct th_error *e);

#endif
