#include "making.h"

#include "cmocka_includes.h"

struct bot make_bot(const struct th_game *game, const char *text) {
    struct th_spec spec;
    struct th_error e = {""};
    struct bot bot = {.kind = th_bot_find(game, text, &spec, &e)};
    if (bot.kind != NULL) bot.self = bot.kind->make(game, &spec.options, &e);
    if (bot.self == NULL) fail_msg("%s", e.text);
    return bot;
}

void drop_bot(struct bot *bot) {
    if (bot->kind->drop != NULL) bot->kind->drop(bot->self);
}

struct th_arena make_arena(const char *game, const char *const specs[], uint64_t games) {
    struct th_arena arena = {
        .games = games, .seed = th_seed_of(1), .threads = 1, .max_turns = 4000};
    struct th_spec spec;
    struct th_error e = {""};
    arena.game = th_game_find(game, &spec, &e);
    if (arena.game == NULL) fail_msg("%s", e.text);
    arena.game_options = spec.options;
    arena.players = th_game_seats(arena.game, &arena.game_options, &e);
    for (int i = 0; i < arena.players; i++) {
        const char *text = specs[0] != NULL && specs[1] == NULL ? specs[0] : specs[i];
        arena.player[i].kind = th_bot_find(arena.game, text, &spec, &e);
        if (arena.player[i].kind == NULL) fail_msg("%s", e.text);
        arena.player[i].options = spec.options;
    }
    return arena;
}

struct th_arena_result run_arena(const struct th_arena *arena) {
    struct th_arena_result result;
    struct th_error e = {""};
    if (!th_arena_run(arena, &result, &e)) fail_msg("%s", e.text);
    return result;
}
