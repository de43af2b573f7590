#include "describe.h"

#include "core/shortage.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void print_wrapped(const char *text, int column, int indent) {
    const char *space = "";
    for (const char *p = text; *p != 0; p += strspn(p, " ")) {
        const int n = (int)strcspn(p, " ");
        if (column + 1 + n > 80) {
            printf("\n%*s", indent, "");
            column = indent;
            space = "";
        }
        column += printf("%s%.*s", space, n, p);
        space = " ";
        p += n;
    }
    printf("\n");
}

void describe_options(const struct th_option *options) {
    for (const struct th_option *o = options; o != NULL && o->name != NULL; o++) {
        char accepted[200];
        print_wrapped(o->help, printf("    %-12s ", o->name), 17);
        if (o->kind == TH_TEXT || o->kind == TH_REST) continue; /* its help tells what it accepts */
        printf("%17s%s\n", "", th_option_describe(o, accepted, sizeof accepted));
    }
}

json_t *describe_options_json(const struct th_option *options) {
    json_t *list = json_array();
    for (const struct th_option *o = options; o != NULL && o->name != NULL; o++) {
        struct th_option without_default = *o;
        without_default.initial = NULL;
        char accepted[200];
        th_option_describe(&without_default, accepted, sizeof accepted);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s?, s:s}", "name", o->name, "accepts",
                                              accepted, "default", o->initial, "help", o->help));
    }
    return list;
}

static bool lost;

bool print_json_lost(void) {
    return lost;
}

/* Half an object is worse than none: without memory for all of it, nothing is printed. */
void print_json(json_t *json) {
    char *text = json_memory_lacked() ? NULL : json_dumps(json, JSON_REAL_PRECISION(12));
    if (text != NULL)
        printf("%s\n", text);
    else
        lost = true;
    free(text);
    json_decref(json);
}
