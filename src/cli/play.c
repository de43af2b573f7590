/* Playing against bots, or each other, at the terminal. */
#include "commands.h"
#include "contest.h"
#include "core/file.h"
#include "core/text.h"
#include "interrupt.h"
#include "play_game.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const struct th_option flags[] = {
    {"seed", TH_TEXT, 0, 0, NULL, NULL,
     "of the dice, the cards and the bots, a whole number or 32 hexadecimal digits: the same seed "
     "and the same moves are the same game; a "
     "new one is drawn, and told, if not given"},
    {"clock", TH_TEXT, 0, 0, NULL, NULL,
     "time of each player for the whole game, and behind a + what every decision brings: 5m, "
     "5m+3s, 300+3 (seconds unless s, m or h says otherwise). It runs while a player decides, of "
     "bots too, and is not given back by undo; whoever has none left loses"},
    {"hint", TH_TEXT, 0, 0, NULL, NULL,
     "the bot that is asked by `hint`; by default turn-optimal in Can't Stop, else hard"},
    {"load", TH_TEXT, 0, 0, NULL, NULL,
     "goes on with a game that `save` or --record wrote; GAME and players are those of the file "
     "if none are named"},
    {"record", TH_TEXT, 0, 0, NULL, NULL,
     "writes the game to this file at its end, also if it is stopped"},
    {0},
};

/* As given, or one that is drawn. */
static bool read_seed(const struct arguments *a, struct th_seed *seed, struct th_error *e) {
    if (th_options_given(&a->flags, "seed")) return seed_flag(&a->flags, seed, e);
    return th_seed_draw(seed) || th_fail(e, "the system has no random seed; give one by --seed");
}

static bool load_session(const struct arguments *a, struct th_seed seed, struct session *s,
                         struct th_error *e) {
    struct record record;
    struct th_spec spec;
    if (!play_read(th_options_text(&a->flags, "load"), &record, e)) return false;
    const struct th_game *game = a->count > 0 ? th_game_find(a->positional[0], &spec, e) : NULL;
    bool ok = a->count == 0 || game != NULL;
    if (game != NULL && game != record.game)
        ok = th_fail(e, "the file holds a game of %s, not of %s", record.spec.text, spec.text);
    ok = ok &&
         session_resume(s, &record, a->count > 1 ? a->positional + 1 : NULL, a->count - 1, seed, e);
    if (!ok) record_drop(&record);
    return ok;
}

/* Everything that can be wrong is found before the first move. */
static bool prepare(const struct arguments *a, struct play *p, struct th_error *e) {
    struct th_seed seed;
    const char *clock = th_options_text(&a->flags, "clock");
    const char *record = th_options_text(&a->flags, "record");
    p->timer.running = -1;
    if (!read_seed(a, &seed, e)) return false;
    if (clock != NULL && !timer_parse(clock, &p->timer, e)) return false;
    if (record != NULL && !file_check_output(record, e)) return false;
    if (th_options_given(&a->flags, "load")) {
        if (!load_session(a, seed, &p->session, e)) return false;
    } else if (a->count == 0) {
        return th_fail(e, "needs a game and its players, as in tahur play parchis human hard; see "
                          "tahur play --help");
    } else if (!session_begin(&p->session, a->positional[0], a->positional + 1, a->count - 1, seed,
                              e)) {
        return false;
    }
    /* Where luck is open, the game's judge sees more than `hard`, and at once. */
    const struct th_game *game = p->session.game;
    p->hint = th_options_text(&a->flags, "hint");
    if (p->hint == NULL)
        p->hint = game->judge != NULL && game->outcomes != NULL ? game->judge : "hard";
    return !th_options_given(&a->flags, "hint") || play_make_adviser(p, e);
}

static void say_who_plays(struct play *p) {
    const struct session *s = &p->session;
    char name[TH_SPEC_BYTES + 16], players[TH_SEATS_MAX * (TH_SPEC_BYTES + 32)];
    struct text t = text_in(players, sizeof players);
    char seed[TH_SEED_BYTES];
    if (s->record.steps > 0 || s->record.own_start)
        screen_say(&p->screen, "%s (%s), after %zu steps", s->game->title, s->record.spec.text,
                   s->record.steps);
    else
        screen_say(&p->screen, "%s (%s), which --seed %s plays again", s->game->title,
                   s->record.spec.text, th_seed_write(s->record.seed, seed));
    for (int i = 0; i < s->record.seats; i++)
        text_add(&t, "%sseat %d: %s", i == 0 ? "" : "   ", i,
                 session_is_person(s, i) && session_persons(s) > 1
                     ? SESSION_PERSON
                     : screen_name(&p->screen, i, name));
    screen_say(&p->screen, "%s", players);
    if (session_persons(s) > 0)
        screen_say(&p->screen, "`help` lists the commands, `rules` shows the rules");
    for (int i = 0; i <= TH_SEATS_MAX; i++) p->screen.told[i] = s->record.steps;
}

static int play(const struct arguments *a, struct play *p, struct th_error *e) {
    static const int statuses[] = {[PLAY_OVER] = STATUS_OK,
                                   [PLAY_STOPPED] = STATUS_OK,
                                   [PLAY_INTERRUPTED] = STATUS_INTERRUPTED,
                                   [PLAY_FAILED] = STATUS_FAILED};
    const char *record = th_options_text(&a->flags, "record");
    p->stop = interrupt_watch();
    p->echo = !isatty(STDIN_FILENO);
    if (session_persons(&p->session) > 0) p->editor = line_editor_new();
    p->screen.session = &p->session;
    p->screen.teller = -1;
    say_who_plays(p);
    const enum play_end end = play_game(p);
    if (end == PLAY_FAILED) th_fail(e, "out of memory");
    if (record != NULL && !play_write(&p->session.record, record, e)) return STATUS_FAILED;
    return statuses[end];
}

static int run(const struct arguments *a, struct th_error *e) {
    struct play p = {0};
    const int status = prepare(a, &p, e) ? play(a, &p, e) : STATUS_USAGE;
    if (p.adviser.kind != NULL && p.adviser.kind->drop != NULL)
        p.adviser.kind->drop(p.adviser.self);
    line_editor_drop(p.editor);
    session_drop(&p.session);
    return status;
}

const struct command play_command = {
    .name = "play",
    .positional = "GAME PLAYER…",
    .summary = "a game at the terminal; a player is human or a bot, one a seat",
    .details = "Moves are listed with numbers; a move is given by its number or as it is\n"
               "written. Where a number is also a move, 2) is the number. Other commands in a\n"
               "game: hint, odds, rules, undo, resign, save FILE, load FILE, board, moves, help,\n"
               "quit. At a terminal a line can be edited; arrow up brings back earlier lines, and\n"
               "Tab completes moves and commands.\n\n"
               "Nobody is shown what the seat may not know. Several people take turns at one\n"
               "screen, which is cleared in between where something is hidden. A single legal\n"
               "move is made without asking. Lines may come from a pipe; at their end the game\n"
               "is stopped. Colour is used on terminals unless NO_COLOR is set.",
    .flags = flags,
    .min = 0,
    .max = 1 + TH_SEATS_MAX,
    .examples = "  tahur play parchis human hard\n"
                "  tahur play cantstop human easy medium hard --clock 5m+3s\n"
                "  tahur play kittens human human --record evening.txt\n"
                "  tahur play --load evening.txt",
    .run = run,
};
