/* The engine against the plain versions that were written from the rules pages alone, and against
 * what must hold in any game: dense made-up positions with all their successors, and random play.
 */
#include "cmocka_includes.h"
#include "core/fields.h"
#include "core/json.h"
#include "games/parchis/notation.h"
#include "plain_parchis.h"
#include "scale.h"
#include <string.h>

static const struct th_state *general(const struct parchis *s) {
    return (const struct th_state *)(const void *)s;
}

/* ---- the same state in the plain form ---- */

static int plain_square(int piece, int place) {
    return place <= PARCHIS_TRACK ? place
                                  : 100 + place - parchis_corridor(parchis_colour(piece), 0);
}

static struct plain_parchis plain_of(const struct parchis *s) {
    struct plain_parchis q;
    memset(&q, 0, sizeof q);
    q.text = !parchis_in_course(s);
    q.turn = (int)s->turn, q.colour = s->colour;
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        q.piece[p / 3][p % 3].square = plain_square(p, s->place[p]);
        q.piece[p / 3][p % 3].state = parchis_condition_of(s, p);
        q.piece[p / 3][p % 3].left = parchis_turns_left(s, p);
    }
    for (int c = 0; c < PARCHIS_COLOURS; c++) {
        q.bounces[c] = s->bounces[c];
        for (int die = PARCHIS_ONE; die <= PARCHIS_SIX; die++)
            q.pool[c][parchis_number[die]] = (s->pool[c] >> (die - 1) & 1) != 0;
    }
    for (int player = 0; player < 2; player++)
        for (int i = 0; i < PARCHIS_HAND && s->hand[player][i] != 0; i++)
            q.hand[player][q.held[player]++] = parchis_number[s->hand[player][i]];
    q.forced = s->forced != 0 ? parchis_number[s->forced] : 0;
    q.forced_colour = s->forced != 0 && q.text ? s->forced_colour : 0;
    q.run6 = (s->flags & PARCHIS_RUN) != 0;
    q.ban = (s->flags & PARCHIS_BANANA_LOST) != 0;
    q.eat = !q.text && s->forced == PARCHIS_TWENTY;
    q.goal = !q.text && s->forced == PARCHIS_TEN;
    for (int i = 0; i < PARCHIS_ITEMS; i++)
        if ((s->items >> i & 1) != 0)
            q.item[parchis_items[i].square] = parchis_number[parchis_items[i].die];
    for (int i = 0; i < PARCHIS_TRAPS && s->traps[i] != 0; i++) q.traps[s->traps[i]]++;
    q.last_die = parchis_number[s->last_die];
    q.winner = s->winner == PARCHIS_NOBODY ? -1 : s->winner;
    q.win_colour = parchis_winning_colour(s);
    return q;
}

static struct plain_action plain_action_of(const struct parchis *s, th_action a) {
    const int piece = parchis_action_piece(a), number = parchis_number[parchis_action_die(a)];
    if (piece == PARCHIS_PASS)
        return (struct plain_action){number, parchis_in_course(s) ? s->colour : -1, -1};
    return (struct plain_action){number, piece / PARCHIS_EACH, piece % PARCHIS_EACH};
}

/* ---- one position, all its actions and successors ---- */

static void fail_at(const struct parchis *s, const char *what, th_action a) {
    char position[1024], action[64];
    fail_msg("%s: %s in '%s' (%s)", what, parchis_action_text(general(s), a, action, sizeof action),
             parchis_position_text(general(s), position, sizeof position),
             parchis_in_course(s) ? "course" : "text");
}

static int assert_same_legal(const struct parchis *s, const struct plain_parchis *q,
                             th_action legal[]) {
    struct plain_action theirs[PLAIN_LEGAL_MAX];
    const int n = parchis_legal(s, legal);
    const int m = (q->text ? plain_text_legal : plain_course_legal)(q, theirs);
    for (int i = 0; i < n && i < m; i++) {
        const struct plain_action ours = plain_action_of(s, legal[i]);
        if (memcmp(&ours, &theirs[i], sizeof ours) != 0) fail_at(s, "not so legal", legal[i]);
    }
    if (n != m) fail_at(s, "legal lists of other lengths end before or behind", legal[n - 1]);
    return n;
}

static void assert_same_next(const struct parchis *s, const struct plain_parchis *q, th_action a) {
    struct parchis after = *s;
    struct plain_parchis theirs = *q;
    parchis_apply(&after, a);
    (q->text ? plain_text_apply : plain_course_apply)(&theirs, plain_action_of(s, a));
    json_t *ours_json = fields_to_json(&parchis_game, (const void *)&after),
           *theirs_json = plain_to_json(&theirs);
    const bool same = json_equal(ours_json, theirs_json) == 1;
    json_decref(ours_json), json_decref(theirs_json);
    if (!same) fail_at(s, "another state", a);
    if (after.key != parchis_key(&after)) fail_at(s, "another key", a);
}

static void assert_judged(const struct parchis *s) {
    th_action legal[PARCHIS_LEGAL_MAX];
    const struct plain_parchis q = plain_of(s);
    const int n = assert_same_legal(s, &q, legal);
    for (int i = 0; i < n; i++) assert_same_next(s, &q, legal[i]);
}

/* ---- dense positions ---- */

static int below(struct th_rng *rng, int n) {
    return (int)th_rng_below(rng, (uint32_t)n);
}

/* A place where much happens: two thirds of the pieces crowd a stretch of the track. */
static int dense_place(struct th_rng *rng, int colour, int stretch) {
    const int kind = below(rng, 20);
    if (kind < 2) return PARCHIS_HOME;
    if (kind < 3) return parchis_goal(colour);
    if (kind < 6) return parchis_corridor(colour, 1 + below(rng, 7));
    if (kind < 8) return 1 + below(rng, PARCHIS_TRACK);
    return (stretch + below(rng, 9)) % PARCHIS_TRACK + 1;
}

static void dense_piece(struct parchis *s, int p, struct th_rng *rng, int stretch) {
    static const int longest[PARCHIS_CONDITIONS] = {0, 1, 5, 5, 3, 3};
    const bool text = !parchis_in_course(s);
    s->place[p] = (uint8_t)dense_place(rng, parchis_colour(p), stretch);
    int condition = below(rng, 2) == 0 ? below(rng, PARCHIS_CONDITIONS) : PARCHIS_NORMAL;
    if (text && parchis_in_goal(s, p) && condition == PARCHIS_MEGA) condition = PARCHIS_NORMAL;
    if (text && s->place[p] == parchis_corridor(parchis_colour(p), 7) && condition == PARCHIS_MEGA)
        condition = PARCHIS_NORMAL; /* it would be in the goal */
    if (text && s->place[p] == PARCHIS_HOME && condition != PARCHIS_MINI)
        condition = PARCHIS_NORMAL; /* nothing else happens to a piece at home */
    const int turns = condition != PARCHIS_NORMAL ? 1 + below(rng, longest[condition]) : 0;
    s->condition[p] = (uint8_t)(condition | turns << 3);
}

/* A position that the rules can go on from, most of them out of no game. */
static bool dense(struct parchis *s, uint64_t course, struct th_rng *rng) {
    struct th_error e;
    parchis_start(s, course, true);
    const int stretch = below(rng, 3) == 0 ? 60 + below(rng, 8) : below(rng, PARCHIS_TRACK);
    for (int p = 0; p < PARCHIS_PIECES; p++) dense_piece(s, p, rng, stretch);
    s->colour = (uint8_t)below(rng, parchis_in_course(s) ? 2 : 4);
    for (int c = 0; c < PARCHIS_COLOURS; c++) {
        if (s->pool[c] != 0) s->pool[c] = (uint8_t)(1 + below(rng, PARCHIS_FULL_POOL));
        s->bounces[c] = (uint8_t)(below(rng, 3) == 0 ? 30 : below(rng, 31));
    }
    for (int player = 0; player < 2; player++) {
        const int held = below(rng, 3);
        for (int i = 0; i < held; i++)
            s->hand[player][i] = (uint8_t)(PARCHIS_STAR_DIE + below(rng, 10));
    }
    s->items = (uint32_t)th_rng_next(rng) & ((UINT32_C(1) << PARCHIS_ITEMS) - 1);
    int traps = below(rng, 5);
    for (int square = 1, n = 0; square <= PARCHIS_TRACK && traps > 0; square++)
        while (traps > 0 && below(rng, 20) == 0) s->traps[n++] = (uint8_t)square, traps--;
    s->last_die = (uint8_t)below(rng, PARCHIS_DICE);
    s->turn = 1 + (uint32_t)below(rng, 300);
    if (below(rng, 5) == 0) {
        s->forced = below(rng, 2) == 0 ? PARCHIS_TEN : PARCHIS_TWENTY;
        if (!parchis_in_course(s))
            s->forced_colour = (uint8_t)((s->colour & 1) + 2 * below(rng, 2));
        if (below(rng, 2) == 0) s->flags |= PARCHIS_RUN;
    } else if (parchis_in_course(s)) {
        if (below(rng, 6) == 0) s->flags |= PARCHIS_BANANA_LOST;
        if (s->last_die == PARCHIS_SIX) s->flags |= PARCHIS_RUN;
    }
    s->key = parchis_key(s);
    return parchis_valid(s, &e);
}

static void judge_dense(uint64_t course, uint64_t seed) {
    struct th_rng rng = th_rng_seeded(seed);
    long judged = 0;
    while (judged < test_scale(20000)) {
        struct parchis s;
        th_action legal[PARCHIS_LEGAL_MAX];
        if (!dense(&s, course, &rng)) continue;
        for (int ply = 0; ply < 3 && s.winner == PARCHIS_NOBODY; ply++, judged++) {
            assert_judged(&s);
            const int n = parchis_legal(&s, legal);
            parchis_apply(&s, legal[below(&rng, n)]);
        }
    }
}

static void dense_positions_of_the_text_are_judged_alike(void **state) {
    (void)state;
    judge_dense(PARCHIS_TEXT, 1);
}

static void dense_positions_of_the_course_are_judged_alike(void **state) {
    (void)state;
    judge_dense(PARCHIS_COURSE, 2);
}

/* ---- random play ---- */

/* What never changes: every piece has its place, nothing leaves its range, the key follows, and
 * the game can go on. */
static void assert_sound(const struct parchis *s) {
    th_action legal[PARCHIS_LEGAL_MAX];
    struct th_error e;
    if (!parchis_valid(s, &e)) fail_msg("turn %u: %s", s->turn, e.text);
    assert_true(s->key == parchis_key(s));
    const int n = parchis_legal(s, legal);
    assert_true(s->winner == PARCHIS_NOBODY ? n >= 1 : n == 0);
}

/* Written and read again, in words and as JSON, a state is the same to the last byte. */
static void assert_reads_back(const struct parchis *s) {
    char text[8192];
    struct th_error e;
    for (int json = 0; json < 2; json++) {
        struct parchis read;
        parchis_start(&read, s->course, true);
        if (json)
            fields_json(&parchis_game, general(s), text, sizeof text);
        else
            parchis_position_text(general(s), text, sizeof text);
        if (!parchis_parse_position((struct th_state *)(void *)&read, text, &e))
            fail_msg("%s: %s", text, e.text);
        assert_memory_equal(&read, s, sizeof read);
    }
}

static void play_soundly(uint64_t course, bool items, uint64_t seed) {
    struct th_rng rng = th_rng_seeded(seed);
    for (long plies = 0; plies < test_scale(2000000);) {
        struct parchis s;
        th_action legal[PARCHIS_LEGAL_MAX];
        parchis_start(&s, course, items);
        for (; s.winner == PARCHIS_NOBODY; plies++) {
            assert_sound(&s);
            if (plies % 16 == 0) assert_reads_back(&s);
            const int n = parchis_legal(&s, legal);
            parchis_apply(&s, legal[below(&rng, n)]);
            assert_true(s.turn < 20000); /* every game ends */
        }
        assert_sound(&s);
        assert_reads_back(&s);
    }
}

static void random_play_of_the_text_is_sound(void **state) {
    (void)state;
    play_soundly(PARCHIS_TEXT, true, 3);
}

static void random_play_of_the_course_is_sound(void **state) {
    (void)state;
    play_soundly(PARCHIS_COURSE, true, 4);
}

static void random_play_without_items_is_sound(void **state) {
    (void)state;
    play_soundly(PARCHIS_TEXT, false, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense_positions_of_the_text_are_judged_alike),
        cmocka_unit_test(dense_positions_of_the_course_are_judged_alike),
        cmocka_unit_test(random_play_of_the_text_is_sound),
        cmocka_unit_test(random_play_of_the_course_is_sound),
        cmocka_unit_test(random_play_without_items_is_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
