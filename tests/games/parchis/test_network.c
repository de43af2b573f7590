/* The learned evaluation of Parchís: its rows against a plain version, and what holds of values. */
#include "cmocka_includes.h"
#include "games/parchis/network.h"
#include "games/parchis/switches.h"
#include "scale.h"
#include <string.h>

static const struct th_state *general(const struct parchis *s) {
    return (const struct th_state *)(const void *)s;
}

/* ---- rows, by the slow way ---- */

static unsigned next_pool(const struct parchis *s, int player) {
    if (parchis_in_course(s)) return s->pool[player];
    return s->pool[(s->colour & 1) == player ? s->colour : (s->colour + 1) % PARCHIS_COLOURS];
}

static bool has_die(unsigned pool, int die) {
    return (pool >> (die - 1) & 1) != 0;
}

static bool anybody_home(const struct parchis *s, int colour) {
    for (int i = 0; i < PARCHIS_EACH; i++)
        if (s->place[PARCHIS_EACH * colour + i] == PARCHIS_HOME) return true;
    return false;
}

/* The die that moves a normal piece of this colour so many squares; 0: there is none. */
static int die_for(const struct parchis *s, int colour, int steps) {
    for (int die = PARCHIS_ONE; die <= PARCHIS_FIVE; die++)
        if (parchis_number[die] == steps) return die;
    return steps == (anybody_home(s, colour) ? 6 : 7) ? PARCHIS_SIX : 0;
}

/* What a piece of the other player does to one on this square. */
static int danger_from(const struct parchis *s, int hunter, int square) {
    const int colour = parchis_colour(hunter), from = s->place[hunter];
    if (!parchis_on_track(from)) return PARCHIS_NO_DANGER;
    const int steps = (square - from + PARCHIS_TRACK) % PARCHIS_TRACK;
    const int room = (parchis_entry[colour] - from + PARCHIS_TRACK) % PARCHIS_TRACK;
    if (steps == 0 || steps > room) return PARCHIS_NO_DANGER;
    if (parchis_condition_of(s, hunter) == PARCHIS_STAR)
        return steps <= 9 ? PARCHIS_STARRED : PARCHIS_NO_DANGER;
    const int die = die_for(s, colour, steps);
    if (parchis_condition_of(s, hunter) != PARCHIS_NORMAL || die == 0 || parchis_safe[square])
        return PARCHIS_NO_DANGER;
    return has_die(next_pool(s, colour & 1), die) ? PARCHIS_NOW : PARCHIS_LATER;
}

static int danger_of(const struct parchis *s, int piece) {
    const int colour = parchis_colour(piece), place = s->place[piece];
    const int condition = parchis_condition_of(s, piece);
    const unsigned pool = next_pool(s, colour & 1);
    if (place == PARCHIS_HOME) return has_die(pool, PARCHIS_FIVE) ? PARCHIS_NOW : PARCHIS_NO_DANGER;
    if (!parchis_on_track(place)) {
        const int die = die_for(s, colour, parchis_distance(colour, place));
        return die != 0 && has_die(pool, die) ? PARCHIS_NOW : PARCHIS_NO_DANGER;
    }
    if (condition >= PARCHIS_GHOST) return PARCHIS_NO_DANGER;
    int worst = PARCHIS_NO_DANGER;
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        const int other = parchis_condition_of(s, p);
        if (p != piece && parchis_colour(p) == colour && s->place[p] == place &&
            condition != PARCHIS_MINI && other != PARCHIS_GHOST && other != PARCHIS_MINI)
            return PARCHIS_BARRED;
        const int danger =
            (parchis_colour(p) - colour) % 2 != 0 ? danger_from(s, p, place) : PARCHIS_NO_DANGER;
        if (danger > worst) worst = danger;
    }
    return worst;
}

/* Counts how often each row is true, seen from a colour. */
static void plain_rows(const struct parchis *s, int turn, uint8_t count[PARCHIS_ROWS]) {
    memset(count, 0, PARCHIS_ROWS);
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        const int colour = parchis_colour(p), seen = (colour - turn + 4) % 4;
        const int distance =
            s->place[p] == PARCHIS_HOME ? PARCHIS_FROM_HOME : parchis_distance(colour, s->place[p]);
        count[PARCHIS_ROW_PIECE + (seen * 77 + distance) * PARCHIS_DANGERS + danger_of(s, p)]++;
        const int condition = parchis_condition_of(s, p);
        if (condition != PARCHIS_NORMAL)
            count[PARCHIS_ROW_STATE + (seen * 5 + condition - 1) * 8 + parchis_turns_left(s, p)]++;
    }
    for (int seen = 0; seen < 4; seen++) {
        const int colour = (turn + seen) % 4;
        int items = 0;
        for (int i = 0; i < 6; i++)
            if ((s->items >> (6 * colour + i) & 1) != 0) items |= 1 << i;
        count[PARCHIS_ROW_ITEMS + (seen * 2 + (items != 0 && colour >= 2)) * 64 + items]++;
        if (s->bounces[colour] > 1)
            count[PARCHIS_ROW_BOUNCES + seen * 16 + s->bounces[colour] / 2]++;
        if (!parchis_in_course(s)) count[PARCHIS_ROW_POOL + seen * 32 + s->pool[colour]]++;
    }
    for (int side = 0; side < 2; side++) {
        const int player = (turn + side) % 2;
        int die[2];
        for (int i = 0; i < 2; i++)
            die[i] = s->hand[player][i] == 0 ? 0 : s->hand[player][i] - PARCHIS_BOO + 2;
        const int low = die[0] < die[1] ? die[0] : die[1], high = die[0] + die[1] - low;
        count[PARCHIS_ROW_HAND + side * 121 + low * 11 + high]++;
        if (parchis_in_course(s)) count[PARCHIS_ROW_POOL + side * 32 + s->pool[player]]++;
    }
    for (int i = 0; i < PARCHIS_TRAPS && s->traps[i] != 0; i++)
        count[PARCHIS_ROW_TRAPS +
              (s->traps[i] - 1 - 17 * turn + 2 * PARCHIS_TRACK) % PARCHIS_TRACK]++;
}

static void assert_rows(const struct parchis *s, int turn) {
    uint8_t count[PARCHIS_ROWS];
    uint16_t row[PARCHIS_TRUE_MAX];
    plain_rows(s, turn, count);
    const int n = parchis_network_rows(s, turn, row);
    assert_in_range(n, 1, PARCHIS_TRUE_MAX);
    for (int i = 0; i < n; i++) {
        assert_in_range(row[i], 0, PARCHIS_ROWS - 1);
        assert_true(count[row[i]]-- > 0);
    }
    for (int i = 0; i < PARCHIS_ROWS; i++) assert_int_equal(count[i], 0);
}

/* ---- games ---- */

/* Calls `look` with every position of random games in both rule sets. */
static void in_games(uint64_t seed, long games, void (*look)(const struct parchis *s)) {
    struct th_rng rng = th_rng_seeded(seed);
    for (long i = 0; i < test_scale(games); i++) {
        struct parchis s;
        th_action legal[PARCHIS_LEGAL_MAX];
        parchis_start(&s, i % 2 == 0 ? PARCHIS_TEXT : PARCHIS_COURSE, i % 8 != 7);
        for (int ply = 0; ply < 400 && s.winner == PARCHIS_NOBODY; ply++) {
            look(&s);
            const int n = parchis_legal(&s, legal);
            parchis_apply(&s, legal[th_rng_below(&rng, (uint32_t)n)]);
        }
    }
}

static void look_at_rows(const struct parchis *s) {
    assert_rows(s, s->colour);
    if (parchis_in_course(s)) assert_rows(s, s->colour + 2);
}

static void rows_are_those_of_the_plain_version(void **state) {
    (void)state;
    in_games(1, 200, look_at_rows);
}

static void look_at_value(const struct parchis *s) {
    const int value = parchis_network_evaluate(general(s), 0);
    assert_int_equal(parchis_network_evaluate(general(s), 1), -value);
    assert_true(value < TH_SURE_VALUE && value > -TH_SURE_VALUE);
}

static void values_have_two_sides(void **state) {
    (void)state;
    in_games(2, 1000, look_at_value);
}

/* The board turned by a quarter, without items: what a colour had, the next one has. */
static void look_at_turned(const struct parchis *from) {
    struct parchis s = *from, t;
    s.items = 0;
    t = s;
    for (int p = 0; p < PARCHIS_PIECES; p++) {
        const int q = (p + PARCHIS_EACH) % PARCHIS_PIECES, place = s.place[p];
        const int step = place - parchis_corridor(parchis_colour(p), 0);
        t.place[q] = (uint8_t)(place > PARCHIS_TRACK ? parchis_corridor(parchis_colour(q), step)
                               : place == 0          ? 0
                                                     : (place + 16) % PARCHIS_TRACK + 1);
        t.condition[q] = s.condition[p];
    }
    for (int c = 0; c < PARCHIS_COLOURS; c++) t.bounces[(c + 1) % 4] = s.bounces[c];
    for (int player = 0; player < 2; player++)
        memcpy(t.hand[player ^ 1], s.hand[player], PARCHIS_HAND);
    for (int i = 0; i < PARCHIS_TRAPS && s.traps[i] != 0; i++)
        t.traps[i] = (uint8_t)((s.traps[i] + 16) % PARCHIS_TRACK + 1);
    if (parchis_in_course(&s)) {
        t.pool[0] = s.pool[1], t.pool[1] = s.pool[0];
        t.colour = s.colour ^ 1;
        if (s.colour == 1) return; /* then seen from the other of both colours */
    } else {
        for (int c = 0; c < PARCHIS_COLOURS; c++) t.pool[(c + 1) % 4] = s.pool[c];
        t.colour = (uint8_t)((s.colour + 1) % PARCHIS_COLOURS);
    }
    assert_int_equal(parchis_network_evaluate(general(&t), 1),
                     parchis_network_evaluate(general(&s), 0));
}

static void all_sides_of_the_board_are_alike(void **state) {
    (void)state;
    in_games(3, 500, look_at_turned);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_those_of_the_plain_version),
        cmocka_unit_test(values_have_two_sides),
        cmocka_unit_test(all_sides_of_the_board_are_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
