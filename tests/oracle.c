/* oracle KIND FILE: replays a data file and prints "N cases, M mismatches". Exit status 0 only
 * for 0 mismatches, 1 for some, 2 when there is nothing to replay. */
#include "oracle.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    bool (*replay)(const json_t *file, struct tallied *t);
} kinds[] = {
    {"cantstop-legal", oracle_cantstop_legal},
    {"cantstop-odds", oracle_cantstop_odds},
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

int main(int argc, char **argv) {
    int kind = 0;
    if (argc != 3) return usage();
    while (kind < KINDS && strcmp(kinds[kind].name, argv[1]) != 0) kind++;
    if (kind == KINDS) return usage();
    json_error_t error;
    json_t *file = json_load_file(argv[2], 0, &error);
    if (file == NULL) {
        fprintf(stderr, "oracle: %s, line %d: %s\n", argv[2], error.line, error.text);
        return 2;
    }
    struct tallied t = {0, 0};
    const bool replayed = kinds[kind].replay(file, &t);
    json_decref(file);
    if (!replayed || t.cases == 0) {
        fprintf(stderr, "oracle: %s holds no cases of %s\n", argv[2], argv[1]);
        return 2;
    }
    printf("%ld cases, %ld mismatches\n", t.cases, t.mismatches);
    return t.mismatches == 0 ? 0 : 1;
}
