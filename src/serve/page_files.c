#include "page_files.h"

const struct page_file page_files[] = {{0}};
