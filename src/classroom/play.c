/* Plays the games of a class. A worker takes one pairing after the other and starts its two bots
 * for it, so that no pairing waits for another, however slow its bots are. Every block is kept when
 * it is finished. */
#include "classroom.h"

#include "contest/ranks.h"
#include "core/error.h"
#include <stdlib.h>

/* A pairing in progress, of one thread. */
struct table_of_two {
    const struct classroom *class;
    const struct pairing *pairing;
    uint64_t done, until;
    uint64_t fault_count[PAIRING_SIDES]; /* of each side, that count */
    class_keep *keep;
    void *context;
    struct plan plan;
    struct th_arena_player player[PAIRING_SIDES];
    struct bot bot[PAIRING_SIDES][TH_SEATS_MAX]; /* one for each seat that a side has at once */
    struct th_state *start, *state, *view;
    /* The block in progress. */
    struct match_result result[PAIRING_BLOCK_MAX];
    struct bytes tape[PAIRING_BLOCK_MAX];
    struct pace pace[PAIRING_SIDES];
    struct class_db_fault fault[PAIRING_BLOCK_MAX];
    int faults;
};

/* How many seats a side has at once, at most. */
static int copies_of(const struct pairing *p, int side, int seats) {
    int most = 0;
    for (int f = 0; f < p->fixtures; f++) {
        int n = 0;
        for (int i = 0; i < seats; i++) n += p->fixture[f].line_up[0].bot[i] == side;
        if (n > most) most = n;
    }
    return most;
}

static bool sit_down(struct table_of_two *t, struct th_error *e) {
    const struct plan *plan = &t->plan;
    t->start = th_state_new(plan->game, plan->game_options, e);
    t->state = th_state_new(plan->game, plan->game_options, e);
    t->view = th_state_new(plan->game, plan->game_options, e);
    if (t->start == NULL || t->state == NULL || t->view == NULL) return false;
    for (int side = 0; side < PAIRING_SIDES; side++)
        for (int i = 0; i < copies_of(t->pairing, side, plan->seats); i++) {
            struct bot *bot = &t->bot[side][i];
            bot->self = th_bot_make(t->player[side].kind, plan->game, plan->game_options,
                                    &t->player[side].options, e);
            if (bot->self == NULL) return false;
            bot->kind = t->player[side].kind;
            /* Reading the clock would cost a fast bot of this program more than its answer. */
            bot->pace = bot->kind->outside ? &t->pace[side] : NULL;
        }
    return true;
}

static void stand_up(struct table_of_two *t) {
    for (int side = 0; side < PAIRING_SIDES; side++)
        for (int i = 0; i < TH_SEATS_MAX; i++) {
            const struct bot *bot = &t->bot[side][i];
            if (bot->kind != NULL && bot->kind->drop != NULL) bot->kind->drop(bot->self);
        }
    for (int i = 0; i < PAIRING_BLOCK_MAX; i++) free(t->tape[i].data);
    free(t->start);
    free(t->state);
    free(t->view);
}

static void note_fault(struct table_of_two *t, const struct bot *bot, int side, uint64_t number,
                       const struct match_result *r) {
    struct class_db_fault *f = &t->fault[t->faults++];
    *f = (struct class_db_fault){.side = side, .number = number};
    if (bot->kind == &exec_bot) f->fault = *exec_bot_fault(bot->self);
    f->fault.fault = r->fault;
}

static enum match_end play_game(struct table_of_two *t, const struct series_block *b, int game,
                                uint64_t number) {
    struct match_rules rules = plan_rules(&t->plan, b, t->start);
    struct match_result *r = &t->result[game];
    struct bot by_seat[TH_SEATS_MAX];
    int side[TH_SEATS_MAX], sat[PAIRING_SIDES] = {0};
    for (int seat = 0; seat < t->plan.seats; seat++) {
        side[seat] = plan_bot(&t->plan, b, game, seat);
        by_seat[seat] = t->bot[side[seat]][sat[side[seat]]++];
    }
    t->tape[game].size = 0;
    rules.tape = &t->tape[game];
    match_play(&rules, by_seat, plan_match(&t->plan, b, game), t->state, t->view, r);
    if (r->end == MATCH_FAULT)
        note_fault(t, &by_seat[r->fault_seat], side[r->fault_seat], number, r);
    return r->end;
}

/* Plays a block and keeps it; false with the reason if that fails, or without one if it was
 * stopped.
 */
static bool play_block(struct table_of_two *t, struct th_error *e) {
    const uint64_t number = t->done / (uint64_t)t->plan.seats;
    const struct series_block block = plan_block_at(&t->plan, number, t->result);
    t->faults = 0;
    for (int i = 0; i < PAIRING_SIDES; i++) t->pace[i] = (struct pace){.answers = 0};
    for (int i = 0; i < block.games; i++) {
        const enum match_end end = play_game(t, &block, i, t->done + (uint64_t)i);
        if (end == MATCH_SHORT) return shortage_fail(e);
        if (end == MATCH_ABORTED) return false;
    }
    const struct class_db_block kept = {.number = number,
                                        .games = block.games,
                                        .seats = t->plan.seats,
                                        .result = t->result,
                                        .tape = t->tape,
                                        .pace = t->pace,
                                        .fault = t->fault,
                                        .faults = t->faults};
    for (int i = 0; i < t->faults; i++) t->fault_count[t->fault[i].side]++;
    t->done += (uint64_t)block.games;
    return t->keep(t->context, &kept, e);
}

/* Whether one of the two is out by now. */
static bool has_disqualified(const struct table_of_two *t) {
    const uint64_t most = t->class->set.disqualify;
    for (int i = 0; most > 0 && i < PAIRING_SIDES; i++)
        if (t->fault_count[i] >= most && t->player[i].kind == &exec_bot) return true;
    return false;
}

bool class_play_pairing(struct classroom *c, const struct pairing *p, class_keep *keep,
                        void *context, struct th_error *e) {
    struct table_of_two *t = calloc(1, sizeof *t);
    if (t == NULL) return th_fail(e, "out of memory");
    *t = (struct table_of_two){.class = c,
                               .pairing = p,
                               .done = p->done,
                               .until = p->until,
                               .keep = keep,
                               .context = context};
    for (int i = 0; i < PAIRING_SIDES; i++) t->fault_count[i] = p->before[i] + p->faults[i];
    t->plan = class_plan(c, p, t->player);
    bool ok = sit_down(t, e);
    while (ok && t->done < t->until && !has_disqualified(t) && !th_is_set(c->set.stop))
        ok = play_block(t, e);
    stand_up(t);
    free(t);
    return ok;
}

/* ---- on the threads of this process ---- */

bool class_take_block(struct classroom *c, struct pairing *p, const struct class_db_block *b,
                      struct th_error *e) {
    if (!class_db_keep_block(c->db, p->id, b, e)) return false;
    pthread_mutex_lock(&c->mutex);
    for (int i = 0; i < b->games; i++) p->result[p->done++] = b->result[i];
    for (int i = 0; i < b->faults; i++) p->faults[b->fault[i].side]++;
    for (int i = 0; i < PAIRING_SIDES; i++) pace_join(&c->bot[p->bot[i]].pace, &b->pace[i]);
    c->played += (uint64_t)b->games;
    class_progress(c, "games", c->found + c->played, c->total);
    pthread_mutex_unlock(&c->mutex);
    return true;
}

struct place_to_keep {
    struct classroom *class;
    struct pairing *pairing;
};

static bool keep_block(void *context, const struct class_db_block *b, struct th_error *e) {
    const struct place_to_keep *to = context;
    return class_take_block(to->class, to->pairing, b, e);
}

/* Who is out is decided when a pairing begins; what is known too late is played for nothing. */
static bool play_pairing(struct classroom *c, int index, struct th_error *e) {
    struct pairing *p = &c->pairing[index];
    struct place_to_keep to = {c, p};
    pthread_mutex_lock(&c->mutex);
    if (c->set.disqualify > 0) class_judge(c);
    const struct pairing now = *p;
    pthread_mutex_unlock(&c->mutex);
    return !class_is_missing(&now) || class_play_pairing(c, &now, keep_block, &to, e);
}

static bool is_missing(const struct classroom *c) {
    for (int i = 0; i < c->pairings; i++)
        if (class_is_missing(&c->pairing[i])) return true;
    return false;
}

/* A pairing that was left out since a submission seemed to be out may be needed after all, when
 * earlier ones are complete: the first that is not complete always gets played. */
bool class_play(struct classroom *c, struct th_error *e) {
    class_progress(c, "games", c->found, c->total);
    if (rank_count() > 1) return class_coordinate(c, e);
    while (is_missing(c) && !th_is_set(c->set.stop)) {
        if (!class_parallel(c, c->pairings, play_pairing, e)) return false;
        class_judge(c);
    }
    return true;
}
