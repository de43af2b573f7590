#include "contest.h"

#include "core/file.h"
#include "ranks.h"
#include "tahur/registry.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool contest_drop(struct contest *c) {
    struct th_error ignored;
    const bool recorded = c->records.out != NULL && !c->records.failed;
    run_file_close(c->file, &ignored);
    const bool written = record_file_close(&c->records, &ignored) && recorded;
    openings_drop(&c->openings);
    duel_drop(&c->duel);
    fault_log_drop(&c->faults);
    free(c->fixture);
    free(c->player);
    free(c->bot);
    return written;
}

/* ---- the plan ---- */

bool contest_set_game(struct contest *c, const char *spec, struct th_error *e) {
    struct plan *p = &c->plan;
    p->game = th_game_find(spec, &c->game_spec, e);
    if (p->game == NULL) return false;
    p->game_options = &c->game_spec.options;
    p->seats = th_game_seats(p->game, p->game_options, e);
    return p->seats > 0;
}

bool contest_set_openings(struct contest *c, const char *path, struct th_error *e) {
    c->openings_path = path;
    if (!openings_read(&c->openings, path, c->plan.game, c->plan.game_options, e)) return false;
    c->plan.opening = c->openings.state;
    c->plan.openings = c->openings.count;
    return true;
}

/* As many games of each line-up as were asked for, in whole blocks. */
static bool plan_league(struct contest *c, struct th_error *e) {
    struct plan *p = &c->plan;
    struct line_ups l = {0};
    const uint64_t seats = (uint64_t)p->seats;
    bool ok = line_ups_of_league(&l, c->format, p->seats, p->bots, e);
    if (ok) c->fixture = calloc((size_t)l.count, sizeof *c->fixture);
    if (ok && c->fixture == NULL) ok = th_fail(e, "out of memory");
    for (int i = 0; ok && i < l.count; i++) c->fixture[i].line_up[0] = l.list[i];
    p->fixture = c->fixture;
    p->fixtures = l.count;
    p->line_ups = 1;
    p->all_orders = true;
    p->games = (c->games + seats - 1) / seats * seats * (uint64_t)l.count;
    line_ups_drop(&l);
    return ok;
}

/* Whole rounds of all line-ups. */
static bool plan_comparison(struct contest *c, struct th_error *e) {
    struct plan *p = &c->plan;
    struct duel *d = &c->duel;
    if (!duel_make(d, p->seats, c->others, c->elo0, c->elo1, c->alpha, c->beta, e)) return false;
    d->plan = p;
    p->fixture = d->fixture;
    p->fixtures = d->fixtures;
    p->line_ups = d->line_ups;
    p->all_orders = true;
    const uint64_t round = (uint64_t)(plan_block_games(p) * p->fixtures);
    p->games = (c->games + round - 1) / round * round;
    return true;
}

bool contest_plan(struct contest *c, struct th_error *e) {
    if (strcmp(c->command, "compare") == 0) return plan_comparison(c, e);
    if (strcmp(c->command, "league") == 0) return plan_league(c, e);
    if (strcmp(c->command, "arena") != 0)
        return th_fail(e, "the run is of the command %s, which has no report", c->command);
    arena_set(&c->plan);
    c->plan.games = c->games;
    return true;
}

struct series contest_series(struct contest *c, const struct plan *plan) {
    return (struct series){.plan = plan,
                           .store = c->store.has != NULL ? &c->store : NULL,
                           .recorder = c->recorder.record != NULL ? &c->recorder : NULL,
                           .faults = c->faults.bots > 0 ? &c->faults : NULL,
                           .at_fault = &c->at_fault};
}

bool contest_begin_faults(struct contest *c, struct th_error *e) {
    fault_log_drop(&c->faults);
    return fault_log_make(&c->faults, c->plan.bots == 1 ? c->plan.seats : c->plan.bots, e);
}

/* ---- games of contests as records ---- */

static bool is_fault(enum th_fault fault) {
    for (int i = 1; th_fault_name(-i) != NULL; i++)
        if (fault == (enum th_fault)(-i)) return true;
    return false;
}

/* False if this cannot be the end of these moves. */
static bool finish(struct record *r, const struct match_result *result) {
    static const enum record_end ends[] = {[MATCH_WON] = RECORD_WON,
                                           [MATCH_UNFINISHED] = RECORD_UNFINISHED,
                                           [MATCH_FAULT] = RECORD_FAULT};
    if ((result->end == MATCH_WON) != record_is_over(r) || result->fault_seat >= r->seats)
        return false;
    if (result->end == MATCH_FAULT && !is_fault(result->fault)) return false;
    r->fault = result->fault;
    record_finish(r, ends[result->end], result->fault_seat);
    for (int i = 0; i < r->seats; i++)
        if (r->result[i] != result->payoff[i]) return false;
    return true;
}

/* A game that was played from this position, as a record; record_drop is due if it succeeds. It
 * fails where the moves do not lead to the result: what was saved is damaged. */
static bool make_record(const struct contest *c, const struct run_game *game,
                        const struct th_state *start, struct record *r, struct th_error *e) {
    char spec[TH_SPEC_BYTES];
    th_options_write(c->plan.game->name, c->plan.game_options, false, spec, sizeof spec);
    if (!record_begin(r, spec, start, e)) return false;
    r->has_seed = r->has_number = true;
    r->seed = c->plan.seed;
    r->number = c->games_before + game->number;
    for (int i = 0; i < r->seats; i++) {
        const struct th_arena_player *p = &c->player[c->plan.bots == 1 ? 0 : game->sits[i]];
        th_options_write(p->kind->name, &p->options, true, r->player[i], sizeof r->player[i]);
    }
    if (record_add_tape(r, game->tape, game->tape_size) && finish(r, &game->result)) return true;
    record_drop(r);
    return th_fail(e, "the run is damaged: the moves of game %" PRIu64 " do not lead to its result",
                   game->number);
}

/* ---- while games are played ---- */

static bool record_block(void *self, const struct plan *plan, uint64_t block,
                         const struct series_block *b, const struct bytes tape[],
                         struct th_error *e) {
    struct contest *c = self;
    const struct th_state *start = plan_start(plan, b->round);
    for (int i = 0; i < b->games; i++) {
        struct run_game game = {.number = block * (uint64_t)plan_block_games(plan) + (uint64_t)i,
                                .result = b->result[i],
                                .tape = tape[i].data,
                                .tape_size = tape[i].size};
        struct record r;
        if (b->result[i].end == MATCH_FORFEIT) continue; /* there are no moves */
        for (int seat = 0; seat < plan->seats; seat++) game.sits[seat] = plan_bot(plan, b, i, seat);
        if (tape[i].failed) return th_fail(e, "out of memory");
        if (!make_record(c, &game, start, &r, e)) {
            c->records.failed = true;
            return false;
        }
        record_file_add(&c->records, &r);
        record_drop(&r);
    }
    return record_file_flush(&c->records, e);
}

bool contest_check_records(const struct contest *c, struct th_error *e) {
    if (c->record == NULL || rank_own() > 0 || c->records.out != NULL) return true;
    const struct {
        const char *flag, *path;
    } others[] = {{"save", c->save}, {"openings", c->openings_path}};
    for (int i = 0; i < 2; i++)
        if (others[i].path != NULL && file_same(c->record, others[i].path))
            return th_fail(e, "--record and --%s are the same file, %s", others[i].flag, c->record);
    return file_check_output(c->record, e);
}

bool contest_open_records(struct contest *c, struct th_error *e) {
    if (c->record == NULL) return true;
    /* Only the first rank writes; the others tape their games for it. */
    if (rank_own() == 0 && c->records.out == NULL && !record_file_open(&c->records, c->record, e))
        return false;
    c->recorder = (struct series_recorder){.self = c, .record = record_block};
    return true;
}

/* ---- from a saved run ---- */

struct visiting {
    const struct contest *contest;
    uint64_t block_games;
    bool one; /* a single game is asked for */
    contest_visit *visit;
    void *context;
};

static bool visit_game(void *context, const struct run_game *game, struct th_error *e) {
    const struct visiting *v = context;
    const struct plan *plan = &v->contest->plan;
    struct record r;
    if (game->result.end == MATCH_FORFEIT) /* there are no moves */
        return !v->one ||
               th_fail(e, "game %" PRIu64 " was not played: a bot in it was disqualified",
                       game->number);
    const uint64_t round = game->number / v->block_games / (uint64_t)plan->fixtures;
    if (!make_record(v->contest, game, plan_start(plan, round), &r, e)) return false;
    const bool ok = v->visit(v->context, &r, e);
    record_drop(&r);
    return ok;
}

bool contest_visit_records(const struct contest *c, struct run_file *f, uint64_t from, uint64_t to,
                           contest_visit *visit, void *context, struct th_error *e) {
    const uint64_t size = settings_number(run_file_settings(f), "block_games");
    struct visiting v = {.contest = c,
                         .block_games = size > 0 ? size : 1,
                         .one = from == to,
                         .visit = visit,
                         .context = context};
    return run_file_visit(f, from, to, visit_game, &v, e);
}

static bool add_record(void *context, struct record *r, struct th_error *e) {
    struct record_file *out = context;
    record_file_add(out, r);
    return !ferror(out->out) || record_file_flush(out, e);
}

bool contest_write_records(const struct contest *c, struct run_file *f, const char *path,
                           bool *damaged, struct th_error *e) {
    struct record_file out;
    struct th_error late;
    *damaged = false;
    if (!record_file_open(&out, path, e)) return false;
    const bool ok = contest_visit_records(c, f, 0, RUN_LAST_GAME, add_record, &out, e);
    const bool written = !out.failed;
    if (!record_file_close(&out, ok ? e : &late)) return false;
    *damaged = !ok && written;
    return ok;
}
