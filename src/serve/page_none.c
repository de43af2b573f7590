/* The table of a program without its page; with it, web/build.mjs writes the table. */
#include "page_files.h"

const struct page_file page_files[] = {{0}};
