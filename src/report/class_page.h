/* The pages of a class: its index, a page of each submission, and one of similar submissions. They
 * are made from the JSON of the class (docs/classroom.md) and the records of games beside it. */
#ifndef REPORT_CLASS_PAGE_H
#define REPORT_CLASS_PAGE_H

#include "tahur/error.h"
#include <jansson.h>

/* The languages of the pages; the list ends with NULL. */
extern const char *const class_languages[];

/* Writes index.html, similarity.html if there are similar submissions, and the file `page` of each
 * submission into the folder of results, which has the folder pages. `language` is a place in
 * class_languages. Pages of submissions that are gone are removed. False with the reason if a page
 * cannot be written or a record cannot be read. */
bool class_pages_write(const char *folder, const json_t *class, int language, struct th_error *e);

#endif
