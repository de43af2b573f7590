#include "fault_log.h"

#include <stdlib.h>
#include <string.h>

bool fault_log_make(struct fault_log *log, int bots, struct th_error *e) {
    *log = (struct fault_log){.bots = bots,
                              .bot = calloc((size_t)bots, sizeof *log->bot),
                              .state = calloc((size_t)bots, sizeof *log->state)};
    return (log->bot != NULL && log->state != NULL) || th_fail(e, "out of memory");
}

void fault_log_drop(struct fault_log *log) {
    free(log->bot);
    free(log->state);
    free(log->note);
    *log = (struct fault_log){0};
}

static bool has_state(const struct fault_log *log, int bot, int state) {
    return (atomic_load_explicit(&log->state[bot], memory_order_relaxed) & state) != 0;
}

static void set_state(struct fault_log *log, int bot, int state) {
    atomic_fetch_or_explicit(&log->state[bot], (unsigned char)state, memory_order_relaxed);
}

bool fault_log_is_out(const struct fault_log *log, int bot) {
    return has_state(log, bot, FAULT_OUT);
}

/* The place of a kind of fault in lists of them; FAULT_KINDS: it is none. */
static int kind_of(enum th_fault fault) {
    const int kind = -(int)fault - 1;
    return kind >= 0 && kind < FAULT_KINDS ? kind : FAULT_KINDS;
}

bool fault_log_wants(const struct fault_log *log, int bot, enum th_fault fault) {
    return !has_state(log, bot, FAULT_FULL) || !has_state(log, bot, FAULT_SEEN << kind_of(fault));
}

bool fault_log_forfeits(const struct fault_log *log, const struct plan *plan,
                        const struct series_block *b, int game, struct match_result *result) {
    bool out[TH_SEATS_MAX], any = false;
    if (plan->disqualify == 0) return false;
    for (int seat = 0; seat < plan->seats; seat++)
        any |= out[seat] = fault_log_is_out(log, plan_bot(plan, b, game, seat));
    if (any) match_forfeit(plan->seats, out, result);
    return any;
}

/* ---- counting ---- */

/* A game against itself is forfeited by a bot once. */
static void count_forfeit(struct fault_log *log, const struct plan *plan,
                          const struct series_block *b, int game) {
    int counted[TH_SEATS_MAX], n = 0;
    log->forfeited++;
    for (int seat = 0; seat < plan->seats; seat++) {
        const int bot = plan_bot(plan, b, game, seat);
        bool known = !fault_log_is_out(log, bot);
        for (int i = 0; i < n; i++) known |= counted[i] == bot;
        if (known) continue;
        counted[n++] = bot;
        log->bot[bot].forfeits++;
    }
}

static bool add_note(struct fault_log *log, uint64_t number, int bot, const struct match_result *r,
                     const struct fault *details) {
    struct fault_note *more = realloc(log->note, ((size_t)log->notes + 1) * sizeof *more);
    if (more == NULL) return false;
    log->note = more;
    struct fault_note *note = &log->note[log->notes++];
    memset(note, 0, sizeof *note);
    note->game = log->games_before + number;
    note->bot = bot;
    note->seat = r->fault_seat;
    if (details != NULL) note->fault = *details;
    note->fault.fault = r->fault;
    if (++log->bot[bot].notes == FAULT_NOTES) set_state(log, bot, FAULT_FULL);
    set_state(log, bot, FAULT_SEEN << kind_of(r->fault));
    return true;
}

bool fault_log_add(struct fault_log *log, const struct plan *plan, const struct series_block *b,
                   int game, uint64_t number, const struct fault *details) {
    const struct match_result *r = &b->result[game];
    log->games++;
    if (r->end == MATCH_FORFEIT) count_forfeit(log, plan, b, game);
    if (r->end != MATCH_FAULT) return true;
    const int bot = plan_bot(plan, b, game, r->fault_seat);
    if (kind_of(r->fault) < FAULT_KINDS) log->bot[bot].kind[kind_of(r->fault)]++;
    log->bot[bot].faults++;
    return !fault_log_wants(log, bot, r->fault) || add_note(log, number, bot, r, details);
}

void fault_log_close_block(struct fault_log *log, const struct plan *plan) {
    for (int i = 0; plan->disqualify > 0 && i < log->bots; i++) {
        struct bot_faults *bot = &log->bot[i];
        if (bot->games > 0 || bot->faults < plan->disqualify) continue;
        bot->games = log->games;
        set_state(log, i, FAULT_OUT);
    }
}
