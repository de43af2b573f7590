/* A series: its blocks are counted in their order, from the store or as they were played; what bots
 * that are out have played is dropped. */
#include "core/clock.h"
#include "series_exec.h"
#include <string.h>

/* What was played is kept, what was not is fetched. */
static bool keep(struct series_exec *exec, uint64_t number, const struct series_block *b,
                 const struct place *p) {
    const struct series_store *store = exec->series->store;
    if (store == NULL || p->kept) return true;
    exec->unsaved = true;
    return store->keep(store->self, exec->plan, number, b, p->tape, &exec->error);
}

static bool fetch(struct series_exec *exec, uint64_t number, const struct series_block *b,
                  const struct place *p) {
    const struct series_store *store = exec->series->store;
    if (store == NULL || !p->kept) return true;
    return store->load(store->self, exec->plan, number, p->result,
                       exec->series->recorder != NULL || exec_measures(exec) ? p->tape : NULL,
                       b->games, &exec->error);
}

static bool record(struct series_exec *exec, uint64_t number, const struct series_block *b,
                   const struct bytes tape[]) {
    const struct series_recorder *recorder = exec->series->recorder;
    return recorder == NULL ||
           recorder->record(recorder->self, exec->plan, number, b, tape, &exec->error);
}

/* Whether no bot was at fault, where that matters; if one was, who. */
static bool is_faultless(struct series_exec *exec, uint64_t number, const struct series_block *b,
                         const struct place *p) {
    const struct plan *plan = exec->plan;
    if (!plan->fault_aborts || p->kept) return true;
    for (int i = p->found; i < b->games; i++) {
        const struct match_result *r = &b->result[i];
        char bot[TH_SPEC_BYTES];
        if (r->end != MATCH_FAULT) continue;
        const struct th_arena_player *player = &plan->bot[plan_bot(plan, b, i, r->fault_seat)];
        if (exec->series->at_fault != NULL) *exec->series->at_fault = true;
        th_options_write(player->kind->name, &player->options, true, bot, sizeof bot);
        return th_fail(
            &exec->error, "stopped by a fault (%s) in game %llu, of %s", th_fault_name(r->fault),
            (unsigned long long)(number * (uint64_t)plan_block_games(plan) + (uint64_t)i), bot);
    }
    return true;
}

/* Games of bots that are out are forfeited, also those that have been played meanwhile; in a block
 * that the store has, they must be. */
static bool forfeit_games(struct series_exec *exec, uint64_t first, const struct series_block *b,
                          struct place *p) {
    const struct fault_log *log = exec->series->faults;
    for (int i = 0; log != NULL && i < b->games; i++) {
        struct match_result forfeit;
        const bool is_out = fault_log_forfeits(log, exec->plan, b, i, &forfeit);
        if (p->kept) {
            const struct match_result *r = &p->result[i];
            if ((r->end == MATCH_FORFEIT) != is_out || (is_out && r->digest != forfeit.digest))
                return th_fail(&exec->error,
                               "the run is damaged: after the faults before it, game %llu %s",
                               (unsigned long long)(first + (uint64_t)i),
                               is_out ? "is forfeited" : "is played");
        } else if (is_out) {
            p->result[i] = forfeit;
            if (p->tape != NULL) p->tape[i].size = 0;
            place_set_fault(p, i, NULL);
        }
    }
    return true;
}

/* Counts the faults of a block. Details stay in the place only where they are to be kept. */
static bool count_faults(struct series_exec *exec, uint64_t first, const struct series_block *b,
                         struct place *p) {
    struct fault_log *log = exec->series->faults;
    const struct series_store *store = exec->series->store;
    for (int i = 0; log != NULL && i < b->games; i++) {
        const struct match_result *r = &b->result[i];
        struct fault kept;
        const uint64_t number = first + (uint64_t)i;
        const bool wanted =
            r->end == MATCH_FAULT &&
            fault_log_wants(log, plan_bot(exec->plan, b, i, r->fault_seat), r->fault);
        if (!wanted) place_set_fault(p, i, NULL);
        if (wanted && p->fault[i] == NULL && store != NULL && store->fault != NULL &&
            store->fault(store->self, number, &kept) &&
            (p->fault[i] = malloc(sizeof **p->fault)) != NULL)
            *p->fault[i] = kept;
        if (!fault_log_add(log, exec->plan, b, i, number, p->fault[i]))
            return th_fail(&exec->error, "out of memory");
    }
    return true;
}

static bool measure_luck(struct series_exec *exec, uint64_t number, const struct series_block *b,
                         int game, const struct bytes *tape, struct match_result *r) {
    int sits[TH_SEATS_MAX];
    for (int seat = 0; seat < exec->plan->seats; seat++)
        sits[seat] = plan_bot(exec->plan, b, game, seat);
    return luck_replay_game(&exec->replay, number, b->round, sits, tape->data, tape->size, r,
                            &exec->error);
}

/* Games of the store may lack their luck: it is measured by their moves. What was measured for a
 * choice that has fallen the other way since is dropped. */
static bool complete_luck(struct series_exec *exec, uint64_t first, const struct series_block *b,
                          struct place *p) {
    const bool wanted = exec_measures(exec);
    for (int i = 0; exec->series->measure != NULL && i < b->games; i++) {
        struct match_result *r = &p->result[i];
        if (!wanted) {
            memset(r->luck, 0, sizeof r->luck);
            r->work = 0;
            r->measured = false;
        } else if (!r->measured && r->end != MATCH_FORFEIT &&
                   !measure_luck(exec, first + (uint64_t)i, b, i, &p->tape[i], r)) {
            return false;
        }
    }
    return true;
}

static bool count_block(struct series_exec *exec, uint64_t number, struct place *p) {
    const struct plan *plan = exec->plan;
    struct series_block block = plan_block_at(plan, number, p->result);
    const uint64_t first = number * (uint64_t)plan_block_games(plan);
    block.fault = p->fault;
    if (!is_faultless(exec, number, &block, p) || !fetch(exec, number, &block, p) ||
        !forfeit_games(exec, first, &block, p) || !complete_luck(exec, first, &block, p) ||
        !count_faults(exec, first, &block, p) || !keep(exec, number, &block, p) ||
        !record(exec, number, &block, p->tape))
        return exec_fail(exec);
    exec->over = !exec->series->count(exec->series->context, &block);
    if (exec->series->faults != NULL) fault_log_close_block(exec->series->faults, plan);
    return true;
}

void exec_count_kept(struct series_exec *exec) {
    const struct series_store *store = exec->series->store;
    const uint64_t end = exec->first + exec->blocks;
    uint64_t block = store->next(store->self, exec->first);
    while (!exec->over && block < end) {
        struct place *p = exec_place(exec, block);
        if (exec_must_stop(exec)) {
            exec->stopped = true;
            return;
        }
        p->kept = true;
        if (!count_block(exec, block, p)) return;
        block = store->next(store->self, block + 1);
    }
}

void exec_count(struct series_exec *exec) {
    bool played = false;
    while (!exec->over && exec->count < exec->opened &&
           place_is_finished(exec_place(exec, exec->count))) {
        struct place *p = exec_place(exec, exec->count);
        if (!count_block(exec, exec->first + exec->count, p)) break;
        played |= !p->kept;
        exec->count++;
    }
    if (played) exec->until = clock_seconds();
}
