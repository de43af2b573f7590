/* Runs the service, from its start to the signal that ends it. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include "tahur/error.h"

/* The default of keep_days: forever, or, if other machines can reach the service, SERVE_KEEP_REMOTE
 * days. */
enum { SERVE_KEEP_DEFAULT = -1, SERVE_KEEP_REMOTE = 90 };

struct serve_settings {
    const char *listen; /* a numeric address, or a host name */
    int port;           /* 0: any free port */
    const char *data;   /* NULL: the user's data directory (XDG) */
    int threads;
    const char *token; /* NULL: none, or a random one if other machines can reach the service */
    const char *hosts; /* further host names, separated by commas; NULL: none */
    int keep_days;     /* how long games are kept after their last change; 0: forever */
};

/* Serves until SIGINT or SIGTERM. False with the reason if it cannot; *usage: the settings are the
 * cause. */
bool serve_run(const struct serve_settings *settings, bool *usage, struct th_error *e);

#endif
