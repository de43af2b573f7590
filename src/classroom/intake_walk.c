/* Walks over folders: the list of submissions; hash, size and removal of copies. No walk follows a
 * symbolic link: the build of a submission may leave any. */
#include "intake.h"

#include "core/text.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the list of submissions ---- */

static bool begins_like_program(int folder, const char *file) {
    char start[4] = {0};
    const int fd = openat(folder, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    const ssize_t n = fd >= 0 ? read(fd, start, sizeof start) : 0;
    if (fd >= 0) close(fd);
    return (n == 4 && memcmp(start, "\177ELF", 4) == 0) || (n >= 2 && memcmp(start, "#!", 2) == 0);
}

/* Symbolic links are listed, so that they are refused with a sentence. */
static bool is_submission(int folder, const char *file) {
    struct stat st;
    if (fstatat(folder, file, &st, AT_SYMLINK_NOFOLLOW) != 0) return false;
    if (S_ISDIR(st.st_mode) || S_ISLNK(st.st_mode)) return true;
    return S_ISREG(st.st_mode) &&
           (intake_ends_with(file, ".zip") || strcmp(intake_name_in_copy(file), "bot") != 0 ||
            begins_like_program(folder, file));
}

/* The name of a file without its ending, or with it, as clean text; the caller owns it. */
static char *name_of(const char *file, bool whole) {
    char *name = strdup(file);
    if (name == NULL) return NULL;
    char *dot = strrchr(name, '.');
    if (!whole && dot != NULL && dot > name &&
        (intake_ends_with(file, ".zip") || strcmp(intake_name_in_copy(file), "bot") != 0))
        *dot = 0;
    text_clean(name);
    return name;
}

static bool add_entry(struct intake_list *l, const char *file, struct th_error *e) {
    if (l->count == INTAKE_SUBMISSIONS_MAX)
        return th_fail(e, "the folder has more than %d submissions", INTAKE_SUBMISSIONS_MAX);
    void *larger = realloc(l->entry, ((size_t)l->count + 1) * sizeof *l->entry);
    if (larger == NULL) return th_fail(e, "out of memory");
    l->entry = larger;
    struct intake_entry *x = &l->entry[l->count++];
    *x = (struct intake_entry){.file = strdup(file), .name = name_of(file, false)};
    return (x->file != NULL && x->name != NULL) || th_fail(e, "out of memory");
}

static bool add_ignored(struct intake_list *l, const char *file, struct th_error *e) {
    void *larger = realloc(l->ignored, ((size_t)l->ignored_count + 1) * sizeof *l->ignored);
    if (larger == NULL) return th_fail(e, "out of memory");
    l->ignored = larger;
    l->ignored[l->ignored_count] = name_of(file, true);
    return l->ignored[l->ignored_count++] != NULL || th_fail(e, "out of memory");
}

static int by_name(const void *a, const void *b) {
    const struct intake_entry *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order != 0 ? order : strcmp(x->file, y->file);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names may still be the same, apart from characters that cannot be printed. */
static bool number_names(struct intake_list *l, struct th_error *e) {
    for (int i = 1, first = 0; i < l->count; i++) {
        if (strcmp(l->entry[i].name, l->entry[first].name) != 0) {
            first = i;
            continue;
        }
        const size_t size = strlen(l->entry[i].name) + 16;
        char *name = malloc(size);
        if (name == NULL) return th_fail(e, "out of memory");
        snprintf(name, size, "%s (%d)", l->entry[i].name, i - first + 1);
        free(l->entry[i].name);
        l->entry[i].name = name;
    }
    return true;
}

/* Gives entries of the same name their whole file names. */
static bool make_distinct(struct intake_list *l, struct th_error *e) {
    if (l->count == 0) return true;
    qsort(l->entry, (size_t)l->count, sizeof *l->entry, by_name);
    for (int i = 0, last; i < l->count; i = last) {
        for (last = i + 1; last < l->count; last++)
            if (strcmp(l->entry[last].name, l->entry[i].name) != 0) break;
        for (int k = i; last - i > 1 && k < last; k++) {
            free(l->entry[k].name);
            if ((l->entry[k].name = name_of(l->entry[k].file, true)) == NULL)
                return th_fail(e, "out of memory");
        }
    }
    qsort(l->entry, (size_t)l->count, sizeof *l->entry, by_name);
    return number_names(l, e);
}

bool intake_list(const char *folder, struct intake_list *out, struct th_error *e) {
    DIR *list = opendir(folder);
    const struct dirent *entry;
    bool ok = true;
    *out = (struct intake_list){0};
    if (list == NULL)
        return th_fail(e, "the folder %s cannot be read: %s", folder, strerror(errno));
    while (ok && (entry = readdir(list)) != NULL) {
        const char *name = entry->d_name;
        if (*name == '.' || intake_is_litter(name)) continue;
        ok = is_submission(dirfd(list), name) ? add_entry(out, name, e) : add_ignored(out, name, e);
    }
    closedir(list);
    if (out->ignored_count > 0)
        qsort(out->ignored, (size_t)out->ignored_count, sizeof *out->ignored, by_text);
    return ok && make_distinct(out, e);
}

void intake_list_drop(struct intake_list *l) {
    for (int i = 0; i < l->count; i++) {
        free(l->entry[i].file);
        free(l->entry[i].name);
    }
    for (int i = 0; i < l->ignored_count; i++) free(l->ignored[i]);
    free(l->entry);
    free(l->ignored);
    *l = (struct intake_list){0};
}

/* ---- hash ---- */

static bool cannot_read(struct th_error *e) {
    return th_fail(e, "the copy of a submission cannot be read: %s", strerror(errno));
}

static bool hash_file(int fd, const char *path, const struct stat *st, struct sha256 *s,
                      struct th_error *e) {
    char head[40], bytes[65536];
    ssize_t n;
    snprintf(head, sizeof head, "%c%lld", (st->st_mode & 0100) != 0 ? 'x' : '-',
             (long long)st->st_size);
    sha256_add(s, path, strlen(path) + 1);
    sha256_add(s, head, strlen(head) + 1);
    while ((n = read(fd, bytes, sizeof bytes)) > 0) sha256_add(s, bytes, (size_t)n);
    return n == 0 || cannot_read(e);
}

/* The names in a folder in order, without the two that every folder has; the caller frees. */
static int sorted_names(int fd, char ***out) {
    DIR *list = fdopendir(fd);
    const struct dirent *entry;
    char **names = NULL;
    int count = 0;
    while (list != NULL && count >= 0 && (entry = readdir(list)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        void *larger = realloc(names, ((size_t)count + 1) * sizeof *names);
        if (larger != NULL) names = larger;
        if (larger == NULL || (names[count] = strdup(entry->d_name)) == NULL) {
            while (count > 0) free(names[--count]);
            count = -1;
        } else {
            count++;
        }
    }
    if (list == NULL) count = -1, close(fd);
    if (list != NULL) closedir(list);
    if (count > 0) qsort(names, (size_t)count, sizeof *names, by_text);
    *out = names;
    return count;
}

/* Hashes what is in the folder `at`/`name`, whose path in the copy is `path`. */
static bool hash_folder(int at, const char *name, const char *path, struct sha256 *s,
                        struct th_error *e) {
    char **names = NULL;
    const int listed = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int folder = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int count = listed >= 0 ? sorted_names(listed, &names) : -1;
    bool ok = (count >= 0 && folder >= 0) || cannot_read(e);
    for (int i = 0; i < count; i++) {
        char inside[2 * INTAKE_PATH_BYTES + 256];
        struct stat st;
        snprintf(inside, sizeof inside, "%s%s%s", path, *path != 0 ? "/" : "", names[i]);
        const int fd =
            ok ? openat(folder, names[i], O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
        if (ok) ok = (fd >= 0 && fstat(fd, &st) == 0) || cannot_read(e);
        if (ok && S_ISDIR(st.st_mode)) ok = hash_folder(folder, names[i], inside, s, e);
        if (ok && S_ISREG(st.st_mode)) ok = hash_file(fd, inside, &st, s, e);
        if (fd >= 0) close(fd);
        free(names[i]);
    }
    free(names);
    if (folder >= 0) close(folder);
    return ok;
}

bool intake_hash(const char *folder, char hash[SHA256_TEXT], struct th_error *e) {
    struct sha256 s;
    sha256_begin(&s);
    if (!hash_folder(AT_FDCWD, folder, "", &s, e)) return false;
    sha256_text(&s, hash);
    return true;
}

/* ---- size and removal ---- */

struct measure {
    int files, files_most;
    int64_t bytes, bytes_most;
};

static bool is_within(const struct measure *m) {
    return m->files <= m->files_most && m->bytes <= m->bytes_most;
}

/* Files may come and go meanwhile: what is not there any more is left out. */
static void measure_folder(int at, const char *name, struct measure *m, int depth) {
    enum { DEPTH_MAX = 100 };
    const int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *list = fd >= 0 ? fdopendir(fd) : NULL;
    const struct dirent *entry;
    struct stat st;
    if (list == NULL && fd >= 0) close(fd);
    if (depth > DEPTH_MAX) m->files = m->files_most + 1;
    while (list != NULL && is_within(m) && (entry = readdir(list)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (fstatat(dirfd(list), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0) continue;
        m->files++;
        m->bytes += 512 * (int64_t)st.st_blocks; /* a sparse file takes no room */
        if (S_ISDIR(st.st_mode)) measure_folder(dirfd(list), entry->d_name, m, depth + 1);
    }
    if (list != NULL) closedir(list);
}

bool intake_measure(const char *folder, int files_most, int64_t bytes_most) {
    struct measure m = {.files_most = files_most, .bytes_most = bytes_most};
    measure_folder(AT_FDCWD, folder, &m, 0);
    return is_within(&m);
}

/* Removes what is in a folder. A build may have taken its own right to write there. */
static void empty_folder(int at, const char *name) {
    const int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0) fchmod(fd, 0700);
    DIR *list = fd >= 0 ? fdopendir(fd) : NULL;
    const struct dirent *entry;
    if (list == NULL && fd >= 0) close(fd);
    while (list != NULL && (entry = readdir(list)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (unlinkat(dirfd(list), entry->d_name, 0) == 0) continue;
        empty_folder(dirfd(list), entry->d_name);
        unlinkat(dirfd(list), entry->d_name, AT_REMOVEDIR);
    }
    if (list != NULL) closedir(list);
}

bool intake_remove(const char *path) {
    struct stat st;
    if (lstat(path, &st) != 0) return true;
    if (S_ISDIR(st.st_mode)) {
        empty_folder(AT_FDCWD, path);
        return rmdir(path) == 0;
    }
    return unlink(path) == 0;
}
