#include "command.h"

#include "core/text.h"
#include "describe.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct th_option *flag_of(const struct command *c, const char *name) {
    for (const struct th_option *o = c->flags; o != NULL && o->name != NULL; o++)
        if (strcmp(o->name, name) == 0) return o;
    return NULL;
}

/* One "--name value", "--name=value" or "--switch" at argv[*i]; moves *i to the last word used. */
static bool parse_flag(const struct command *c, int argc, char **argv, int *i,
                       struct arguments *out, struct th_error *e) {
    char name[64];
    const char *word = argv[*i] + 2, *value = strchr(word, '=');
    const size_t length = value != NULL ? (size_t)(value - word) : strlen(word);
    snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), word);
    const struct th_option *flag = flag_of(c, name);
    if (value != NULL) value++;
    if (flag != NULL && flag->kind == TH_SWITCH) {
        if (value != NULL) return th_fail(e, "--%s takes no value, it stands alone", name);
        value = "1";
    }
    if (flag != NULL && value == NULL) {
        char accepted[200];
        if (*i + 1 >= argc)
            return th_fail(e, "--%s needs a value: %s", name,
                           th_option_describe(flag, accepted, sizeof accepted));
        value = argv[++*i];
    }
    /* Fails for a table with more flags than `before` has room for, too. */
    if (!th_options_set(&out->flags, NULL, name, value, e)) return false;
    out->before[th_options_place(&out->flags, name)] = out->count;
    return true;
}

/* "-x" is meant as an option, "-" and "-/-" are arguments. */
static bool is_short_option(const char *word) {
    return word[0] == '-' && isalpha((unsigned char)word[1]);
}

static bool too_many(const struct command *c, const char *word, struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES];
    text_clip(word, clipped);
    if (c->max == 0) return th_fail(e, "takes no arguments, but got '%s'", clipped);
    return th_fail(e, "takes at most %d argument%s (%s); '%s' is too many", c->max,
                   c->max == 1 ? "" : "s", c->positional, clipped);
}

bool command_parse(const struct command *c, int argc, char **argv, struct arguments *out,
                   struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES];
    *out = (struct arguments){.positional = calloc((size_t)argc + 1, sizeof *out->positional)};
    if (out->positional == NULL) return th_fail(e, "out of memory");
    th_options_init(&out->flags, c->flags);
    bool flags_end = false;
    for (int i = 0; i < argc; i++) {
        if (!flags_end && strcmp(argv[i], "--") == 0) {
            flags_end = true;
        } else if (!flags_end && strncmp(argv[i], "--", 2) == 0) {
            if (!parse_flag(c, argc, argv, &i, out, e)) return false;
        } else if (!flags_end && is_short_option(argv[i])) {
            return th_fail(e, "'%s' is no option; options are written out, as in --help",
                           text_clip(argv[i], clipped));
        } else if (out->count == c->max) {
            return too_many(c, argv[i], e);
        } else {
            out->positional[out->count++] = argv[i];
        }
    }
    if (out->count < c->min)
        return th_fail(e, "needs more arguments: tahur %s %s; see tahur %s --help", c->name,
                       c->positional, c->name);
    return true;
}

void arguments_drop(struct arguments *a) {
    free(a->positional);
}

int arguments_before(const struct arguments *a, const char *flag) {
    const int i = th_options_place(&a->flags, flag);
    return i >= 0 && a->flags.value[i].given ? a->before[i] : a->count;
}

double arguments_decimal(const struct arguments *a, const char *flag) {
    return (double)th_options_number(&a->flags, flag) / (double)TH_MILLION;
}

void command_help(const struct command *c) {
    printf("tahur %s%s%s%s\n\n%c%s.\n", c->name, c->positional[0] ? " " : "", c->positional,
           c->flags != NULL ? " [options]" : "", c->summary[0] - ('a' <= c->summary[0] ? 32 : 0),
           c->summary + 1);
    if (c->details != NULL) printf("\n%s\n", c->details);
    printf("\nOptions:\n");
    for (const struct th_option *o = c->flags; o != NULL && o->name != NULL; o++) {
        char accepted[200], line[600];
        th_option_describe(o, accepted, sizeof accepted);
        if (o->kind == TH_SWITCH || o->kind == TH_TEXT || o->kind == TH_REST)
            snprintf(line, sizeof line, "%s", o->help);
        else
            snprintf(line, sizeof line, "%s (%s)", o->help, accepted);
        print_wrapped(line, printf("  --%-14s ", o->name), 19);
    }
    printf("  --%-14s this page\n", "help");
    if (c->examples != NULL) printf("\nExamples:\n%s\n", c->examples);
}
