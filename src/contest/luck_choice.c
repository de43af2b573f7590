#include "luck_choice.h"

#include "core/luck.h"
#include "series.h"
#include <stdlib.h>
#include <string.h>

const char *const luck_modes[] = {"plain", "adjusted", "auto", NULL};

/* Nanoseconds, in round figures: of an answer, and of an estimate. Bots say of themselves whether
 * they are slow. */
static const double FAST_ANSWER = 100, SLOW_ANSWER = 50000, ESTIMATE = 50;

/* Where each event costs more than so many estimates, fast bots play hundreds of games in the time
 * that one takes to be measured: nothing is measured to find that out. Only searches, which have
 * values, are known to be slow: bots of users count as slow and may be fast. */
enum { CHEAP_EVENT = 16 };

static bool is_search(const struct th_bot_kind *kind) {
    return kind->slow && kind->value_kind != TH_VALUE_NONE;
}

/* Of the bots that play, how many are searches; and what a decision costs in the mean. Bots of the
 * plan that sit in no line-up do not count. */
struct players {
    int searches;
    double answer_price;
};

static struct players players_of(const struct plan *plan) {
    struct players p = {0, 0};
    const int count = plan->fixtures * plan->line_ups * plan->seats;
    for (int f = 0; f < plan->fixtures; f++)
        for (int l = 0; l < plan->line_ups; l++)
            for (int i = 0; i < plan->seats; i++) {
                const int bot = plan->fixture[f].line_up[l].bot[i];
                const struct th_bot_kind *kind = plan->bot[bot].kind;
                p.searches += is_search(kind);
                p.answer_price += (kind->slow ? SLOW_ANSWER : FAST_ANSWER) / count;
            }
    return p;
}

static bool may_pay(const struct plan *plan, const struct players *players) {
    const uint32_t work = plan->game->analysis->outcome_work;
    return players->searches > 0 ||
           (work > 0 ? work : (uint32_t)plan->game->outcome_count) <= CHEAP_EVENT;
}

static uint64_t trial_blocks(const struct plan *plan) {
    const uint64_t fixtures = (uint64_t)plan->fixtures;
    const uint64_t rounds = (LUCK_BLOCKS + fixtures - 1) / fixtures;
    return (rounds < 2 ? 2 : rounds) * fixtures;
}

bool luck_choice_begin(struct luck_choice *c, const struct plan *plan, int scores,
                       struct th_error *e) {
    const struct players players = players_of(plan);
    memset(c, 0, sizeof *c);
    c->summary.asked = luck_is_known(plan->game) ? plan->luck : TH_LUCK_PLAIN;
    c->summary.chosen = c->summary.asked == TH_LUCK_AUTO && !may_pay(plan, &players)
                            ? TH_LUCK_PLAIN
                            : c->summary.asked;
    if (c->summary.chosen == TH_LUCK_PLAIN) return true;
    atomic_init(&c->measure, true);
    c->trial = trial_blocks(plan);
    c->scores = scores;
    c->fixtures = plan->fixtures;
    c->answer_price = players.answer_price;
    c->fixture = calloc((size_t)plan->fixtures, sizeof *c->fixture);
    return c->fixture != NULL || th_fail(e, "out of memory");
}

void luck_choice_drop(struct luck_choice *c) {
    free(c->fixture);
    c->fixture = NULL;
}

static double squares_around_mean(double sum, double squares, double n) {
    return squares - sum / n * sum;
}

/* Sums over the scores and fixtures: of a single bot, variances vary with its share, in the sum
 * hardly. */
static void measure_ratios(struct luck_choice *c) {
    double plain = 0, adjusted = 0;
    for (int f = 0; f < c->fixtures; f++) {
        const struct luck_sums *s = &c->fixture[f];
        const double n = (double)s->blocks;
        for (int i = 0; s->blocks > 1 && i < c->scores; i++) {
            plain += squares_around_mean(s->plain[i].sum, s->plain[i].squares, n);
            adjusted += squares_around_mean(s->adjusted[i].sum, s->adjusted[i].squares, n);
        }
    }
    const double play = (double)c->plies * c->answer_price;
    c->summary.variance_ratio = adjusted > 0 ? plain / adjusted : 0;
    c->summary.time_ratio = play > 0 ? 1 + (double)c->work * ESTIMATE / play : 1;
}

static void choose(struct luck_choice *c) {
    measure_ratios(c);
    if (c->summary.chosen == TH_LUCK_AUTO)
        c->summary.chosen =
            c->summary.variance_ratio > c->summary.time_ratio ? TH_LUCK_ADJUSTED : TH_LUCK_PLAIN;
    atomic_store(&c->measure, c->summary.chosen == TH_LUCK_ADJUSTED);
}

static bool is_trial(const struct luck_choice *c) {
    return c->trial > 0 && c->summary.blocks < c->trial && atomic_load(&c->measure);
}

void luck_choice_add(struct luck_choice *c, const struct series_block *b, const double plain[],
                     const double adjusted[]) {
    if (!is_trial(c)) return;
    struct luck_sums *s = &c->fixture[b->fixture];
    for (int i = 0; i < c->scores; i++) {
        s->plain[i].sum += plain[i];
        s->plain[i].squares += plain[i] * plain[i];
        s->adjusted[i].sum += adjusted[i];
        s->adjusted[i].squares += adjusted[i] * adjusted[i];
    }
    s->blocks++;
    for (int game = 0; game < b->games; game++) {
        c->plies += b->result[game].plies;
        c->work += b->result[game].work;
    }
    if (++c->summary.blocks == c->trial) choose(c);
}

void luck_choice_end(struct luck_choice *c) {
    if (is_trial(c)) choose(c);
}

void luck_choice_cancel(struct luck_choice *c) {
    if (!is_trial(c)) return;
    measure_ratios(c);
    if (c->summary.chosen == TH_LUCK_AUTO) c->summary.chosen = TH_LUCK_PLAIN;
}

atomic_bool *luck_choice_measure(struct luck_choice *c, const struct plan *plan) {
    return luck_is_known(plan->game) ? &c->measure : NULL;
}

void luck_block_wins(const struct plan *plan, const struct series_block *b, double plain[],
                     double adjusted[]) {
    double share[TH_SEATS_MAX];
    for (int place = 0; place < plan->seats; place++) plain[place] = adjusted[place] = 0;
    for (int game = 0; game < b->games; game++) {
        const struct match_result *r = &b->result[game];
        series_shares(r, plan->seats, share);
        for (int seat = 0; seat < plan->seats; seat++) {
            const int place = plan_place(plan, b, game, seat);
            plain[place] += share[seat];
            adjusted[place] += share[seat] - r->luck[seat];
        }
    }
}
