#include "layers.h"

#include "core/file.h"
#include "core/sha256.h"
#include "core/text.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH = 600, HEAD = 400 };

static const char *lock_path(const struct layers *l, char out[PATH]) {
    snprintf(out, PATH, "%s/lock", l->folder);
    return out;
}

bool cantstop_layers_open(struct layers *l, const char *folder, const struct cantstop_race *race,
                          const int from[], struct th_error *e) {
    char path[PATH];
    *l = (struct layers){.lock = -1};
    if (strlen(folder) >= sizeof l->folder) return th_fail(e, "the name of the folder is too long");
    memcpy(l->folder, folder, strlen(folder));
    struct text t = text_in(l->race, sizeof l->race);
    text_add(&t, "tahur race 1, %d sides, shortest %d, forced %d, from", race->sides,
             race->shortest, race->forced);
    for (int c = 0; c < race->columns; c++) text_add(&t, " %d", from[c]);
    struct stat s;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return th_fail(e, "cannot make the folder %s: %s", folder, strerror(errno));
    if (stat(folder, &s) != 0 || !S_ISDIR(s.st_mode))
        return th_fail(e, "%s is not a folder", folder);
    l->lock = lock_file_take(lock_path(l, path), 0);
    if (l->lock >= 0) return true;
    return errno == EWOULDBLOCK ? th_fail(e, "another process is solving in %s", folder)
                                : th_fail(e, "cannot write in %s: %s", folder, strerror(errno));
}

void cantstop_layers_close(struct layers *l) {
    char path[PATH];
    lock_file_release(lock_path(l, path), l->lock);
    l->lock = -1;
}

static const char *file_path(const struct layers *l, int layer, uint64_t piece, char out[PATH]) {
    snprintf(out, PATH, "%s/layer-%03d-%05llu", l->folder, layer, (unsigned long long)piece);
    return out;
}

static size_t head_of(const struct layers *l, int layer, uint64_t piece, size_t count,
                      char out[HEAD]) {
    return (size_t)snprintf(out, HEAD, "%s; layer %d, piece %llu, %zu positions\n", l->race, layer,
                            (unsigned long long)piece, count);
}

static void put_double(uint8_t *to, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 8; i++) to[i] = (uint8_t)(bits >> 8 * i);
}

static double get_double(const uint8_t *from) {
    uint64_t bits = 0;
    double value;
    for (int i = 0; i < 8; i++) bits |= (uint64_t)from[i] << 8 * i;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void hash(const uint8_t *data, size_t size, uint8_t out[SHA256_BYTES]) {
    struct sha256 s;
    sha256_begin(&s);
    sha256_add(&s, data, size);
    sha256_end(&s, out);
}

/* Whether it is what it should be; else *e says what is wrong. */
static bool check_file(const struct layers *l, const char *path, const uint8_t *data, size_t size,
                       const char *head, size_t head_size, size_t count, struct th_error *e) {
    uint8_t sum[SHA256_BYTES];
    const size_t body = head_size + 8 * count;
    if (size > SHA256_BYTES) hash(data, size - SHA256_BYTES, sum);
    if (size <= SHA256_BYTES || memcmp(data + size - SHA256_BYTES, sum, sizeof sum) != 0)
        return th_fail(e,
                       "%s is damaged (its checksum is wrong); remove it, and the same command "
                       "solves that part again",
                       path);
    if (size != body + SHA256_BYTES || memcmp(data, head, head_size) != 0)
        return th_fail(e,
                       "%s belongs to another race or position; give --save another folder than "
                       "%s",
                       path, l->folder);
    return true;
}

enum layers_found cantstop_layers_load(const struct layers *l, int layer, uint64_t piece,
                                       double value[], size_t count, struct th_error *e) {
    char path[PATH], head[HEAD];
    struct stat s;
    file_path(l, layer, piece, path);
    if (stat(path, &s) != 0 && errno == ENOENT) return LAYERS_MISSING;
    size_t size = 0;
    uint8_t *data = file_read(path, &size, e);
    if (data == NULL) return LAYERS_BAD;
    const size_t head_size = head_of(l, layer, piece, count, head);
    const bool good = check_file(l, path, data, size, head, head_size, count, e);
    for (size_t i = 0; good && i < count; i++) value[i] = get_double(data + head_size + 8 * i);
    free(data);
    return good ? LAYERS_FOUND : LAYERS_BAD;
}

bool cantstop_layers_save(const struct layers *l, int layer, uint64_t piece, const double value[],
                          size_t count, struct th_error *e) {
    char path[PATH];
    uint8_t *data = malloc(HEAD + 8 * count + SHA256_BYTES);
    if (data == NULL) return th_fail(e, "out of memory");
    size_t size = head_of(l, layer, piece, count, (char *)data);
    for (size_t i = 0; i < count; i++, size += 8) put_double(data + size, value[i]);
    hash(data, size, data + size);
    const bool ok = file_replace(file_path(l, layer, piece, path), data, size + SHA256_BYTES, e);
    free(data);
    return ok;
}
