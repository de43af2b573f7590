// The table of a program without its page. With it, web/build.mjs writes the table.
#include "serve/page_files.h"

const struct page_file page_files[] = {
    {NULL, NULL, NULL, NULL, 0, NULL, 0},
};
