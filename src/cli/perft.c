/* Counting sequences of actions, depth by depth. */
#include "search/perft.h"
#include "commands.h"
#include "core/clock.h"
#include "core/text.h"
#include "describe.h"
#include "tahur/registry.h"
#include <stdio.h>
#include <stdlib.h>

static const struct th_option flags[] = {
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

struct counts {
    int depth;
    uint64_t sequences[PERFT_DEPTH_MAX + 1];
    double seconds, per_second; /* of the last depth, by processor time */
};

/* Counts, and shows each depth as soon as it is known. */
static bool measure(const struct th_game *game, const struct th_state *s, struct counts *c,
                    bool show, struct th_error *e) {
    char number[27];
    if (show) printf("depth  %18s\n", "sequences");
    for (int d = 1; d <= c->depth; d++) {
        const double begun = clock_cpu_seconds();
        if (!perft(game, s, d, &c->sequences[d], e)) return false;
        c->seconds = clock_cpu_seconds() - begun;
        if (show) printf("%5d  %18s\n", d, text_thousands((int64_t)c->sequences[d], number));
        if (show) fflush(stdout);
    }
    c->per_second = c->seconds > 0 ? (double)c->sequences[c->depth] / c->seconds : 0;
    return true;
}

static void print_speed(const struct counts *c) {
    char number[27];
    printf("depth %d in %.2f s of processor time, %s a second\n", c->depth, c->seconds,
           text_thousands((int64_t)c->per_second, number));
}

static void print_counts_json(const char *game, const struct counts *c) {
    json_t *list = json_array();
    for (int d = 1; d <= c->depth; d++)
        json_array_append_new(list, json_integer((json_int_t)c->sequences[d]));
    print_json(json_pack("{s:s, s:o, s:f, s:f}", "game", game, "perft", list, "seconds", c->seconds,
                         "per_second", c->per_second));
}

static int run(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    int64_t depth;
    const struct th_game *game = th_game_find(a->positional[0], &spec, e);
    if (game == NULL) return STATUS_USAGE;
    if (!text_count(a->positional[1], &depth) || depth < 1 || depth > PERFT_DEPTH_MAX) {
        char wrong[TEXT_CLIP_BYTES];
        th_fail(e, "the depth is a whole number from 1 to %d, not '%s'", PERFT_DEPTH_MAX,
                text_clip(a->positional[1], wrong));
        return STATUS_USAGE;
    }
    struct th_state *s = th_state_new(game, &spec.options, e);
    struct counts counts = {.depth = (int)depth};
    const bool read = s != NULL && (a->count < 3 || game->parse_position(s, a->positional[2], e));
    const bool json = th_options_number(&a->flags, "json") != 0;
    const bool ok = read && measure(game, s, &counts, !json, e);
    if (ok && json)
        print_counts_json(spec.text, &counts);
    else if (ok)
        print_speed(&counts);
    free(s);
    return ok ? STATUS_OK : read ? STATUS_FAILED : STATUS_USAGE;
}

const struct command perft_command = {
    .name = "perft",
    .positional = "GAME DEPTH [POSITION]",
    .summary = "counts the sequences of so many actions, from the start or a position",
    .details =
        "The classical check of a move generator and of its speed: every action is made, the\n"
        "last of a sequence too. What chance does counts as an action.",
    .flags = flags,
    .min = 2,
    .max = 3,
    .examples = "  tahur perft parchis 4\n"
                "  tahur perft parchis:rules=course 5\n"
                "  tahur perft y:size=5 3 --json",
    .run = run,
};
