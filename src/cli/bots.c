#include "commands.h"
#include "describe.h"
#include "look.h"
#include "tahur/registry.h"
#include <stdio.h>

static const struct th_option flags[] = {
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

static void print(const struct th_bot_entry *bot) {
    if (bot->stands_for != NULL) {
        print_folded(stdout, "%s: %s (%s)\n", bot->name, bot->summary, bot->stands_for);
        return;
    }
    print_folded(stdout, "%s: %s\n", bot->name, bot->summary);
    describe_options(bot->kind->options);
}

static json_t *to_json(const struct th_bot_entry *bot) {
    if (bot->stands_for != NULL)
        return json_pack("{s:s, s:s, s:s}", "bot", bot->name, "summary", bot->summary, "stands_for",
                         bot->stands_for);
    return json_pack("{s:s, s:s, s:o}", "bot", bot->name, "summary", bot->summary, "options",
                     describe_options_json(bot->kind->options));
}

static int run(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    const struct th_game *game = th_game_find(a->positional[0], &spec, e);
    if (game == NULL) return STATUS_USAGE;
    const bool json = th_options_number(&a->flags, "json") != 0;
    json_t *list = json_array();
    struct th_bot_entry bot;
    for (int i = 0; th_bot_at(game, i, &bot); i++)
        if (json)
            json_array_append_new(list, to_json(&bot));
        else
            print(&bot);
    if (json)
        print_json(json_pack("{s:s, s:o}", "game", game->name, "bots", list));
    else
        json_decref(list);
    return STATUS_OK;
}

const struct command bots_command = {
    .name = "bots",
    .positional = "GAME",
    .summary = "the bots of a game, with every option, its range, default and meaning",
    .details = "A bot is written by its name, or with options as name:key=value,key=value.",
    .flags = flags,
    .min = 1,
    .max = 1,
    .examples = "  tahur bots cantstop",
    .run = run,
};
