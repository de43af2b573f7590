#include "contest_record.h"

#include "arena/ranks.h"
#include "contest_plan.h"
#include "core/file.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- one game ---- */

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

bool contest_record(const struct contest *c, const struct run_game *game,
                    const struct th_state *start, struct record *r, struct th_error *e) {
    char spec[TH_SPEC_BYTES];
    th_options_write(c->game->name, &c->game_spec.options, false, spec, sizeof spec);
    if (!record_begin(r, spec, start, e)) return false;
    r->has_seed = r->has_number = true;
    r->seed = c->seed;
    r->number = c->games_before + game->number;
    for (int i = 0; i < r->seats; i++) {
        const struct th_arena_player *p = &c->player[c->bots == 1 ? 0 : game->sits[i]];
        th_options_write(p->kind->name, &p->options, true, r->player[i], sizeof r->player[i]);
    }
    if (record_add_tape(r, game->tape, game->tape_size) && finish(r, &game->result)) return true;
    record_drop(r);
    return th_fail(e, "the run is damaged: the moves of game %" PRIu64 " do not lead to its result",
                   game->number);
}

/* ---- while games are played ---- */

static bool record_block(void *self, const struct series *s, uint64_t block,
                         const struct series_block *b, const struct bytes tape[],
                         struct th_error *e) {
    struct contest *c = self;
    const struct th_state *start = s->openings > 0 ? s->opening[series_opening(s, b->round)] : NULL;
    for (int i = 0; i < b->games; i++) {
        struct run_game game = {.number = block * (uint64_t)series_block_games(s) + (uint64_t)i,
                                .result = b->result[i],
                                .tape = tape[i].data,
                                .tape_size = tape[i].size};
        struct record r;
        for (int seat = 0; seat < s->seats; seat++) game.sits[seat] = series_bot(s, b, i, seat);
        if (tape[i].failed) return th_fail(e, "out of memory");
        if (!contest_record(c, &game, start, &r, e)) {
            c->records.failed = true;
            return false;
        }
        record_file_add(&c->records, &r);
        record_drop(&r);
    }
    return record_file_flush(&c->records, e);
}

bool contest_check_records(const struct contest *c, struct th_error *e) {
    const struct th_options *flags = &c->arguments->flags;
    const char *path = th_options_text(flags, "record");
    if (path == NULL || rank_own() > 0 || c->records.out != NULL) return true;
    static const char *const others[] = {"save", "openings"};
    for (int i = 0; i < 2; i++) {
        const char *other =
            th_options_given(flags, others[i]) ? th_options_text(flags, others[i]) : NULL;
        if (other != NULL && file_same(path, other))
            return th_fail(e, "--record and --%s are the same file, %s", others[i], path);
    }
    return file_check_output(path, e);
}

bool contest_open_records(struct contest *c, struct series *s, struct th_error *e) {
    const char *path = th_options_text(&c->arguments->flags, "record");
    if (path == NULL) return true;
    /* Only the first rank writes; the others tape their games for it. */
    if (rank_own() == 0 && c->records.out == NULL && !record_file_open(&c->records, path, e))
        return false;
    c->recorder = (struct series_recorder){.self = c, .record = record_block};
    s->recorder = &c->recorder;
    return true;
}

/* ---- from a saved run ---- */

struct visiting {
    const struct contest *contest;
    const struct series *series; /* for the openings of its rounds */
    uint64_t block_games;
    contest_visit *visit;
    void *context;
};

static bool visit_game(void *context, const struct run_game *game, struct th_error *e) {
    const struct visiting *v = context;
    const struct series *s = v->series;
    struct record r;
    const uint64_t round = game->number / v->block_games / (uint64_t)s->fixtures;
    const struct th_state *start = s->openings > 0 ? s->opening[series_opening(s, round)] : NULL;
    if (!contest_record(v->contest, game, start, &r, e)) return false;
    const bool ok = v->visit(v->context, &r, e);
    record_drop(&r);
    return ok;
}

bool contest_visit_records(const struct contest *c, struct run_file *f, uint64_t from, uint64_t to,
                           contest_visit *visit, void *context, struct th_error *e) {
    const uint64_t size = settings_number(run_file_settings(f), "block_games");
    struct contest_plan plan;
    bool ok = contest_plan_make(&plan, c, e);
    struct visiting v = {.contest = c,
                         .series = &plan.series,
                         .block_games = size > 0 ? size : 1,
                         .visit = visit,
                         .context = context};
    ok = ok && run_file_visit(f, from, to, visit_game, &v, e);
    contest_plan_drop(&plan);
    return ok;
}

static bool add_record(void *context, struct record *r, struct th_error *e) {
    struct record_file *out = context;
    record_file_add(out, r);
    return !ferror(out->out) || record_file_flush(out, e);
}

int contest_write_records(const struct contest *c, struct run_file *f, const char *path,
                          struct th_error *e) {
    struct record_file out;
    struct th_error late;
    if (!record_file_open(&out, path, e)) return STATUS_FAILED;
    const bool ok = contest_visit_records(c, f, 0, RUN_LAST_GAME, add_record, &out, e);
    const bool written = !out.failed;
    if (!record_file_close(&out, ok ? e : &late)) return STATUS_FAILED;
    return ok ? STATUS_OK : written ? STATUS_USAGE : STATUS_FAILED;
}
