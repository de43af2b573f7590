/* The library in use: a game run by hand against a bot, then an arena that tells of every game.
 *
 *     cc library.c $(pkg-config --cflags --libs tahur) -o library
 */
#include <stdio.h>
#include <stdlib.h>
#include <tahur/arena.h>
#include <tahur/player.h>
#include <tahur/registry.h>
#include <tahur/version.h>

static int fail(const struct th_error *e) {
    fprintf(stderr, "library: %s\n", e->text);
    return EXIT_FAILURE;
}

/* Seat 0 takes the first action it has, the bot plays seat 1, chance is drawn from a seed. */
static int play_one(void) {
    struct th_error e;
    struct th_spec spec;
    struct th_player *bot = NULL;
    struct th_state *state = NULL;
    const struct th_game *game = th_game_find("cantstop:players=2", &spec, &e);
    if (game != NULL) state = th_state_new(game, &spec.options, &e);
    if (state != NULL) bot = th_player_new(game, &spec.options, "glenn-aloi", &e);
    if (bot == NULL) {
        free(state);
        return fail(&e);
    }
    struct th_rng luck = th_rng_seeded(1);
    enum th_fault fault = TH_NO_FAULT;
    int seat, steps = 0;
    th_player_begin(bot, state, 1, 2);
    while (fault == TH_NO_FAULT && (seat = game->mover(state)) != TH_OVER) {
        th_action action, legal[TH_LEGAL_MAX];
        char text[TH_ACTION_BYTES];
        if (seat == TH_CHANCE) {
            action = th_chance_pick(game, state, th_rng_next(&luck));
        } else if (seat == 1) {
            fault = th_player_ask(bot, state, &action);
            if (fault != TH_NO_FAULT) break;
        } else {
            game->legal(state, legal);
            action = legal[0];
        }
        if (steps++ < 8)
            printf("%s: %s\n",
                   seat == TH_CHANCE ? "chance"
                   : seat == 0       ? "we"
                                     : "the bot",
                   game->action_text(state, action, text, sizeof text));
        game->apply(state, action);
    }
    if (fault == TH_NO_FAULT) {
        double payoff[TH_SEATS_MAX];
        game->payoff(state, payoff);
        th_player_end(bot, payoff);
        printf("… and after %d steps, %s won\n", steps, payoff[1] > payoff[0] ? "the bot" : "we");
    } else {
        printf("the bot failed: %s\n", th_fault_name(fault));
    }
    th_player_drop(bot);
    free(state);
    return fault == TH_NO_FAULT ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Called for every game in its order, on however many threads they are played. */
static void tell(void *context, const struct th_arena_game *game) {
    FILE *out = context;
    if (game->number >= 4) return;
    for (int seat = 0; seat < game->seats; seat++)
        if (game->payoff[seat] == 1)
            fprintf(out, "game %d: player %d won from seat %d in %u turns\n", (int)game->number,
                    game->player[seat], seat, (unsigned)game->turns);
}

static int run_arena(void) {
    const char *const bots[] = {"v1", "v3"};
    struct th_error e;
    struct th_arena arena;
    struct th_arena_result result;
    if (!th_arena_read(&arena, "kittens", bots, 2, &e)) return fail(&e);
    arena.threads = 2;
    arena.finished = tell;
    arena.context = stdout;
    if (!th_arena_run(&arena, &result, &e)) return fail(&e);
    for (int i = 0; i < result.players; i++)
        printf("%s: %.1f %% of %d games, between %.1f %% and %.1f %%\n", bots[i],
               100 * result.player[i].share.mean, (int)result.games, 100 * result.player[i].low,
               100 * result.player[i].high);
    return EXIT_SUCCESS;
}

int main(void) {
    printf("tahur %s\n", th_version());
    return play_one() == EXIT_SUCCESS ? run_arena() : EXIT_FAILURE;
}
