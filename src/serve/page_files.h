/* The files of the page, which are a part of the program. */
#ifndef SERVE_PAGE_FILES_H
#define SERVE_PAGE_FILES_H

#include <stddef.h>

struct page_file {
    const char *path; /* "/page.js"; the page itself is "/index.html" */
    const char *type; /* for Content-Type */
    const char *etag; /* with its quotes; another one for other bytes */
    const unsigned char *bytes;
    size_t size;
    const unsigned char *packed; /* by gzip; NULL: it would not be smaller */
    size_t packed_size;
};

/* Ended by a NULL path. A program without its page (option `page` of the build) has none. */
extern const struct page_file page_files[];

#endif
