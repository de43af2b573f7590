/* Counts the games of a class: against levels, and in the league. */
#include "results.h"

#include "tahur/rng.h"
#include <stdlib.h>

/* ---- blocks of a pairing ---- */

/* Calls `count` for each block that is there, in order. */
static bool visit_blocks(const struct classroom *c, const struct pairing *p,
                         bool (*count)(void *context, const struct plan *plan,
                                       const struct series_block *b),
                         void *context) {
    struct th_arena_player player[PAIRING_SIDES];
    const struct pairing *played = class_played(c, p);
    const struct plan plan = class_plan(c, p, player);
    for (uint64_t i = 0; i < played->done; i += (uint64_t)c->seats) {
        const struct series_block b =
            plan_block_at(&plan, i / (uint64_t)c->seats, &played->result[i]);
        if (!count(context, &plan, &b)) return false;
    }
    return true;
}

int pairing_side(const struct classroom *c, const struct pairing *p, uint64_t number, int seat) {
    const struct plan plan = {.seats = c->seats,
                              .fixture = p->fixture,
                              .fixtures = p->fixtures,
                              .line_ups = 1,
                              .all_orders = true,
                              .games = p->games};
    const struct series_block b = plan_block_at(&plan, number / (uint64_t)c->seats, NULL);
    return plan_bot(&plan, &b, (int)(number % (uint64_t)c->seats), seat);
}

/* ---- levels ---- */

static void count_seat(struct seat_result *s, double share, bool fault) {
    s->games++;
    s->won += share;
    s->faults += fault;
}

static bool count_level_block(void *context, const struct plan *plan,
                              const struct series_block *b) {
    struct level_result *l = context;
    exam_count(&l->exam, plan, b);
    for (int i = 0; i < b->games; i++) {
        const struct match_result *r = &b->result[i];
        double share[TH_SEATS_MAX];
        int seat = 0;
        series_shares(r, plan->seats, share);
        while (plan_bot(plan, b, i, seat) != 0) seat++;
        const bool fault = r->end == MATCH_FAULT && r->fault_seat == seat;
        count_seat(&l->all, share[seat], fault);
        count_seat(&l->seat[seat], share[seat], fault);
    }
    return true;
}

bool class_count_levels(struct class_results *r, struct th_error *e) {
    const struct classroom *c = r->class;
    const int players = class_players(c);
    for (int i = 0; i < players * c->levels; i++) {
        const struct pairing *p = &c->pairing[i];
        struct level_result *l = &r->level[i];
        if (!exam_make(&l->exam, &p->fixture[0].line_up[0], c->seats, c->set.require,
                       c->set.confidence, e))
            return false;
        visit_blocks(c, p, count_level_block, l);
        l->complete = class_played(c, p)->done == p->games;
    }
    return true;
}

const struct level_result *class_level_result(const struct class_results *r, int submission,
                                              int level) {
    const int bot = r->class->submission[submission].bot;
    return bot >= 0 ? &r->level[bot * r->class->levels + level] : NULL;
}

bool level_is_beaten(const struct level_result *l) {
    return l->exam.verdict == BETS_AT_LEAST;
}

/* ---- the league ---- */

struct league_count {
    struct class_results *results;
    int first; /* fixture of the pairing */
};

static bool count_league_block(void *context, const struct plan *plan,
                               const struct series_block *b) {
    const struct league_count *l = context;
    struct series_block own = *b;
    (void)plan;
    own.fixture += l->first;
    return league_count(&l->results->league, &own);
}

/* The plan of the whole league: the fixtures of all pairings, with the numbers of the class. */
static bool make_league_plan(struct class_results *r, struct th_error *e) {
    const struct classroom *c = r->class;
    int fixtures = 0, n = 0;
    for (int i = 0; i < c->pairings; i++)
        if (c->pairing[i].stage == STAGE_LEAGUE) fixtures += c->pairing[i].fixtures;
    r->fixture = calloc((size_t)fixtures + 1, sizeof *r->fixture);
    if (r->fixture == NULL) return th_fail(e, "out of memory");
    for (int i = 0; i < c->pairings; i++) {
        const struct pairing *p = &c->pairing[i];
        for (int f = 0; p->stage == STAGE_LEAGUE && f < p->fixtures; f++, n++)
            for (int seat = 0; seat < c->seats; seat++)
                r->fixture[n].line_up[0].bot[seat] = p->bot[p->fixture[f].line_up[0].bot[seat]];
    }
    r->plan = (struct plan){.game = c->set.game,
                            .game_options = &c->set.game_spec.options,
                            .seats = c->seats,
                            .bots = c->bots,
                            .fixture = r->fixture,
                            .fixtures = fixtures,
                            .line_ups = 1,
                            .all_orders = true};
    return true;
}

static bool is_stronger(const struct class_results *r, int a, int b) {
    const double x = r->ratings.strength[a], y = r->ratings.strength[b];
    return x > y || (x == y && a < b);
}

/* Submissions that are equally strong share their rank, as in sports: 1, 2, 2, 4. */
static void set_ranks(struct class_results *r) {
    const struct classroom *c = r->class;
    int before = -1; /* the bot of the submission before */
    for (int i = 0, place = 0; i < c->bots; i++) {
        const int bot = r->order[i];
        if (c->bot[bot].submission < 0) continue;
        place++;
        const bool tied =
            before >= 0 && r->ratings.strength[before] - r->ratings.strength[bot] < 1e-6;
        r->rank[bot] = tied ? r->rank[before] : place;
        before = bot;
    }
}

/* Insertion is fast enough for a class. */
static bool rate(struct class_results *r, struct th_error *e) {
    const struct classroom *c = r->class;
    if (!league_rate(&r->league, &r->ratings, e)) return false;
    r->rated = true;
    for (int i = 0; i < c->bots; i++) {
        int place = i;
        for (; place > 0 && is_stronger(r, i, r->order[place - 1]); place--)
            r->order[place] = r->order[place - 1];
        r->order[place] = i;
    }
    set_ranks(r);
    return true;
}

bool class_count_league(struct class_results *r, struct th_error *e) {
    const struct classroom *c = r->class;
    struct league_count count = {.results = r};
    if (!make_league_plan(r, e)) return false;
    if (r->plan.fixtures == 0) return true;
    if (!league_make(&r->league, &r->plan, e)) return false;
    for (int i = 0; i < c->pairings; i++) {
        const struct pairing *p = &c->pairing[i];
        if (p->stage != STAGE_LEAGUE) continue;
        visit_blocks(c, p, count_league_block, &count);
        count.first += p->fixtures;
    }
    return r->league.games == 0 || rate(r, e);
}

/* ---- all ---- */

static void count_games(struct class_results *r) {
    const struct classroom *c = r->class;
    for (int i = 0; i < c->pairings; i++) {
        const struct pairing *p = &c->pairing[i];
        if (p->alias >= 0) continue;
        for (uint64_t k = 0; k < p->done && p->result[k].end != MATCH_FORFEIT; k++) {
            r->digest = th_mix2(r->digest, p->result[k].digest);
            r->games++;
        }
    }
}

bool class_results_make(struct class_results *r, const struct classroom *c, struct th_error *e) {
    const size_t players = (size_t)class_players(c) + 1, bots = (size_t)c->bots + 1;
    *r = (struct class_results){.class = c,
                                .level = calloc(players * (size_t)c->levels, sizeof *r->level),
                                .player = calloc(players, sizeof *r->player),
                                .order = calloc(bots, sizeof *r->order),
                                .rank = calloc(bots, sizeof *r->rank),
                                .mark = calloc((size_t)c->submissions + 1, sizeof *r->mark)};
    if (r->level == NULL || r->player == NULL || r->order == NULL || r->rank == NULL ||
        r->mark == NULL)
        return th_fail(e, "out of memory");
    count_games(r);
    if (!class_count_levels(r, e) || !class_count_league(r, e) || !class_count_faults(r, e) ||
        !class_compare(r, e))
        return false;
    class_count_marks(r);
    return true;
}

void class_results_drop(struct class_results *r) {
    const struct classroom *c = r->class;
    for (int i = 0; c != NULL && r->level != NULL && i < class_players(c) * c->levels; i++)
        exam_drop(&r->level[i].exam);
    for (int i = 0; c != NULL && r->player != NULL && i < class_players(c); i++)
        for (int k = 0; k < SHOWN_GAMES; k++) json_decref(r->player[i].review[k]);
    league_drop(&r->league);
    ratings_drop(&r->ratings);
    similarity_drop(&r->similar);
    source_lists_drop(&r->sources);
    free(r->fixture);
    free(r->level);
    free(r->player);
    free(r->order);
    free(r->rank);
    free(r->mark);
    free(r->judge);
    *r = (struct class_results){.class = NULL};
}

int *class_order(const struct class_results *r) {
    const struct classroom *c = r->class;
    int *order = calloc((size_t)c->submissions + 1, sizeof *order), n = 0;
    if (order == NULL) return NULL;
    for (int i = 0; r->rated && i < c->bots; i++)
        if (c->bot[r->order[i]].submission >= 0) order[n++] = c->bot[r->order[i]].submission;
    for (int i = 0; i < c->submissions; i++)
        if (!r->rated || c->submission[i].bot < 0) order[n++] = i;
    return order;
}
