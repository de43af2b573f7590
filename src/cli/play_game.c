#include "play_game.h"

#include "core/clock.h"
#include "core/text.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

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
    snprintf(message, sizeof message, "seat %d: press Enter when nobody else looks at the screen",
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

/* One step of whoever is no person. A bot's time is its time to think; what it answers in haste,
 * because of Control-C, is not played. */
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
    if (!p->timer.on || p->timer.left[seat] > 0 || result != SESSION_WENT_ON) return result;
    session_end(&p->session, RECORD_TIME, seat);
    return SESSION_ENDED;
}

static enum play_turn go_on(struct play *p) {
    for (;;) {
        if (atomic_load(p->stop)) return TURN_INTERRUPTED;
        switch (step(p)) {
        case SESSION_WENT_ON:
            if (!p->covered) screen_tell(&p->screen);
            break;
        case SESSION_ASKS: {
            const enum play_turn turn = ask_person(p, session_asks(&p->session));
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
                 th_fault_name(r->fault));
    say_winner(p, why);
}

enum play_end play_game(struct play *p) {
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
    screen_tell(&p->screen);
    screen_board(&p->screen);
    say_end(p);
    return PLAY_OVER;
}
