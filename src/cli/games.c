#include "commands.h"
#include "describe.h"
#include "tahur/registry.h"
#include <stdio.h>

static const struct th_option flags[] = {
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

static json_t *to_json(const struct th_game *g) {
    json_t *metrics = json_array();
    for (const struct th_metric *m = g->metrics; m != NULL && m->name != NULL; m++)
        json_array_append_new(metrics, json_pack("{s:s, s:s}", "name", m->name, "help", m->help));
    return json_pack("{s:s, s:s, s:s, s:s, s:i, s:i, s:o, s:o}", "game", g->name, "title", g->title,
                     "summary", g->summary, "rules_version", g->rules_version, "min_players",
                     g->min_seats, "max_players", g->max_seats, "options",
                     describe_options_json(g->options), "metrics", metrics);
}

static void print(const struct th_game *g) {
    printf("%s: %s, %s (rules version %s)\n", g->name, g->title, g->summary, g->rules_version);
    printf("  options:\n");
    describe_options(g->options);
    if (g->metrics != NULL) printf("  what the arena measures:\n");
    for (const struct th_metric *m = g->metrics; m != NULL && m->name != NULL; m++)
        printf("    %-23s %s\n", m->name, m->help);
}

static int run(const struct arguments *a, struct th_error *e) {
    (void)e;
    const bool json = th_options_number(&a->flags, "json") != 0;
    json_t *list = json_array();
    for (int i = 0; th_game_at(i) != NULL; i++)
        if (json)
            json_array_append_new(list, to_json(th_game_at(i)));
        else
            print(th_game_at(i));
    if (json)
        print_json(json_pack("{s:o}", "games", list));
    else
        json_decref(list);
    return STATUS_OK;
}

const struct command games_command = {
    .name = "games",
    .positional = "",
    .summary = "the games, with their options",
    .flags = flags,
    .run = run,
};
