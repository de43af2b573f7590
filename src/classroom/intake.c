/* Copies submissions out of the teacher's folder. */
#include "intake.h"

#include "core/text.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

bool intake_is_litter(const char *name) {
    static const char *const litter[] = {"__MACOSX",    ".DS_Store", "Thumbs.db", "desktop.ini",
                                         "__pycache__", ".git",      ".vscode",   ".idea"};
    for (size_t i = 0; i < sizeof litter / sizeof *litter; i++)
        if (strcmp(name, litter[i]) == 0) return true;
    return false;
}

static bool cannot_write(struct intake *sum, struct th_error *e) {
    sum->failed = true;
    return th_fail(e, "the copy of a submission cannot be written: %s", strerror(errno));
}

/* ---- writing into the copy ---- */

static bool count_file(struct intake *sum, struct th_error *e) {
    return ++sum->files <= INTAKE_FILES_MAX ||
           th_fail(e, "it has more than %d files and folders", INTAKE_FILES_MAX);
}

/* Opens the folder above the last part of a path, and creates it if it is not there; -1: failed. */
static int open_parent(int to, const char *path, struct intake *sum, struct th_error *e) {
    int folder = fcntl(to, F_DUPFD_CLOEXEC, 0);
    char part[INTAKE_PATH_BYTES];
    int depth = 0;
    if (folder < 0) return cannot_write(sum, e) ? 0 : -1;
    for (const char *slash; (slash = strchr(path, '/')) != NULL; path = slash + 1) {
        memcpy(part, path, (size_t)(slash - path));
        part[slash - path] = 0;
        const bool made = mkdirat(folder, part, 0700) == 0;
        bool ok = made || errno == EEXIST || cannot_write(sum, e);
        if (ok && made) ok = count_file(sum, e);
        if (ok && ++depth >= INTAKE_DEPTH_MAX)
            ok = th_fail(e, "its folders are more than %d levels deep", INTAKE_DEPTH_MAX);
        const int next =
            ok ? openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
        if (ok && next < 0)
            ok = errno == ENOTDIR ? th_fail(e, "it has a file and a folder of the same name")
                                  : cannot_write(sum, e);
        close(folder);
        if (!ok) return -1;
        folder = next;
    }
    return folder;
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool intake_add_folder(int to, const char *path, struct intake *sum, struct th_error *e) {
    char inside[INTAKE_PATH_BYTES + 2];
    snprintf(inside, sizeof inside, "%s/.", path);
    const int folder = open_parent(to, inside, sum, e);
    if (folder >= 0) close(folder);
    return folder >= 0;
}

static bool write_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        const ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

/* Copies all bytes; `start` gets the first ones, filled up with 0. */
static bool write_bytes(int fd, intake_read *next, void *context, struct intake *sum, char start[4],
                        struct th_error *e) {
    const void *bytes;
    int64_t size, total = 0;
    while ((size = next(context, &bytes, e)) > 0) {
        for (int64_t i = 0; i < size && total + i < 4; i++)
            start[total + i] = ((const char *)bytes)[i];
        total += size;
        sum->bytes += size;
        if (total > INTAKE_FILE_BYTES)
            return th_fail(e, "it has a file of more than %lld MB",
                           (long long)(INTAKE_FILE_BYTES >> 20));
        if (sum->bytes > INTAKE_BYTES)
            return th_fail(e, "it has more than %lld MB", (long long)(INTAKE_BYTES >> 20));
        if (!write_all(fd, bytes, (size_t)size)) return cannot_write(sum, e);
    }
    return size == 0;
}

bool intake_add_file(int to, const char *path, bool executable, intake_read *next, void *context,
                     struct intake *sum, struct th_error *e) {
    char start[4] = {0}, clipped[TEXT_CLIP_BYTES];
    const int folder = count_file(sum, e) ? open_parent(to, path, sum, e) : -1;
    if (folder < 0) return false;
    const int fd =
        openat(folder, last_part(path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool ok = fd >= 0;
    if (!ok && errno == EEXIST)
        th_fail(e, "it has '%s' twice", text_clip(path, clipped));
    else if (!ok)
        cannot_write(sum, e);
    close(folder);
    if (!ok) return false;
    ok = write_bytes(fd, next, context, sum, start, e);
    const bool program = memcmp(start, "\177ELF", 4) == 0 || memcmp(start, "#!", 2) == 0;
    if (ok && (executable || program) && fchmod(fd, 0700) != 0) ok = cannot_write(sum, e);
    if (close(fd) != 0 && ok) ok = cannot_write(sum, e);
    return ok;
}

/* ---- copying from the folder ---- */

struct reading {
    int fd;
    char bytes[65536];
};

static int64_t read_next(void *context, const void **bytes, struct th_error *e) {
    struct reading *r = context;
    ssize_t n;
    while ((n = read(r->fd, r->bytes, sizeof r->bytes)) < 0 && errno == EINTR) {
    }
    if (n < 0) th_fail(e, "it cannot be read: %s", strerror(errno));
    *bytes = r->bytes;
    return n;
}

/* Opens an entry of a folder if it is a regular file or a folder; -1 with the reason otherwise. */
static int open_entry(int folder, const char *name, struct stat *st, struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES];
    text_clip(name, clipped);
    if (fstatat(folder, name, st, AT_SYMLINK_NOFOLLOW) != 0)
        return th_fail(e, "'%s' cannot be read: %s", clipped, strerror(errno)) ? 0 : -1;
    if (S_ISLNK(st->st_mode)) return th_fail(e, "'%s' is a symbolic link", clipped) ? 0 : -1;
    if (!S_ISREG(st->st_mode) && !S_ISDIR(st->st_mode))
        return th_fail(e, "'%s' is neither a file nor a folder", clipped) ? 0 : -1;
    const int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, st) == 0 && (S_ISREG(st->st_mode) || S_ISDIR(st->st_mode))) return fd;
    th_fail(e, "'%s' cannot be read: %s", clipped, strerror(errno));
    if (fd >= 0) close(fd);
    return -1;
}

static bool copy_file(int from, const struct stat *st, int to, const char *path, struct intake *sum,
                      struct th_error *e) {
    struct reading r;
    r.fd = from;
    return intake_add_file(to, path, (st->st_mode & 0100) != 0, read_next, &r, sum, e);
}

/* Copies what is in the open folder `from`, which it closes, to `path` below `to`. */
static bool copy_folder(int from, int to, const char *path, struct intake *sum,
                        struct th_error *e) {
    DIR *list = fdopendir(from);
    const struct dirent *entry;
    bool ok = list != NULL || th_fail(e, "a folder cannot be read: %s", strerror(errno));
    if (list == NULL) close(from);
    while (ok && (entry = readdir(list)) != NULL) {
        const char *name = entry->d_name;
        char inside[INTAKE_PATH_BYTES];
        struct stat st;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || intake_is_litter(name)) continue;
        const int n = snprintf(inside, sizeof inside, "%s%s%s", path, *path != 0 ? "/" : "", name);
        if (n < 0 || n >= INTAKE_PATH_BYTES - 2) {
            ok = th_fail(e, "it has a path of more than %d bytes", INTAKE_PATH_BYTES);
            break;
        }
        const int fd = open_entry(dirfd(list), name, &st, e);
        ok = fd >= 0;
        if (ok && S_ISDIR(st.st_mode)) {
            ok = intake_add_folder(to, inside, sum, e);
            if (ok)
                ok = copy_folder(fd, to, inside, sum, e);
            else
                close(fd);
        } else if (ok) {
            ok = copy_file(fd, &st, to, inside, sum, e);
            close(fd);
        }
    }
    if (list != NULL) closedir(list);
    return ok;
}

bool intake_ends_with(const char *name, const char *end) {
    const size_t n = strlen(name), m = strlen(end);
    return n > m && strcasecmp(name + n - m, end) == 0;
}

/* Creates a folder and opens it; -1: failed. */
static int make_folder(const char *path, struct intake *sum, struct th_error *e) {
    const int fd =
        mkdir(path, 0700) == 0 ? open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : -1;
    if (fd < 0) cannot_write(sum, e);
    return fd;
}

const char *intake_name_in_copy(const char *file) {
    static const char *const names[][2] = {{".py", "bot.py"},  {".js", "bot.js"},
                                           {".c", "bot.c"},    {".cpp", "bot.cpp"},
                                           {".cc", "bot.cpp"}, {".cxx", "bot.cpp"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (intake_ends_with(file, names[i][0])) return names[i][1];
    return "bot";
}

static bool copy_entry(const char *folder, const char *file, const char *to, struct intake *sum,
                       struct th_error *e) {
    struct stat st;
    const int from = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (from < 0) return th_fail(e, "the folder cannot be read: %s", strerror(errno));
    const int fd = open_entry(from, file, &st, e);
    close(from);
    if (fd < 0) return false;
    const int target = make_folder(to, sum, e);
    if (target < 0) return close(fd), false;
    bool ok;
    if (S_ISDIR(st.st_mode)) {
        ok = copy_folder(fd, target, "", sum, e); /* which closes fd */
    } else {
        ok = intake_ends_with(file, ".zip")
                 ? intake_unzip(fd, target, sum, e)
                 : copy_file(fd, &st, target, intake_name_in_copy(file), sum, e);
        close(fd);
    }
    close(target);
    return ok;
}

/* ---- wrappers ---- */

/* The name of the only entry of a folder; false if there are none or several. */
static bool only_entry(const char *folder, char name[NAME_MAX + 1]) {
    DIR *list = opendir(folder);
    const struct dirent *entry;
    int entries = 0;
    while (list != NULL && (entry = readdir(list)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (++entries == 1) snprintf(name, NAME_MAX + 1, "%s", entry->d_name);
    }
    if (list != NULL) closedir(list);
    return entries == 1;
}

/* Replaces the folder by its only entry, a folder or a zip. False if it has no such, or with
 * *wrong set if something failed. */
static bool unwrap(const char *folder, const char *scratch, struct intake *sum, bool *wrong,
                   struct th_error *e) {
    char name[NAME_MAX + 1], path[PATH_MAX + NAME_MAX + 2];
    struct stat st;
    if (!only_entry(folder, name)) return false;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (lstat(path, &st) != 0) return false;
    if (!S_ISDIR(st.st_mode) && !(S_ISREG(st.st_mode) && intake_ends_with(name, ".zip")))
        return false;
    *wrong = true;
    if (S_ISDIR(st.st_mode)) {
        if (rename(path, scratch) != 0) return cannot_write(sum, e);
    } else {
        const int zip = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
        const int target = zip >= 0 ? make_folder(scratch, sum, e) : -1;
        const bool ok = target >= 0 && intake_unzip(zip, target, sum, e);
        if (zip >= 0) close(zip);
        if (target >= 0) close(target);
        if (!ok) return false;
    }
    if (!intake_remove(folder) || rename(scratch, folder) != 0) return cannot_write(sum, e);
    *wrong = false;
    return true;
}

bool intake_copy(const char *folder, const char *file, const char *to, const char *scratch,
                 struct intake *sum, struct th_error *e) {
    bool wrong = false;
    int wrappers = 0;
    *sum = (struct intake){0};
    if (!copy_entry(folder, file, to, sum, e)) return false;
    while (wrappers < INTAKE_WRAPPERS_MAX && unwrap(to, scratch, sum, &wrong, e)) wrappers++;
    return !wrong;
}
