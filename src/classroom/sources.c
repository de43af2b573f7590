#include "sources.h"

#include "core/file.h"
#include "core/text.h"
#include "tokens.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_BYTES = 4096 };

static bool out_of_memory(struct th_error *e) {
    return th_fail(e, "out of memory");
}

static bool join(char out[PATH_BYTES], const char *folder, const char *name, struct th_error *e) {
    const int n = snprintf(out, PATH_BYTES, "%s%s%s", folder, *folder == 0 ? "" : "/", name);
    return n < PATH_BYTES || th_fail(e, "the name of a file in %.200s is too long", folder);
}

/* ---- folders ---- */

static bool is_wanted(const struct dirent *entry) {
    static const char *const made[] = {"node_modules", "target", "__pycache__"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (strcmp(entry->d_name, made[i]) == 0) return false;
    return entry->d_name[0] != '.';
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void drop_names(char **names, int count) {
    for (int i = 0; i < count; i++) free(names[i]);
    free(names);
}

static bool collect_names(DIR *folder, char ***names, int *count) {
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (!is_wanted(entry)) continue;
        char **more = realloc(*names, ((size_t)*count + 1) * sizeof *more);
        if (more == NULL) return false;
        *names = more;
        if ((more[*count] = strdup(entry->d_name)) == NULL) return false;
        ++*count;
    }
    return true;
}

/* The names in a folder in their order, the same on every machine. drop_names is due in any case.
 */
static bool list_folder(const char *path, char ***names, int *count, struct th_error *e) {
    *names = NULL;
    *count = 0;
    DIR *folder = opendir(path);
    if (folder == NULL) return th_fail(e, "%s cannot be read: %s", path, strerror(errno));
    const bool ok = collect_names(folder, names, count);
    closedir(folder);
    if (!ok) return out_of_memory(e);
    if (*count > 1) qsort(*names, (size_t)*count, sizeof **names, compare_names);
    return true;
}

/* ---- one submission ---- */

/* Returns the new last file of the list, with its name; NULL for lack of room. */
static struct source *add_file(struct source_list *l, const char *name, struct th_error *e) {
    if (l->count == SOURCE_FILES_MAX) {
        th_fail(e, "%s has more than %d source files", l->name, SOURCE_FILES_MAX);
        return NULL;
    }
    if (l->count == l->room) {
        const int room = l->room == 0 ? 4 : 2 * l->room;
        struct source *more = realloc(l->file, (size_t)room * sizeof *more);
        if (more == NULL) {
            out_of_memory(e);
            return NULL;
        }
        l->file = more;
        l->room = room;
    }
    struct source *s = &l->file[l->count];
    char *clean = strdup(name);
    if (clean == NULL) {
        out_of_memory(e);
        return NULL;
    }
    text_clean(clean);
    *s = (struct source){.name = clean};
    l->count++;
    return s;
}

static bool read_one(struct source_list *l, const char *path, const char *name,
                     const struct stat *is, struct th_error *e) {
    if (language_of(name) == NO_LANGUAGE || is->st_size == 0) return true;
    if ((uint64_t)is->st_size > SOURCE_MOST) {
        l->left_out++;
        return true;
    }
    struct source *s = add_file(l, name, e);
    if (s == NULL) return false;
    s->text = (char *)file_read(path, &s->size, e);
    if (s->text == NULL) return false;
    if (!source_is_compared(s)) l->left_out++;
    return true;
}

/* `name`: relative to the submission; "" is the submission itself. */
static bool read_tree(struct source_list *l, const char *path, const char *name, int depth,
                      struct th_error *e) {
    struct stat is;
    if (lstat(path, &is) != 0) return th_fail(e, "%s cannot be read: %s", path, strerror(errno));
    if (S_ISREG(is.st_mode)) return read_one(l, path, *name == 0 ? l->name : name, &is, e);
    if (!S_ISDIR(is.st_mode)) return true;
    if (depth == SOURCE_DEPTH_MAX)
        return th_fail(e, "%s has more than %d folders in each other", l->name, depth);
    char **names, inner_path[PATH_BYTES], inner_name[PATH_BYTES];
    int count;
    bool ok = list_folder(path, &names, &count, e);
    for (int i = 0; ok && i < count; i++)
        ok = join(inner_path, path, names[i], e) && join(inner_name, name, names[i], e) &&
             read_tree(l, inner_path, inner_name, depth + 1, e);
    drop_names(names, count);
    return ok;
}

bool source_list_read(const char *path, struct source_list *out, struct th_error *e) {
    struct stat is;
    *out = (struct source_list){0};
    if (stat(path, &is) != 0) return th_fail(e, "%s cannot be read: %s", path, strerror(errno));
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    size_t start = length;
    while (start > 0 && path[start - 1] != '/') start--;
    out->name = strndup(path + start, length - start);
    if (out->name == NULL) return out_of_memory(e);
    text_clean(out->name);
    return read_tree(out, path, "", 0, e);
}

void source_list_drop(struct source_list *l) {
    for (int i = 0; i < l->count; i++) {
        free((char *)l->file[i].name);
        free((char *)l->file[i].text);
    }
    free(l->file);
    free(l->name);
    *l = (struct source_list){0};
}

/* ---- all of them ---- */

/* A submission is a folder or a source file; what is neither is no submission. */
static bool is_submission(const char *path) {
    struct stat is;
    if (lstat(path, &is) != 0) return false;
    return S_ISDIR(is.st_mode) || (S_ISREG(is.st_mode) && language_of(path) != NO_LANGUAGE);
}

bool source_lists_read(const char *folder, struct source_lists *out, struct th_error *e) {
    char **names, path[PATH_BYTES];
    int count;
    *out = (struct source_lists){0};
    bool ok = list_folder(folder, &names, &count, e);
    if (ok) out->list = calloc((size_t)count + 1, sizeof *out->list);
    if (ok && out->list == NULL) ok = out_of_memory(e);
    for (int i = 0; ok && i < count; i++) {
        ok = join(path, folder, names[i], e);
        if (ok && is_submission(path)) ok = source_list_read(path, &out->list[out->count++], e);
    }
    drop_names(names, count);
    return ok;
}

void source_lists_drop(struct source_lists *l) {
    for (int i = 0; i < l->count; i++) source_list_drop(&l->list[i]);
    free(l->list);
    *l = (struct source_lists){0};
}
