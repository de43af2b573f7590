/* The files of the page, which are compiled into the program. */
#ifndef SERVE_PAGE_H
#define SERVE_PAGE_H

#include <stddef.h>

struct page_file {
    const char *path; /* "/page.js"; the page itself is "/index.html" */
    const char *type; /* for Content-Type */
    const char *etag; /* with its quotes; changes with the contents */
    const unsigned char *bytes;
    size_t size;
    const unsigned char *packed; /* compressed by gzip; NULL: it would not be smaller */
    size_t packed_size;
};

/* Ends with a NULL path. web/embed.mjs writes the table; without the page (build option `page`) it
 * is in page_none.c. */
extern const struct page_file page_files[];

#endif
