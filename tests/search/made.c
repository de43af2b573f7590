#include "made.h"

struct made made[MADE_STATES];

struct state {
    int entry;
};

static const struct made *entry_of(const struct th_state *s) {
    return &made[((const struct state *)(const void *)s)->entry];
}

static bool setup(struct th_state *s, const struct th_options *o, struct th_error *e) {
    (void)o, (void)e;
    ((struct state *)(void *)s)->entry = 0;
    return true;
}

static int seats(const struct th_state *s) {
    (void)s;
    return 2;
}

static int mover(const struct th_state *s) {
    return entry_of(s)->mover;
}

static int legal(const struct th_state *s, th_action out[]) {
    for (int i = 0; i < entry_of(s)->children; i++) out[i] = (th_action)i;
    return entry_of(s)->children;
}

static void apply(struct th_state *s, th_action a) {
    ((struct state *)(void *)s)->entry = entry_of(s)->child[a];
}

static void payoff(const struct th_state *s, double out[]) {
    const int value = entry_of(s)->value;
    out[0] = value > 0 ? 1.0 : value < 0 ? 0.0 : 0.5;
    out[1] = 1.0 - out[0];
}

static uint32_t turns(const struct th_state *s) {
    (void)s;
    return 0;
}

static int evaluate(const struct th_state *s, int seat, const int weight[]) {
    const int value = entry_of(s)->value * weight[0];
    return seat == 0 ? value : -value;
}

static uint64_t key(const struct th_state *s) {
    return (uint64_t)((const struct state *)(const void *)s)->entry;
}

static int urgency(const struct th_state *s, th_action a) {
    return (entry_of(s)->value ^ (int)a) & 3;
}

static bool forced_ply(const struct th_state *s) {
    return entry_of(s)->forced;
}

static const struct th_weight weights[] = {{"value", 1, "times the value of the table"}, {0}};

static const struct th_search search = {
    .evaluate = evaluate,
    .weights = weights,
    .key = key,
    .urgency = urgency,
    .forced_ply = forced_ply,
};

const struct th_game made_game = {
    .name = "made",
    .state_size = sizeof(struct state),
    .min_seats = 2,
    .max_seats = 2,
    .action_count = MADE_CHILDREN,
    .max_legal = MADE_CHILDREN,
    .setup = setup,
    .seats = seats,
    .mover = mover,
    .legal = legal,
    .apply = apply,
    .turns = turns,
    .payoff = payoff,
    .search = &search,
};

static int outcomes(const struct th_state *s, struct th_outcome out[]) {
    const struct made *m = entry_of(s);
    for (int i = 0; i < m->children; i++)
        out[i] = (struct th_outcome){(th_action)i, (uint32_t)m->weight[i]};
    return m->children;
}

static int luck_of(const struct th_state *s) {
    (void)s;
    return 0;
}

const struct th_game made_chance_game = {
    .name = "made-chance",
    .state_size = sizeof(struct state),
    .min_seats = 2,
    .max_seats = 2,
    .action_count = MADE_CHILDREN,
    .outcome_count = MADE_CHILDREN,
    .max_legal = MADE_CHILDREN,
    .setup = setup,
    .seats = seats,
    .mover = mover,
    .legal = legal,
    .apply = apply,
    .outcomes = outcomes,
    .chance_key = key,
    .luck_of = luck_of,
    .turns = turns,
    .payoff = payoff,
    .search = &search,
};

const struct th_state *made_state(int entry) {
    static struct state s;
    s.entry = entry;
    return (const struct th_state *)(const void *)&s;
}

static int below(struct th_rng *rng, int n) {
    return (int)th_rng_below(rng, (uint32_t)n);
}

void made_at_random(struct th_rng *rng) {
    for (int i = 0; i < MADE_STATES; i++) {
        struct made *m = &made[i];
        const bool over = i > 0 && below(rng, 12) == 0;
        *m = (struct made){.mover = over ? TH_OVER : below(rng, 2), .value = below(rng, 41) - 20};
        m->forced = i < MADE_STATES - 1 && below(rng, 4) == 0;
        m->children = 1 + below(rng, MADE_CHILDREN);
        for (int k = 0; k < m->children; k++)
            m->child[k] =
                m->forced ? i + 1 + below(rng, MADE_STATES - 1 - i) : below(rng, MADE_STATES);
    }
}
