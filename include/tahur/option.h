/* Options: the keys of a spec "name:key=value,key=value", and the flags of commands.
 *
 * Every option is declared once, with its kind, range, default and meaning; parsing, error
 * messages, the nearest match and the help pages all use that declaration. */
#ifndef TAHUR_OPTION_H
#define TAHUR_OPTION_H

#include "tahur/error.h"
#include "tahur/public.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

TH_BEGIN_C

enum th_option_kind {
    TH_INTEGER, /* min..max; 10000 may be written 10k, 1e4 or 10_000, and as a flag 10,000 */
    TH_DECIMAL, /* min..max, at most six decimals, held exactly in millionths */
    TH_SWITCH,  /* 0 or 1; as a flag of a command it has no value */
    TH_CHOICE,  /* one of `choices`, held as its index */
    TH_TEXT,    /* any text, checked by the reader; in a spec it has no comma */
    TH_REST,    /* a text that takes the rest of a spec, commas included; the last of its table */
};

#define TH_MILLION INT64_C(1000000)

struct th_option {
    const char *name; /* NULL ends a table */
    enum th_option_kind kind;
    int64_t min, max;           /* of numbers; of decimals in millionths */
    const char *initial;        /* the default as text; NULL: none, `help` explains */
    const char *const *choices; /* of a choice, NULL-terminated */
    const char *help;           /* meaning, unit, advice */
};

/* The most options of one table; th_options_set refuses a table with more. */
#define TH_OPTIONS_MAX 32

#define TH_SPEC_BYTES 512 /* of "name:key=value,…" with its terminator */

/* The values of a table's options, in the order of the table. Can be copied by assignment: the
 * texts of a spec are in `own`, one after the other; those of a command's flags point to the
 * arguments.
 */
struct th_options {
    const struct th_option *table;
    struct {
        int64_t number;   /* integer, millionths, 0/1, index of the choice, or offset in `own` */
        const char *text; /* of a text that is not in `own` */
        bool given;       /* by the user, not by default */
    } value[TH_OPTIONS_MAX];
    char own[TH_SPEC_BYTES];
    uint32_t own_used;
};

/* Sets all defaults. `table` may be NULL: no options. An invalid default becomes 0. */
TH_PUBLIC void th_options_init(struct th_options *o, const struct th_option *table);

/* Sets one option, which must not have been given before. `owner` is the owner of the option in
 * messages ("max-rolls"); texts are then copied to `own`, and refused if they do not fit. NULL is
 * for the flags of a command, which have two dashes: their texts are not copied. Returns false and
 * sets *e, with nothing changed, if it fails, also if `o`, `name` or `value` is NULL. */
TH_PUBLIC bool th_options_set(struct th_options *o, const char *owner, const char *name,
                              const char *value, struct th_error *e);

/* Resets an option to its default, as if it had not been given; ignores unknown names. */
TH_PUBLIC void th_options_unset(struct th_options *o, const char *name);

/* Reading is inline, so that a bot in a shared library needs only headers (bot_library.h). */
static inline int th_options_place(const struct th_options *o, const char *name) {
    if (o == NULL || o->table == NULL || name == NULL) return -1;
    for (int i = 0; i < TH_OPTIONS_MAX && o->table[i].name != NULL; i++)
        if (strcmp(o->table[i].name, name) == 0) return i;
    return -1;
}

/* Values by name; 0 and NULL for unknown names. A text is NULL if it was not given and has no
 * default, or if the option is not a text; it is valid as long as `o` and the arguments are. */
static inline int64_t th_options_number(const struct th_options *o, const char *name) {
    const int i = th_options_place(o, name);
    return i >= 0 ? o->value[i].number : 0;
}

static inline const char *th_options_text(const struct th_options *o, const char *name) {
    const int i = th_options_place(o, name);
    if (i < 0 || (o->table[i].kind != TH_TEXT && o->table[i].kind != TH_REST)) return NULL;
    if (o->value[i].text != NULL || !o->value[i].given) return o->value[i].text;
    const int64_t place = o->value[i].number;
    return place >= 0 && place < TH_SPEC_BYTES ? o->own + place : NULL;
}

/* Whether the user gave it; false for unknown names. */
static inline bool th_options_given(const struct th_options *o, const char *name) {
    const int i = th_options_place(o, name);
    return i >= 0 && o->value[i].given;
}

/* Whether two sets of values of the same table are equal; an option without a default must be given
 * in both or in neither. NULL equals only NULL. */
TH_PUBLIC bool th_options_equal(const struct th_options *a, const struct th_options *b);

/* The spec of these values, options in the order of the table: all that were given, or only those
 * that differ from their defaults, so that equal values have equal texts. Returns `out`, truncated
 * if necessary; "" if `out` is NULL or has size 0, or if there is nothing to write. */
TH_PUBLIC const char *th_options_write(const char *name, const struct th_options *o, bool all_given,
                                       char *out, size_t size);

/* A description such as "a whole number from 1 to 1000; default 4"; of a text, its help. Returns
 * `out`, as th_options_write does. */
TH_PUBLIC const char *th_option_describe(const struct th_option *option, char *out, size_t size);

/* A parsed spec "name:key=value,key=value". */
struct th_spec {
    char text[TH_SPEC_BYTES]; /* as given */
    char name[64];
    struct th_options options;
};

/* Parses the name, for finding its table. Returns false and sets *e if there is none, or if the
 * text is NULL or too long. */
TH_PUBLIC bool th_spec_name(const char *text, struct th_spec *spec, struct th_error *e);
/* Parses the options by the table of the name. Returns false and sets *e if it fails, also for a
 * spec that th_spec_name has not filled in. */
TH_PUBLIC bool th_spec_options(struct th_spec *spec, const struct th_option *table,
                               struct th_error *e);

TH_END_C

#endif
