#include "figures.h"

#include "core/match.h"
#include "games/kittens/board.h"
#include "tahur/registry.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES = 3, ROW_GAMES = 100000, MIX_STATES = 400000 };
static const char *const choice_names[CHOICES] = {"draw", "skip", "attack"};

struct taker {
    figure_taker take;
    void *context;
    char *reason;
};

static bool wrong(const struct taker *t, const char *what) {
    snprintf(t->reason, 160, "%s", what);
    return false;
}

/* ---- matches ---- */

/* A ratio of sums over independent games, with its standard error. */
struct ratio {
    double n, d, nn, nd, dd;
};

static void ratio_add(struct ratio *r, double n, double d) {
    r->n += n, r->d += d;
    r->nn += n * n, r->nd += n * d, r->dd += d * d;
}

static double ratio_se(const struct ratio *r) {
    const double mean = r->n / r->d, squares = r->nn - 2 * mean * r->nd + mean * mean * r->dd;
    return squares > 0 ? sqrt(squares) / r->d : 0;
}

struct row {
    struct ratio wins, turns, share[2][CHOICES];
};

static void add_game(struct row *row, const struct match_result *result) {
    ratio_add(&row->wins, result->payoff[0], 1);
    ratio_add(&row->turns, result->turns - 1.0, 1); /* the record leaves the losing turn out */
    for (int seat = 0; seat < 2; seat++) {
        const uint32_t *c = result->counters[seat];
        const double all = (double)c[0] + c[1] + c[2];
        for (int i = 0; i < CHOICES; i++) ratio_add(&row->share[seat][i], c[i], all);
    }
}

static bool make_bot(const struct th_game *game, const char *name, struct bot *bot) {
    struct th_spec spec;
    struct th_error e;
    if (name == NULL || (bot->kind = th_bot_find(game, name, &spec, &e)) == NULL) return false;
    return (bot->self = bot->kind->make(game, &spec.options, &e)) != NULL;
}

static void drop_bot(struct bot *bot) {
    if (bot->self != NULL && bot->kind->drop != NULL) bot->kind->drop(bot->self);
}

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? text : "?";
}

static bool play_row(const json_t *entry, long games, struct row *row) {
    char text[64];
    struct th_spec spec;
    struct th_error e;
    struct kittens start, state, view;
    struct bot bots[2] = {{.kind = NULL}, {.kind = NULL}};
    struct match_result result;
    snprintf(text, sizeof text, "kittens:deck=%s,rules=%s", text_of(entry, "deck"),
             text_of(entry, "rules"));
    const struct th_game *game = th_game_find(text, &spec, &e);
    const bool made = game != NULL &&
                      game->setup((struct th_state *)(void *)&start, &spec.options, &e) &&
                      make_bot(game, text_of(entry, "first"), &bots[0]) &&
                      make_bot(game, text_of(entry, "second"), &bots[1]);
    const struct match_rules rules = {.game = game,
                                      .start = (struct th_state *)(void *)&start,
                                      .seed = th_seed_of(5),
                                      .max_turns = KITTENS_TURNS_MAX};
    memset(row, 0, sizeof *row);
    for (long g = 0; made && g < games; g++) { /* one of each block: all independent */
        match_play(&rules, bots, match_number((uint64_t)g * 2, 2),
                   (struct th_state *)(void *)&state, (struct th_state *)(void *)&view, &result);
        add_game(row, &result);
    }
    for (int i = 0; i < 2; i++) drop_bot(&bots[i]);
    return made;
}

/* `unit` is that of the last digit recorded. The record's own error is that of its games. */
static bool hand_over(const struct taker *t, const char *what, const struct ratio *r, long games,
                      const json_t *recorded, double unit) {
    struct figure f = {.measured = r->n / r->d, .se = ratio_se(r)};
    if (!json_is_number(recorded)) return wrong(t, "a match without one of its figures");
    f.recorded = json_number_value(recorded);
    snprintf(f.name, sizeof f.name, "%s", what);
    const double theirs = f.se * sqrt((double)games / ROW_GAMES);
    f.agrees = fabs(f.measured - f.recorded) - unit / 2 <= 4 * hypot(f.se, theirs);
    t->take(t->context, &f);
    return true;
}

static bool match_figures(const struct taker *t, const json_t *entry, long games) {
    struct row row;
    char match[96], what[160];
    if (!play_row(entry, games, &row)) return wrong(t, "a match that cannot be played");
    snprintf(match, sizeof match, "%s, %s, %s before %s", text_of(entry, "deck"),
             text_of(entry, "rules"), text_of(entry, "first"), text_of(entry, "second"));
    snprintf(what, sizeof what, "%s: wins of the first", match);
    if (!hand_over(t, what, &row.wins, games, json_object_get(entry, "win_first"), 1e-4))
        return false;
    snprintf(what, sizeof what, "%s: turns", match);
    if (!hand_over(t, what, &row.turns, games, json_object_get(entry, "mean_turns"), 1e-2))
        return false;
    for (int seat = 0; seat < 2; seat++)
        for (int c = 0; c < CHOICES; c++) {
            const json_t *shares =
                json_object_get(entry, seat == 0 ? "first_actions" : "second_actions");
            snprintf(what, sizeof what, "%s: %s of the %s", match, choice_names[c],
                     seat == 0 ? "first" : "second");
            if (!hand_over(t, what, &row.share[seat][c], games,
                           json_object_get(shares, choice_names[c]), 1e-4))
                return false;
        }
    return true;
}

/* ---- the heuristics alone ---- */

/* Over states: deck 5–30, 4 bombs, Skip and Attack in {0, 1}, hands of 2–8, all uniform. */
static bool mix_figures(const struct taker *t, const json_t *mix, const char *name, long states,
                        enum kittens_action (*policy)(const struct kittens *, struct th_rng *)) {
    struct th_rng rng = th_rng_seeded(7);
    long count[CHOICES] = {0};
    const json_t *recorded = json_object_get(mix, name);
    if (json_array_size(recorded) != CHOICES) return wrong(t, "a policy_mix without three shares");
    for (long i = 0; i < states; i++) {
        struct kittens s;
        kittens_begin(&s, &kittens_decks[0], KITTENS_FULL);
        s.deck_size = (uint8_t)(5 + th_rng_below(&rng, 26));
        s.hand[0][KITTENS_SKIP] = (uint8_t)th_rng_below(&rng, 2);
        s.hand[0][KITTENS_ATTACK] = (uint8_t)th_rng_below(&rng, 2);
        s.hand_size[0] = (uint8_t)(2 + th_rng_below(&rng, 7));
        s.hand_size[1] = (uint8_t)(2 + th_rng_below(&rng, 7));
        count[policy(&s, &rng)]++;
    }
    for (size_t c = 0; c < CHOICES; c++) {
        struct figure f = {.measured = (double)count[c] / (double)states};
        f.recorded = json_number_value(json_array_get(recorded, c));
        const double variance = f.recorded * (1 - f.recorded);
        f.se = sqrt(variance / (double)states);
        snprintf(f.name, sizeof f.name, "%s over sampled states: %s", name, choice_names[c]);
        f.agrees =
            fabs(f.measured - f.recorded) - 0.0005 <= 4 * hypot(f.se, sqrt(variance / MIX_STATES));
        t->take(t->context, &f);
    }
    return true;
}

bool kittens_figures(const json_t *file, long games, figure_taker take, void *context,
                     char reason[160]) {
    const struct taker t = {take, context, reason};
    const json_t *matches = json_object_get(file, "matches"),
                 *mix = json_object_get(file, "policy_mix"), *entry;
    size_t i;
    if (matches == NULL && mix == NULL) return wrong(&t, "neither matches nor policy_mix");
    json_array_foreach(matches, i, entry) {
        if (!match_figures(&t, entry, games)) return false;
    }
    return mix == NULL || (mix_figures(&t, mix, "V1", 4 * games, kittens_v1) &&
                           mix_figures(&t, mix, "V2", 4 * games, kittens_v2));
}
