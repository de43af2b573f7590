#include "signature.h"

#include "tahur/arena.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <string.h>

/* Sets an option of the bot, if it has it. */
static bool set_if_any(const struct th_bot_kind *kind, struct th_options *options, const char *name,
                       const char *value, struct th_error *e) {
    for (const struct th_option *o = kind->options; o != NULL && o->name != NULL; o++)
        if (strcmp(o->name, name) == 0) return th_options_set(options, kind->name, name, value, e);
    return true;
}

/* Every bot with its default options, and a small budget where it has one, against itself; a few
 * games that need not end. */
bool signature_of_game(const struct th_game *game, uint64_t *signature, struct th_error *e) {
    struct th_arena arena = {.game = game,
                             .games = 12,
                             .seed = {{2026, 0}},
                             .threads = 1,
                             .max_turns = 60,
                             .random_plies = 2};
    th_options_init(&arena.game_options, game->options);
    arena.players = th_game_seats(game, &arena.game_options, e);
    if (arena.players == 0) return false;
    struct th_bot_entry bot;
    *signature = 0;
    for (int i = 0; th_bot_at(game, i, &bot); i++) {
        struct th_spec spec;
        struct th_arena_result result;
        if (bot.kind == NULL || th_bot_needs_options(bot.kind, game)) continue; /* a short name */
        const struct th_bot_kind *kind = th_bot_find(game, bot.name, &spec, e);
        if (kind == NULL) return false;
        if (!set_if_any(kind, &spec.options, "iterations", "10", e) ||
            !set_if_any(kind, &spec.options, "depth", "2", e) ||
            !set_if_any(kind, &spec.options, "memory", "16", e))
            return false;
        for (int p = 0; p < arena.players; p++)
            arena.player[p] = (struct th_arena_player){kind, spec.options};
        if (!th_arena_run(&arena, &result, e)) return false;
        *signature = th_mix2(*signature, result.digest);
    }
    return true;
}

bool signature_of_all(uint64_t *signature, struct th_error *e) {
    *signature = 0;
    for (int i = 0; th_game_at(i) != NULL; i++) {
        uint64_t one;
        if (!signature_of_game(th_game_at(i), &one, e)) return false;
        *signature = th_mix2(*signature, one);
    }
    return true;
}
