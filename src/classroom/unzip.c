/* Unpacks zips of strangers, by libarchive. The limits of struct intake hold for the bytes that
 * come out: what a zip says about its sizes is not believed, and unpacking ends at the first byte
 * too many. */
#include "intake.h"

#include "core/text.h"
#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <string.h>

/* Makes a path of an entry relative and plain: without "." and empty parts. False if it leads out
 * of the folder, or does not fit. */
static bool plain_path(const char *path, char out[INTAKE_PATH_BYTES], struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES];
    size_t size = 0;
    if (*path == '/')
        return th_fail(e, "the zip has an absolute path, '%s'", text_clip(path, clipped));
    while (*path != 0) {
        const size_t n = strcspn(path, "/");
        if (n == 2 && memcmp(path, "..", 2) == 0)
            return th_fail(e, "the zip has a path that leads out of its folder");
        if (size + n + 2 > INTAKE_PATH_BYTES)
            return th_fail(e, "the zip has a path of more than %d bytes", INTAKE_PATH_BYTES);
        if (n > 0 && !(n == 1 && *path == '.')) {
            if (size > 0) out[size++] = '/';
            memcpy(out + size, path, n);
            size += n;
        }
        path += n + (path[n] == '/');
    }
    out[size] = 0;
    return true;
}

/* Whether one of the folders of a path, or the file, is left out. */
static bool is_litter(const char *path) {
    char part[INTAKE_PATH_BYTES];
    for (; *path != 0; path += *path == '/') {
        const size_t n = strcspn(path, "/");
        memcpy(part, path, n);
        part[n] = 0;
        if (intake_is_litter(part)) return true;
        path += n;
    }
    return false;
}

static bool damaged(struct archive *a, struct th_error *e) {
    const char *why = archive_error_string(a);
    return th_fail(e, "the zip cannot be unpacked: %s", why != NULL ? why : "it is damaged");
}

/* The next bytes of an entry. Holes, which zips do not have, would be left out. */
static int64_t read_entry(void *context, const void **bytes, struct th_error *e) {
    struct archive *a = context;
    size_t size = 0;
    la_int64_t offset;
    int result;
    while ((result = archive_read_data_block(a, bytes, &size, &offset)) == ARCHIVE_OK &&
           size == 0) {
    }
    if (result == ARCHIVE_EOF) return 0;
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) return damaged(a, e) ? 0 : -1;
    return (int64_t)size;
}

static bool unpack_entry(struct archive *a, struct archive_entry *entry, int to, struct intake *sum,
                         struct th_error *e) {
    char path[INTAKE_PATH_BYTES], clipped[TEXT_CLIP_BYTES];
    const char *name = archive_entry_pathname(entry);
    if (name == NULL) name = archive_entry_pathname_utf8(entry);
    if (name == NULL) return th_fail(e, "the zip has a name that cannot be read");
    if (!plain_path(name, path, e)) return false;
    if (path[0] == 0 || is_litter(path)) return true;
    if (archive_entry_is_encrypted(entry))
        return th_fail(e, "the zip is encrypted: '%s'", text_clip(path, clipped));
    if (archive_entry_hardlink(entry) != NULL || archive_entry_filetype(entry) == AE_IFLNK)
        return th_fail(e, "the zip has a link, '%s'", text_clip(path, clipped));
    if (archive_entry_filetype(entry) == AE_IFDIR) return intake_add_folder(to, path, sum, e);
    if (archive_entry_filetype(entry) != AE_IFREG)
        return th_fail(e, "'%s' in the zip is neither a file nor a folder",
                       text_clip(path, clipped));
    const bool executable = (archive_entry_perm(entry) & 0100) != 0;
    return intake_add_file(to, path, executable, read_entry, a, sum, e);
}

static bool unpack(struct archive *a, int zip, int to, struct intake *sum, struct th_error *e) {
    enum { BLOCK_BYTES = 65536 };
    struct archive_entry *entry;
    bool ok = archive_read_open_fd(a, zip, BLOCK_BYTES) == ARCHIVE_OK || damaged(a, e);
    while (ok) {
        const int result = archive_read_next_header(a, &entry);
        if (result == ARCHIVE_EOF) break;
        ok = (result == ARCHIVE_OK || result == ARCHIVE_WARN || damaged(a, e)) &&
             unpack_entry(a, entry, to, sum, e);
    }
    return ok;
}

/* libarchive converts names to the locale of the thread, which must be able to write them all. */
bool intake_unzip(int zip, int to, struct intake *sum, struct th_error *e) {
    struct archive *a = archive_read_new();
    if (a == NULL) return sum->failed = true, th_fail(e, "out of memory");
    const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    const locale_t before = utf8 != (locale_t)0 ? uselocale(utf8) : (locale_t)0;
    archive_read_support_format_zip(a);
    const bool ok = unpack(a, zip, to, sum, e);
    archive_read_free(a);
    if (utf8 != (locale_t)0) {
        uselocale(before);
        freelocale(utf8);
    }
    return ok;
}
