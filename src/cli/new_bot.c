/* A starter kit for a bot that is another program. */
#include "classroom/kit.h"
#include "command.h"
#include "tahur/registry.h"
#include "terminal.h"
#include <stdio.h>

static int run(const struct arguments *a, struct th_error *e) {
    const char *language = a->positional[0], *folder = a->positional[2];
    struct th_spec spec;
    const struct th_game *game = th_game_find(a->positional[1], &spec, e);
    if (game == NULL || !kit_write(language, game, &spec, folder, e)) return STATUS_USAGE;
    print_folded(stdout, "%s has a bot for %s. Begin with README.md; test.sh tests the bot.\n",
                 folder, game->title);
    return STATUS_OK;
}

const struct command new_bot_command = {
    .name = "new-bot",
    .positional = "LANGUAGE GAME FOLDER",
    .summary = "writes a starter kit for a bot in another language",
    .details =
        "The languages are python, javascript, c, cpp, rust and java. The folder gets one file\n"
        "with a bot that plays the game by a simple idea, a README and test.sh, which builds the\n"
        "bot, checks it with check-bot and plays some games. No file that is there already is\n"
        "changed. docs/write-a-bot.md says how to go on.",
    .min = 3,
    .max = 3,
    .examples = "  tahur new-bot python kittens my-bot\n"
                "  tahur new-bot rust cantstop:players=2 my-bot",
    .run = run,
};
