/* A game in progress: its record, its place in the luck, its bots; and the game clock. */
#include "session.h"

#include "core/bot.h"
#include "core/error.h"
#include "core/text.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- beginning ---- */

/* Replaces the message about bots if the name is nearly that of a person. */
static bool no_player(const char *name, struct th_error *e) {
    static const char *const person[] = {SESSION_PERSON};
    char clipped[TEXT_CLIP_BYTES];
    if (text_nearest(name, person, 1) == NULL) return false;
    return th_fail(e, "there is no player '%s'; did you mean '%s'?", text_clip(name, clipped),
                   SESSION_PERSON);
}

const char *session_stands_for(const struct th_bot_entry *entry) {
    return entry->for_people != NULL ? entry->for_people : entry->stands_for;
}

const struct th_bot_kind *session_find_bot(const struct th_game *game, const char *text,
                                           struct th_spec *spec, struct th_error *e) {
    const struct th_bot_kind *kind = th_bot_find(game, text, spec, e);
    struct th_bot_entry entry;
    for (int i = 0; kind != NULL && th_bot_at(game, i, &entry); i++) {
        if (entry.for_people == NULL || strcmp(entry.name, text) != 0) continue;
        kind = th_bot_find(game, entry.for_people, spec, e);
        snprintf(spec->text, sizeof spec->text, "%s", text);
        break;
    }
    return kind;
}

static bool seat_players(struct session *s, const char *const players[], struct th_error *e) {
    for (int i = 0; i < s->record.seats; i++) {
        if (strcmp(players[i], SESSION_PERSON) != 0) {
            const struct th_bot_kind *kind = session_find_bot(s->game, players[i], &s->spec[i], e);
            if (kind == NULL) return no_player(players[i], e);
            if (!s->deferred)
                s->bot[i].self =
                    th_bot_make(kind, s->game, &s->record.spec.options, &s->spec[i].options, e);
            if (!s->deferred && s->bot[i].self == NULL) return false;
            s->bot[i].kind = kind;
        }
        snprintf(s->record.player[i], TH_SPEC_BYTES, "%s", players[i]);
    }
    return true;
}

static void begin_bots(struct session *s) {
    for (int i = 0; i < s->record.seats; i++)
        if (s->bot[i].self != NULL && s->bot[i].kind->begin != NULL)
            s->bot[i].kind->begin(s->bot[i].self, session_view(s, i), i);
}

static void end_bots(struct session *s) {
    for (int i = 0; i < s->record.seats; i++)
        if (s->bot[i].self != NULL && s->bot[i].kind->end != NULL)
            s->bot[i].kind->end(s->bot[i].self, s->record.result);
}

/* The games of a block share their luck: a game of a contest continues with that of its block. */
static struct luck first_luck(const struct session *s) {
    const uint64_t game = s->record.has_number ? s->record.number : 0;
    return luck_of_block(s->record.seed, match_number(game, s->record.seats).block);
}

/* Replays the record to find the place in the luck. Bots begin anew, since what they remember may
 * come from steps that were taken back. */
static void rebuild(struct session *s) {
    s->luck = first_luck(s);
    record_state(&s->record, 0, s->scratch);
    for (size_t i = 0; i < s->record.steps; i++) {
        if (s->game->mover(s->scratch) == TH_CHANCE)
            luck_next(&s->luck, s->game->chance_key(s->scratch));
        s->game->apply(s->scratch, s->record.action[i]);
    }
    s->over = false;
    begin_bots(s);
}

bool session_spec(const char *game_text, int players, char out[TH_SPEC_BYTES], struct th_error *e) {
    struct th_spec spec;
    const struct th_game *game = th_game_find(game_text, &spec, e);
    if (game == NULL) return false;
    snprintf(out, TH_SPEC_BYTES, "%s", game_text);
    if (game->min_seats == game->max_seats || th_options_given(&spec.options, "players") ||
        players < game->min_seats || players > game->max_seats)
        return true;
    char number[8];
    snprintf(number, sizeof number, "%d", players);
    if (!th_options_set(&spec.options, game->name, "players", number, e)) return false;
    th_options_write(game->name, &spec.options, true, out, TH_SPEC_BYTES);
    return true;
}

bool session_begin(struct session *s, const char *game, const char *const players[], int count,
                   struct th_seed seed, struct th_error *e) {
    char spec[TH_SPEC_BYTES];
    struct record record;
    if (!session_spec(game, count, spec, e) || !record_begin(&record, spec, NULL, e)) return false;
    record.has_seed = true;
    record.seed = seed;
    if (session_resume(s, &record, players, count, seed, e)) return true;
    record_drop(&record);
    return false;
}

static bool check_count(const struct record *r, int count, struct th_error *e) {
    if (count == r->seats) return true;
    return th_fail(e, "%s has %d seat%s: name %d player%s, each %s or a bot", r->spec.text,
                   r->seats, r->seats == 1 ? "" : "s", r->seats, r->seats == 1 ? "" : "s",
                   SESSION_PERSON);
}

static bool check_open(const struct record *r, struct th_error *e) {
    if (r->end == RECORD_STOPPED || r->end == RECORD_UNFINISHED) return true;
    return th_fail(e, "that game is over: it can be looked at, but not gone on with");
}

static bool resume(struct session *s, struct record *record, const char *const players[], int count,
                   struct th_seed seed, bool deferred, struct th_error *e) {
    const char *own[TH_SEATS_MAX];
    if (!check_open(record, e) || (players != NULL && !check_count(record, count, e))) return false;
    *s = (struct session){.game = record->game, .record = *record, .deferred = deferred};
    for (int i = 0; i < record->seats; i++)
        own[i] = players != NULL ? players[i] : record->player[i];
    s->scratch = th_state_new(s->game, &record->spec.options, e);
    if (s->scratch == NULL || !seat_players(s, own, e)) {
        s->record = (struct record){0}; /* it stays the caller's */
        session_drop(s);
        return false;
    }
    if (!record->has_seed) s->record.seed = seed;
    s->record.has_seed = true;
    rebuild(s);
    return true;
}

bool session_resume(struct session *s, struct record *record, const char *const players[],
                    int count, struct th_seed seed, struct th_error *e) {
    return resume(s, record, players, count, seed, false, e);
}

bool session_resume_deferred(struct session *s, struct record *record, const char *const players[],
                             int count, struct th_seed seed, struct th_error *e) {
    return resume(s, record, players, count, seed, true, e);
}

bool session_open_finished(struct session *s, struct record *record, struct th_error *e) {
    *s = (struct session){.game = record->game, .over = true, .deferred = true};
    s->scratch = th_state_new(s->game, &record->spec.options, e);
    if (s->scratch != NULL) s->record = *record;
    return s->scratch != NULL;
}

void session_drop(struct session *s) {
    for (int i = 0; i < TH_SEATS_MAX; i++)
        if (s->bot[i].self != NULL && s->bot[i].kind->drop != NULL)
            s->bot[i].kind->drop(s->bot[i].self);
    free(s->scratch);
    if (s->record.game != NULL) record_drop(&s->record);
    *s = (struct session){0};
}

/* ---- asking ---- */

int session_persons(const struct session *s) {
    int n = 0;
    for (int i = 0; i < s->record.seats; i++) n += session_is_person(s, i);
    return n;
}

/* On a server, the number and the time of the moves that are asked for are visible to every client.
 * Where cards are hidden they would show which hands have a single legal action, so a seat with one
 * is asked like any other. */
static bool asks_forced_moves(const struct session *s) {
    return s->deferred && s->game->view != NULL;
}

bool session_is_decision(const struct session *s, const struct th_state *state) {
    th_action legal[TH_LEGAL_MAX];
    return s->game->mover(state) >= 0 && (asks_forced_moves(s) || s->game->legal(state, legal) > 1);
}

/* Whether a person has to decide in this state. */
static bool is_choice(const struct session *s, const struct th_state *state) {
    const int seat = s->game->mover(state);
    return seat >= 0 && session_is_person(s, seat) && session_is_decision(s, state);
}

int session_person_to_move(const struct session *s) {
    return !s->over && is_choice(s, s->record.last) ? s->game->mover(s->record.last) : -1;
}

int session_bot_to_move(const struct session *s) {
    const int seat = s->over ? TH_OVER : s->game->mover(s->record.last);
    return seat >= 0 && !session_is_person(s, seat) && session_is_decision(s, s->record.last) ? seat
                                                                                              : -1;
}

const struct th_state *session_view(const struct session *s, int seat) {
    if (s->game->view == NULL || seat == TH_SEES_ALL) return s->record.last;
    s->game->view(s->record.last, seat, s->scratch);
    return s->scratch;
}

struct th_rng session_generator(const struct session *s, int seat) {
    return th_rng_seeded(
        seed_number(s->record.seed, SEED_BOT_AT_STEP, (uint64_t)seat, s->record.steps));
}

/* Asks a bot for the action of a seat; returns its fault if it gives none. */
static enum th_fault ask_bot(const struct session *s, const struct bot *bot, int seat, bool begin,
                             th_action *action, double *chance) {
    th_action legal[TH_LEGAL_MAX];
    const struct th_state *view = session_view(s, seat);
    const int n = s->game->legal(view, legal);
    struct th_rng rng = session_generator(s, seat);
    struct th_thoughts *thoughts = chance != NULL ? malloc(sizeof *thoughts) : NULL;
    if (thoughts != NULL) {
        th_thoughts_clear(thoughts, n);
        thoughts->of_answer = true;
    }
    if (begin && bot->kind->begin != NULL) bot->kind->begin(bot->self, view, seat);
    const int place = bot_ask(bot, s->game, view, seat, legal, n, &rng, thoughts, s->stop);
    const bool ok = place >= 0;
    if (ok) *action = legal[place];
    if (chance != NULL) *chance = ok && thoughts != NULL ? thoughts->of[place].value : NAN;
    free(thoughts);
    return ok ? TH_NO_FAULT : (enum th_fault)place;
}

bool session_hint(const struct session *s, const struct bot *adviser, th_action *action,
                  double *chance) {
    return ask_bot(s, adviser, s->game->mover(s->record.last), true, action, chance) == TH_NO_FAULT;
}

/* ---- steps ---- */

bool session_act(struct session *s, th_action action) {
    return record_add(&s->record, action);
}

void session_end(struct session *s, enum record_end end, int seat) {
    record_finish(&s->record, end, seat);
    s->over = true;
    end_bots(s);
}

static void end_by_fault(struct session *s, int seat, enum th_fault fault) {
    s->record.fault = fault;
    session_end(s, RECORD_FAULT, seat);
}

bool session_answer(struct session *s, int place) {
    th_action legal[TH_LEGAL_MAX];
    const int n = s->game->legal(s->record.last, legal);
    if (place >= 0 && place < n) return session_act(s, legal[place]);
    if (place == TH_SHORTAGE) return false;
    end_by_fault(s, s->game->mover(s->record.last), fault_of_answer(place));
    return true;
}

enum session_step session_step(struct session *s) {
    const int seat = s->over ? TH_OVER : s->game->mover(s->record.last);
    th_action action, legal[TH_LEGAL_MAX];
    enum th_fault fault;
    if (seat == TH_OVER) {
        if (!s->over) session_end(s, RECORD_WON, -1);
        return SESSION_ENDED;
    }
    if (is_choice(s, s->record.last)) return SESSION_AWAITS_PERSON;
    if (s->deferred && session_bot_to_move(s) >= 0) return SESSION_AWAITS_BOT;
    if (seat == TH_CHANCE) {
        const uint64_t bits = luck_next(&s->luck, s->game->chance_key(s->record.last));
        action = th_chance_pick(s->game, s->record.last, bits);
    } else if (session_is_person(s, seat)) {
        s->game->legal(s->record.last, legal);
        action = legal[0];
    } else if ((fault = ask_bot(s, &s->bot[seat], seat, false, &action, NULL)) != TH_NO_FAULT) {
        if ((int)fault == TH_SHORTAGE) return SESSION_FAILED;
        end_by_fault(s, seat, fault);
        return SESSION_ENDED;
    }
    return session_act(s, action) ? SESSION_STEPPED : SESSION_FAILED;
}

size_t session_last_choice(const struct session *s, unsigned seats) {
    size_t last = SIZE_MAX, end = s->record.steps;
    /* Searches backwards in pieces between marks: it is usually near the end of a long game. */
    while (last == SIZE_MAX && end > 0) {
        const size_t begin = (end - 1) / RECORD_MARK * RECORD_MARK;
        record_state(&s->record, begin, s->scratch);
        for (size_t i = begin; i < end; i++) {
            if (is_choice(s, s->scratch) && (seats >> s->game->mover(s->scratch) & 1) != 0)
                last = i;
            s->game->apply(s->scratch, s->record.action[i]);
        }
        end = begin;
    }
    return last;
}

void session_cut(struct session *s, size_t steps) {
    record_cut(&s->record, steps);
    rebuild(s);
}

bool session_undo(struct session *s) {
    const size_t last = session_last_choice(s, SESSION_ALL_SEATS);
    if (last == SIZE_MAX) return false;
    session_cut(s, last);
    return true;
}

/* ---- timer ---- */

enum { MOST_HOURS = 24 };

/* A number with a unit, or without one: seconds. */
static bool parse_seconds(const char *text, double *seconds) {
    static const struct {
        char name;
        int seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}};
    char number[24];
    const size_t n = strlen(text);
    int64_t millionths;
    int unit = 1;
    if (n == 0 || n >= sizeof number) return false;
    strcpy(number, text);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (number[n - 1] == units[i].name) {
            unit = units[i].seconds;
            number[n - 1] = 0;
            break;
        }
    if (!text_millionths(number, &millionths) || millionths < 0 || millionths > 86400 * TH_MILLION)
        return false;
    *seconds = (double)millionths / (double)TH_MILLION * unit;
    return *seconds <= MOST_HOURS * 3600;
}

bool timer_parse(const char *text, struct timer *t, struct th_error *e) {
    char time[48], clipped[TEXT_CLIP_BYTES];
    const char *plus = strchr(text, '+');
    const size_t n = plus != NULL ? (size_t)(plus - text) : strlen(text);
    double left = 0, gain = 0;
    snprintf(time, sizeof time, "%.*s", (int)(n < sizeof time ? n : sizeof time - 1), text);
    if (n >= sizeof time || !parse_seconds(time, &left) || left <= 0 ||
        (plus != NULL && !parse_seconds(plus + 1, &gain))) {
        char most[16];
        snprintf(most, sizeof most, "%d", MOST_HOURS);
        th_fail(e,
                "'%s' is no clock: write the time of a player, and behind a + what each "
                "decision brings, as in 5m, 5m+3s or 300+3 (at most %s hours)",
                text_clip(text, clipped), most);
        return error_attach(e, "clock", clipped, most, NULL);
    }
    *t = (struct timer){.on = true, .gain = gain, .running = -1};
    for (int i = 0; i < TH_SEATS_MAX; i++) t->left[i] = left;
    return true;
}

void timer_start(struct timer *t, int seat, double now) {
    t->running = seat;
    t->since = now;
}

void timer_stop(struct timer *t, double now, bool decided) {
    if (t->running < 0) return;
    t->left[t->running] = timer_left(t, t->running, now);
    if (decided && t->left[t->running] > 0) t->left[t->running] += t->gain;
    t->running = -1;
}

double timer_left(const struct timer *t, int seat, double now) {
    const double left = t->left[seat] - (t->running == seat ? now - t->since : 0);
    return left > 0 ? left : 0;
}

const char *timer_text(double seconds, char out[24]) {
    if (seconds < 10) {
        snprintf(out, 24, "%.1f", seconds);
        return out;
    }
    const int s = (int)seconds + (seconds > (int)seconds); /* rounded up */
    if (s < 3600)
        snprintf(out, 24, "%d:%02d", s / 60, s % 60);
    else
        snprintf(out, 24, "%d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
    return out;
}
