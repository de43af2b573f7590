/* Which file of the page a path is. */
#ifndef SERVE_PAGE_H
#define SERVE_PAGE_H

#include "page_files.h"

/* NULL: none. The places within the page are all its first file, which finds its way itself. */
const struct page_file *page_find(const char *path);

#endif
