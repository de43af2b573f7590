/* A saved run as a page. */
#ifndef CLI_RUN_PAGE_H
#define CLI_RUN_PAGE_H

#include "contest.h"

/* `told` is what --json prints about the run. */
bool run_write_page(const char *path, struct run_file *f, const struct contest *c,
                    const json_t *told, struct th_error *e);

#endif
