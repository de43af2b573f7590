/* Options and specs: parsing, messages, writing (tahur/option.h). */
#include "tahur/option.h"

#include "error.h"
#include "text.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The number of options with a value in th_options: at most TH_OPTIONS_MAX. */
static int option_count(const struct th_option *table) {
    int n = 0;
    while (table != NULL && n < TH_OPTIONS_MAX && table[n].name != NULL) n++;
    return n;
}

static bool has_too_many(const struct th_option *table) {
    return option_count(table) == TH_OPTIONS_MAX && table[TH_OPTIONS_MAX].name != NULL;
}

static int choice_count(const struct th_option *option) {
    int n = 0;
    while (option->choices != NULL && option->choices[n] != NULL) n++;
    return n;
}

static bool is_text(const struct th_option *option) {
    return option->kind == TH_TEXT || option->kind == TH_REST;
}

/* The text of a number of this kind. */
static const char *number_text(const struct th_option *option, int64_t value, char out[32]) {
    if (option->kind == TH_DECIMAL) return text_from_millionths(value, out, 32);
    snprintf(out, 32, "%" PRId64, value);
    return out;
}

/* The accepted values in words: "a whole number from 1 to 1000". */
static void accepted(const struct th_option *option, struct text *t) {
    char low[32], high[32];
    switch (option->kind) {
    case TH_INTEGER:
    case TH_DECIMAL:
        text_add(t, "%s from %s to %s",
                 option->kind == TH_INTEGER ? "a whole number" : "a number with up to six decimals",
                 number_text(option, option->min, low), number_text(option, option->max, high));
        break;
    case TH_SWITCH:
        text_add(t, "0 or 1");
        break;
    case TH_CHOICE:
        for (int i = 0, n = choice_count(option); i < n; i++)
            text_add(t, "%s%s", i == 0 ? "" : i + 1 < n ? ", " : " or ", option->choices[i]);
        break;
    case TH_TEXT:
    case TH_REST:
        text_add(t, "%s", option->help != NULL ? option->help : "a text");
        break;
    }
}

static void write_value(struct text *t, const struct th_options *o, int i) {
    const struct th_option *option = &o->table[i];
    const int64_t number = o->value[i].number;
    const char *text = th_options_text(o, option->name);
    char decimal[40];
    switch (option->kind) {
    case TH_TEXT:
    case TH_REST:
        text_add(t, "%s", text != NULL ? text : "");
        break;
    case TH_CHOICE:
        if (number >= 0 && number < choice_count(option))
            text_add(t, "%s", option->choices[number]);
        break;
    case TH_DECIMAL:
        text_add(t, "%s", text_from_millionths(number, decimal, sizeof decimal));
        break;
    default:
        text_add(t, "%lld", (long long)number);
    }
}

const char *th_options_write(const char *name, const struct th_options *o, bool all_given,
                             char *out, size_t size) {
    if (out == NULL || size == 0) return "";
    struct text t = text_in(out, size);
    struct th_options plain;
    bool any = false;
    if (name == NULL || o == NULL) return out;
    th_options_init(&plain, o->table);
    text_add(&t, "%s", name);
    for (int i = 0; i < option_count(o->table); i++) {
        const bool same = !is_text(&o->table[i]) && o->table[i].initial != NULL &&
                          o->value[i].number == plain.value[i].number;
        if (!o->value[i].given || (same && !all_given)) continue;
        text_add(&t, "%c%s=", any ? ',' : ':', o->table[i].name);
        write_value(&t, o, i);
        any = true;
    }
    return out;
}

const char *th_option_describe(const struct th_option *option, char *out, size_t size) {
    if (out == NULL || size == 0) return "";
    struct text t = text_in(out, size);
    if (option == NULL) return out;
    accepted(option, &t);
    if (option->initial != NULL) text_add(&t, "; default %s", option->initial);
    return out;
}

/* Parses a value of the option's kind; false if it is none. */
static bool read_value(const struct th_option *option, const char *value, int64_t *number) {
    switch (option->kind) {
    case TH_INTEGER:
        return text_count(value, number) && *number >= option->min && *number <= option->max;
    case TH_DECIMAL:
        return text_millionths(value, number) && *number >= option->min && *number <= option->max;
    case TH_SWITCH:
        return text_integer(value, number) && (*number == 0 || *number == 1);
    case TH_CHOICE:
        for (int i = 0; i < choice_count(option); i++)
            if (strcmp(option->choices[i], value) == 0) {
                *number = i;
                return true;
            }
        return false;
    case TH_TEXT:
    case TH_REST:
        return true;
    }
    return false;
}

static void set_default(struct th_options *o, int i) {
    const struct th_option *option = &o->table[i];
    memset(&o->value[i], 0, sizeof o->value[i]);
    if (option->initial == NULL) return;
    if (!read_value(option, option->initial, &o->value[i].number)) o->value[i].number = 0;
    if (is_text(option)) o->value[i].text = option->initial;
}

void th_options_init(struct th_options *o, const struct th_option *table) {
    if (o == NULL) return;
    memset(o, 0, sizeof *o);
    o->table = table;
    for (int i = 0; i < option_count(table); i++) set_default(o, i);
}

void th_options_unset(struct th_options *o, const char *name) {
    const int i = th_options_place(o, name);
    if (i >= 0) set_default(o, i);
}

/* The name of the option in messages: "max-rolls: n" or "--games". */
static const char *called(const char *owner, const char *name, char *out, size_t size) {
    if (owner == NULL)
        snprintf(out, size, "--%s", name);
    else
        snprintf(out, size, "%s: %s", owner, name);
    return out;
}

static bool unknown_option(const struct th_options *o, const char *owner, const char *name,
                           struct th_error *e) {
    const char *dashes = owner == NULL ? "--" : "", *names[TH_OPTIONS_MAX];
    const int n = option_count(o->table);
    char wrong[TEXT_CLIP_BYTES], list[300], whose[80], guess[80] = "";
    struct text t = text_in(list, sizeof list);
    size_t length = 0;
    for (int i = 0; i < n; i++) {
        names[i] = o->table[i].name;
        text_add(&t, "%s%s%s", i == 0 ? "" : ", ", dashes, names[i]);
        length += strlen(names[i]) + 4;
    }
    if (length >= sizeof list) snprintf(list, sizeof list, "see --help, there are %d", n);
    text_clip(name, wrong);
    snprintf(whose, sizeof whose, "%s", owner == NULL ? "this command" : owner);
    if (n == 0) return th_fail(e, "%s takes no options, but got '%s%s'", whose, dashes, wrong);
    const char *near = text_nearest(name, names, n);
    if (near != NULL) snprintf(guess, sizeof guess, "did you mean '%s%s'? ", dashes, near);
    return th_fail(e, "%s has no option '%s%s'; %s%ct takes: %s", whose, dashes, wrong, guess,
                   near != NULL ? 'I' : 'i', list);
}

static bool wrong_value(const struct th_option *option, const char *owner, const char *value,
                        struct th_error *e) {
    char wrong[TEXT_CLIP_BYTES], list[200], name[120];
    struct text t = text_in(list, sizeof list);
    accepted(option, &t);
    text_clip(value, wrong);
    called(owner, option->name, name, sizeof name);
    const char *near = NULL;
    if (option->kind == TH_CHOICE)
        near = text_nearest(value, option->choices, choice_count(option));
    if (near != NULL)
        return th_fail(e, "%s cannot be '%s'; did you mean '%s'? It takes %s", name, wrong, near,
                       list);
    int64_t number;
    const bool malformed = option->kind == TH_INTEGER && !text_count(value, &number);
    const char *forms = owner == NULL ? ", and 1000 may be written 1k, 1e3, 1_000 or 1,000"
                                      : ", and 1000 may be written 1k, 1e3 or 1_000";
    th_fail(e, "%s cannot be '%s'; it takes %s%s", name, wrong, list,
            malformed && option->max >= 1000 ? forms : "");
    if (option->kind != TH_INTEGER && option->kind != TH_DECIMAL) return false;
    char least[32], most[32];
    return error_attach(e, "option-range", name, wrong, number_text(option, option->min, least),
                        number_text(option, option->max, most), NULL);
}

/* Copies a text into `own` and returns its offset; -1: no room. */
static int64_t keep_text(struct th_options *o, const char *text) {
    const size_t size = strlen(text) + 1, place = o->own_used;
    if (place > sizeof o->own || size > sizeof o->own - place) return -1;
    memcpy(o->own + place, text, size);
    o->own_used += (uint32_t)size;
    return (int64_t)place;
}

bool th_options_set(struct th_options *o, const char *owner, const char *name, const char *value,
                    struct th_error *e) {
    char whole[120];
    if (o == NULL || name == NULL) return th_fail(e, "an option needs its values and its name");
    if (has_too_many(o->table))
        return th_fail(e, "%s has more than %d options, which is the most that there may be",
                       owner != NULL ? owner : "this command", TH_OPTIONS_MAX);
    const int i = th_options_place(o, name);
    if (i < 0) return unknown_option(o, owner, name, e);
    called(owner, name, whole, sizeof whole);
    if (value == NULL) return th_fail(e, "%s has no value", whole);
    if (o->value[i].given) return th_fail(e, "%s is given twice", whole);
    const struct th_option *option = &o->table[i];
    const bool kept = is_text(option) && owner != NULL;
    int64_t number = 0;
    if (!read_value(option, value, &number)) return wrong_value(option, owner, value, e);
    if (kept) number = keep_text(o, value);
    if (number < 0 && kept)
        return th_fail(e, "%s is too long; the texts of all options may have %zu bytes together",
                       whole, sizeof o->own - 1);
    o->value[i].text = is_text(option) && !kept ? value : NULL;
    o->value[i].number = number;
    o->value[i].given = true;
    return true;
}

bool th_options_equal(const struct th_options *a, const struct th_options *b) {
    if (a == NULL || b == NULL) return a == b;
    if (a->table != b->table) return false;
    for (int i = 0; i < option_count(a->table); i++) {
        const bool unset = a->table[i].initial == NULL;
        if (unset && a->value[i].given != b->value[i].given) return false;
        if (is_text(&a->table[i])) {
            const char *one = th_options_text(a, a->table[i].name),
                       *two = th_options_text(b, b->table[i].name);
            if (one != two && (one == NULL || two == NULL || strcmp(one, two) != 0)) return false;
        } else if (a->value[i].number != b->value[i].number) {
            return false;
        }
    }
    return true;
}

bool th_spec_name(const char *text, struct th_spec *spec, struct th_error *e) {
    if (spec == NULL) return th_fail(e, "there is no room for a spec: it is NULL");
    memset(spec, 0, sizeof *spec);
    if (text == NULL)
        return th_fail(e, "there is no text to read; write name or name:key=value,key=value");
    const size_t name = strcspn(text, ":");
    char clipped[TEXT_CLIP_BYTES];
    text_clip(text, clipped);
    if (strlen(text) >= sizeof spec->text || name >= sizeof spec->name)
        return th_fail(e, "'%s' is too long; a name may have %zu characters, with its options %d",
                       clipped, sizeof spec->name - 1, TH_SPEC_BYTES - 1);
    if (name == 0)
        return th_fail(e, "'%s' begins with no name; write name or name:key=value,key=value",
                       clipped);
    strcpy(spec->text, text);
    memcpy(spec->name, text, name);
    return true;
}

/* The length of the next "key=value": up to a comma, or to the end if the value takes the rest. */
static size_t pair_length(const struct th_option *table, const char *pair) {
    const size_t key = strcspn(pair, "=,");
    for (int i = 0; table[i].name != NULL; i++)
        if (table[i].kind == TH_REST && strlen(table[i].name) == key &&
            strncmp(table[i].name, pair, key) == 0)
            return strlen(pair);
    return strcspn(pair, ",");
}

/* Whether the spec is filled in, as th_spec_name does. */
static bool is_filled_in(const struct th_spec *spec) {
    const char *end = memchr(spec->name, 0, sizeof spec->name);
    const size_t n = end != NULL ? (size_t)(end - spec->name) : 0;
    return n > 0 && memchr(spec->text, 0, sizeof spec->text) != NULL &&
           strncmp(spec->text, spec->name, n) == 0 && (spec->text[n] == 0 || spec->text[n] == ':');
}

bool th_spec_options(struct th_spec *spec, const struct th_option *table, struct th_error *e) {
    if (spec == NULL || !is_filled_in(spec))
        return th_fail(e, "the spec has no name yet: th_spec_name must have read it");
    th_options_init(&spec->options, table);
    const char *p = spec->text + strlen(spec->name);
    if (*p == 0) return true;
    if (table == NULL) return unknown_option(&spec->options, spec->name, p + 1, e);
    for (p++;; p++) {
        char pair[TH_SPEC_BYTES], clipped[TEXT_CLIP_BYTES];
        const size_t n = pair_length(table, p);
        memcpy(pair, p, n);
        pair[n] = 0;
        char *equals = strchr(pair, '=');
        if (equals == NULL || equals == pair)
            return th_fail(e, "%s: '%s' is no option; write key=value%s", spec->name,
                           text_clip(pair, clipped),
                           n == 3 && strspn(pair, "0123456789") == 3
                               ? "; a comma separates options, so 1,000 is written 1000 or 1k"
                               : "");
        *equals = 0;
        if (!th_options_set(&spec->options, spec->name, pair, equals + 1, e)) return false;
        p += n;
        if (*p == 0) return true;
    }
}
