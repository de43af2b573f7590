#include "play_game.h"

#include "core/clock.h"
#include "core/text.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* What became of a person's turn. */
enum turn {
    TURN_GOES_ON, /* something has changed, and the game goes on from there */
    TURN_AGAIN,   /* nothing has changed */
    TURN_QUIT,
    TURN_INTERRUPTED,
    TURN_FAILED,
};

/* ---- who looks at the screen ---- */

/* Whether people share a screen that may not show the same to all of them. */
static bool is_shared(const struct play *p) {
    return p->session.game->view != NULL && session_persons(&p->session) > 1;
}

/* Who looks at the beginning: the only person, or everybody where nothing is hidden from a person.
 */
static void choose_viewer(struct play *p) {
    p->screen.viewer = TH_SEES_ALL;
    p->covered = is_shared(p);
    if (p->session.game->view == NULL || session_persons(&p->session) == 0) return;
    int seat = 0;
    while (!session_is_person(&p->session, seat)) seat++;
    p->screen.viewer = seat;
}

static enum play_got read_line(struct play *p, double seconds, char line[PLAY_LINE_BYTES]) {
    fflush(stdout);
    const enum play_got got = play_read_line(&p->input, seconds, p->stop, line);
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

static enum turn turn_of(enum play_got got) {
    return got == PLAY_GOT_INTERRUPT ? TURN_INTERRUPTED : TURN_QUIT;
}

/* Waits for Enter; `quit` ends here too. */
static enum turn await_enter(struct play *p, const char *message) {
    char line[PLAY_LINE_BYTES];
    screen_say(&p->screen, "%s", message);
    const enum play_got got = read_line(p, -1, line);
    if (got != PLAY_GOT_LINE) return turn_of(got);
    return strcasecmp(text_trim(line), play_commands[PLAY_QUIT].name) == 0 ? TURN_QUIT : TURN_AGAIN;
}

/* The screen goes from one person to another: what one may see is gone before the other comes. */
static enum turn hand_over(struct play *p, int seat) {
    char message[160];
    enum turn turn = TURN_AGAIN;
    if (!p->covered) {
        snprintf(message, sizeof message, "seat %d is next: press Enter to clear the screen", seat);
        turn = await_enter(p, message);
        screen_clear(&p->screen);
    }
    if (turn != TURN_AGAIN) return turn;
    snprintf(message, sizeof message, "seat %d: press Enter when nobody else looks at the screen",
             seat);
    turn = await_enter(p, message);
    p->screen.viewer = seat;
    p->covered = false;
    return turn;
}

/* ---- what a person can ask for ---- */

bool play_make_adviser(struct play *p, struct th_error *e) {
    struct th_spec spec;
    if (p->adviser.kind != NULL) return true;
    const struct th_bot_kind *kind = th_bot_find(p->session.game, p->hint, &spec, e);
    const struct th_options *game = &p->session.record.spec.options;
    void *self = kind != NULL ? th_bot_make(kind, p->session.game, game, &spec.options, e) : NULL;
    if (self == NULL) return false;
    p->adviser = (struct bot){.kind = kind, .self = self};
    return true;
}

static void hint(struct play *p) {
    const struct th_game *game = p->session.game;
    struct th_error e;
    th_action action, legal[TH_LEGAL_MAX];
    char text[TH_ACTION_BYTES];
    if (!play_make_adviser(p, &e)) {
        screen_say(&p->screen, "%s", e.text);
        return;
    }
    if (!session_hint(&p->session, &p->adviser, &action)) {
        screen_say(&p->screen, "%s does not know", p->hint);
        return;
    }
    const struct th_state *view = session_view(&p->session, p->screen.viewer);
    const int place = th_place_of(action, legal, game->legal(view, legal));
    screen_say(&p->screen, "%s would play %d) %s", p->hint, place + 1,
               game->action_text(view, action, text, sizeof text));
}

static void odds(struct play *p) {
    const struct th_game *game = p->session.game;
    char text[2048];
    if (game->odds == NULL)
        screen_say(&p->screen, "nothing is left to chance in %s", game->title);
    else
        printf("%s", game->odds(session_view(&p->session, p->screen.viewer), text, sizeof text));
}

static enum turn undo(struct play *p) {
    if (!session_undo(&p->session)) {
        screen_say(&p->screen, "there is nothing to take back");
        return TURN_AGAIN;
    }
    screen_cut(&p->screen, p->session.record.steps);
    screen_say(&p->screen, "taken back");
    return TURN_GOES_ON;
}

/* Once for the question, once for the answer. */
static enum turn resign(struct play *p, int seat, bool sure) {
    if (!sure) {
        screen_say(&p->screen, "that gives the game up%s: write resign once more to do it",
                   p->session.record.seats > 2 ? ", and ends it for all" : "");
        p->resigning = true;
        return TURN_AGAIN;
    }
    session_end(&p->session, RECORD_RESIGNED, seat);
    return TURN_GOES_ON;
}

static void save(struct play *p, const char *path) {
    struct th_error e;
    if (!play_may_replace(path, &e) || !play_write(&p->session.record, path, &e)) {
        screen_say(&p->screen, "%s", e.text);
        return;
    }
    screen_say(&p->screen, "saved; `load %s` goes on with it, and tahur play --load", path);
    if (p->session.game->view != NULL)
        screen_say(&p->screen,
                   "the file holds all that is hidden in the game: do not look into it");
}

/* The same game with the players who sit here. On a mistake the game under way stays. */
static bool take_over(struct play *p, const char *path, struct th_error *e) {
    struct session *now = &p->session, next;
    struct record record;
    const char *players[TH_SEATS_MAX];
    if (!play_read(path, &record, e)) return false;
    bool ok = record.game == now->game &&
              th_options_equal(&record.spec.options, &now->record.spec.options);
    if (!ok)
        th_fail(e, "that is a game of %s, but here %s is played; tahur play --load goes on with it",
                record.spec.text, now->record.spec.text);
    for (int i = 0; i < now->record.seats; i++) players[i] = now->record.player[i];
    ok = ok && session_resume(&next, &record, players, now->record.seats, now->record.seed, e);
    if (!ok) {
        record_drop(&record);
        return false;
    }
    session_drop(now);
    *now = next;
    return true;
}

static enum turn load(struct play *p, const char *path) {
    struct th_error e;
    if (!take_over(p, path, &e)) {
        screen_say(&p->screen, "%s", e.text);
        return TURN_AGAIN;
    }
    for (int i = 0; i <= TH_SEATS_MAX; i++) p->screen.told[i] = p->session.record.steps;
    p->covered = is_shared(p);
    screen_say(&p->screen, "loaded, after %zu steps", p->session.record.steps);
    return TURN_GOES_ON;
}

static void help(struct play *p) {
    screen_say(&p->screen, "A move is written as it stands in the list, or by its number. Enter "
                           "alone shows everything again. The other commands, of which the first "
                           "letters will do:");
    for (int k = 0; k < PLAY_ORDERS; k++) {
        const struct play_command *c = &play_commands[k];
        if (c->name != NULL)
            screen_say(&p->screen, "  %s%-*s  %s", c->name, 9 - (int)strlen(c->name), c->argument,
                       c->help);
    }
}

/* ---- a person's turn ---- */

static void show_all(struct play *p, bool all_moves) {
    screen_tell(&p->screen);
    screen_board(&p->screen);
    screen_moves(&p->screen, all_moves);
}

static enum turn carry_out(struct play *p, int seat, const struct play_order *order,
                           bool was_resigning) {
    switch (order->kind) {
    case PLAY_AGAIN:
        show_all(p, true);
        return TURN_AGAIN;
    case PLAY_MOVE:
        return session_act(&p->session, order->move) ? TURN_GOES_ON : TURN_FAILED;
    case PLAY_BOARD:
        screen_board(&p->screen);
        return TURN_AGAIN;
    case PLAY_MOVES:
        screen_moves(&p->screen, true);
        return TURN_AGAIN;
    case PLAY_HINT:
        hint(p);
        return TURN_AGAIN;
    case PLAY_ODDS:
        odds(p);
        return TURN_AGAIN;
    case PLAY_UNDO:
        return undo(p);
    case PLAY_RESIGN:
        return resign(p, seat, was_resigning || order->rest[0] != 0);
    case PLAY_SAVE:
        save(p, order->rest);
        return TURN_AGAIN;
    case PLAY_LOAD:
        return load(p, order->rest);
    case PLAY_HELP:
        help(p);
        return TURN_AGAIN;
    default:
        return TURN_QUIT;
    }
}

static void prompt(struct play *p, int seat) {
    char left[24];
    if (p->timer.on)
        printf("[%s] ", timer_text(timer_left(&p->timer, seat, clock_seconds()), left));
    if (session_persons(&p->session) > 1) printf("seat %d", seat);
    printf("> ");
}

/* One line of a person, and what comes of it. */
static enum turn ask_once(struct play *p, int seat) {
    char line[PLAY_LINE_BYTES];
    th_action legal[TH_LEGAL_MAX];
    struct play_order order;
    struct th_error e;
    const bool was_resigning = p->resigning;
    prompt(p, seat);
    const double left = timer_left(&p->timer, seat, clock_seconds());
    const enum play_got got = read_line(p, p->timer.on ? left : -1, line);
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
    const struct th_state *view = session_view(&p->session, p->screen.viewer);
    if (!play_understand(p->session.game, view, legal, p->session.game->legal(view, legal), line,
                         &order, &e)) {
        screen_say(&p->screen, "%s", e.text);
        return TURN_AGAIN;
    }
    return carry_out(p, seat, &order, was_resigning);
}

static enum turn ask_person(struct play *p, int seat) {
    if (is_shared(p) && (p->covered || p->screen.viewer != seat)) {
        const enum turn turn = hand_over(p, seat);
        if (turn != TURN_AGAIN) return turn;
    }
    show_all(p, false);
    enum turn turn = TURN_AGAIN;
    const size_t steps = p->session.record.steps;
    timer_start(&p->timer, seat, clock_seconds());
    while (turn == TURN_AGAIN) turn = ask_once(p, seat);
    timer_stop(&p->timer, clock_seconds(), p->session.record.steps > steps);
    return turn;
}

/* ---- the game ---- */

/* One step of whoever is no person. A bot's time is its time to think. */
static enum session_step step(struct play *p) {
    const struct session *s = &p->session;
    const int seat = s->over ? TH_OVER : s->game->mover(s->record.last);
    if (seat < 0 || session_is_person(s, seat)) return session_step(&p->session);
    timer_start(&p->timer, seat, clock_seconds());
    const enum session_step result = session_step(&p->session);
    timer_stop(&p->timer, clock_seconds(), true);
    if (!p->timer.on || p->timer.left[seat] > 0 || result != SESSION_WENT_ON) return result;
    session_end(&p->session, RECORD_TIME, seat);
    return SESSION_ENDED;
}

static enum turn go_on(struct play *p) {
    for (;;) {
        if (atomic_load(p->stop)) return TURN_INTERRUPTED;
        switch (step(p)) {
        case SESSION_WENT_ON:
            if (!p->covered) screen_tell(&p->screen);
            break;
        case SESSION_ASKS: {
            const enum turn turn = ask_person(p, session_asks(&p->session));
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

static void say_winner(struct play *p, const char *why) {
    const struct record *r = &p->session.record;
    char name[TH_SPEC_BYTES + 16];
    for (int i = 0; i < r->seats; i++)
        if (r->result[i] == 1.0) {
            screen_name(&p->screen, i, name);
            screen_say(&p->screen, "%s%s %s won", why, name,
                       strcmp(name, "you") == 0 ? "have" : "has");
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
                 th_fault_names[-(int)r->fault]);
    say_winner(p, why);
}

enum play_end play_game(struct play *p) {
    choose_viewer(p);
    const enum turn turn = go_on(p);
    screen_end_line(&p->screen);
    if (!p->session.over) {
        session_end(&p->session, RECORD_STOPPED, 0);
        screen_say(&p->screen, "the game is stopped");
        return turn == TURN_INTERRUPTED ? PLAY_INTERRUPTED
               : turn == TURN_FAILED    ? PLAY_FAILED
                                        : PLAY_STOPPED;
    }
    screen_tell(&p->screen);
    screen_board(&p->screen);
    say_end(p);
    return PLAY_OVER;
}
