/* What a person can ask for in a game. */
#include "core/text.h"
#include "play_game.h"
#include "rules_print.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

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
    char text[TH_ACTION_BYTES], chance[40] = "";
    double value;
    if (!play_make_adviser(p, &e)) {
        screen_say(&p->screen, "%s", e.text);
        return;
    }
    p->session.stop = p->stop;
    if (!session_hint(&p->session, &p->adviser, &action, &value)) {
        screen_say(&p->screen, "%s does not know", p->hint);
        return;
    }
    const struct th_state *view = session_view(&p->session, p->screen.viewer);
    const int place = th_place_of(action, legal, game->legal(view, legal));
    if (!isnan(value)) snprintf(chance, sizeof chance, ", to win with %.1f %%", 100 * value);
    screen_say(&p->screen, "%s would play %d) %s%s", p->hint, place + 1,
               game->action_text(view, action, text, sizeof text), chance);
}

static void odds(struct play *p) {
    const struct th_game *game = p->session.game;
    char text[2048];
    if (game->odds == NULL)
        screen_say(&p->screen,
                   game->outcomes == NULL ? "nothing is left to chance in %s"
                                          : "nobody has worked out the odds of %s",
                   game->title);
    else
        printf("%s", game->odds(session_view(&p->session, p->screen.viewer), text, sizeof text));
}

static void rules(struct play *p, const char *word) {
    const struct th_game *game = p->session.game;
    struct th_error e;
    if (game->rules == NULL)
        screen_say(&p->screen, "%s comes without a text of its rules", game->title);
    else if (!rules_print(game, &p->session.record.spec.options, word[0] != 0 ? word : NULL, &e))
        screen_say(&p->screen, "%s", e.text);
}

/* From the first on, or from one that is named by its number. */
static void moves(struct play *p, const char *rest) {
    th_action legal[TH_LEGAL_MAX];
    const int n = p->session.game->legal(session_view(&p->session, p->screen.viewer), legal);
    int64_t first = 1;
    char clipped[TEXT_CLIP_BYTES];
    if (rest[0] != 0 && (!text_integer(rest, &first) || first < 1 || first > n))
        screen_say(&p->screen, "moves takes the number of a move, 1 to %d, not '%s'", n,
                   text_clip(rest, clipped));
    else
        screen_moves(&p->screen, (int)first);
}

static enum play_turn undo(struct play *p) {
    if (!session_undo(&p->session)) {
        screen_say(&p->screen, "there is nothing to take back");
        return TURN_AGAIN;
    }
    screen_cut(&p->screen, p->session.record.steps);
    screen_say(&p->screen, "taken back");
    return TURN_GOES_ON;
}

/* Once for the question, once for the answer. */
static enum play_turn resign(struct play *p, int seat, bool sure) {
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

static enum play_turn load(struct play *p, const char *path) {
    struct th_error e;
    if (!take_over(p, path, &e)) {
        screen_say(&p->screen, "%s", e.text);
        return TURN_AGAIN;
    }
    for (int i = 0; i <= TH_SEATS_MAX; i++) p->screen.told[i] = p->session.record.steps;
    p->covered = play_is_shared(p);
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
            screen_say(&p->screen, "  %s%-*s  %s", c->name, 11 - (int)strlen(c->name), c->argument,
                       c->help);
    }
}

void play_show(struct play *p) {
    screen_tell(&p->screen);
    screen_show(&p->screen);
}

enum play_turn play_carry_out(struct play *p, int seat, const struct play_order *order, bool sure) {
    switch (order->kind) {
    case PLAY_AGAIN:
        play_show(p);
        return TURN_AGAIN;
    case PLAY_MOVE:
        return session_act(&p->session, order->move) ? TURN_GOES_ON : TURN_FAILED;
    case PLAY_BOARD:
        screen_board(&p->screen);
        return TURN_AGAIN;
    case PLAY_MOVES:
        moves(p, order->rest);
        return TURN_AGAIN;
    case PLAY_HINT:
        hint(p);
        return TURN_AGAIN;
    case PLAY_ODDS:
        odds(p);
        return TURN_AGAIN;
    case PLAY_RULES:
        rules(p, order->rest);
        return TURN_AGAIN;
    case PLAY_UNDO:
        return undo(p);
    case PLAY_RESIGN:
        return resign(p, seat, sure || order->rest[0] != 0);
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
