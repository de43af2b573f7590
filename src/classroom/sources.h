/* Source files of submissions on the disk, for similarity.h; and what was found in them as JSON. */
#ifndef CLASSROOM_SOURCES_H
#define CLASSROOM_SOURCES_H

#include "similarity.h"
#include <jansson.h>

/* The source files of one submission, with what they contain. */
struct source_list {
    char *name;          /* of the submission */
    struct source *file; /* names relative to the submission, in their order; clean (text_clean) */
    int count, room;
    int left_out; /* source files that are not compared: binary, or too large */
};

struct source_lists {
    struct source_list *list;
    int count;
};

/* Reads a file, or a folder with all folders in it. Hidden files, symbolic links, files of no known
 * language, and folders of packages and compiled code (node_modules, target, __pycache__) are not
 * read. False, with *e set, if something cannot be read, or if there are more than
 * SOURCE_FILES_MAX files. source_list_drop is due in any case. */
enum { SOURCE_FILES_MAX = 2000, SOURCE_DEPTH_MAX = 16 };
bool source_list_read(const char *path, struct source_list *out, struct th_error *e);
void source_list_drop(struct source_list *l);

/* Every entry of a folder is a submission: a folder, or a source file. Ordered by name. */
bool source_lists_read(const char *folder, struct source_lists *out, struct th_error *e);
void source_lists_drop(struct source_lists *l);

/* What was found as JSON (docs/similarity.md), which the caller owns; `template` is its path, or
 * NULL. Texts of passages have at most PASSAGE_BYTES each, and PASSAGES_BYTES in all: those of
 * later pairs are empty. */
enum { PASSAGE_BYTES = 4000, PASSAGES_BYTES = 8 << 20 };
json_t *similarity_json(const struct similarity *found, const struct source_lists *all,
                        const struct similarity_options *o, const char *template);

#endif
