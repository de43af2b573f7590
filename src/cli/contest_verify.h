/* Saved runs verified: every game of a file played again from its moves (arena/verify.h). */
#ifndef CLI_CONTEST_VERIFY_H
#define CLI_CONTEST_VERIFY_H

#include "contest.h"

struct contest_verified {
    uint64_t games; /* that were played again, those that are not counted yet included */
    double seconds;
    bool stopped; /* by a signal */
};

/* Verifies the games of a run whose settings the contest has (contest_from_settings). `path` is its
 * name in the sentence about the first game that is refused. Results are added to `out`. */
bool contest_verify(const struct contest *c, struct run_file *f, const char *path,
                    struct contest_verified *out, struct th_error *e);
/* "1,000 games replayed, 123,456 games/s", of what was verified. Returns `out`. */
const char *contest_verified_text(const struct contest_verified *v, char out[100]);

#endif
