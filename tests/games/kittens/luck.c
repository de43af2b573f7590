#include "luck.h"

#include "core/bytes.h"
#include "making.h"
#include <math.h>
#include <stdlib.h>

static void walk(const struct kittens *start, const struct bytes *tape, const double payoff[],
                 luck_visit *visit, void *context) {
    struct bytes_reader reader = {tape->data, tape->data + tape->size, false};
    struct kittens s = *start;
    while (s.phase != KITTENS_OVER) {
        const th_action a = read_varint(&reader);
        visit(context, &s, a, payoff);
        kittens_game.apply((struct th_state *)(void *)&s, a);
    }
    visit(context, &s, 0, payoff);
}

void luck_walk(const struct luck_games *g, luck_visit *visit, void *context) {
    struct th_spec spec;
    struct th_error e;
    struct bytes tape = {0};
    struct kittens start, state, view;
    const struct th_game *game = th_game_find(g->game, &spec, &e);
    game->setup((struct th_state *)(void *)&start, &spec.options, &e);
    struct bot bots[2] = {make_bot(game, g->first), make_bot(game, g->second)};
    struct match_rules rules = {.game = game,
                                .start = (const struct th_state *)(const void *)&start,
                                .seed = th_seed_of(g->seed),
                                .max_turns = 4000,
                                .tape = &tape};
    for (uint64_t i = 0; i < g->games; i++) {
        struct match_result result;
        tape.size = 0;
        rules.random_plies = i % 4 == 3 ? (uint32_t)(i / 4 % (g->random_plies + 1)) : 0;
        match_play(&rules, bots, (struct match_number){i, i}, (struct th_state *)(void *)&state,
                   (struct th_state *)(void *)&view, &result);
        walk(&start, &tape, result.payoff, visit, context);
    }
    free(tape.data);
    for (int i = 0; i < 2; i++) drop_bot(&bots[i]);
}

static double chance_of_first(const struct kittens *s) {
    double chance[TH_SEATS_MAX];
    kittens_game.analysis->estimate((const struct th_state *)(const void *)s, chance);
    return chance[0];
}

/* What the outcome is worth more than the mean. */
static double luck_of(const struct kittens *s, th_action outcome) {
    struct th_outcome all[KITTENS_CARDS];
    const int n = kittens_game.outcomes((const struct th_state *)(const void *)s, all);
    double sum = 0, total = 0, came = 0;
    for (int i = 0; i < n; i++) {
        struct kittens after = *s;
        kittens_turned(&after, (enum kittens_card)all[i].action);
        const double chance = chance_of_first(&after);
        sum += all[i].weight * chance;
        total += all[i].weight;
        if (all[i].action == outcome) came = chance;
    }
    return came - sum / total;
}

void luck_add(void *context, const struct kittens *s, th_action a, const double payoff[]) {
    struct luck_sums *sums = context;
    const int mover = kittens_game.mover((const struct th_state *)(const void *)s);
    if (mover == TH_CHANCE) {
        sums->luck += luck_of(s, a);
    } else if (mover == TH_OVER) {
        sums->games++;
        sums->result += payoff[0];
        sums->luck_sum += sums->luck;
        sums->luck_squares += sums->luck * sums->luck;
        sums->products += sums->luck * payoff[0];
        sums->luck = 0;
    } else {
        const double first = chance_of_first(s), chance = mover == 0 ? first : 1 - first;
        const int bin = (int)(chance * LUCK_BINS);
        sums->bin[bin].states++;
        sums->bin[bin].foretold += chance;
        sums->bin[bin].won += payoff[mover];
    }
}

/* Results are 0 or 1: their squares are the same. */
struct luck_report luck_report(const struct luck_sums *s) {
    const double n = s->games, share = s->result / n, luck = s->luck_sum / n;
    const double of_results = share - share * share, of_luck = s->luck_squares / n - luck * luck;
    const double together = s->products / n - share * luck, coefficient = together / of_luck;
    return (struct luck_report){.share = share,
                                .luck = luck,
                                .luck_error = sqrt(of_luck / n),
                                .coefficient = coefficient,
                                .factor = of_results / (of_results - coefficient * together)};
}
