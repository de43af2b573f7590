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
    struct th_arena arena;
    struct th_error e = {""};
    int count = 0;
    while (count < TH_SEATS_MAX && specs[count] != NULL) count++;
    if (!th_arena_read(&arena, game, specs, count, &e)) fail_msg("%s", e.text);
    arena.games = games;
    return arena;
}

struct th_arena_result run_arena(const struct th_arena *arena) {
    struct th_arena_result result;
    struct th_error e = {""};
    if (!th_arena_run(arena, &result, &e)) fail_msg("%s", e.text);
    return result;
}
