/* The service as a whole, from its start to the signal that ends it. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include "tahur/error.h"

/* How long games are kept unless it is said: for ever, or, where others than this machine can reach
 * the service, SERVE_KEEP_BEYOND days. */
enum { SERVE_KEEP_USUAL = -1, SERVE_KEEP_BEYOND = 90 };

struct serve_settings {
    const char *listen; /* an address in numbers, or a name that has one */
    int port;           /* 0: any that is free */
    const char *data;   /* NULL: where such files belong */
    int threads;
    const char *token; /* NULL: none, or one that is made if others can reach the service */
    const char *hosts; /* further names it goes by, with commas; NULL: none */
    int keep_days;     /* of games after their last change; 0: for ever */
};

/* Serves until SIGINT or SIGTERM. False and the reason if it cannot; `usage`: because of what it
 * was told. */
bool serve_run(const struct serve_settings *settings, bool *usage, struct th_error *e);

#endif
