/* Which lines of a text of rules hold with some options. */
#include "player_rules.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- conditions ---- */

static const char *value_of(const struct th_options *o, int i, char out[24]) {
    if (o->table[i].kind == TH_CHOICE) return o->table[i].choices[o->value[i].number];
    snprintf(out, 24, "%" PRId64, o->value[i].number);
    return out;
}

/* "name=value" or "name!=value". */
static bool term_holds(const struct th_options *o, const char *term) {
    char name[64], value[24];
    const size_t length = strcspn(term, "!=");
    const bool wanted = term[length] != '!';
    snprintf(name, sizeof name, "%.*s", (int)length, term);
    const int i = th_options_place(o, name);
    return (i >= 0 && strcmp(value_of(o, i, value), term + length + (wanted ? 1 : 2)) == 0) ==
           wanted;
}

/* Terms with commas between them: all must hold. */
static bool holds(const struct th_options *o, const char *condition, size_t bytes) {
    char terms[128];
    snprintf(terms, sizeof terms, "%.*s", (int)bytes, condition);
    for (char *term = terms, *next; term != NULL; term = next) {
        next = strchr(term, ',');
        if (next != NULL) *next++ = 0;
        if (!term_holds(o, term)) return false;
    }
    return true;
}

/* ---- the text ---- */

/* A text that is shortened. */
struct reader {
    const struct th_options *options;
    int depth, hidden; /* conditions that are open; the one that does not hold, or 0 */
    char *out;
    size_t length;
};

/* A paragraph ends where a line is empty; several in a row are one. */
static void end_paragraph(struct reader *r) {
    const char *end = r->out + r->length;
    if (r->length > 0 && !(r->length > 1 && end[-2] == '\n')) r->out[r->length++] = '\n';
}

/* A line in braces: a condition, its end, or a figure. */
static void read_braces(struct reader *r, const char *line, size_t bytes) {
    if (bytes == 5 && strncmp(line, "{end}", bytes) == 0) {
        if (r->hidden == r->depth) r->hidden = 0;
        r->depth--;
    } else if (memchr(line, '=', bytes) != NULL) {
        r->depth++;
        if (r->hidden == 0 && !holds(r->options, line + 1, bytes - 2)) r->hidden = r->depth;
    } else {
        end_paragraph(r);
    }
}

char *rules_with_options(const char *rules, const struct th_options *o) {
    /* No line becomes longer; the last may get a line end. */
    struct reader r = {.options = o, .out = malloc(strlen(rules) + 2)};
    if (r.out == NULL) return NULL;
    for (const char *line = rules; *line != 0;) {
        const size_t bytes = strcspn(line, "\n");
        if (bytes > 0 && line[0] == '{' && line[bytes - 1] == '}') {
            read_braces(&r, line, bytes);
        } else if (bytes == 0) {
            end_paragraph(&r);
        } else if (r.hidden == 0) {
            memcpy(r.out + r.length, line, bytes);
            r.length += bytes;
            r.out[r.length++] = '\n';
        }
        line += bytes + (line[bytes] == '\n');
    }
    while (r.length > 1 && r.out[r.length - 2] == '\n') r.length--;
    r.out[r.length] = 0;
    return r.out;
}
