/* What people are shown and told, of every game: nothing that the seat may not know, nothing wider
 * than the window, and the same with colour as without. A new game is held to it without a line
 * here. */
#include "cmocka_includes.h"
#include "core/facets.h"
#include "core/fields.h"
#include "core/paint.h"
#include "games/kittens/board.h"
#include "scale.h"
#include "tahur/registry.h"
#include "tahur/rng.h"
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A state in random play, and room for others. */
struct rooms {
    struct th_state *state, *world, *view, *after, *after_view, *other_after_view;
};

static struct rooms make_rooms(const struct th_game *game, const char *text) {
    struct th_spec spec;
    struct th_error e;
    struct rooms r;
    struct th_state **const all[] = {&r.state, &r.world,      &r.view,
                                     &r.after, &r.after_view, &r.other_after_view};
    assert_ptr_equal(th_game_find(text, &spec, &e), game);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        *all[i] = th_state_new(game, &spec.options, &e);
        assert_non_null(*all[i]);
    }
    return r;
}

static void drop_rooms(struct rooms *r) {
    free(r->state);
    free(r->world);
    free(r->view);
    free(r->after);
    free(r->after_view);
    free(r->other_after_view);
}

/* All that can happen in a state. */
static int all_steps(const struct th_game *game, const struct th_state *s,
                     th_action out[TH_LEGAL_MAX]) {
    struct th_outcome outcomes[256];
    if (game->mover(s) >= 0) return game->legal(s, out);
    const int n = game->outcomes(s, outcomes);
    for (int i = 0; i < n; i++) out[i] = outcomes[i].action;
    return n;
}

static void random_step(const struct th_game *game, struct th_state *s, struct th_rng *rng) {
    th_action legal[TH_LEGAL_MAX];
    if (game->mover(s) == TH_CHANCE)
        game->apply(s, th_chance_pick(game, s, th_rng_next(rng)));
    else
        game->apply(s, legal[th_rng_below(rng, (uint32_t)game->legal(s, legal))]);
}

static void view_after(const struct th_game *game, const struct th_state *s, th_action a, int seat,
                       struct rooms *r, struct th_state *out) {
    memcpy(r->after, s, game->state_size);
    game->apply(r->after, a);
    game->view(r->after, seat, out);
}

/* Two steps, one in the state and one in a world that the seat cannot tell from it: if it cannot
 * tell apart what comes of them, it is told the same. Returns how many pairs there were of
 * different steps. */
static int compare_told(const struct th_game *game, struct rooms *r, int seat) {
    th_action here[TH_LEGAL_MAX], there[TH_LEGAL_MAX];
    const int n = all_steps(game, r->state, here), m = all_steps(game, r->world, there);
    int pairs = 0;
    for (int i = 0; i < n; i++) {
        view_after(game, r->state, here[i], seat, r, r->after_view);
        char text[512], other[512], events[2048], other_events[2048];
        screen_describe(game, r->state, here[i], seat, text, sizeof text);
        events_json(game, r->state, here[i], seat, events, sizeof events);
        for (int k = 0; k < m; k++) {
            view_after(game, r->world, there[k], seat, r, r->other_after_view);
            if (memcmp(r->after_view, r->other_after_view, game->state_size) != 0) continue;
            if (game->mover(r->state) == seat && here[i] != there[k]) continue; /* its own choice */
            assert_string_equal(
                screen_describe(game, r->world, there[k], seat, other, sizeof other), text);
            assert_string_equal(
                events_json(game, r->world, there[k], seat, other_events, sizeof other_events),
                events);
            pairs += here[i] != there[k];
        }
    }
    return pairs;
}

/* A step that a seat, or a stranger, does not see says nothing to it. Returns how many there were.
 */
static int hear_nothing(const struct th_game *game, struct rooms *r, int seat) {
    th_action here[TH_LEGAL_MAX];
    const int n = all_steps(game, r->state, here);
    int hidden = 0;
    game->view(r->state, seat, r->view);
    for (int i = 0; i < n; i++) {
        char text[512], events[2048];
        view_after(game, r->state, here[i], seat, r, r->after_view);
        if (memcmp(r->view, r->after_view, game->state_size) != 0) continue;
        assert_string_equal(screen_describe(game, r->state, here[i], seat, text, sizeof text), "");
        events_json(game, r->state, here[i], seat, events, sizeof events);
        assert_true(strcmp(events, "[]") == 0 || strcmp(events, "null") == 0);
        hidden++;
    }
    return hidden;
}

static char picture[TH_PICTURE_BYTES], other_picture[TH_PICTURE_BYTES];

/* All that is told in some games. Returns how many steps were hidden from somebody. */
static long hear_game(const struct th_game *game, const char *text, struct th_rng *rng) {
    long pairs = 0, games = 0, hidden = 0;
    for (; games < test_scale(50); games++) {
        struct rooms r = make_rooms(game, text);
        for (; game->mover(r.state) != TH_OVER; random_step(game, r.state, rng))
            for (int seat = TH_STRANGER; seat < game->seats(r.state); seat++) {
                if (seat == TH_SEES_ALL) continue;
                hidden += hear_nothing(game, &r, seat);
                if (seat == TH_STRANGER) continue;
                game->view(r.state, seat, r.view);
                game->guess(r.view, seat, rng, r.world);
                pairs += compare_told(game, &r, seat);
                if (game->mover(r.state) != seat || screen_of(game)->odds == NULL) continue;
                game->screen->odds(r.view, picture, sizeof picture);
                game->view(r.world, seat, r.after_view);
                game->screen->odds(r.after_view, other_picture, sizeof other_picture);
                assert_string_equal(picture, other_picture);
            }
        drop_rooms(&r);
    }
    if (game == &kittens_game) assert_true(pairs > 20 * games); /* draws, places of bombs */
    return hidden;
}

static void nobody_is_told_what_the_seat_may_not_know(void **state) {
    (void)state;
    static const char *const more[] = {"kittens:rules=classic", "kittens:deck=official",
                                       "kittens:deck=seed25"};
    struct th_rng rng = th_rng_seeded(1);
    for (int i = 0; th_game_at(i) != NULL; i++)
        if (th_game_at(i)->view != NULL) hear_game(th_game_at(i), th_game_at(i)->name, &rng);
    long looks = 0;
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        looks += hear_game(&kittens_game, more[i], &rng);
    assert_true(looks > 0);
}

/* What nobody but the seats may know: first what seat 0 does not, then what seat 1 does not know of
 * that is exchanged. Strangers see the same. */
static void strangers_see_no_hand_and_no_card_of_the_deck(void **state) {
    (void)state;
    static const char *const specs[] = {"kittens", "kittens:rules=classic", "kittens:deck=official",
                                        "kittens:deck=seed25"};
    struct th_rng rng = th_rng_seeded(4);
    const struct th_game *game = &kittens_game;
    long pairs = 0, games = 0, others = 0;
    for (; games < test_scale(200); games++) {
        struct rooms r = make_rooms(game, specs[games % 4]);
        for (; game->mover(r.state) != TH_OVER; random_step(game, r.state, &rng)) {
            game->view(r.state, 0, r.view);
            game->guess(r.view, 0, &rng, r.world);
            game->view(r.world, 1, r.view);
            game->guess(r.view, 1, &rng, r.world);
            others += memcmp(r.world, r.state, game->state_size) != 0;
            game->view(r.state, TH_STRANGER, r.view);
            game->view(r.world, TH_STRANGER, r.after_view);
            assert_memory_equal(r.view, r.after_view, game->state_size);
            fields_json(game, r.view, picture, sizeof picture);
            assert_non_null(strstr(picture, "\"view\":\"stranger\""));
            assert_string_equal(
                picture, fields_json(game, r.after_view, other_picture, sizeof other_picture));
            pairs += compare_told(game, &r, TH_STRANGER);
            const struct kittens *seen = kittens_in(r.view), *s = kittens_in(r.state);
            assert_memory_equal(seen->hand_size, s->hand_size, sizeof s->hand_size);
            assert_memory_equal(seen->played, s->played, sizeof s->played);
            for (int i = 0; i < s->deck_size; i++) assert_int_equal(seen->deck[i], KITTENS_UNKNOWN);
            for (int c = 0; c < KITTENS_CARDS; c++)
                for (int seat = 0; seat < 2; seat++)
                    assert_true(seen->hand[seat][c] <= s->hand[seat][c] &&
                                seen->hand[seat][c] <= s->start[c]);
        }
        drop_rooms(&r);
    }
    assert_true(pairs > 20 * games && others > 20 * games);
}

/* ---- looks of Kittens ---- */

enum { SHOWN = 3 };
static const int shown[SHOWN] = {KITTENS_BOMB, KITTENS_SKIP, KITTENS_SAFE};

/* Seat 1 is about to look at these three cards. Of them `fixed` (bits, from the top) are known to
 * seat 0 already. */
static void begin_look(struct kittens *s, unsigned fixed) {
    static const struct kittens_deck *deck = &kittens_decks[0];
    kittens_begin(s, deck, KITTENS_FULL);
    s->seat = 1;
    s->unknown[KITTENS_SEE_FUTURE]--;
    s->hand[1][KITTENS_SEE_FUTURE]++;
    s->hand_size[1]++;
    s->deck[--s->deck_size] = 0;
    for (int i = 0; i < SHOWN; i++) {
        if ((fixed >> i & 1) == 0) continue;
        s->deck[s->deck_size - 1 - i] = (uint8_t)(shown[i] | KITTENS_KNOWN_0);
        s->unknown[shown[i]]--;
        s->known[0]++;
    }
}

/* All that somebody is told of the look, as a line of `tahur play` has it, and what it sees of it
 * at each step, as long as that changes. Returns how many times it did. */
static int follow_look(unsigned fixed, int seat, char line[512], struct kittens *last) {
    const struct th_game *game = &kittens_game;
    struct kittens s, view;
    char text[256];
    int changes = 0;
    line[0] = 0;
    begin_look(&s, fixed);
    kittens_view(&s, seat, last);
    for (th_action a = KITTENS_DO_SEE_FUTURE;; a = (th_action)shown[s.looking]) {
        struct th_state *state = (struct th_state *)(void *)&s;
        screen_describe(game, state, a, seat, text, sizeof text);
        if (text[0] != 0 && line[0] != 0) strcat(line, ", ");
        strcat(line, text);
        game->apply(state, a);
        kittens_view(&s, seat, &view);
        changes += memcmp(&view, last, sizeof view) != 0;
        *last = view;
        if (s.phase != KITTENS_LOOKING) return changes;
    }
}

static void nobody_is_told_which_cards_of_a_look_were_fixed(void **state) {
    (void)state;
    for (int seat = TH_STRANGER; seat < 2; seat++) {
        if (seat == TH_SEES_ALL || seat == 0) continue; /* seat 0 knows what it knew */
        char first[512], line[512];
        struct kittens view, other;
        follow_look(0, seat, first, &view);
        assert_string_equal(first, seat == 1 ? "played see-future, saw bomb, skip and safe"
                                             : "played see-future");
        for (unsigned fixed = 0; fixed < 1U << SHOWN; fixed++) {
            const int changes = follow_look(fixed, seat, line, &other);
            assert_string_equal(line, first);
            assert_memory_equal(&other, &view, sizeof view);
            if (seat == TH_STRANGER) assert_int_equal(changes, 1);
        }
    }
}

/* ---- the odds of Kittens against its guesses ---- */

/* How often a line of the odds says, in per cent; 0 if it has no such card. */
static double said(const char *odds, const char *card) {
    char line[32];
    snprintf(line, sizeof line, "\n  %s ", card);
    const char *at = strstr(odds, line);
    return at != NULL ? atof(at + strlen(line)) : 0;
}

static void the_next_card_is_as_likely_as_guessed_worlds_have_it(void **state) {
    (void)state;
    static const char *const cards[KITTENS_CARDS] = {
        "bomb", "defuse", "skip", "attack", "see-future", "draw-bottom", "shuffle", "safe"};
    struct th_rng rng = th_rng_seeded(2);
    const struct th_game *game = &kittens_game;
    const long worlds = 20000;
    for (long positions = 0; positions < test_scale(60);) {
        struct rooms r = make_rooms(game, "kittens");
        for (; game->mover(r.state) != TH_OVER; random_step(game, r.state, &rng)) {
            const struct kittens *s = kittens_in(r.state), *w = kittens_in(r.world);
            if (s->phase != KITTENS_DECIDING || th_rng_below(&rng, 5) > 0) continue;
            long count[KITTENS_CARDS] = {0};
            game->view(r.state, s->seat, r.view);
            for (long i = 0; i < worlds; i++) {
                game->guess(r.view, s->seat, &rng, r.world);
                struct th_outcome outcomes[KITTENS_CARDS];
                memcpy(r.after, r.world, game->state_size);
                game->apply(r.after, KITTENS_DO_DRAW);
                const int n = game->outcomes(r.after, outcomes);
                assert_true(n >= 1 && w->deck_size == s->deck_size);
                count[th_chance_pick(game, r.after, th_rng_next(&rng))]++;
            }
            game->screen->odds(r.view, picture, sizeof picture);
            for (int c = 0; c < KITTENS_CARDS; c++) {
                const double share = (double)count[c] / (double)worlds;
                const double error = 5 * sqrt(share * (1 - share) / (double)worlds) + 0.001;
                if (fabs(said(picture, cards[c]) / 100 - share) > error)
                    fail_msg("%s: %.4f in\n%s", cards[c], share, picture);
            }
            positions++;
        }
        drop_rooms(&r);
    }
}

/* ---- pictures ---- */

/* Drops the codes of colours. */
static void strip(char *text) {
    char *out = text;
    for (const char *p = text; *p != 0;) {
        if (*p == '\033') {
            p = strchr(p, 'm') + 1;
            continue;
        }
        *out++ = *p++;
    }
    *out = 0;
}

static void assert_narrow(const char *text, int columns) {
    char line[4096];
    for (const char *p = text; *p != 0;) {
        const size_t n = strcspn(p, "\n");
        snprintf(line, sizeof line, "%.*s", (int)n, p);
        if (paint_width(line) > columns) fail_msg("wider than %d: %s\nin\n%s", columns, line, text);
        p += n + (p[n] == '\n');
    }
}

static void look_at(const struct th_game *game, const struct th_state *s) {
    if (game->screen == NULL) return; /* its text is not cut */
    static const int columns[] = {0, 120, 98, 97, 80, 70, 69, 60, 50, 40};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        const struct th_look plain = {false, columns[i], 0}, painted = {true, columns[i], 0};
        screen_draw(game, s, &plain, picture, sizeof picture);
        screen_draw(game, s, &painted, other_picture, sizeof other_picture);
        assert_true(strlen(other_picture) + 1 < sizeof other_picture);
        if (strstr(other_picture, "\033[") == NULL)
            fail_msg("draw of %s gives no colour where it may", game->name);
        assert_null(strchr(picture, '\033'));
        strip(other_picture);
        assert_string_equal(other_picture, picture);
        if (columns[i] > 0) assert_narrow(picture, columns[i]);
        if (columns[i] == 0) {
            screen_draw(game, s, NULL, other_picture, sizeof other_picture);
            assert_string_equal(other_picture, picture);
        }
    }
}

/* A picture that does not fit into the rows is the lowest one there is. */
static void look_at_in_rows(const struct th_game *game, const struct th_state *s) {
    static const int columns[] = {120, 100, 80, 60, 40}, rows[] = {47, 30, 22, 20, 16, 14, 11, 8};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        const struct th_look lowest = {false, columns[i], 1};
        screen_draw(game, s, &lowest, other_picture, sizeof other_picture);
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            const struct th_look look = {false, columns[i], rows[k]};
            screen_draw(game, s, &look, picture, sizeof picture);
            assert_narrow(picture, columns[i]);
            if (text_lines(picture) > rows[k]) assert_string_equal(picture, other_picture);
        }
    }
}

/* All that is shown in a game. */
static void look_at_game(const char *text, struct th_rng *rng) {
    struct th_spec spec;
    struct th_error e;
    const struct th_game *game = th_game_find(text, &spec, &e);
    struct rooms r = make_rooms(game, text);
    for (long k = 0; k < test_scale(100) && game->mover(r.state) != TH_OVER; k++) {
        const int mover = game->mover(r.state);
        look_at(game, r.state);
        look_at_in_rows(game, r.state);
        for (int seat = TH_STRANGER; seat < 1 && game->view != NULL; seat++) {
            if (seat == TH_SEES_ALL) continue;
            game->view(r.state, seat, r.view);
            look_at(game, r.view);
        }
        if (mover >= 0 && screen_of(game)->odds != NULL) {
            memcpy(r.view, r.state, game->state_size);
            if (game->view != NULL) game->view(r.state, mover, r.view);
            assert_narrow(game->screen->odds(r.view, picture, sizeof picture), 40);
        }
        random_step(game, r.state, rng);
    }
    drop_rooms(&r);
}

static void pictures_fit_any_window_from_40_columns_on(void **state) {
    (void)state;
    static const char *const more[] = {"cantstop:players=1",    "cantstop:players=2",
                                       "cantstop:players=3",    "y:size=19",
                                       "kittens:deck=official", "parchis:rules=course"};
    struct th_rng rng = th_rng_seeded(3);
    for (int i = 0; th_game_at(i) != NULL; i++) look_at_game(th_game_at(i)->name, &rng);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) look_at_game(more[i], &rng);
}

/* ---- steps as data ---- */

/* Of every step, each viewer gets events where it gets words, and nothing where it gets none. */
static void events_report_what_is_described(void **state) {
    (void)state;
    struct th_rng rng = th_rng_seeded(8);
    for (int i = 0; th_game_at(i) != NULL; i++) {
        const struct th_game *game = th_game_at(i);
        if (screen_of(game)->events == NULL) continue;
        struct rooms r = make_rooms(game, game->name);
        long reported = 0;
        for (; game->mover(r.state) != TH_OVER; random_step(game, r.state, &rng)) {
            th_action steps[TH_LEGAL_MAX];
            const int n = all_steps(game, r.state, steps);
            for (int viewer = TH_STRANGER; viewer < game->seats(r.state); viewer++) {
                if (viewer != TH_SEES_ALL && game->view == NULL) continue;
                const int k = (int)th_rng_below(&rng, (uint32_t)n);
                char text[512], events[2048];
                screen_describe(game, r.state, steps[k], viewer, text, sizeof text);
                events_json(game, r.state, steps[k], viewer, events, sizeof events);
                json_t *list = json_loads(events, JSON_REJECT_DUPLICATES, NULL);
                assert_true(json_is_array(list));
                assert_int_equal(json_array_size(list) > 0, text[0] != 0);
                size_t at;
                json_t *event;
                json_array_foreach(list, at, event)
                    assert_true(json_is_string(json_object_get(event, "key")));
                reported += (long)json_array_size(list);
                json_decref(list);
            }
        }
        assert_true(reported > 0);
        drop_rooms(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_is_told_what_the_seat_may_not_know),
        cmocka_unit_test(strangers_see_no_hand_and_no_card_of_the_deck),
        cmocka_unit_test(nobody_is_told_which_cards_of_a_look_were_fixed),
        cmocka_unit_test(the_next_card_is_as_likely_as_guessed_worlds_have_it),
        cmocka_unit_test(events_report_what_is_described),
        cmocka_unit_test(pictures_fit_any_window_from_40_columns_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
