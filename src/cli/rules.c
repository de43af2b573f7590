/* The rules of a game, for players. */
#include "commands.h"
#include "rules_print.h"
#include "table.h"
#include "tahur/registry.h"
#include <stdio.h>

static int list_games(void) {
    struct table t = table_start("ll");
    for (int i = 0; th_game_at(i) != NULL; i++) {
        table_add(&t, "tahur rules %s", th_game_at(i)->name);
        table_add(&t, "%s: %s", th_game_at(i)->title, th_game_at(i)->summary);
    }
    table_end(&t, 0, stdout);
    return STATUS_OK;
}

static int run(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    if (a->count == 0) return list_games();
    const struct th_game *game = th_game_find(a->positional[0], &spec, e);
    if (game == NULL || th_game_seats(game, &spec.options, e) == 0) return STATUS_USAGE;
    if (game->rules == NULL) {
        th_fail(e, "%s comes without a text of its rules", game->title);
        return STATUS_FAILED;
    }
    return rules_print(game, &spec.options, a->count > 1 ? a->positional[1] : NULL, e)
               ? STATUS_OK
               : STATUS_USAGE;
}

const struct command rules_command = {
    .name = "rules",
    .positional = "[GAME] [WORD]",
    .summary = "the rules of a game, or what they say about a word",
    .details =
        "Without a game: the list of games. Options of a game count: the rules are those that\n"
        "hold with them. With a word only what mentions it is printed. docs/rules/ has the\n"
        "same rules in every detail.",
    .min = 0,
    .max = 2,
    .examples = "  tahur rules parchis\n"
                "  tahur rules parchis:rules=course\n"
                "  tahur rules parchis bullet\n"
                "  tahur rules kittens | less",
    .run = run,
};
