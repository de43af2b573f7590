#ifndef TAHUR_SERVE_PAGE_FILES_H
#define TAHUR_SERVE_PAGE_FILES_H

#include <stddef.h>

// A file of the page, inside the program.
struct page_file {
    const char *path; // "/page.js"; the page itself is "/index.html"
    const char *type; // for Content-Type
    const char *etag; // with its quotes; another one for other bytes
    const unsigned char *bytes;
    size_t size;
    const unsigned char *packed; // the same by gzip
    size_t packed_size;
};

// All of them; the last has no path. Without the page (option `page` of the build) there are none.
extern const struct page_file page_files[];

#endif
