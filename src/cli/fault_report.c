/* Faults in the reports of contests: sentences, parts of JSON; and what is said before the first
 * game about bots that do not start. */
#include "contest/ranks.h"
#include "contest_command.h"
#include "core/text.h"
#include "external/bots.h"
#include <inttypes.h>
#include <string.h>

static const char *name_of(const struct contest *c, int bot) {
    return c->bot[c->plan.bots == 1 ? 0 : bot].name;
}

/* ---- before the first game ---- */

static void print_bad_start(void *context, const char *bot, const struct fault *f) {
    (void)context;
    fprintf(stderr, "%s does not start: %s, %s\n", bot, th_fault_name(f->fault), f->what);
}

bool contest_begin(struct contest *c, struct th_error *e) {
    contest_log_faults(c);
    if (!contest_begin_faults(c, e)) return false;
    const bool plays = !c->store.only_kept && rank_own() == 0 && c->games_before == 0 &&
                       (c->file == NULL || contest_saved_games(c) < plan_own_games(&c->plan));
    if (plays) contest_try_starts(c, print_bad_start, NULL);
    return true;
}

/* ---- on standard error ---- */

/* The first note about a fault of this kind; NULL: there is none with details. */
static const struct fault *first_of(const struct fault_log *log, int bot, enum th_fault kind) {
    for (int i = 0; i < log->notes; i++) {
        const struct fault_note *n = &log->note[i];
        if (n->bot == bot && n->fault.fault == kind)
            return n->fault.what[0] != 0 ? &n->fault : NULL;
    }
    return NULL;
}

/* The log of external faults also has those of games that do not count. They are kept where games
 * were saved by a restart, or the contest was aborted. */
void contest_log_faults(const struct contest *c) {
    const bool counts = c->faults.notes > 0 && !c->restart && !c->at_fault;
    const bool shown = !c->store.only_kept && rank_own() == 0;
    char spec[TH_SPEC_BYTES];
    for (int i = c->plan.bots - 1; i >= 0; i--) { /* of copies, the first gives the name */
        th_options_write(c->player[i].kind->name, &c->player[i].options, true, spec, sizeof spec);
        if (!counts) faults_name(spec, c->bot[i].name);
        for (int k = 0; counts && shown && k < FAULT_KINDS && i < c->faults.bots; k++) {
            const enum th_fault kind = (enum th_fault)(-k - 1);
            faults_count(spec, name_of(c, i), kind, first_of(&c->faults, i, kind),
                         c->faults.bot[i].kind[k]);
        }
    }
    if (counts) faults_drop_uncounted();
}

/* ---- for people ---- */

bool contest_is_out(const struct contest *c, int bot) {
    return bot < c->faults.bots && fault_log_is_out(&c->faults, bot);
}

/* "2 crash, 1 timeout" */
static const char *kinds_text(const struct bot_faults *b, char out[160]) {
    struct text t = text_in(out, 160);
    for (int i = 0; i < FAULT_KINDS; i++) {
        char number[27];
        if (b->kind[i] > 0)
            text_add(&t, "%s%s %s", t.length > 0 ? ", " : "",
                     text_thousands((int64_t)b->kind[i], number), th_fault_name(-i - 1));
    }
    return out;
}

static void print_notes(const struct contest *c, int bot, FILE *out) {
    for (int i = 0; i < c->faults.notes; i++) {
        const struct fault_note *n = &c->faults.note[i];
        if (n->bot != bot) continue;
        print_folded(out, "  game %" PRIu64 ", seat %d: %s%s%s\n", n->game, n->seat,
                     th_fault_name(n->fault.fault), n->fault.what[0] != 0 ? ", " : "",
                     n->fault.what);
        fault_print_stderr(n->fault.stderr_text, "  | ", out);
    }
}

void contest_print_faults(const struct contest *c, FILE *out) {
    const bool details = c->store.only_kept;
    for (int i = 0; i < c->faults.bots; i++) {
        const struct bot_faults *b = &c->faults.bot[i];
        char number[27], kinds[160];
        if (b->faults > 0)
            print_folded(out, "%s was at fault in %s game%s, which it lost: %s\n", name_of(c, i),
                         text_thousands((int64_t)b->faults, number), b->faults == 1 ? "" : "s",
                         kinds_text(b, kinds));
        if (contest_is_out(c, i))
            print_folded(out, "%s is disqualified; %s game%s it forfeits were not played\n",
                         name_of(c, i), text_thousands((int64_t)b->forfeits, number),
                         b->forfeits == 1 ? "" : "s");
        if (details) print_notes(c, i, out);
    }
}

/* ---- for programs ---- */

void add_faults_json(const struct contest *c, int bot, json_t *to) {
    const struct bot_faults none = {.faults = 0};
    const struct bot_faults *b = bot < c->faults.bots ? &c->faults.bot[bot] : &none;
    json_t *kinds = json_object();
    for (int i = 0; i < FAULT_KINDS; i++)
        if (b->kind[i] > 0)
            json_object_set_new(kinds, th_fault_name(-i - 1), json_integer((json_int_t)b->kind[i]));
    json_object_set_new(to, "fault_kinds", kinds);
    json_object_set_new(to, "forfeits", json_integer((json_int_t)b->forfeits));
    json_object_set_new(to, "disqualified_after",
                        b->games > 0 ? json_integer((json_int_t)b->games) : json_null());
}

json_t *fault_notes_json(const struct contest *c) {
    json_t *list = json_array();
    for (int i = 0; i < c->faults.notes; i++) {
        const struct fault_note *n = &c->faults.note[i];
        json_array_append_new(list,
                              json_pack("{s:I, s:s, s:i, s:s, s:s, s:s}", "game",
                                        (json_int_t)n->game, "bot", name_of(c, n->bot), "seat",
                                        n->seat, "fault", th_fault_name(n->fault.fault), "what",
                                        n->fault.what, "stderr", n->fault.stderr_text));
    }
    return list;
}
