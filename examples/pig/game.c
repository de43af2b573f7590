/* Pig as a game of the table, with its metrics. */
#include "pig.h"

static const struct th_option options[] = {
    {"players", TH_INTEGER, 2, TH_SEATS_MAX, "2", NULL, "seats at the table"},
    {"goal", TH_INTEGER, 10, 1000, "100", NULL, "points to win"},
    {0},
};

static bool setup(struct th_state *s, const struct th_options *o, struct th_error *e) {
    (void)e; /* all options fit together */
    pig_start((struct pig *)(void *)s, (int)th_options_number(o, "players"),
              (int)th_options_number(o, "goal"));
    return true;
}

static int seats(const struct th_state *s) {
    return pig_in(s)->players;
}

static int mover(const struct th_state *s) {
    const struct pig *p = pig_in(s);
    if (p->phase == PIG_ROLLING) return TH_CHANCE;
    return p->phase == PIG_OVER ? TH_OVER : p->seat;
}

static int legal(const struct th_state *s, th_action out[]) {
    (void)s;
    out[0] = PIG_HOLD;
    out[1] = PIG_ROLL;
    return PIG_ACTIONS;
}

static int outcomes(const struct th_state *s, struct th_outcome out[]) {
    (void)s;
    for (int i = 0; i < PIG_SIDES; i++) out[i] = (struct th_outcome){(th_action)i, 1};
    return PIG_SIDES;
}

static void apply(struct th_state *s, th_action a) {
    struct pig *p = (struct pig *)(void *)s;
    if (p->phase == PIG_ROLLING)
        pig_rolled(p, (int)a + 1);
    else if (a == PIG_HOLD)
        pig_hold(p);
    else
        p->phase = PIG_ROLLING;
}

static uint32_t turns(const struct th_state *s) {
    return pig_in(s)->turns;
}

/* Turns go round, so the number of a turn says whose it is and which of that seat's. */
static uint64_t chance_key(const struct th_state *s) {
    return pig_in(s)->turns;
}

static int luck_of(const struct th_state *s) {
    return pig_in(s)->seat;
}

static void payoff(const struct th_state *s, double out[]) {
    for (int i = 0; i < pig_in(s)->players; i++) out[i] = i == pig_in(s)->seat ? 1.0 : 0.0;
}

enum { TURNS, BUSTS, ROLLS, POINTS };
static const char *const counter_names[] = {"turns", "busts", "rolls", "points", NULL};

static const struct th_metric metric_list[] = {
    {"bust_rate", "bust rate", "turns that ended with a 1 / turns", BUSTS, TURNS, true},
    {"rolls_per_turn", "rolls/turn", "rolls / turns", ROLLS, TURNS, false},
    {"points_per_turn", "points/turn", "points held / turns", POINTS, TURNS, false},
    {0},
};

static void count(const struct th_state *before, th_action a,
                  uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX]) {
    const struct pig *p = pig_in(before);
    const bool rolls = p->phase == PIG_ROLLING, bust = rolls && a == 0;
    const bool holds = !rolls && a == PIG_HOLD;
    uint32_t *own = counters[p->seat];
    own[ROLLS] += rolls;
    own[BUSTS] += bust;
    own[TURNS] += bust || holds;
    if (holds) own[POINTS] += p->turn_total;
}

static const struct th_analysis analysis = {
    .roller = "hold-at",
};

static const struct th_screen screen = {
    .draw = pig_draw,
    .describe = pig_describe,
    .odds = pig_odds,
    .events = pig_events,
};

static const struct th_metrics metrics = {
    .list = metric_list,
    .counters = counter_names,
    .count = count,
};

const struct th_game pig_game = {
    .name = "pig",
    .title = "Pig",
    .summary = "one die, as often as you dare, for two to four players",
    .rules = pig_rules,
    .rules_version = "1",
    .state_size = sizeof(struct pig),
    .min_seats = 2,
    .max_seats = TH_SEATS_MAX,
    .action_count = PIG_ACTIONS,
    .outcome_count = PIG_SIDES,
    .max_legal = PIG_ACTIONS,
    .options = options,
    .setup = setup,
    .seats = seats,
    .mover = mover,
    .legal = legal,
    .apply = apply,
    .outcomes = outcomes,
    .chance_key = chance_key,
    .turns = turns,
    .payoff = payoff,
    .action_text = pig_action_text,
    .parse_action = pig_parse_action,
    .position_text = pig_position_text,
    .parse_position = pig_parse_position,
    .fields = pig_fields,
    .luck_of = luck_of,
    .analysis = &analysis,
    .screen = &screen,
    .metrics = &metrics,
};
