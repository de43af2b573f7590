#include "command.h"

#include "core/error.h"
#include "core/text.h"
#include "terminal.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name that a flag has now. */
static const char *present_name(const struct command *c, const char *name) {
    for (const struct old_name *o = c->old_names; o != NULL && o->old != NULL; o++)
        if (strcmp(o->old, name) == 0) return o->now;
    return name;
}

static const struct flag_group *groups_of(const struct command *c) {
    static const struct flag_group none[] = {{0}};
    return c->groups != NULL ? c->groups() : none;
}

static const struct th_option *flag_in(const struct th_option *table, const char *name) {
    for (const struct th_option *o = table; o != NULL && o->name != NULL; o++)
        if (strcmp(o->name, name) == 0) return o;
    return NULL;
}

static const struct th_option *flag_of(const struct command *c, const char *name) {
    const struct th_option *flag = flag_in(c->flags, name);
    for (const struct flag_group *g = groups_of(c); flag == NULL && g->title != NULL; g++)
        flag = flag_in(g->flags, name);
    return flag;
}

/* A flag that is in several groups is listed once. */
const struct th_option *command_flag(const struct command *c, int i) {
    for (const struct th_option *o = c->flags; o != NULL && o->name != NULL; o++)
        if (i-- == 0) return o;
    for (const struct flag_group *g = groups_of(c); g->title != NULL; g++)
        for (const struct th_option *o = g->flags; o != NULL && o->name != NULL; o++)
            if (flag_of(c, o->name) == o && i-- == 0) return o;
    return NULL;
}

static bool make_groups(const struct command *c, struct arguments *out) {
    const struct flag_group *g = groups_of(c);
    size_t n = 0;
    while (g[n].title != NULL) n++;
    out->group = calloc(n + 1, sizeof *out->group);
    for (size_t i = 0; i < n && out->group != NULL; i++)
        th_options_init(&out->group[i], g[i].flags);
    return out->group != NULL;
}

/* Fails for a table with more than TH_OPTIONS_MAX flags, too. */
static bool set_flag(const struct command *c, struct arguments *out, const char *name,
                     const char *value, struct th_error *e) {
    if (flag_in(c->flags, name) != NULL) {
        if (!th_options_set(&out->flags, NULL, name, value, e)) return false;
        out->before[th_options_place(&out->flags, name)] = out->count;
        return true;
    }
    const struct flag_group *g = groups_of(c);
    for (int i = 0; g[i].title != NULL; i++)
        if (flag_in(g[i].flags, name) != NULL &&
            !th_options_set(&out->group[i], NULL, name, value, e))
            return false;
    return true;
}

/* Says so, with the nearest flag of all tables. */
static bool no_such_flag(const struct command *c, struct arguments *out, const char *name,
                         struct th_error *e) {
    if (c->groups == NULL) return th_options_set(&out->flags, NULL, name, NULL, e);
    char wrong[TEXT_CLIP_BYTES], guess[80] = "";
    int count;
    for (count = 0; command_flag(c, count) != NULL;) count++;
    const char **names = calloc((size_t)count + 1, sizeof *names);
    for (int i = 0; i < count && names != NULL; i++) names[i] = command_flag(c, i)->name;
    const char *near = names != NULL ? text_nearest(name, names, count) : NULL;
    if (near != NULL) snprintf(guess, sizeof guess, "did you mean '--%s'? ", near);
    free(names);
    return th_fail(e, "this command has no option '--%s'; %s%ct takes: see --help, there are %d",
                   text_clip(name, wrong), guess, near != NULL ? 'I' : 'i', count);
}

/* One "--name value", "--name=value" or "--switch" at argv[*i]; moves *i to the last word used. */
static bool parse_flag(const struct command *c, int argc, char **argv, int *i,
                       struct arguments *out, struct th_error *e) {
    char given[64];
    const char *word = argv[*i] + 2, *value = strchr(word, '=');
    const size_t length = value != NULL ? (size_t)(value - word) : strlen(word);
    snprintf(given, sizeof given, "%.*s", (int)(length < 63 ? length : 63), word);
    const char *name = present_name(c, given);
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
    return flag != NULL ? set_flag(c, out, name, value, e) : no_such_flag(c, out, name, e);
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
    if (out->positional == NULL || !make_groups(c, out)) return th_fail(e, "out of memory");
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
    free(a->group);
}

/* What the machine lacks is no mistake in the command. */
static bool is_lack(const struct th_error *e) {
    const char *last = strstr(e->text, "out of memory");
    return shortage_happened() || (last != NULL && strcmp(last, "out of memory") == 0) ||
           strncmp(e->text, "there is no memory", strlen("there is no memory")) == 0;
}

int command_run(const struct command *c, int argc, char **argv, struct th_error *e) {
    struct arguments arguments;
    int status = STATUS_USAGE;
    if (command_parse(c, argc, argv, &arguments, e)) {
        if (c->protocol || th_options_given(&arguments.flags, "json")) output_for_programs();
        status = c->run(&arguments, e);
    }
    arguments_drop(&arguments);
    if (status != STATUS_OK && shortage_happened() && e->text[0] == 0) shortage_fail(e);
    return status != STATUS_OK && is_lack(e) ? STATUS_FAILED : status;
}

int arguments_before(const struct arguments *a, const char *flag) {
    const int i = th_options_place(&a->flags, flag);
    return i >= 0 && a->flags.value[i].given ? a->before[i] : a->count;
}

double arguments_decimal(const struct arguments *a, const char *flag) {
    return (double)th_options_number(&a->flags, flag) / (double)TH_MILLION;
}

static void print_flags(const struct th_option *flags) {
    for (const struct th_option *o = flags; o != NULL && o->name != NULL; o++) {
        char accepted[200], line[600];
        th_option_describe(o, accepted, sizeof accepted);
        if (o->kind == TH_SWITCH || o->kind == TH_TEXT || o->kind == TH_REST)
            snprintf(line, sizeof line, "%s", o->help);
        else
            snprintf(line, sizeof line, "%s (%s)", o->help, accepted);
        print_wrapped(line, printf("  --%-14s ", o->name), 19);
    }
}

void command_help(const struct command *c) {
    printf("tahur %s%s%s%s\n\n%c%s.\n", c->name, c->positional[0] ? " " : "", c->positional,
           c->flags != NULL ? " [options]" : "", c->summary[0] - ('a' <= c->summary[0] ? 32 : 0),
           c->summary + 1);
    if (c->details != NULL) {
        printf("\n");
        print_paragraphs(c->details);
    }
    printf("\nOptions:\n");
    print_flags(c->flags);
    printf("  --%-14s this page\n", "help");
    for (const struct flag_group *g = groups_of(c); g->title != NULL; g++) {
        char title[400];
        snprintf(title, sizeof title, "%s%s", g->title,
                 g->flags != NULL ? ":" : ": no other options");
        printf("\n");
        print_wrapped(title, 0, 0);
        print_flags(g->flags);
    }
    if (c->examples != NULL) printf("\nExamples:\n%s\n", c->examples);
}
