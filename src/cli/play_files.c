/* Games in files. */
#include "core/file.h"
#include "core/text.h"
#include "play_game.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool play_may_replace(const char *path, struct th_error *e) {
    static const char first[] = "tahur record ";
    char begin[sizeof first] = "", clipped[TEXT_CLIP_BYTES];
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) return true;
    FILE *file = fopen(path, "rb");
    if (file == NULL) return true; /* the write will say why */
    const size_t n = fread(begin, 1, sizeof first - 1, file);
    fclose(file);
    if (n == sizeof first - 1 && memcmp(begin, first, n) == 0) return true;
    return th_fail(e, "'%s' is there already and is no record of a game; name another file",
                   text_clip(path, clipped));
}

bool play_write(const struct record *r, const char *path, struct th_error *e) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) return th_fail(e, "out of memory");
    record_write(memory, r);
    const bool whole = fclose(memory) == 0;
    const bool ok = whole ? file_replace(path, text, size, e) : th_fail(e, "out of memory");
    free(text);
    return ok;
}

bool play_read(const char *path, struct record *r, struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES];
    struct th_error why;
    char *text = file_read_text_once(path, e);
    if (text == NULL) return false;
    struct record_reader reader = record_reader_of(text);
    struct record more;
    enum record_found found = record_next(&reader, r, &why), next = RECORD_NONE;
    text_clip(path, clipped);
    if (found == RECORD_GOOD && (next = record_next(&reader, &more, e)) != RECORD_NONE) {
        th_fail(e, "%s holds more than one game; a file with one is needed", clipped);
        if (more.game != NULL) record_drop(&more);
        record_drop(r);
    } else if (found == RECORD_WRONG) {
        th_fail(e, "%s: %s", clipped, why.text);
        if (r->game != NULL) record_drop(r);
    } else if (found == RECORD_NONE) {
        th_fail(e, "%s holds no game", clipped);
    }
    free(text);
    return found == RECORD_GOOD && next == RECORD_NONE;
}
