/* Can't Stop as a game of the table, with its metrics. */
#include "board.h"
#include "core/match_loop.h"
#include "games/rules_text.h"
#include "notation.h"
#include "outlook.h"
#include "policy.h"
#include "solved.h"

#include "tahur/rng.h"

static const struct cantstop *board(const struct th_state *s) {
    return (const struct cantstop *)(const void *)s;
}

/* ---- options ---- */

static const char *const rule_sets[] = {"official", "bga", "seed", NULL};
static const char *const blockings[] = {"none", "jump", "stop", NULL}; /* enum cantstop_blocking */

static const struct th_option options[] = {
    {"players", TH_INTEGER, 1, TH_SEATS_MAX, "4", NULL,
     "seats at the table; 1 is solitaire, counted in turns"},
    {"rules", TH_CHOICE, 0, 0, NULL, rule_sets,
     "a set of the options below, each of which may still be given; official: the rules in the "
     "box, which are closed=1,forced=1; bga: those of Board Game Arena, the same; seed: the "
     "default ones"},
    {"forced", TH_SWITCH, 0, 1, "0", NULL,
     "1: the official move rule, both sums of a pairing move when both can; 0: one may be left"},
    {"closed", TH_SWITCH, 0, 1, "0", NULL,
     "1: a column that anyone has completed is closed to all; 0: only to that player"},
    {"blocking", TH_CHOICE, 0, 0, "none", blockings,
     "the squares of other players; none: they are shared; jump: a runner moves on to the next "
     "free one; stop: with a runner on one you must roll again"},
    {"columns", TH_INTEGER, CANTSTOP_TO_WIN, CANTSTOP_TO_WIN + 2, "3", NULL,
     "completed columns that win"},
    {0},
};

/* What the choices of `rules` stand for. Sources: docs/rules/cantstop.md. */
static const struct cantstop_rules usual = {.columns = CANTSTOP_TO_WIN};
static const struct cantstop_rules presets[] = {
    {.forced = true, .closed = true, .columns = CANTSTOP_TO_WIN},
    {.forced = true, .closed = true, .columns = CANTSTOP_TO_WIN},
    {.columns = CANTSTOP_TO_WIN},
};

/* The rules of a spec: its preset, but for what was given beside it. */
static struct cantstop_rules rules_in(const struct th_options *o) {
    struct cantstop_rules r = usual;
    if (th_options_given(o, "rules")) r = presets[th_options_number(o, "rules")];
    if (th_options_given(o, "forced")) r.forced = th_options_number(o, "forced") != 0;
    if (th_options_given(o, "closed")) r.closed = th_options_number(o, "closed") != 0;
    if (th_options_given(o, "blocking"))
        r.blocking = (enum cantstop_blocking)th_options_number(o, "blocking");
    if (th_options_given(o, "columns")) r.columns = (int)th_options_number(o, "columns");
    return r;
}

static void expand(struct th_options *o) {
    const struct cantstop_rules r = rules_in(o);
    struct th_error e;
    const char number[] = {(char)('0' + r.columns), 0};
    const struct {
        const char *name, *value;
        bool usual;
    } list[] = {
        {"forced", r.forced ? "1" : "0", !r.forced},
        {"closed", r.closed ? "1" : "0", !r.closed},
        {"blocking", blockings[r.blocking], r.blocking == CANTSTOP_SHARED},
        {"columns", number, r.columns == CANTSTOP_TO_WIN},
    };
    th_options_unset(o, "rules");
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (!list[i].usual && !th_options_given(o, list[i].name))
            th_options_set(o, "cantstop", list[i].name, list[i].value, &e);
}

static bool setup(struct th_state *s, const struct th_options *o, struct th_error *e) {
    (void)e;
    cantstop_start_rules((struct cantstop *)(void *)s, (int)th_options_number(o, "players"),
                         rules_in(o));
    return true;
}

/* ---- play ---- */

static int seats(const struct th_state *s) {
    return board(s)->players;
}

static int mover(const struct th_state *s) {
    const struct cantstop *b = board(s);
    if (b->phase == CANTSTOP_ROLL) return TH_CHANCE;
    return b->phase == CANTSTOP_OVER ? TH_OVER : b->seat;
}

static int legal(const struct th_state *s, th_action out[]) {
    const struct cantstop *b = board(s);
    if (b->phase == CANTSTOP_MOVE) return cantstop_moves(b, b->forced, out);
    out[0] = CANTSTOP_STOP;
    out[1] = CANTSTOP_GO_ON;
    if (cantstop_may_stop(b)) return 2;
    out[0] = CANTSTOP_GO_ON;
    return 1;
}

static void apply(struct th_state *s, th_action a) {
    struct cantstop *b = (struct cantstop *)(void *)s;
    if (b->phase == CANTSTOP_ROLL)
        cantstop_rolled(b, (int)a);
    else if (a == CANTSTOP_STOP)
        cantstop_bank(b);
    else if (a == CANTSTOP_GO_ON)
        b->phase = CANTSTOP_ROLL;
    else
        cantstop_make_move(b, a);
}

static int outcomes(const struct th_state *s, struct th_outcome out[]) {
    (void)s;
    for (int i = 0; i < CANTSTOP_ROLLS; i++)
        out[i] = (struct th_outcome){(th_action)i, cantstop_tables.rolls[i].weight};
    return CANTSTOP_ROLLS;
}

static th_action pick(const struct th_state *s, uint64_t bits) {
    (void)s;
    return cantstop_tables.roll_by_rank[th_scale(bits, CANTSTOP_ALL)];
}

/* Turns go round, so the number of a turn says whose it is and which of that seat's. */
static uint64_t chance_key(const struct th_state *s) {
    return board(s)->turns;
}

static uint32_t turns(const struct th_state *s) {
    return board(s)->turns;
}

static void payoff(const struct th_state *s, double out[]) {
    const unsigned winners = cantstop_winners(board(s));
    const double share = 1.0 / cantstop_count(winners);
    for (int i = 0; i < board(s)->players; i++) out[i] = winners >> i & 1 ? share : 0.0;
}

enum { TURNS, BUSTS, ROLLS, BANKED_TURNS, BANKED_STEPS };
static const char *const counter_names[] = {"turns",        "busts",        "rolls",
                                            "banked_turns", "banked_steps", NULL};

static const struct th_metric metric_list[] = {
    {"bust_rate", "bust rate", "busts / turns", BUSTS, TURNS, true},
    {"rolls_per_turn", "rolls/turn", "rolls / turns; the busting roll counts", ROLLS, TURNS, false},
    {"banked_per_turn", "steps/turn", "steps banked / turns; a bust banks 0", BANKED_STEPS, TURNS,
     false},
    {"banked_per_banked_turn", "steps/bank", "steps banked / turns that ended with a bank",
     BANKED_STEPS, BANKED_TURNS, false},
    {0},
};

/* A turn is counted where it ends: at a bank, or at the roll that busts. */
static inline void count(const struct th_state *before, th_action a,
                         uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX]) {
    const struct cantstop *b = board(before);
    uint32_t *own = counters[b->seat];
    if (b->phase == CANTSTOP_ROLL) {
        if (cantstop_tables.rolls[a].columns & cantstop_steppable(b)) return;
        own[TURNS]++;
        own[BUSTS]++;
        own[ROLLS] += b->rolls + 1U;
    } else if (a == CANTSTOP_STOP) {
        own[TURNS]++;
        own[ROLLS] += b->rolls;
        own[BANKED_TURNS]++;
        own[BANKED_STEPS] += b->steps;
    }
}

/* Every seat plays on as risk-stop does: nearer to good play than random moves, and much shorter.
 */
static void playouts(const struct th_state *s, int count, struct th_rng *rng, const th_flag *stop,
                     struct th_playouts *out) {
    enum { MOST_TURNS = 1000 };
    const int players = board(s)->players;
    for (int i = 0; i < players; i++) out->payoff[i] = 0;
    for (int k = 0; k < count; k++) {
        struct cantstop now = *board(s);
        const uint32_t last = now.turns + MOST_TURNS;
        while (now.phase != CANTSTOP_OVER && now.turns < last)
            cantstop_play_ply(&now, th_rng_next(rng));
        const unsigned winners =
            now.phase == CANTSTOP_OVER ? cantstop_winners(&now) : (1U << players) - 1;
        const double share = 1.0 / cantstop_count(winners);
        for (int i = 0; i < players; i++) out->payoff[i] += (winners >> i & 1 ? share : 0) / count;
        if (th_playouts_stop(stop, k + 1, count, players, out->payoff)) return;
    }
}

/* Not `forced`: it was there before models depended on any option, and they may play by both. */
static const char *const model_options[] = {"closed", "blocking", "columns", NULL};

static const struct game_tools tools = {.odds = cantstop_odds_tool,
                                        .solve = cantstop_solve_tool,
                                        .expand = expand,
                                        .model_options = model_options};

static int play_on(struct match *m) {
    return (int)match_loop(&cantstop_game, count, m);
}

static const struct th_learning learning = {
    .observe = cantstop_observe,
    .observation_layout = CANTSTOP_OBSERVATION_LAYOUT,
    .observations = cantstop_observations,
    .observation_name = cantstop_observation_name,
    .observation_meaning = cantstop_observation_meaning,
    .symmetries = cantstop_symmetries,
    .symmetric_number = cantstop_symmetric_number,
    .symmetric_action = cantstop_symmetric_action,
};

static const struct th_search search = {
    .playouts = playouts,
};

static const struct th_analysis analysis = {
    .judge = "turn-optimal",
    .adviser = "turn-optimal", /* sees more than hard, and at once */
    .roller = "risk-stop",
    .estimate = cantstop_estimate,
    .value = cantstop_value,
    .value_memory = sizeof(struct cantstop_values),
    .meet = cantstop_meet,
    .outcome_work = 4000,
};

static const struct th_screen screen = {
    .draw = cantstop_draw,
    .describe = cantstop_describe,
    .events = cantstop_events,
    .extra = cantstop_extra,
    .odds = cantstop_odds,
};

static const struct th_metrics metrics = {
    .list = metric_list,
    .counters = counter_names,
    .count = count,
};

const struct th_game cantstop_game = {
    .name = "cantstop",
    .title = "Can't Stop",
    .summary = "a press-your-luck dice race for one to four players",
    .rules = cantstop_rules_text,
    .rules_version = "1",
    .state_size = sizeof(struct cantstop),
    .min_seats = 1,
    .max_seats = TH_SEATS_MAX,
    .action_count = CANTSTOP_ACTIONS,
    .outcome_count = CANTSTOP_ROLLS,
    .max_legal = CANTSTOP_LEGAL_MAX,
    .draws = true, /* only if all columns are closed before a seat has enough of them */
    .options = options,
    .setup = setup,
    .seats = seats,
    .mover = mover,
    .legal = legal,
    .apply = apply,
    .outcomes = outcomes,
    .pick = pick,
    .chance_key = chance_key,
    .turns = turns,
    .payoff = payoff,
    .action_text = cantstop_action_text,
    .parse_action = cantstop_parse_action,
    .position_text = cantstop_position_text,
    .parse_position = cantstop_parse_position,
    .fields = cantstop_fields,
    .luck_of = cantstop_luck_of,
    .learning = &learning,
    .search = &search,
    .analysis = &analysis,
    .screen = &screen,
    .metrics = &metrics,
    .play_on = play_on,
    .tools = &tools,
};
