#include "luck_choice.h"

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

static bool may_pay(const struct plan *plan) {
    const uint32_t work = plan->game->analysis->outcome_work;
    for (int i = 0; i < plan->bots; i++)
        if (is_search(plan->bot[i].kind)) return true;
    return (work > 0 ? work : (uint32_t)plan->game->outcome_count) <= CHEAP_EVENT;
}

void luck_choice_begin(struct luck_choice *c, const struct plan *plan) {
    memset(c, 0, sizeof *c);
    c->asked = luck_is_known(plan->game) ? plan->luck : TH_LUCK_PLAIN;
    c->made = c->asked == TH_LUCK_AUTO && !may_pay(plan) ? TH_LUCK_PLAIN : c->asked;
    atomic_init(&c->measure, c->made != TH_LUCK_PLAIN);
    for (int i = 0; i < plan->bots; i++)
        c->answer_price += (plan->bot[i].kind->slow ? SLOW_ANSWER : FAST_ANSWER) / plan->bots;
}

static double variance_of(double sum, double squares, double n) {
    return (squares - sum / n * sum) / (n - 1);
}

/* Sums over the players: a bot's own figure varies with its share, the sum hardly. */
static void measure_ratios(struct luck_choice *c, int seats) {
    const double n = (double)c->blocks;
    double plain = 0, adjusted = 0;
    for (int i = 0; i < seats; i++) {
        plain += variance_of(c->plain[i].sum, c->plain[i].squares, n);
        adjusted += variance_of(c->adjusted[i].sum, c->adjusted[i].squares, n);
    }
    const double play = (double)c->plies * c->answer_price;
    c->variance_ratio = adjusted > 0 ? plain / adjusted : 0;
    c->time_ratio = play > 0 ? 1 + (double)c->work * ESTIMATE / play : 1;
}

static void choose(struct luck_choice *c, int seats) {
    if (c->blocks > 1) measure_ratios(c, seats);
    if (c->made == TH_LUCK_AUTO)
        c->made = c->variance_ratio > c->time_ratio ? TH_LUCK_ADJUSTED : TH_LUCK_PLAIN;
    atomic_store(&c->measure, c->made == TH_LUCK_ADJUSTED);
}

void luck_choice_add(struct luck_choice *c, const struct plan *plan, const struct series_block *b) {
    double share[TH_SEATS_MAX] = {0}, luck[TH_SEATS_MAX] = {0};
    if (!atomic_load(&c->measure) || c->blocks == LUCK_BLOCKS) return;
    for (int game = 0; game < b->games; game++) {
        const struct match_result *r = &b->result[game];
        for (int seat = 0; seat < plan->seats; seat++) {
            const int place = plan_place(plan, b, game, seat);
            share[place] += r->payoff[seat] / b->games;
            luck[place] += r->luck[seat] / b->games;
        }
        c->plies += r->plies;
        c->work += r->work;
    }
    for (int i = 0; i < plan->seats; i++) {
        const double adjusted = share[i] - luck[i];
        c->plain[i].sum += share[i];
        c->plain[i].squares += share[i] * share[i];
        c->adjusted[i].sum += adjusted;
        c->adjusted[i].squares += adjusted * adjusted;
    }
    if (++c->blocks == LUCK_BLOCKS) choose(c, plan->seats);
}

void luck_choice_end(struct luck_choice *c, const struct plan *plan) {
    if (atomic_load(&c->measure) && c->blocks < LUCK_BLOCKS) choose(c, plan->seats);
}
