/* gzip in memory, by libarchive. */
#include "gzip.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdbool.h>
#include <stdlib.h>

/* Writes one raw entry: a gzip stream without an archive around it. */
static bool write_raw(struct archive *a, struct archive_entry *entry, const char *bytes,
                      size_t size, char *out, size_t room, size_t *used) {
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_pathname(entry, "answer");
    return archive_write_add_filter_gzip(a) == ARCHIVE_OK &&
           archive_write_set_filter_option(a, "gzip", "timestamp", NULL) == ARCHIVE_OK &&
           archive_write_set_format_raw(a) == ARCHIVE_OK &&
           archive_write_set_bytes_in_last_block(a, 1) == ARCHIVE_OK &&
           archive_write_open_memory(a, out, room, used) == ARCHIVE_OK &&
           archive_write_header(a, entry) == ARCHIVE_OK &&
           archive_write_data(a, bytes, size) == (la_ssize_t)size &&
           archive_write_close(a) == ARCHIVE_OK;
}

char *gzip_bytes(const char *bytes, size_t size, size_t *compressed) {
    if (bytes == NULL || compressed == NULL || size == 0) return NULL;
    char *out = malloc(size);
    struct archive *a = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    size_t used = 0;
    const bool done = out != NULL && a != NULL && entry != NULL &&
                      write_raw(a, entry, bytes, size, out, size, &used) && used > 0 && used < size;
    if (entry != NULL) archive_entry_free(entry);
    if (a != NULL) archive_write_free(a);
    if (!done) {
        free(out);
        return NULL;
    }
    *compressed = used;
    return out;
}
