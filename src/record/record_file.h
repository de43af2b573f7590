/* A file of records that is written while games are played: whatever ends the program, what has
 * been flushed is there, record by record. */
#ifndef RECORD_RECORD_FILE_H
#define RECORD_RECORD_FILE_H

#include "record.h"

struct record_file {
    FILE *out; /* NULL: it is not open */
    const char *path;
    uint64_t records;
    bool failed;
};

/* Opens it, empty; also a pipe, or /dev/stdout. The path must stay. False and the reason if it
 * cannot be written. */
bool record_file_open(struct record_file *f, const char *path, struct th_error *e);
void record_file_add(struct record_file *f, const struct record *r);
/* Hands all that was added to the system; false and the reason if there is no room for it. One that
 * is not open has nothing to hand over, and closes well. */
bool record_file_flush(struct record_file *f, struct th_error *e);
/* The same, for good. */
bool record_file_close(struct record_file *f, struct th_error *e);

#endif
