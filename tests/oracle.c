/* oracle KIND FILE: replays a data file and prints "N cases, M mismatches". Exit status 0 only
 * for 0 mismatches, 1 for some, 2 when there is nothing to replay. */
#include "oracle.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* A file is one JSON value, or JSON Lines, gzipped or not. */
static const struct {
    const char *name;
    bool (*replay)(const json_t *file, struct tallied *t);
    bool (*replay_line)(const json_t *line, struct tallied *t);
} kinds[] = {
    {"cantstop-legal", oracle_cantstop_legal, NULL},
    {"cantstop-odds", oracle_cantstop_odds, NULL},
    {"parchis-traces", NULL, oracle_parchis_trace},
    {"parchis-steps", NULL, oracle_parchis_step},
    {"parchis-perft", NULL, oracle_parchis_perft},
    {"kittens-metrics", oracle_kittens_metrics, NULL},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

bool oracle_case(struct tallied *t, bool ok) {
    t->cases++;
    t->mismatches += !ok;
    return ok;
}

bool oracle_differs(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\n");
    return false;
}

static int usage(void) {
    fprintf(stderr, "usage: oracle KIND FILE; kinds:");
    for (int i = 0; i < KINDS; i++) fprintf(stderr, " %s", kinds[i].name);
    fprintf(stderr, "\n");
    return 2;
}

static bool replay_file(int kind, const char *path, struct tallied *t) {
    json_error_t error;
    json_t *file = json_load_file(path, 0, &error);
    if (file == NULL)
        return oracle_differs("oracle: %s, line %d: %s", path, error.line, error.text);
    const bool replayed = kinds[kind].replay(file, t);
    json_decref(file);
    return replayed;
}

enum { LINE_BYTES = 1 << 22 };

/* Every line of the file, by gzgets, which reads plain files too. */
static bool replay_lines(int kind, const char *path, struct tallied *t) {
    char *text = malloc(LINE_BYTES);
    gzFile file = gzopen(path, "rb");
    bool replayed = text != NULL && file != NULL;
    if (file == NULL) oracle_differs("oracle: %s cannot be opened", path);
    for (int line = 1; replayed && gzgets(file, text, LINE_BYTES) != NULL; line++) {
        json_error_t error;
        json_t *value = json_loads(text, 0, &error);
        if (value == NULL)
            replayed = oracle_differs("oracle: %s, line %d: %s", path, line, error.text);
        else if (!kinds[kind].replay_line(value, t))
            replayed = oracle_differs("oracle: %s, line %d is no line of %s", path, line,
                                      kinds[kind].name);
        json_decref(value);
    }
    int error = Z_OK;
    if (file != NULL) gzerror(file, &error);
    if (error != Z_OK && error != Z_STREAM_END)
        replayed = oracle_differs("oracle: %s is damaged", path);
    if (file != NULL) gzclose(file);
    free(text);
    return replayed;
}

int main(int argc, char **argv) {
    int kind = 0;
    if (argc != 3) return usage();
    while (kind < KINDS && strcmp(kinds[kind].name, argv[1]) != 0) kind++;
    if (kind == KINDS) return usage();
    struct tallied t = {0, 0};
    const bool replayed =
        (kinds[kind].replay != NULL ? replay_file : replay_lines)(kind, argv[2], &t);
    if (!replayed || t.cases == 0) {
        fprintf(stderr, "oracle: %s holds no cases of %s\n", argv[2], argv[1]);
        return 2;
    }
    printf("%ld cases, %ld mismatches\n", t.cases, t.mismatches);
    return t.mismatches == 0 ? 0 : 1;
}
