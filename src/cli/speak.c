/* Serves the protocol of docs/protocol.md with one of our bots: the other side of the bot exec. */
#include "commands.h"
#include "core/shortage.h"
#include "core/text.h"
#include "external/messages.h"
#include "tahur/registry.h"
#include "tahur/version.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct speaker {
    const struct th_game *game;
    const struct th_bot_kind *kind;
    const char *bot_text;
    struct th_spec bot_spec;
    void *bot; /* NULL: nobody has said hello */
    struct th_state *view;
    struct th_rng rng;
    bool begun; /* a game */
    struct message message;
    struct bytes answer;
};

static void drop_bot(struct speaker *s) {
    if (s->bot != NULL && s->kind->drop != NULL) s->kind->drop(s->bot);
    free(s->view);
    s->bot = NULL;
    s->view = NULL;
    s->begun = false;
}

/* A new bot for the game that hello names: the same game, with whatever options. */
static bool greet(struct speaker *s, struct th_error *e) {
    struct th_spec spec;
    if (s->message.protocol != PROTOCOL_VERSION)
        return th_fail(e, "this is version %d of the protocol, not %lld", PROTOCOL_VERSION,
                       (long long)s->message.protocol);
    const struct th_game *game = th_game_find(s->message.game, &spec, e);
    if (game == NULL) return false;
    if (game != s->game)
        return th_fail(e, "hello is about %s, but this bot was started for %s", game->name,
                       s->game->name);
    drop_bot(s);
    s->view = th_state_new(game, &spec.options, e);
    s->bot =
        s->view != NULL ? th_bot_make(s->kind, game, &spec.options, &s->bot_spec.options, e) : NULL;
    if (s->bot == NULL) return false;
    message_name(&s->answer, s->bot_text, TH_VERSION);
    return true;
}

static bool read_view(struct speaker *s, struct th_error *e) {
    struct th_error why;
    if (s->message.seat < 0 || s->message.seat >= s->game->seats(s->view))
        return th_fail(e, "there is no seat %lld", (long long)s->message.seat);
    return s->game->parse_position(s->view, s->message.view, &why) ||
           th_fail(e, "the view cannot be read: %s", why.text);
}

static bool begin(struct speaker *s, struct th_error *e) {
    if (!read_view(s, e)) return false;
    s->rng = th_rng_seeded((uint64_t)s->message.seed);
    if (s->kind->begin != NULL) s->kind->begin(s->bot, s->view, (int)s->message.seat);
    s->begun = true;
    return true;
}

static bool choose(struct speaker *s, struct th_error *e) {
    th_action legal[TH_LEGAL_MAX];
    char move[TH_ACTION_BYTES];
    if (!s->begun) return th_fail(e, "choose came before start");
    if (!read_view(s, e)) return false;
    if (s->game->mover(s->view) != s->message.seat)
        return th_fail(e, "it is not seat %lld that decides in that view",
                       (long long)s->message.seat);
    if (!th_check_view(s->game, s->view, e)) return false;
    const int n = s->game->legal(s->view, legal);
    if (n != s->message.moves)
        return th_fail(e, "\"moves\" has %d moves, but %d are legal there", s->message.moves, n);
    const struct th_ask ask = {s->game, s->view, (int)s->message.seat, legal, n, &s->rng,
                               NULL,    NULL};
    const int place = n > 1 ? s->kind->choose(s->bot, &ask) : 0;
    if (place == TH_SHORTAGE) return shortage_fail(e);
    if (place < 0 || place >= n) return th_fail(e, "%s gives no legal move", s->bot_text);
    s->game->action_text(s->view, legal[place], move, sizeof move);
    message_move(&s->answer, s->message.id, move);
    return true;
}

static bool finish(struct speaker *s, struct th_error *e) {
    if (s->message.results != s->game->seats(s->view))
        return th_fail(e, "\"result\" has %d numbers, but there are %d seats", s->message.results,
                       s->game->seats(s->view));
    if (s->begun && s->kind->end != NULL) s->kind->end(s->bot, s->message.result);
    s->begun = false;
    return true;
}

static bool obey(struct speaker *s, struct th_error *e) {
    const enum message_kind kind = s->message.kind;
    if (s->bot == NULL && kind != MESSAGE_HELLO && kind != MESSAGE_QUIT && kind != MESSAGE_OTHER)
        return th_fail(e, "the first message must be hello");
    switch (kind) {
    case MESSAGE_HELLO:
        return greet(s, e);
    case MESSAGE_START:
        return begin(s, e);
    case MESSAGE_CHOOSE:
        return choose(s, e);
    case MESSAGE_END:
        return finish(s, e);
    default:
        return true;
    }
}

/* Until quit, or the end of the input. */
static bool converse(struct speaker *s, struct th_error *e) {
    char *line = NULL;
    size_t room = 0;
    ssize_t n;
    bool ok = true;
    while (ok && (n = getline(&line, &room, stdin)) > 0) {
        s->answer.size = 0;
        if (line[n - 1] == '\n') line[--n] = 0;
        ok = message_read(line, (size_t)n, &s->message, e) && obey(s, e);
        if (ok && s->message.kind == MESSAGE_QUIT) break;
        if (ok && s->answer.size > 0) fwrite(s->answer.data, 1, s->answer.size, stdout);
        fflush(stdout);
    }
    free(line);
    return ok;
}

static int run(const struct arguments *a, struct th_error *e) {
    struct speaker s = {.bot_text = a->positional[1]};
    struct th_spec game_spec;
    s.game = th_game_find(a->positional[0], &game_spec, e);
    if (s.game == NULL) return STATUS_USAGE;
    s.kind = th_bot_find(s.game, a->positional[1], &s.bot_spec, e);
    if (s.kind == NULL) return STATUS_USAGE;
    /* Options that do not fit together are told now, not when somebody says hello. */
    s.bot = th_bot_make(s.kind, s.game, &game_spec.options, &s.bot_spec.options, e);
    if (s.bot == NULL) return STATUS_USAGE;
    drop_bot(&s);
    const bool ok = converse(&s, e);
    drop_bot(&s);
    free(s.answer.data);
    return ok ? STATUS_OK : STATUS_FAILED;
}

const struct command speak_command = {
    .name = "speak",
    .protocol = true,
    .positional = "GAME BOT",
    .summary = "serves a bot on standard input and output, for other programs",
    .details =
        "Reads one JSON object a line and answers likewise, until quit or the end of the input: "
        "the\n"
        "protocol of docs/protocol.md, which the bot exec speaks from the other side. The options\n"
        "of the game are those of each hello, so GAME may be its name alone.",
    .min = 2,
    .max = 2,
    .examples = "  tahur speak kittens v2\n"
                "  tahur arena y:size=5 exec:command='tahur speak y hard' medium --games 10",
    .run = run,
};
