/* What a bot would do in a position. */
#include "commands.h"
#include "core/clock.h"
#include "core/match.h"
#include "core/shortage.h"
#include "core/text.h"
#include "describe.h"
#include "tahur/registry.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct th_option flags[] = {
    {"seed", TH_INTEGER, 0, INT64_MAX, "1", NULL, "of the bot's generator"},
    {"json", TH_SWITCH, 0, 1, "0", NULL, "one JSON object instead of text"},
    {0},
};

/* The bot's answer in a state in which a seat has to act; negative: a fault. */
static int answer(const struct th_game *game, const struct th_bot_kind *kind, void *bot,
                  const struct th_state *s, struct th_state *view, uint64_t seed,
                  const th_action legal[], int n) {
    struct th_rng rng = th_rng_seeded(seed);
    const int seat = game->mover(s);
    memcpy(view, s, game->state_size);
    if (game->view != NULL) game->view(s, seat, view);
    if (n == 1) return 0; /* a seat with one action is not asked */
    const struct th_ask ask = {game, view, seat, legal, n, &rng, NULL, NULL};
    if (kind->begin != NULL) kind->begin(bot, view, seat);
    return kind->choose(bot, &ask);
}

static int tell(const struct th_game *game, const char *game_text, const char *bot_text,
                const struct th_state *s, th_action a, double seconds, bool json) {
    char text[TH_ACTION_BYTES];
    game->action_text(s, a, text, sizeof text);
    if (json)
        print_json(json_pack("{s:s, s:s, s:i, s:s, s:f}", "game", game_text, "bot", bot_text,
                             "seat", game->mover(s), "action", text, "seconds", seconds));
    else
        printf("%s\n", text);
    return STATUS_OK;
}

/* Whether a seat decides there; otherwise it says what is the matter, and, where chance moves, a
 * position that can be reached from there with this seed. `room` is for one state. */
static bool seat_decides(const struct th_game *game, const struct th_state *s,
                         struct th_state *room, uint64_t seed, struct th_error *e) {
    enum { STEPS_MAX = 1000 };
    char text[TH_POSITION_BYTES];
    const int mover = game->mover(s);
    if (mover >= 0) return true;
    if (mover == TH_OVER) return th_fail(e, "the game is over in this position");
    struct th_rng rng = th_rng_seeded(seed);
    memcpy(room, s, game->state_size);
    for (int i = 0; i < STEPS_MAX && game->mover(room) == TH_CHANCE; i++)
        game->apply(room, th_chance_pick(game, room, th_rng_next(&rng)));
    th_fail(e, "chance moves in this position; give a position in which a player moves");
    game->position_text(room, text, sizeof text);
    if (game->mover(room) >= 0 && strlen(e->text) + strlen(text) + 16 < sizeof e->text)
        th_fail(e,
                "chance moves in this position; give a position in which a player moves, such as "
                "'%s'",
                text);
    return false;
}

static int ask_bot(const struct arguments *a, const struct th_game *game,
                   const struct th_spec *game_spec, const struct th_state *s, struct th_state *view,
                   struct th_error *e) {
    struct th_spec spec;
    th_action legal[TH_LEGAL_MAX];
    const struct th_bot_kind *kind = th_bot_find(game, a->positional[1], &spec, e);
    if (kind == NULL) return STATUS_USAGE;
    if (!seat_decides(game, s, view, (uint64_t)th_options_number(&a->flags, "seed"), e))
        return STATUS_USAGE;
    if (!th_check_view(game, s, e)) return STATUS_USAGE;
    void *bot = th_bot_make(kind, game, &game_spec->options, &spec.options, e);
    if (bot == NULL) return STATUS_USAGE;
    const int n = game->legal(s, legal);
    const double begun = clock_seconds();
    const int place =
        answer(game, kind, bot, s, view, (uint64_t)th_options_number(&a->flags, "seed"), legal, n);
    const double seconds = clock_seconds() - begun;
    if (kind->drop != NULL) kind->drop(bot);
    if (place < 0 || place >= n) {
        if (place == TH_SHORTAGE)
            shortage_fail(e);
        else
            th_fail(e, "%s gives no legal action here", spec.text);
        return STATUS_FAILED;
    }
    return tell(game, game_spec->text, spec.text, s, legal[place], seconds,
                th_options_number(&a->flags, "json") != 0);
}

static int run(const struct arguments *a, struct th_error *e) {
    struct th_spec spec;
    const struct th_game *game = th_game_find(a->positional[0], &spec, e);
    if (game == NULL) return STATUS_USAGE;
    struct th_state *s = th_state_new(game, &spec.options, e);
    struct th_state *view = s != NULL ? th_state_new(game, &spec.options, e) : NULL;
    int status = STATUS_USAGE;
    if (view != NULL && (a->count < 3 || game->parse_position(s, a->positional[2], e)))
        status = ask_bot(a, game, &spec, s, view, e);
    free(s);
    free(view);
    return status;
}

const struct command ask_command = {
    .name = "ask",
    .positional = "GAME BOT [POSITION]",
    .summary = "what a bot would do, at the start or in a position",
    .flags = flags,
    .min = 2,
    .max = 3,
    .examples = "  tahur ask parchis:rules=course alphabeta:time=1000\n"
                "  tahur ask y:size=5 hard --json\n"
                "  tahur ask parchis hard 'yellow 10 c7 goal; blue 14 30 34; red 40 home home;\n"
                "    green 55 64 68; turn 9 yellow; dice 14 / 12456 / 126 / 5'",
    .run = run,
};
