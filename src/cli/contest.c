#include "contest.h"

#include "arena/duel.h"
#include "core/text.h"
#include "describe.h"
#include "interrupt.h"
#include "tahur/registry.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const contest_on_fault[] = {"loss", "abort", "restart", NULL};

/* ---- reading ---- */

bool contest_read(struct contest *c, const char *command, const struct arguments *a,
                  struct th_error *e) {
    *c = (struct contest){
        .command = command,
        .arguments = a,
        .seed = th_seed_of(1),
        .games = (uint64_t)th_options_number(&a->flags, "games"),
        .max_turns = (uint32_t)th_options_number(&a->flags, "max-turns"),
        .random_plies = (uint32_t)th_options_number(&a->flags, "random-plies"),
        .threads = thread_count(&a->flags),
        .json = th_options_number(&a->flags, "json") != 0,
        .on_fault = (enum contest_on_fault)th_options_number(&a->flags, "on-fault"),
    };
    if (th_options_given(&a->flags, "seed") && !seed_flag(&a->flags, &c->seed, e)) return false;
    c->game = th_game_find(a->positional[0], &c->game_spec, e);
    if (c->game == NULL) return false;
    c->seats = th_game_seats(c->game, &c->game_spec.options, e);
    if (c->seats == 0) return false;
    const char *openings = th_options_text(&a->flags, "openings");
    return openings == NULL ||
           openings_read(&c->openings, openings, c->game, &c->game_spec.options, e);
}

bool contest_has_rivals(const struct contest *c, struct th_error *e) {
    return c->seats >= 2 ||
           th_fail(e, "%s has one seat: nobody plays against another", c->arguments->positional[0]);
}

void contest_drop(struct contest *c) {
    struct th_error ignored;
    const bool recorded = c->records.out != NULL && !c->records.failed;
    run_file_close(c->file, &ignored);
    if (record_file_close(&c->records, &ignored) && recorded)
        print_wrote(th_options_text(&c->arguments->flags, "record"), c->json);
    openings_drop(&c->openings);
    free(c->player);
    free(c->bot);
}

/* ---- budgets ---- */

/* The options that are budgets, in any bot. */
static const char *const budgets[] = {"cpu", "time", "iterations", "nodes", "depth", NULL};

static bool has_option(const struct th_bot_kind *kind, const char *name) {
    for (const struct th_option *o = kind->options; o != NULL && o->name != NULL; o++)
        if (strcmp(o->name, name) == 0) return true;
    return false;
}

/* The budget of a short name is not the user's own: who asks for `hard` in 50 ms means it. */
bool contest_states_budget(const struct th_bot_kind *kind, const struct th_spec *spec) {
    if (strncmp(spec->text, kind->name, strlen(kind->name)) != 0) return false;
    for (int i = 0; budgets[i] != NULL; i++)
        if (th_options_given(&spec->options, budgets[i])) return true;
    return false;
}

/* The option of a bot that --time or --iterations sets: CPU time, where a bot has that. */
static const char *budget_option(const struct th_bot_kind *kind, const char *option) {
    return strcmp(option, "time") == 0 && has_option(kind, "cpu") ? "cpu" : option;
}

bool contest_has_budget(const struct contest *c, int bot) {
    return c->budget != NULL && !c->bot[bot].own_budget &&
           has_option(c->player[bot].kind, c->budget);
}

bool contest_set_budget(struct contest *c, const char *option, int64_t value, struct th_error *e) {
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)value);
    c->budget = option;
    c->budget_value = value;
    bool any = false;
    for (int i = 0; i < c->bots; i++) {
        struct th_options *o = &c->player[i].options;
        if (!contest_has_budget(c, i)) continue;
        for (int b = 0; budgets[b] != NULL; b++) th_options_unset(o, budgets[b]);
        const struct th_bot_kind *kind = c->player[i].kind;
        if (!th_options_set(o, kind->name, budget_option(kind, option), text, e)) return false;
        any = true;
    }
    return any || th_fail(e,
                          "--%s binds nobody: it is for bots that have the option %s and are given "
                          "without a budget of their own",
                          option, option);
}

bool contest_read_budget(struct contest *c, struct th_error *e) {
    const struct th_options *flags = &c->arguments->flags;
    const bool time = th_options_given(flags, "time");
    if (time && th_options_given(flags, "iterations"))
        return th_fail(e, "--time and --iterations cannot both be given");
    if (!time && !th_options_given(flags, "iterations")) return true;
    const char *option = time ? "time" : "iterations";
    return contest_set_budget(c, option, th_options_number(flags, option), e);
}

void contest_print_unbound(const struct contest *c, FILE *out) {
    int unbound = 0;
    for (int i = 0; i < c->bots && c->budget != NULL; i++) {
        if (contest_has_budget(c, i)) continue;
        if (unbound++ == 0) fprintf(out, "not bound by --%s: ", c->budget);
        fprintf(out, "%s%s", unbound > 1 ? ", " : "", c->bot[i].name);
    }
    if (unbound > 0) fprintf(out, "\n");
}

bool contest_copies(const struct contest *c, int bot, char out[CONTEST_COPIES_BYTES]) {
    int copies = 0;
    for (int i = 0; i < c->bots; i++) {
        if (!series_same_bot(&c->player[i], &c->player[bot])) continue;
        if (i < bot) return false;
        copies++;
    }
    snprintf(out, CONTEST_COPIES_BYTES,
             "%d of the bots are the same, %s: what differs between their results is chance.",
             copies, c->bot[bot].name);
    return copies > 1;
}

void contest_print_copies(const struct contest *c, FILE *out) {
    char sentence[CONTEST_COPIES_BYTES];
    for (int i = 0; i < c->bots; i++)
        if (contest_copies(c, i, sentence)) fprintf(out, "%s\n", sentence);
}

const char *contest_elo(double elo, char out[24]) {
    if (fabs(elo) > DUEL_ELO_TOLD)
        snprintf(out, 24, "%s %+d", elo > 0 ? "above" : "below",
                 elo > 0 ? DUEL_ELO_TOLD : -DUEL_ELO_TOLD);
    else
        snprintf(out, 24, "%+.1f", fabs(elo) < 0.05 ? 0 : elo);
    return out;
}

const char *contest_speed(uint64_t games, double seconds, char out[64]) {
    char rate[27];
    out[0] = 0;
    if (seconds > 0)
        snprintf(out, 64, " · %.2f s, %s games/s", seconds,
                 text_thousands((int64_t)((double)games / seconds), rate));
    return out;
}

const char *contest_different(uint64_t games, char out[48]) {
    snprintf(out, 48, "only %" PRIu64 " different game%s", games, games == 1 ? "" : "s");
    return out;
}

struct series contest_series(const struct contest *c) {
    return (struct series){
        .game = c->game,
        .game_options = &c->game_spec.options,
        .seats = c->seats,
        .bot = c->player,
        .bots = c->bots,
        .seed = c->seed,
        .threads = c->threads,
        .max_turns = c->max_turns,
        .random_plies = c->random_plies,
        .opening = c->openings.state,
        .openings = c->openings.count,
        .fault_aborts = c->on_fault == ON_FAULT_ABORT,
        .store = c->store.self != NULL ? &c->store : NULL,
        .stop = interrupt_watch(),
    };
}
