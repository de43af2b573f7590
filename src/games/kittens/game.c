/* Kittens as a game of the table. */
#include "board.h"
#include "core/match_loop.h"
#include "estimate.h"
#include "games/rules_text.h"
#include "notation.h"

static const char *const rule_sets[] = {"full", "classic", NULL};
static const char *const deck_names[] = {"course", "seed25", "official", NULL};

#define COUNT_OF(name, least, most, what)                                                          \
    { name, TH_INTEGER, least, most, NULL, NULL, what " in the deck; by default as `deck` has it" }

static const struct th_option options[] = {
    {"rules", TH_CHOICE, 0, 0, "full", rule_sets,
     "full: a decision before every owed draw; classic: one action a turn, as in the course "
     "project"},
    {"deck", TH_CHOICE, 0, 0, "course", deck_names,
     "30 cards, 25 cards, or the official game's, from which the hands are dealt"},
    COUNT_OF("bombs", 1, 20, "bombs"),
    COUNT_OF("defuses", 0, 16, "defuse cards"),
    COUNT_OF("skips", 0, 20, "skip cards"),
    COUNT_OF("attacks", 0, 20, "attack cards"),
    COUNT_OF("see-futures", 0, 20, "cards that show the top three"),
    COUNT_OF("draw-bottoms", 0, 20, "cards to draw from the bottom"),
    COUNT_OF("shuffles", 0, 20, "shuffle cards"),
    COUNT_OF("safes", 0, 60, "cards without an effect"),
    {0},
};
/* In the order of the cards. */
static const char *const count_names[KITTENS_CARDS] = {
    "bombs", "defuses", "skips", "attacks", "see-futures", "draw-bottoms", "shuffles", "safes"};

static bool setup(struct th_state *s, const struct th_options *o, struct th_error *e) {
    struct kittens_deck deck = kittens_decks[th_options_number(o, "deck")];
    int total = 0, pool = 0;
    for (int c = 0; c < KITTENS_CARDS; c++) {
        if (th_options_given(o, count_names[c]))
            deck.count[c] = (uint8_t)th_options_number(o, count_names[c]);
        total += deck.count[c];
        if (c != KITTENS_BOMB && c != KITTENS_DEFUSE) pool += deck.count[c];
    }
    if (total > KITTENS_DECK_MAX)
        return th_fail(e, "the deck would have %d cards; at most %d are possible", total,
                       KITTENS_DECK_MAX);
    if (pool < 2 * deck.dealt)
        return th_fail(e, "%d cards cannot be dealt from a deck of %d without bombs and defuses",
                       2 * deck.dealt, pool);
    kittens_begin(kittens_of(s), &deck, (enum kittens_rules)th_options_number(o, "rules"));
    return true;
}

static int seats(const struct th_state *s) {
    (void)s;
    return 2;
}

static int mover(const struct th_state *s) {
    switch ((enum kittens_phase)kittens_in(s)->phase) {
    case KITTENS_DECIDING:
    case KITTENS_PLACING:
        return kittens_in(s)->seat;
    case KITTENS_OVER:
        return TH_OVER;
    default:
        return TH_CHANCE;
    }
}

/* The set of kittens_legal_set as a list, without unpredictable branches. */
static int legal(const struct th_state *state, th_action out[]) {
    static const uint8_t plays[] = {[KITTENS_SKIP] = KITTENS_DO_SKIP,
                                    [KITTENS_ATTACK] = KITTENS_DO_ATTACK,
                                    [KITTENS_SEE_FUTURE] = KITTENS_DO_SEE_FUTURE,
                                    [KITTENS_DRAW_BOTTOM] = KITTENS_DO_DRAW_BOTTOM,
                                    [KITTENS_SHUFFLE] = KITTENS_DO_SHUFFLE};
    const struct kittens *s = kittens_in(state);
    if (s->phase == KITTENS_PLACING) {
        for (int i = 0; i < KITTENS_PLACES; i++) out[i] = (th_action)(KITTENS_PUT_TOP + i);
        return KITTENS_PLACES;
    }
    int n = 1;
    out[0] = KITTENS_DO_DRAW;
    for (int card = KITTENS_SKIP; card <= KITTENS_SHUFFLE; card++) {
        out[n] = plays[card];
        n += s->hand[s->seat][card] > 0;
    }
    return n;
}

static void apply(struct th_state *s, th_action a) {
    if (mover(s) == TH_CHANCE)
        kittens_turned(kittens_of(s), (enum kittens_card)a);
    else
        kittens_act(kittens_of(s), (enum kittens_action)a);
}

static int outcomes(const struct th_state *state, struct th_outcome out[]) {
    const struct kittens *s = kittens_in(state);
    const int card = kittens_card_at(s, kittens_turned_place(s));
    int n = 0;
    if (card != KITTENS_UNKNOWN) {
        out[n++] = (struct th_outcome){(th_action)card, 1};
        return n;
    }
    for (int c = 0; c < KITTENS_CARDS; c++)
        if (s->unknown[c] > 0) out[n++] = (struct th_outcome){(th_action)c, s->unknown[c]};
    return n;
}

static th_action pick(const struct th_state *state, uint64_t bits) {
    const struct kittens *s = kittens_in(state);
    const int card = kittens_card_at(s, kittens_turned_place(s));
    if (card != KITTENS_UNKNOWN) return (th_action)card;
    uint32_t total = 0, c = 0, below = 0;
    for (int i = 0; i < KITTENS_CARDS; i++) total += s->unknown[i];
    const uint32_t place = th_scale(bits, total);
    for (int i = 0; i < KITTENS_CARDS - 1; i++) { /* the cards that lie wholly below the place */
        below += s->unknown[i];
        c += place >= below;
    }
    return c;
}

/* Luck belongs to a seat: what it is dealt, the n-th card that it draws in the game, what its n-th
 * SeeFuture shows. So in the games of a block each bot has each seat's luck once, draw by draw,
 * however many draws the other skipped in between. Bombs come first among the outcomes: a draw
 * that is bad luck is bad luck in both games. */
static uint64_t chance_key(const struct th_state *state) {
    const struct kittens *s = kittens_in(state);
    const int seat = s->seat;
    int number = 0;
    if (s->phase == KITTENS_LOOKING) {
        number = s->played[seat][KITTENS_SEE_FUTURE];
    } else if (s->phase != KITTENS_DEALING) { /* each card came from a draw, each Defuse met one */
        number = s->hand_size[seat] + s->played[seat][KITTENS_DEFUSE];
        for (int c = 0; c < KITTENS_CARDS; c++) number += s->played[seat][c];
    }
    const int kind = s->phase == KITTENS_DRAWING_BOTTOM ? KITTENS_DRAWING : s->phase;
    return (uint64_t)kind << 32 | (uint64_t)seat << 16 | (uint64_t)number;
}

static uint32_t turns(const struct th_state *s) {
    return kittens_in(s)->turns;
}

static void payoff(const struct th_state *s, double out[]) {
    const int loser = kittens_in(s)->seat;
    out[loser] = 0.0;
    out[1 - loser] = 1.0;
}

static void view(const struct th_state *s, int seat, struct th_state *out) {
    kittens_view(kittens_in(s), seat, kittens_of(out));
}

static int viewer(const struct th_state *s) {
    return kittens_in(s)->viewer;
}

static void guess(const struct th_state *seen, int seat, struct th_rng *rng, struct th_state *out) {
    kittens_guess(kittens_in(seen), seat, rng, kittens_of(out));
}

static void estimate(const struct th_state *s, double out[]) {
    kittens_estimate(kittens_in(s), out);
}

static uint64_t summarise(const struct th_state *view, int seat) {
    return kittens_abstract(kittens_in(view), seat);
}

static int stage(const struct th_state *s) {
    return kittens_in(s)->deck_size;
}

static void observe(const struct th_state *seen, int seat, float out[]) {
    kittens_observe(kittens_in(seen), seat, out);
}

/* The counters of actions come first, by their ids. */
enum { DECISIONS = KITTENS_ACTIONS, BOMBS, DEFUSES, GAMES, PUT_BACK };
static const char *const counter_names[] = {
    [KITTENS_DO_DRAW] = "draw",
    [KITTENS_DO_SKIP] = "skip",
    [KITTENS_DO_ATTACK] = "attack",
    [KITTENS_PUT_TOP] = "put_top",
    [KITTENS_PUT_MIDDLE] = "put_middle",
    [KITTENS_PUT_BOTTOM] = "put_bottom",
    [KITTENS_DO_SEE_FUTURE] = "see_future",
    [KITTENS_DO_DRAW_BOTTOM] = "draw_bottom",
    [KITTENS_DO_SHUFFLE] = "shuffle",
    [DECISIONS] = "decisions",
    [BOMBS] = "bombs",
    [DEFUSES] = "defuses",
    [GAMES] = "games",
    [PUT_BACK] = "put_back",
    [PUT_BACK + 1] = NULL,
};

static const struct th_metric metric_list[] = {
    {"draw_share", "draw", "share of Draw in all decisions", KITTENS_DO_DRAW, DECISIONS, true},
    {"skip_share", "skip", "share of Skip in all decisions", KITTENS_DO_SKIP, DECISIONS, true},
    {"attack_share", "attack", "share of Attack in all decisions", KITTENS_DO_ATTACK, DECISIONS,
     true},
    {"top_share", "top", "share of bombs put back at the top", KITTENS_PUT_TOP, PUT_BACK, true},
    {"middle_share", "middle", "share of bombs put back in the middle", KITTENS_PUT_MIDDLE,
     PUT_BACK, true},
    {"bottom_share", "bottom", "share of bombs put back at the bottom", KITTENS_PUT_BOTTOM,
     PUT_BACK, true},
    {"see_future_share", "see", "share of SeeFuture in all decisions", KITTENS_DO_SEE_FUTURE,
     DECISIONS, true},
    {"draw_bottom_share", "draw-bottom", "share of DrawBottom in all decisions",
     KITTENS_DO_DRAW_BOTTOM, DECISIONS, true},
    {"shuffle_share", "shuffle", "share of Shuffle in all decisions", KITTENS_DO_SHUFFLE, DECISIONS,
     true},
    {"bombs_drawn", "bombs/game", "bombs drawn in a game", BOMBS, GAMES, false},
    {"defuses_used", "defuses/game", "bombs defused in a game", DEFUSES, GAMES, false},
    {0},
};

static void count(const struct th_state *before, th_action a,
                  uint32_t counters[TH_SEATS_MAX][TH_COUNTERS_MAX]) {
    const struct kittens *s = kittens_in(before);
    uint32_t *own = counters[s->seat];
    if (s->phase == KITTENS_DECIDING || s->phase == KITTENS_PLACING) {
        own[a]++;
        own[DECISIONS]++;
        own[PUT_BACK] += s->phase == KITTENS_PLACING;
    } else if ((s->phase == KITTENS_DRAWING || s->phase == KITTENS_DRAWING_BOTTOM) &&
               a == KITTENS_BOMB) {
        const bool defused = s->hand[s->seat][KITTENS_DEFUSE] > 0;
        own[BOMBS]++;
        own[DEFUSES] += defused;
        for (int i = 0; i < 2; i++) counters[i][GAMES] += !defused;
    }
}

/* Random play to the end, by direct calls. */
static void playouts(const struct th_state *state, int count, struct th_rng *rng,
                     const th_flag *stop, struct th_playouts *out) {
    out->payoff[0] = out->payoff[1] = 0;
    for (int k = 0; k < count; k++) {
        struct kittens s = *kittens_in(state);
        const struct th_state *now = (const struct th_state *)(const void *)&s;
        while (s.phase != KITTENS_OVER) {
            th_action actions[KITTENS_ACTIONS];
            if (s.phase != KITTENS_DECIDING && s.phase != KITTENS_PLACING) {
                kittens_turned(&s, (enum kittens_card)pick(now, th_rng_next(rng)));
                continue;
            }
            const int n = legal(now, actions);
            const uint32_t i = n > 1 ? th_rng_below(rng, (uint32_t)n) : 0;
            kittens_act(&s, (enum kittens_action)actions[i]);
        }
        out->payoff[1 - s.seat] += 1.0 / count;
        if (th_playouts_stop(stop, k + 1, count, 2, out->payoff)) return;
    }
}

static int play_on(struct match *m) {
    return (int)match_loop(&kittens_game, count, m);
}

static int episode_on(struct episode *e) {
    return (int)episode_loop(&kittens_game, e);
}

static const struct th_learning learning = {
    .observe = observe,
    .summarise = summarise,
    .stage = stage,
    .stage_name = "cards in the deck",
    .opponents = "v2",
    .evaluate_against = "random,v1,v2,v3",
    .observation_layout = KITTENS_OBSERVATION_LAYOUT,
    .model = "kittens.model",
    .observations = kittens_observations,
    .observation_name = kittens_observation_name,
    .observation_meaning = kittens_observation_meaning,
};

static const struct th_search search = {
    .playouts = playouts,
    .exploration = 1.5, /* measured against v2 and v3: from 0.2 to 1.8 ever better */
};

static const struct th_analysis analysis = {
    .roller = "v3",
    .estimate = estimate,
};

static const struct th_screen screen = {
    .draw = kittens_draw,
    .describe = kittens_describe,
    .events = kittens_events,
    .extra = kittens_extra,
    .odds = kittens_odds,
};

static const struct th_metrics metrics = {
    .list = metric_list,
    .counters = counter_names,
    .count = count,
};

const struct th_game kittens_game = {
    .name = "kittens",
    .title = "Kittens",
    .summary = "two players draw cards until one of them draws a bomb too many",
    .rules = kittens_rules_text,
    .rules_version = "1",
    .state_size = sizeof(struct kittens),
    .min_seats = 2,
    .max_seats = 2,
    .action_count = KITTENS_ACTIONS,
    .outcome_count = KITTENS_CARDS,
    .max_legal = KITTENS_ACTIONS,
    /* A card is dealt, drawn, played or put back and drawn again, and shows at most three others.
     */
    .longest_game = 8 * KITTENS_CARDS_MAX,
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
    .view = view,
    .viewer = viewer,
    .guess = guess,
    .action_text = kittens_action_text,
    .parse_action = kittens_parse_action,
    .position_text = kittens_position_text,
    .parse_position = kittens_parse_position,
    .fields = kittens_fields,
    .luck_of = kittens_luck_of,
    .learning = &learning,
    .search = &search,
    .analysis = &analysis,
    .screen = &screen,
    .metrics = &metrics,
    .play_on = play_on,
    .episode_on = episode_on,
};
