#include "describe.h"

#include "core/shortage.h"
#include "core/text.h"
#include "look.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void print_wrapped(const char *text, int column, int indent) {
    const struct th_look look = look_of_output();
    const int columns = look_columns(&look) < 80 ? look_columns(&look) : 80;
    const char *space = "";
    for (const char *p = text; *p != 0; p += strspn(p, " ")) {
        const int n = (int)strcspn(p, " ");
        if (column + 1 + n > columns) {
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
        print_folded(stdout, "%17s%s\n", "", th_option_describe(o, accepted, sizeof accepted));
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

void print_wrote(const char *path, bool json) {
    char shown[1024];
    if (path == NULL || json) return;
    snprintf(shown, sizeof shown, "%s", path);
    text_clean(shown);
    printf("wrote %s\n", shown);
}

static bool lost;

bool print_json_lost(void) {
    return lost;
}

/* Half an object is worse than none: without memory for all of it, nothing is printed. */
void print_json(json_t *json) {
    char *text = json_memory_lacked() ? NULL : json_dumps(json, JSON_REAL_PRECISION(12));
    if (text != NULL && !json_memory_lacked()) /* jansson may leave something out without a word */
        printf("%s\n", text);
    else
        lost = true;
    free(text);
    json_decref(json);
}
