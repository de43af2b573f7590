/* The claims of the course project about its heuristics against measurements, as the page
 * docs/kittens-claims.md: build/bench/kittens_claims > docs/kittens-claims.md
 * Everything is drawn from fixed seeds, so the page is the same on every machine. */
#include "games/kittens/board.h"
#include "tahur/arena.h"
#include "tahur/registry.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { GAMES = 200000, STATES = 400000, CHOICES = 3 };

typedef enum kittens_action policy(const struct kittens *, struct th_rng *);

static struct th_arena_result play(const char *game, const char *a, const char *b, uint64_t games) {
    const char *const names[] = {a, b};
    struct th_arena arena = {
        .games = games, .seed = th_seed_of(1), .threads = 2, .max_turns = 4000};
    struct th_arena_result result;
    struct th_spec spec;
    struct th_error e;
    arena.game = th_game_find(game, &spec, &e);
    arena.game_options = spec.options;
    arena.players = 2;
    for (int i = 0; i < 2; i++) {
        arena.player[i].kind = th_bot_find(arena.game, names[i], &spec, &e);
        arena.player[i].options = spec.options;
    }
    if (!th_arena_run(&arena, &result, &e)) {
        fprintf(stderr, "%s\n", e.text);
        exit(1);
    }
    return result;
}

/* Shares of Draw, Skip and Attack among the three, from the arena's shares of all decisions. */
static void shares_in_play(const struct th_arena_standing *s, double out[CHOICES]) {
    const double sum = s->metric[0].mean + s->metric[1].mean + s->metric[2].mean;
    for (int i = 0; i < CHOICES; i++) out[i] = s->metric[i].mean / sum;
}

/* Over states: deck 5–30, 4 bombs, Skip and Attack in {0, 1}, hands of 2–8, all uniform. */
static void shares_over_states(policy *choose, double out[CHOICES]) {
    struct th_rng rng = th_rng_seeded(1);
    long count[CHOICES] = {0};
    for (int i = 0; i < STATES; i++) {
        struct kittens s;
        kittens_begin(&s, &kittens_decks[0], KITTENS_FULL);
        s.deck_size = (uint8_t)(5 + th_rng_below(&rng, 26));
        s.hand[0][KITTENS_SKIP] = (uint8_t)th_rng_below(&rng, 2);
        s.hand[0][KITTENS_ATTACK] = (uint8_t)th_rng_below(&rng, 2);
        s.hand_size[0] = (uint8_t)(2 + th_rng_below(&rng, 7));
        s.hand_size[1] = (uint8_t)(2 + th_rng_below(&rng, 7));
        count[choose(&s, &rng)]++;
    }
    for (int i = 0; i < CHOICES; i++) out[i] = (double)count[i] / STATES;
}

static void print_shares(const double share[CHOICES]) {
    printf("%.1f / %.1f / %.1f", 100 * share[0], 100 * share[1], 100 * share[2]);
}

static const char *const rule_sets[] = {"full", "classic"};
static const char *const bots[] = {"random", "v1", "v2", "v3"};
enum { BOTS = sizeof bots / sizeof *bots };

static void print_wins(void) {
    printf("\n## Who wins\n\nShare of the row's bot against the column's in %%, both seats "
           "averaged, ± 95 %%.\n");
    for (int r = 0; r < 2; r++) {
        char game[64];
        snprintf(game, sizeof game, "kittens:rules=%s", rule_sets[r]);
        printf("\n| `rules=%s` |", rule_sets[r]);
        for (int j = 0; j < BOTS; j++) printf(" %s |", bots[j]);
        printf("\n|---|---|---|---|---|\n");
        for (int i = 0; i < BOTS; i++) {
            printf("| %s |", bots[i]);
            for (int j = 0; j < BOTS; j++) {
                if (i == j) {
                    printf(" |");
                    continue;
                }
                const struct th_arena_result result = play(game, bots[i], bots[j], GAMES);
                printf(" %.1f ± %.1f |", 100 * result.player[0].share.mean,
                       196 * result.player[0].share.se);
            }
            printf("\n");
        }
    }
}

static void print_search(void) {
    enum { SEARCHES = 3 };
    static const struct {
        const char *bot;
        uint64_t games;
    } search[SEARCHES] = {
        {"mcts:iterations=500", 600}, {"mcts:iterations=4000", 600}, {"dqn", GAMES}};
    printf("\n## Searching many worlds, and learning\n\nShare of the row's bot in %%, "
           "`rules=full`, ± 95 %%; `dqn` plays the shipped model, one network for all four "
           "opponents. Best responses published: 98.0 %% against v2, 73.9 %% against v3.\n\n"
           "|  | games |");
    for (int j = 0; j < BOTS; j++) printf(" %s |", bots[j]);
    printf("\n|---|---|---|---|---|---|\n");
    for (int i = 0; i < SEARCHES; i++) {
        printf("| %s | %" PRIu64 " |", search[i].bot, search[i].games);
        for (int j = 0; j < BOTS; j++) {
            const struct th_arena_result result =
                play("kittens", search[i].bot, bots[j], search[i].games);
            printf(" %.1f ± %.1f |", 100 * result.player[0].share.mean,
                   196 * result.player[0].share.se);
        }
        printf("\n");
    }
}

static void print_play_shares(void) {
    printf("\n## Draw / Skip / Attack in play\n\nShares among the three in %%.\n\n"
           "| bot | against | `full` | `classic` |\n|---|---|---|---|\n");
    for (int i = 1; i <= 2; i++)
        for (int j = 0; j < BOTS; j++) {
            printf("| %s | %s |", bots[i], bots[j]);
            for (int r = 0; r < 2; r++) {
                char game[64];
                double share[CHOICES];
                snprintf(game, sizeof game, "kittens:rules=%s", rule_sets[r]);
                const struct th_arena_result result = play(game, bots[i], bots[j], GAMES);
                shares_in_play(&result.player[0], share);
                printf(" ");
                print_shares(share);
                printf(" |");
            }
            printf("\n");
        }
}

static void print_example(void) {
    enum { TRIES = 100000 };
    struct kittens s;
    struct th_rng rng = th_rng_seeded(1);
    long skips = 0;
    kittens_begin(&s, &kittens_decks[0], KITTENS_FULL);
    s.deck_size = 7, s.bombs = 1, s.hand_size[0] = 5, s.hand_size[1] = 3;
    for (int i = 0; i < TRIES; i++) skips += kittens_v2(&s, &rng) == KITTENS_DO_SKIP;
    printf("| example: deck 7, 1 bomb, 5 v 3 → Attack 60 %% | Skip %.0f %% | 14.3 %% is not > 15 "
           "%%, 5 is not > 3 + 2 |\n",
           100.0 * (double)skips / TRIES);
}

int main(void) {
    double share[CHOICES];
    printf("# Kittens: the course project's claims, measured\n\nWritten by "
           "`build/bench/kittens_claims > docs/kittens-claims.md`; deck `course`, %d games a "
           "figure, fixed seeds.\n\n| claim | measured here | why |\n|---|---|---|\n",
           GAMES);
    shares_over_states(kittens_v2, share);
    printf("| v2 plays Draw 45–55 %%, Skip 25–35 %%, Attack 15–25 %% | over uniformly sampled "
           "states ");
    print_shares(share);
    printf(" %%; in play see below | the claim is about \"average states\", not about play |\n");
    shares_over_states(kittens_v1, share);
    printf("| v1 about 65 / 25 / 10 %% | ");
    print_shares(share);
    printf(" %% over sampled states | |\n");
    const struct th_arena_result one = play("kittens", "v1", "random", GAMES),
                                 two = play("kittens", "v2", "random", GAMES);
    printf("| win rate against random: v1 55 %%, v2 35 %% | v1 %.1f %%, v2 %.1f %% (`full`) | v2 "
           "is not weaker, nor stronger |\n",
           100 * one.player[0].share.mean, 100 * two.player[0].share.mean);
    const struct th_arena_result agent2 = play("kittens", "dqn", "v2", GAMES),
                                 agent1 = play("kittens", "dqn", "v1", GAMES);
    printf("| agent 92–96 %% against v2, 70–74 %% against v1 | `dqn`, trained against both and two "
           "others: %.1f %% and %.1f %% | v2 is exploitable: it puts the bomb on top, and an "
           "Attack then kills it |\n",
           100 * agent2.player[0].share.mean, 100 * agent1.player[0].share.mean);
    print_example();
    print_wins();
    print_play_shares();
    print_search();
    return 0;
}
