#include "page.h"

#include <stdbool.h>
#include <string.h>

/* Places within the page: alone, or with something behind a slash. */
static const char *const places[] = {"/g", "/rules", "/review"};

static const struct page_file *find_file(const char *path) {
    for (const struct page_file *f = page_files; f->path != NULL; f++)
        if (strcmp(f->path, path) == 0) return f;
    return NULL;
}

static bool is_place(const char *path) {
    if (strcmp(path, "/") == 0) return true;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const size_t n = strlen(places[i]);
        if (strncmp(path, places[i], n) == 0 && (path[n] == 0 || path[n] == '/')) return true;
    }
    return false;
}

const struct page_file *page_find(const char *path) {
    return find_file(is_place(path) ? "/index.html" : path);
}
