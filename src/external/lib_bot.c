/* Hands everything on to the bot in the library. Its answers are looked at, as those of a stranger;
 * its crash is the program's. */
#include "lib_bot.h"

#include "core/text.h"
#include "faults.h"
#include "library.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct th_option options[] = {
    {"file", TH_TEXT, 0, 0, NULL, NULL,
     "must be given: the library, as in lib:file=./my_bot.so. docs/write-a-library-bot.md tells "
     "how to write one"},
    {"options", TH_REST, 0, 0, NULL, NULL,
     "for the bot in the library, as key=value,key=value; by default its own defaults. It takes "
     "the rest of the spec, commas included"},
    {0},
};

struct lib {
    const struct th_bot_kind *kind; /* of the library */
    void *self;                     /* what it has made */
    char spec[TH_SPEC_BYTES];       /* in writing, for what is told of it */
    struct th_spec own;             /* its own options, which it may look at as long as it is */
};

static void drop(void *self) {
    struct lib *x = self;
    if (x->self != NULL && x->kind->drop != NULL) x->kind->drop(x->self);
    free(x);
}

/* Its options, by its own table: the same sentences as for the bots of this program. */
static bool read_options(struct lib *x, const char *text, struct th_error *e) {
    char spec[2 * TH_SPEC_BYTES];
    const bool any = text != NULL && *text != 0;
    snprintf(spec, sizeof spec, "%s%s%s", x->kind->name, any ? ":" : "", any ? text : "");
    return th_spec_name(spec, &x->own, e) && th_spec_options(&x->own, x->kind->options, e);
}

/* What it says itself, if it does and has ended it. */
static bool refuse(const struct lib *x, const char *what, struct th_error *why,
                   struct th_error *e) {
    why->text[sizeof why->text - 1] = 0;
    return th_fail(e, "%s, the bot in the library, %s: %s", x->kind->name, what,
                   why->text[0] != 0 ? why->text : "it does not say why");
}

static bool set_up(struct lib *x, const struct th_game *game, const struct th_options *o,
                   struct th_error *e) {
    th_options_write(lib_bot.name, o, true, x->spec, sizeof x->spec);
    x->kind = library_bot(th_options_text(o, "file"), e);
    if (x->kind == NULL) return false;
    if (x->kind->plays != NULL && !x->kind->plays(game))
        return th_fail(e, "%s, the bot in the library, does not play %s", x->kind->name,
                       game->name);
    if (!read_options(x, th_options_text(o, "options"), e)) return false;
    struct th_error why = {""};
    x->self = x->kind->make(game, &x->own.options, &why);
    return x->self != NULL || refuse(x, "cannot be made", &why, e);
}

static void *make(const struct th_game *game, const struct th_options *o, struct th_error *e) {
    const char *file = th_options_text(o, "file");
    if (file == NULL || *file == 0) {
        th_fail(e, "lib needs a file, as in lib:file=./my_bot.so");
        return NULL;
    }
    struct lib *x = calloc(1, sizeof *x);
    if (x == NULL) {
        th_fail(e, "out of memory");
    } else if (!set_up(x, game, o, e)) {
        drop(x);
        x = NULL;
    }
    return x;
}

static bool accepts(const void *self, const struct th_options *game_options, struct th_error *e) {
    const struct lib *x = self;
    struct th_error why = {""};
    return x->kind->accepts == NULL || x->kind->accepts(x->self, game_options, &why) ||
           refuse(x, "does not play this game", &why, e);
}

static void know(void *self, const struct th_options *game_options) {
    const struct lib *x = self;
    if (x->kind->know != NULL) x->kind->know(x->self, game_options);
}

static void begin(void *self, const struct th_state *view, int seat) {
    const struct lib *x = self;
    if (x->kind->begin != NULL) x->kind->begin(x->self, view, seat);
}

/* Of its thoughts, a chance that can be none was not told. */
static void look_at(struct th_thoughts *t, int n) {
    for (int i = 0; i < n; i++) {
        struct th_thought *of = &t->of[i];
        if (!(of->value >= 0 && of->value <= 1)) of->value = NAN;
        if (!(of->error >= 0)) of->error = NAN;
        if (of->line_n < 0 || of->line_n > TH_LINE_MAX) of->line_n = 0;
    }
}

/* Whatever is no place in the list is an illegal move, other faults too: they are for programs. */
static int choose(void *self, const struct th_ask *ask) {
    const struct lib *x = self;
    const int place = x->kind->choose(x->self, ask);
    if (ask->thoughts != NULL) look_at(ask->thoughts, ask->n);
    if (place >= 0 && place < ask->n) return place;
    struct fault fault = {.fault = TH_FAULT_ILLEGAL};
    char position[TH_POSITION_BYTES];
    ask->game->position_text(ask->view, position, sizeof position);
    snprintf(fault.what, sizeof fault.what,
             "its answer %d is no place among the %d legal moves of seat %d in: %.200s", place,
             ask->n, ask->seat, position);
    text_clean(fault.what);
    faults_note(x->spec, &fault);
    return TH_FAULT_ILLEGAL;
}

static void end(void *self, const double payoff[]) {
    const struct lib *x = self;
    if (x->kind->end != NULL) x->kind->end(x->self, payoff);
}

/* What its thoughts hold is not known before it is loaded, so `tells` promises nothing: whoever
 * wants them must ask for them, as with --by search. */
const struct th_bot_kind lib_bot = {
    .name = "lib",
    .summary = "a bot in a shared library of your own, as fast as ours; trust it: it runs inside",
    .options = options,
    .thinks = true,
    .outside = true,
    .make = make,
    .accepts = accepts,
    .know = know,
    .begin = begin,
    .choose = choose,
    .end = end,
    .drop = drop,
};
