/* Options: what "name:key=value,key=value" and the flags of a command accept.
 *
 * Every option is declared once, with its kind, range, default and meaning; parsing, error
 * messages, the nearest right name and the help pages all come from that declaration. */
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
    TH_SWITCH,  /* 0 or 1; as a flag of a command it stands alone */
    TH_CHOICE,  /* one of `choices`, held as its index */
    TH_TEXT,    /* anything, checked by whoever reads it; in a spec it has no comma */
    TH_REST,    /* a text that takes the rest of a spec, commas included; the last of its table */
};

#define TH_MILLION INT64_C(1000000)

struct th_option {
    const char *name; /* NULL ends a table */
    enum th_option_kind kind;
    int64_t min, max;           /* of numbers; a decimal's in millionths */
    const char *initial;        /* the default as text; NULL: none, `help` says what happens */
    const char *const *choices; /* of a choice, ended by NULL */
    const char *help;           /* what it means, its unit, advice */
};

/* Of one table. Options after that have no values: th_options_set refuses the whole table. */
#define TH_OPTIONS_MAX 32

#define TH_SPEC_BYTES 512 /* of "name:key=value,…" with its end */

/* The values of a table's options, in the table's order. A value, copied by assignment: the texts
 * of a spec are in `own`, one behind the other; those of a command's flags stay where the arguments
 * are. */
struct th_options {
    const struct th_option *table;
    struct {
        int64_t number;   /* integer, millionths, 0/1, index of the choice, or place in `own` */
        const char *text; /* of a text that is not in `own` */
        bool given;       /* by the user, not by default */
    } value[TH_OPTIONS_MAX];
    char own[TH_SPEC_BYTES];
    uint32_t own_used;
};

/* All defaults. `table` may be NULL: no options. A default that its option does not accept is 0. */
TH_PUBLIC void th_options_init(struct th_options *o, const struct th_option *table);

/* Sets one option, which must not have been given before. `owner` names in messages whose option
 * it is ("max-rolls"): then texts are copied to `own`, and refused when there is no room left. NULL
 * is for the flags of a command, which are written with two dashes: their texts are not copied.
 * False and the reason, with nothing changed, also if `o`, `name` or `value` is NULL. */
TH_PUBLIC bool th_options_set(struct th_options *o, const char *owner, const char *name,
                              const char *value, struct th_error *e);

/* Back to the default, as if it had not been given; nothing for a name the table does not have. */
TH_PUBLIC void th_options_unset(struct th_options *o, const char *name);

/* Reading is in this header, so that a bot in a library of its own needs no other (bot_library.h).
 */
static inline int th_options_place(const struct th_options *o, const char *name) {
    if (o == NULL || o->table == NULL || name == NULL) return -1;
    for (int i = 0; i < TH_OPTIONS_MAX && o->table[i].name != NULL; i++)
        if (strcmp(o->table[i].name, name) == 0) return i;
    return -1;
}

/* By name; 0 and NULL for a name that the table does not have. A text is NULL where it was not
 * given and has no default, or where the option is no text; it is good for as long as `o` and the
 * arguments are. */
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

/* Whether the user gave it; false also for a name that the table does not have. */
static inline bool th_options_given(const struct th_options *o, const char *name) {
    const int i = th_options_place(o, name);
    return i >= 0 && o->value[i].given;
}

/* Whether two sets of values of the same table are the same; an option without a default must be
 * given in both or in neither. NULL equals only NULL. */
TH_PUBLIC bool th_options_equal(const struct th_options *a, const struct th_options *b);

/* The spec of these values, options in the table's order: all that were given, or only those that
 * are not as by default, so that equal values have equal texts. Returns `out`, in which what does
 * not fit is cut off; "" where `out` is NULL or has no room, or where there is nothing to write. */
TH_PUBLIC const char *th_options_write(const char *name, const struct th_options *o, bool all_given,
                                       char *out, size_t size);

/* "a whole number from 1 to 1000; default 4" and the like; of a text, its help. Returns `out`, as
 * th_options_write does. */
TH_PUBLIC const char *th_option_describe(const struct th_option *option, char *out, size_t size);

/* A spec "name:key=value,key=value", taken apart. */
struct th_spec {
    char text[TH_SPEC_BYTES]; /* as given */
    char name[64];
    struct th_options options;
};

/* The part before the colon, for looking the table up. False and the reason if there is none, or if
 * the text is NULL or does not fit. */
TH_PUBLIC bool th_spec_name(const char *text, struct th_spec *spec, struct th_error *e);
/* The part after the colon, by the table that belongs to the name. False and the reason also for a
 * spec that th_spec_name has not filled in. */
TH_PUBLIC bool th_spec_options(struct th_spec *spec, const struct th_option *table,
                               struct th_error *e);

TH_END_C

#endif
