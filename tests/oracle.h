/* Kinds of oracle: each replays the cases of one data file. */
#ifndef TESTS_ORACLE_H
#define TESTS_ORACLE_H

#include <jansson.h>
#include <stdbool.h>

struct tallied {
    long cases, mismatches;
};

/* Counts one more case; `ok` false makes it a mismatch. Returns ok. */
bool oracle_case(struct tallied *t, bool ok);
/* Says on standard error what is wrong with a case. Returns false. */
bool oracle_differs(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Each returns false, with a sentence said, if the file is not of its format. */
bool oracle_cantstop_legal(const json_t *file, struct tallied *t);
bool oracle_cantstop_odds(const json_t *file, struct tallied *t);
bool oracle_kittens_metrics(const json_t *file, struct tallied *t);

/* The same for a line; lines come in the order of their file. */
bool oracle_parchis_trace(const json_t *line, struct tallied *t);
bool oracle_parchis_step(const json_t *line, struct tallied *t);
bool oracle_parchis_perft(const json_t *line, struct tallied *t);

#endif
