/* The page and its service. */
#include "serve/serve.h"

#include "command.h"
#include "terminal.h"
#include <stddef.h>

static const struct th_option flags[] = {
    {"port", TH_INTEGER, 0, 65535, "8080", NULL, "where to listen; 0: any port that is free"},
    {"listen", TH_TEXT, 0, 0, "127.0.0.1", NULL,
     "the address to listen at; 127.0.0.1, the default, is for this machine alone; "
     "0.0.0.0 and :: are for everybody, who then need the token"},
    {"data", TH_TEXT, 0, 0, NULL, NULL,
     "the file with the games; by default games.db in the folder tahur of XDG_DATA_HOME, or of "
     "~/.local/share"},
    {"threads", TH_INTEGER, 1, 64, NULL, NULL,
     "how many bots search at once; as many as there are cores if not given"},
    {"token", TH_TEXT, 0, 0, NULL, NULL,
     "what clients must present, 8 letters, digits, - and _ or more; beyond this machine one is "
     "made "
     "and printed if none is given"},
    {"host", TH_TEXT, 0, 0, NULL, NULL,
     "names by which browsers reach the service besides localhost and its address, as behind a "
     "proxy; several with commas"},
    {"keep", TH_INTEGER, 0, 36500, NULL, NULL,
     "days that a game is kept after its last change; 0: for ever; 90 if not given where others "
     "than this machine can reach the service, else for ever"},
    {0},
};

static int run(const struct arguments *a, struct th_error *e) {
    const struct serve_settings settings = {
        .listen = th_options_text(&a->flags, "listen"),
        .port = (int)th_options_number(&a->flags, "port"),
        .data = th_options_text(&a->flags, "data"),
        .threads = thread_count(&a->flags) < 64 ? thread_count(&a->flags) : 64,
        .token = th_options_text(&a->flags, "token"),
        .hosts = th_options_text(&a->flags, "host"),
        .keep_days = th_options_given(&a->flags, "keep") ? (int)th_options_number(&a->flags, "keep")
                                                         : SERVE_KEEP_DEFAULT,
    };
    bool usage;
    if (serve_run(&settings, &usage, e)) return STATUS_OK;
    return usage ? STATUS_USAGE : STATUS_FAILED;
}

const struct command serve_command = {
    .name = "serve",
    .positional = "",
    .summary = "the page: play, watch and review in the browser",
    .details =
        "Prints the address to open, and serves until Control-C. Everything is in the program;\n"
        "no other host is asked for anything. Games are kept in a file, and go on after the\n"
        "service was ended, however that came.\n\n"
        "Standard error gets a line for each request: time, address, method, path, status,\n"
        "bytes, duration. A log that is not read delays nothing: lines are dropped and counted.\n"
        "docs/api.md describes what other programs may ask for.",
    .flags = flags,
    .examples = "  tahur serve\n"
                "  tahur serve --port 9000 --data evening.db\n"
                "  tahur serve --listen 0.0.0.0",
    .run = run,
};
