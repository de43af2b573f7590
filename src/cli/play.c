/* Playing against bots, or each other, at the terminal: people are asked, bots and chance go on. */
#include "play.h"

#include "analysis/think.h"
#include "command.h"
#include "contest_command.h"
#include "core/clock.h"
#include "core/file.h"
#include "core/text.h"
#include "terminal.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const struct th_option flags[] = {
    {"seed", TH_TEXT, 0, 0, NULL, NULL,
     "of the dice, the cards and the bots, a whole number or 32 hexadecimal digits: the same seed "
     "and the same moves are the same game; a "
     "random one is chosen, and printed, if not given"},
    {"clock", TH_TEXT, 0, 0, NULL, NULL,
     "time of each player for the whole game, and after a + what every decision adds: 5m, "
     "5m+3s, 300+3 (seconds unless s, m or h says otherwise). It runs while a player decides, of "
     "bots too, and is not given back by undo; a player without time left loses"},
    {"hint", TH_TEXT, 0, 0, NULL, NULL,
     "the bot that is asked by `hint`; by default turn-optimal in Can't Stop, else hard"},
    {"load", TH_TEXT, 0, 0, NULL, NULL,
     "goes on with a game that `save` or --record wrote; GAME and players are those of the file "
     "if none are named"},
    {"record", TH_TEXT, 0, 0, NULL, NULL,
     "writes the game to this file at its end, also if it is stopped"},
    {0},
};

/* ---- files ---- */

bool play_may_replace(const char *path, struct th_error *e) {
    static const char first[] = "tahur record ";
    char begin[sizeof first] = "", clipped[TEXT_CLIP_BYTES];
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size == 0) return true;
    FILE *file = fopen(path, "rb");
    if (file == NULL) return true; /* the write will say why */
    const size_t n = fread(begin, 1, sizeof first - 1, file);
    fclose(file);
    if (n == sizeof first - 1 && memcmp(begin, first, n) == 0) return true;
    return th_fail(e, "'%s' is there already and is no record of a game; name another file",
                   text_clip(path, clipped));
}

bool play_write(const struct record *r, const char *path, struct th_error *e) {
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL) return th_fail(e, "out of memory");
    record_write(memory, r);
    const bool whole = fclose(memory) == 0;
    const bool ok = whole ? file_replace(path, text, size, e) : th_fail(e, "out of memory");
    free(text);
    return ok;
}

bool play_read(const char *path, struct record *r, struct th_error *e) {
    char clipped[TEXT_CLIP_BYTES];
    struct th_error why;
    char *text = file_read_text_once(path, e);
    if (text == NULL) return false;
    struct record_reader reader = record_reader_of(text);
    struct record more;
    enum record_found found = record_next(&reader, r, &why), next = RECORD_NONE;
    text_clip(path, clipped);
    if (found == RECORD_GOOD && (next = record_next(&reader, &more, e)) != RECORD_NONE) {
        th_fail(e, "%s holds more than one game; a file with one is needed", clipped);
        if (more.game != NULL) record_drop(&more);
        record_drop(r);
    } else if (found == RECORD_WRONG) {
        th_fail(e, "%s: %s", clipped, why.text);
        if (r->game != NULL) record_drop(r);
    } else if (found == RECORD_NONE) {
        th_fail(e, "%s holds no game", clipped);
    }
    free(text);
    return found == RECORD_GOOD && next == RECORD_NONE;
}

/* ---- who looks at the screen ---- */

/* Who looks at the beginning: the only person, or everybody where nothing is hidden from a person.
 */
static void choose_viewer(struct play *p) {
    p->screen.viewer = TH_SEES_ALL;
    p->covered = play_is_shared(p);
    if (p->session.game->view == NULL || session_persons(&p->session) == 0) return;
    int seat = 0;
    while (!session_is_person(&p->session, seat)) seat++;
    p->screen.viewer = seat;
}

/* A line, asked for by a prompt; `words` are for completion, and NULL where no move is asked for.
 */
static enum play_got read_line(struct play *p, const char *prompt, double seconds,
                               const struct play_words *words, char line[PLAY_LINE_BYTES]) {
    enum play_got got;
    if (p->editor != NULL) {
        fflush(stdout);
        got = line_editor_read(p->editor, prompt, seconds, p->stop, words, line);
    } else {
        printf("%s", prompt);
        fflush(stdout);
        got = play_read_line(&p->input, seconds, p->stop, line);
    }
    p->screen.lines = 0;
    if (got != PLAY_GOT_LINE) {
        printf("\n");
    } else if (p->echo) {
        char shown[TEXT_CLIP_BYTES], clean[PLAY_LINE_BYTES];
        strcpy(clean, line);
        text_clean(clean);
        printf("%s\n", text_clip(clean, shown));
    }
    return got;
}

static enum play_turn turn_of(enum play_got got) {
    return got == PLAY_GOT_INTERRUPT ? TURN_INTERRUPTED : TURN_QUIT;
}

/* Waits for Enter; `quit` ends here too. */
static enum play_turn await_enter(struct play *p, const char *message) {
    char line[PLAY_LINE_BYTES];
    screen_say(&p->screen, "%s", message);
    const enum play_got got = read_line(p, "", -1, NULL, line);
    if (got != PLAY_GOT_LINE) return turn_of(got);
    return strcasecmp(text_trim(line), play_commands[PLAY_QUIT].name) == 0 ? TURN_QUIT : TURN_AGAIN;
}

/* The screen goes from one person to another: what one may see is gone before the other comes. */
static enum play_turn hand_over(struct play *p, int seat) {
    char message[160];
    enum play_turn turn = TURN_AGAIN;
    if (p->editor != NULL) line_editor_forget(p->editor);
    if (!p->covered) {
        snprintf(message, sizeof message, "seat %d is next: press Enter to clear the screen", seat);
        turn = await_enter(p, message);
        screen_clear(&p->screen);
    }
    if (turn != TURN_AGAIN) return turn;
    snprintf(message, sizeof message, "seat %d: press Enter when no one else looks at the screen",
             seat);
    turn = await_enter(p, message);
    p->screen.viewer = seat;
    p->covered = false;
    return turn;
}

/* ---- a person's turn ---- */

enum { PROMPT_BYTES = 64 };

static const char *prompt_text(const struct play *p, int seat, char out[PROMPT_BYTES]) {
    char left[24];
    struct text t = text_in(out, PROMPT_BYTES);
    if (p->timer.on)
        text_add(&t, "[%s] ", timer_text(timer_left(&p->timer, seat, clock_seconds()), left));
    if (session_persons(&p->session) > 1) text_add(&t, "seat %d", seat);
    text_add(&t, "> ");
    return out;
}

/* One line of a person, and what comes of it. */
static enum play_turn ask_once(struct play *p, int seat) {
    char line[PLAY_LINE_BYTES], prompt[PROMPT_BYTES];
    th_action legal[TH_LEGAL_MAX];
    struct play_words words;
    struct play_order order;
    struct th_error e;
    const bool was_resigning = p->resigning;
    const struct th_game *game = p->session.game;
    const struct th_state *view = session_view(&p->session, p->screen.viewer);
    play_list_words(&words, game, view, legal, game->legal(view, legal));
    const double left = timer_left(&p->timer, seat, clock_seconds());
    const enum play_got got =
        read_line(p, prompt_text(p, seat, prompt), p->timer.on ? left : -1, &words, line);
    if (got == PLAY_GOT_LATE ||
        (p->timer.on && timer_left(&p->timer, seat, clock_seconds()) <= 0)) {
        session_end(&p->session, RECORD_TIME, seat);
        return TURN_GOES_ON;
    }
    if (got != PLAY_GOT_LINE) return turn_of(got);
    p->resigning = false;
    if (strlen(line) == PLAY_LINE_BYTES - 1) {
        screen_say(&p->screen, "that line is too long");
        return TURN_AGAIN;
    }
    if (!play_understand(game, view, legal, &words, line, &order, &e)) {
        screen_say(&p->screen, "%s", e.text);
        return TURN_AGAIN;
    }
    return play_carry_out(p, seat, &order, was_resigning);
}

static enum play_turn ask_person(struct play *p, int seat) {
    if (play_is_shared(p) && (p->covered || p->screen.viewer != seat)) {
        const enum play_turn turn = hand_over(p, seat);
        if (turn != TURN_AGAIN) return turn;
    }
    play_show(p);
    enum play_turn turn = TURN_AGAIN;
    const size_t steps = p->session.record.steps;
    timer_start(&p->timer, seat, clock_seconds());
    while (turn == TURN_AGAIN) turn = ask_once(p, seat);
    timer_stop(&p->timer, clock_seconds(), p->session.record.steps == steps + 1);
    return turn;
}

/* ---- the game ---- */

/* One step of a bot or of chance. A bot's clock runs while it searches; an answer that Control-C
 * has cut short is not played. */
static enum session_step step(struct play *p) {
    struct session *s = &p->session;
    const int seat = s->over ? TH_OVER : s->game->mover(s->record.last);
    const size_t steps = s->record.steps;
    if (seat < 0 || session_is_person(s, seat)) return session_step(s);
    timer_start(&p->timer, seat, clock_seconds());
    s->stop = p->stop;
    const enum session_step result = session_step(s);
    timer_stop(&p->timer, clock_seconds(), true);
    if (atomic_load(p->stop) && s->record.steps > steps) record_cut(&s->record, steps);
    if (!p->timer.on || p->timer.left[seat] > 0 || result != SESSION_STEPPED) return result;
    session_end(&p->session, RECORD_TIME, seat);
    return SESSION_ENDED;
}

static enum play_turn go_on(struct play *p) {
    for (;;) {
        if (atomic_load(p->stop)) return TURN_INTERRUPTED;
        switch (step(p)) {
        case SESSION_STEPPED:
            if (!p->covered) screen_say_steps(&p->screen);
            break;
        case SESSION_AWAITS_PERSON: {
            const enum play_turn turn = ask_person(p, session_person_to_move(&p->session));
            if (turn != TURN_GOES_ON) return turn;
            break;
        }
        case SESSION_ENDED:
            return TURN_GOES_ON;
        default:
            return TURN_FAILED;
        }
    }
}

static int seats_with_a_share(const struct record *r) {
    int n = 0;
    for (int i = 0; i < r->seats; i++) n += r->result[i] > 0;
    return n;
}

static void say_winner(struct play *p, const char *why) {
    const struct record *r = &p->session.record;
    char name[TH_SPEC_BYTES + 16], shared[TH_SEATS_MAX * (TH_SPEC_BYTES + 24)];
    for (int i = 0; i < r->seats; i++)
        if (r->result[i] == 1.0) {
            screen_name(&p->screen, i, name);
            screen_say(&p->screen, "%s%s %s won", why, name,
                       strcmp(name, "you") == 0 ? "have" : "has");
            return;
        }
    if (r->end == RECORD_WON) {
        struct text t = text_in(shared, sizeof shared);
        for (int i = 0, left = seats_with_a_share(r); i < r->seats; i++) {
            if (r->result[i] <= 0) continue;
            screen_name(&p->screen, i, name);
            text_add(&t, "%s%s", name, --left > 1 ? ", " : left == 1 ? " and " : "");
        }
        screen_say(&p->screen, "a draw: %s share the win", shared);
        return;
    }
    screen_say(&p->screen, "%s%s", why,
               r->seats > 1 ? "the others share the win" : "that is the end");
}

static void say_end(struct play *p) {
    const struct record *r = &p->session.record;
    char name[TH_SPEC_BYTES + 16], why[TH_SPEC_BYTES + 64] = "";
    struct text t = text_in(why, sizeof why);
    screen_name(&p->screen, r->end_seat, name);
    if (r->end == RECORD_RESIGNED)
        text_add(&t, "%s resigned: ", name);
    else if (r->end == RECORD_TIME)
        text_add(&t, "%s ran out of time: ", name);
    else if (r->end == RECORD_FAULT)
        text_add(&t, "%s gave no answer that the rules allow (%s): ", name,
                 th_fault_name(r->fault));
    say_winner(p, why);
}

enum play_end {
    PLAY_OVER,        /* the game is */
    PLAY_STOPPED,     /* by a person, or the end of input */
    PLAY_INTERRUPTED, /* by Control-C */
    PLAY_FAILED,      /* there is no memory */
};

/* Plays to the end, and says how it ended. session.record is finished in any case. */
static enum play_end play_game(struct play *p) {
    choose_viewer(p);
    const enum play_turn turn = go_on(p);
    screen_end_line(&p->screen);
    if (!p->session.over) {
        session_end(&p->session, RECORD_STOPPED, 0);
        screen_say(&p->screen, "the game is stopped");
        return turn == TURN_INTERRUPTED ? PLAY_INTERRUPTED
               : turn == TURN_FAILED    ? PLAY_FAILED
                                        : PLAY_STOPPED;
    }
    screen_say_steps(&p->screen);
    screen_board(&p->screen);
    say_end(p);
    return PLAY_OVER;
}

/* ---- the command ---- */

/* As given, or a random one. */
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
    p->hint = th_options_text(&a->flags, "hint");
    if (p->hint == NULL) p->hint = think_adviser(p->session.game);
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
    for (int i = 0; i <= TH_SEATS_MAX; i++) p->screen.described[i] = s->record.steps;
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
    p->screen.open_seat = -1;
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
    .summary = "a game at the terminal; each player is human or a bot",
    .details = "Moves are listed with numbers; a move is given by its number or as it is\n"
               "written. Where a number is also a move, 2) is the number. Other commands in a\n"
               "game: hint, odds, rules, undo, resign, save FILE, load FILE, board, moves, help,\n"
               "quit. At a terminal a line can be edited; arrow up brings back earlier lines, and\n"
               "Tab completes moves and commands.\n\n"
               "No player sees what the seat may not know. Several people take turns at one\n"
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
