/* Games of contests as records. */
#ifndef CLI_CONTEST_RECORD_H
#define CLI_CONTEST_RECORD_H

#include "contest.h"

/* A game that was played from this position, as a record; record_drop is due if it succeeds. It
 * fails where the moves do not lead to the result: what was saved is damaged. */
bool contest_record(const struct contest *c, const struct run_game *game,
                    const struct th_state *start, struct record *r, struct th_error *e);

/* Games of a saved run from this number to that, one record after the other; false from the visitor
 * ends it. */
typedef bool contest_visit(void *context, struct record *r, struct th_error *e);
bool contest_visit_records(const struct contest *c, struct run_file *f, uint64_t from, uint64_t to,
                           contest_visit *visit, void *context, struct th_error *e);

/* All games of a saved run, into a file. Returns an exit status: STATUS_USAGE if the run is
 * damaged, STATUS_FAILED if the file cannot be written. */
int contest_write_records(const struct contest *c, struct run_file *f, const char *path,
                          struct th_error *e);

#endif
