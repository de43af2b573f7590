/* The public functions of tahur/bot.h: names of faults, empty thoughts; and the check of a kind
 * that comes from outside. */
#include "bot.h"

#include "text.h"
#include <math.h>
#include <string.h>

const char *th_fault_name(int fault) {
    static const char *const names[] = {"none",  "illegal",  "timeout",
                                        "crash", "protocol", "memory"};
    const int count = (int)(sizeof names / sizeof *names);
    return fault <= 0 && fault > -count ? names[-fault] : NULL;
}

void th_thoughts_clear(struct th_thoughts *t, int n) {
    if (t == NULL) return;
    t->own = NULL;
    t->depth = 0;
    t->reach = NULL;
    t->of_answer = false;
    for (int i = 0; i < n && i < TH_LEGAL_MAX; i++)
        t->of[i] = (struct th_thought){.value = NAN, .error = NAN, .own = NAN};
}

/* ---- checking a kind ---- */

/* What is wrong with an option; NULL: nothing. Its default must be a valid value. */
static const char *wrong_option(const struct th_option *option, bool last) {
    struct th_option bare[2] = {*option, {0}};
    struct th_options o;
    struct th_error e;
    if (option->help == NULL) return "has no help";
    if ((unsigned)option->kind > TH_REST) return "is of no kind that there is";
    if (option->kind == TH_CHOICE && option->choices == NULL) return "has no choices";
    if (option->kind == TH_REST && !last) return "takes the rest of a spec, but is not the last";
    bare[0].initial = NULL;
    th_options_init(&o, bare);
    if (option->initial != NULL && !th_options_set(&o, NULL, option->name, option->initial, &e))
        return "has a default that it does not take itself";
    return NULL;
}

static bool check_options(const struct th_option *table, struct th_error *e) {
    int n = 0;
    while (table != NULL && n <= TH_OPTIONS_MAX && table[n].name != NULL) n++;
    if (n > TH_OPTIONS_MAX)
        return th_fail(e, "its table of options has no end, or more than %d", TH_OPTIONS_MAX);
    for (int i = 0; i < n; i++) {
        const char *wrong = wrong_option(&table[i], i + 1 == n);
        char clipped[TEXT_CLIP_BYTES];
        if (wrong != NULL)
            return th_fail(e, "its option '%s' %s", text_clip(table[i].name, clipped), wrong);
    }
    return true;
}

/* A name must be usable in a spec. */
static bool check_name(const char *name, struct th_error *e) {
    const size_t n = strlen(name);
    const size_t good = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                     "0123456789-_.");
    return (n > 0 && n < 64 && good == n) ||
           th_fail(e, "the name of its bot must be 1 to 63 letters, digits, dashes and dots");
}

bool bot_kind_check(const struct th_bot_kind *kind, struct th_error *e) {
    const char *missing = kind->name == NULL      ? "name"
                          : kind->summary == NULL ? "summary"
                          : kind->make == NULL    ? "make"
                          : kind->choose == NULL  ? "choose"
                                                  : NULL;
    if (missing != NULL) return th_fail(e, "its bot has no '%s', which is NULL", missing);
    return check_name(kind->name, e) && check_options(kind->options, e);
}
