/* Parchís as a game of the table. */
#include "board.h"
#include "core/match_loop.h"
#include "games/rules_text.h"
#include "network.h"
#include "notation.h"
#include "switches.h"

static const struct parchis *board(const struct th_state *s) {
    return (const struct parchis *)(const void *)s;
}

static const char *const rule_sets[] = {"text", "course", NULL};

static const struct th_option options[] = {
    {"rules", TH_CHOICE, 0, 0, "text", rule_sets,
     "text: the written rules; course: as the original course program plays"},
    {"items", TH_SWITCH, 0, 1, "1", NULL, "0: without special dice"},
    {0},
};

static bool setup(struct th_state *s, const struct th_options *o, struct th_error *e) {
    (void)e;
    parchis_start((struct parchis *)(void *)s,
                  th_options_number(o, "rules") == 0 ? PARCHIS_TEXT : PARCHIS_COURSE,
                  th_options_number(o, "items") != 0);
    return true;
}

static int seats(const struct th_state *s) {
    (void)s;
    return 2;
}

static int mover(const struct th_state *s) {
    return board(s)->winner != PARCHIS_NOBODY ? TH_OVER : parchis_player(board(s));
}

static int legal(const struct th_state *s, th_action out[]) {
    return parchis_legal(board(s), out);
}

static void apply(struct th_state *s, th_action a) {
    parchis_apply((struct parchis *)(void *)s, a);
}

static uint32_t turns(const struct th_state *s) {
    return board(s)->turn - 1;
}

static void payoff(const struct th_state *s, double out[]) {
    out[board(s)->winner] = 1.0;
    out[board(s)->winner ^ 1] = 0.0;
}

static uint64_t key(const struct th_state *s) {
    return board(s)->key;
}

static bool forced_ply(const struct th_state *s) {
    return board(s)->forced != 0;
}

enum { PLIES, EATEN, GOALS, BOUNCES, TRAPPED, SPECIALS, PASSES };
static const char *const counter_names[] = {"plies",   "eaten",    "goals",  "bounces",
                                            "trapped", "specials", "passes", NULL};

static const struct th_metric metric_list[] = {
    {"eat_rate", "eats", "share of plies that eat a piece", EATEN, PLIES, true},
    {"goal_rate", "goals", "share of plies that bring a piece to the goal", GOALS, PLIES, true},
    {"bounce_rate", "bounces", "share of plies that bounce", BOUNCES, PLIES, true},
    {"trap_rate", "traps", "share of plies that are stopped by a trap", TRAPPED, PLIES, true},
    {"special_rate", "specials", "share of plies with a special die", SPECIALS, PLIES, true},
    {"pass_rate", "passes", "share of plies that are passes", PASSES, PLIES, true},
    {0},
};

static int traps_on(const struct parchis *s) {
    int n = 0;
    while (n < PARCHIS_TRAPS && s->traps[n] != 0) n++;
    return n;
}

static void count(const struct th_state *before, th_action a,
                  uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX]) {
    const struct parchis *s = board(before);
    const int piece = parchis_action_piece(a);
    uint32_t *own = counters[parchis_player(s)];
    struct parchis after = *s;
    parchis_apply(&after, a);
    own[PLIES]++;
    own[EATEN] += after.forced == PARCHIS_TWENTY;
    own[GOALS] += piece != PARCHIS_PASS && parchis_in_goal(&after, piece);
    for (int c = 0; c < PARCHIS_COLOURS; c++)
        own[BOUNCES] += (uint32_t)(after.bounces[c] - s->bounces[c]);
    own[TRAPPED] += traps_on(&after) < traps_on(s);
    own[SPECIALS] += parchis_action_die(a) >= PARCHIS_STAR_DIE && piece != PARCHIS_PASS;
    own[PASSES] += piece == PARCHIS_PASS;
}

static int play_on(struct match *m) {
    return (int)match_loop(&parchis_game, count, m);
}

static const struct th_learning learning = {
    .observe = parchis_observe,
    .observation_layout = PARCHIS_OBSERVATION_LAYOUT,
    .observations = parchis_observations,
    .observation_name = parchis_observation_name,
    .observation_meaning = parchis_observation_meaning,
    .seat_action = parchis_seat_action,
};

static const struct th_search search = {
    .evaluate = parchis_evaluate,
    .weights = parchis_weights,
    .network = parchis_network_evaluate,
    /* build/bench/value_scale parchis:rules=text parchis:rules=course; docs/estimates.md */
    .value_scale = 10000,
    .key = key,
    .urgency = parchis_urgency,
    .forced_ply = forced_ply,
};

static const struct th_analysis analysis = {
    .judge = "alphabeta:depth=4",
    .roller = "alphabeta:depth=2",
};

static const struct th_screen screen = {
    .draw = parchis_draw,
    .describe = parchis_describe,
    .events = parchis_events,
    .extra = parchis_extra,
};

static const struct th_metrics metrics = {
    .list = metric_list,
    .counters = counter_names,
    .count = count,
};

const struct th_game parchis_game = {
    .name = "parchis",
    .title = "Parchís",
    .summary = "two players with two colours each choose their dice and run home",
    .rules = parchis_rules_text,
    .rules_version = "1",
    .state_size = sizeof(struct parchis),
    .min_seats = 2,
    .max_seats = 2,
    .action_count = PARCHIS_ACTIONS,
    .max_legal = PARCHIS_LEGAL_MAX,
    .options = options,
    .setup = setup,
    .seats = seats,
    .mover = mover,
    .legal = legal,
    .apply = apply,
    .turns = turns,
    .payoff = payoff,
    .action_text = parchis_action_text,
    .parse_action = parchis_parse_action,
    .position_text = parchis_position_text,
    .parse_position = parchis_parse_position,
    .fields = parchis_fields,
    .learning = &learning,
    .search = &search,
    .analysis = &analysis,
    .screen = &screen,
    .metrics = &metrics,
    .play_on = play_on,
};
