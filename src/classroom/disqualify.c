/* Which submissions are disqualified, and what they forfeit.
 *
 * Faults are counted in the order of the pairings, which is fixed: each submission against the
 * levels, then the league. A submission is out after the block in which it has reached
 * set.disqualify faults; the games of all later blocks and pairings are forfeited. So who is out
 * follows from the results of the games alone, and not from the order in which they are played.
 *
 * The database has only games that were played, and they are the same with any setting: a game that
 * is forfeited in this run may be there from another one, and does not count. */
#include "results.h"

void class_count_pairing_faults(const struct classroom *c, struct pairing *p) {
    for (int side = 0; side < PAIRING_SIDES; side++) p->faults[side] = 0;
    for (uint64_t i = 0; i < p->done; i++)
        if (p->result[i].end == MATCH_FAULT)
            p->faults[pairing_side(c, p, i, p->result[i].fault_seat)]++;
}

/* Levels are never out. */
static bool is_out(const struct classroom *c, const struct class_bot *b) {
    return c->set.disqualify > 0 && b->submission >= 0 && b->faults >= c->set.disqualify;
}

/* Counts blocks in their order; returns how many games there are until a submission is out. */
static uint64_t count_blocks(struct classroom *c, const struct pairing *p) {
    const struct pairing *played = class_played(c, p);
    struct class_bot *bot[PAIRING_SIDES] = {&c->bot[p->bot[0]], &c->bot[p->bot[1]]};
    for (uint64_t i = 0; i < played->done; i++) {
        const struct match_result *r = &played->result[i];
        if (r->end == MATCH_FAULT) bot[pairing_side(c, p, i, r->fault_seat)]->faults++;
        const bool last = (i + 1) % (uint64_t)c->seats == 0;
        if (last && (is_out(c, bot[0]) || is_out(c, bot[1]))) return i + 1;
    }
    return p->games;
}

/* Without faults there is nothing to count. */
static bool has_faults(const struct classroom *c, const struct pairing *p) {
    const struct pairing *played = class_played(c, p);
    return played->faults[0] > 0 || played->faults[1] > 0;
}

static void judge_pairing(struct classroom *c, struct pairing *p) {
    const bool out_before = is_out(c, &c->bot[p->bot[0]]) || is_out(c, &c->bot[p->bot[1]]);
    for (int i = 0; i < PAIRING_SIDES; i++) p->before[i] = c->bot[p->bot[i]].faults;
    p->until = out_before ? 0 : has_faults(c, p) ? count_blocks(c, p) : p->games;
    for (int i = 0; i < PAIRING_SIDES; i++) {
        struct class_bot *b = &c->bot[p->bot[i]];
        p->out[i] = is_out(c, b);
        if (!p->out[i]) continue;
        b->out_after = b->faults;
        b->forfeits += p->games - p->until;
    }
}

void class_judge(struct classroom *c) {
    for (int i = 0; i < c->bots; i++)
        c->bot[i].faults = c->bot[i].out_after = c->bot[i].forfeits = 0;
    c->total = 0;
    for (int i = 0; i < c->pairings; i++) {
        struct pairing *p = &c->pairing[i];
        judge_pairing(c, p);
        if (p->alias < 0) c->total += p->until > p->done ? p->until : p->done;
    }
}

void class_forfeit(struct classroom *c) {
    class_judge(c);
    for (int i = 0; i < c->pairings; i++) {
        struct pairing *p = &c->pairing[i];
        if (p->alias >= 0 || p->until == p->games || p->done < p->until) continue;
        for (uint64_t k = p->until; k < p->games; k++) {
            bool out[TH_SEATS_MAX];
            for (int seat = 0; seat < c->seats; seat++)
                out[seat] = p->out[pairing_side(c, p, k, seat)];
            match_forfeit(c->seats, out, &p->result[k]);
        }
        p->done = p->games;
    }
}
