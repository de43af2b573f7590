#include "race.h"

#include "core/text.h"
#include "turn.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_pairings(struct cantstop_race *r) {
    for (int low = 0; low < r->columns; low++)
        for (int high = low; high < r->columns; high++)
            r->pairing[r->pairings++] = (struct race_pairing){(uint8_t)low, (uint8_t)high};
}

static uint8_t pairing_of(const struct cantstop_race *r, int x, int y) {
    const int low = x < y ? x : y, high = x < y ? y : x;
    return (uint8_t)(low * r->columns - low * (low - 1) / 2 + high - low);
}

/* How many orders four sorted dice can fall in: 24, divided by the orders of equal ones. */
static int orders_of(const int d[4]) {
    int orders = 24, run = 1;
    for (int i = 1; i < 4; i++) {
        run = d[i] == d[i - 1] ? run + 1 : 1;
        orders /= run;
    }
    return orders;
}

static struct race_roll make_roll(const struct cantstop_race *r, const int d[4]) {
    struct race_roll roll = {.chance = orders_of(d)};
    for (int i = 0; i < 4; i++) {
        roll.chance /= r->sides;
        roll.dice[i] = (uint8_t)d[i];
    }
    /* Columns are sums less two. */
    const uint8_t all[3] = {pairing_of(r, d[0] + d[1] - 2, d[2] + d[3] - 2),
                            pairing_of(r, d[0] + d[2] - 2, d[1] + d[3] - 2),
                            pairing_of(r, d[0] + d[3] - 2, d[1] + d[2] - 2)};
    memcpy(roll.pairing, all, sizeof all);
    return roll;
}

static void make_rolls(struct cantstop_race *r) {
    int d[4];
    for (d[0] = 1; d[0] <= r->sides; d[0]++)
        for (d[1] = d[0]; d[1] <= r->sides; d[1]++)
            for (d[2] = d[1]; d[2] <= r->sides; d[2]++)
                for (d[3] = d[2]; d[3] <= r->sides; d[3]++) r->roll[r->rolls++] = make_roll(r, d);
}

/* The distinct pairings of a roll. Returns how many. */
static int distinct_pairings(const struct race_roll *roll, uint8_t out[3]) {
    int n = 0;
    for (int i = 0; i < 3; i++) {
        bool known = false;
        for (int k = 0; k < n; k++) known = known || out[k] == roll->pairing[i];
        if (!known) out[n++] = roll->pairing[i];
    }
    return n;
}

static void make_outcomes(struct cantstop_race *r) {
    int n = 0;
    for (int pairings = 1; pairings <= 3; pairings++)
        for (int i = 0; i < r->rolls; i++) {
            struct race_outcome o = {.chance = r->roll[i].chance};
            if (distinct_pairings(&r->roll[i], o.pairing) != pairings) continue;
            r->outcome[n++] = o;
            r->outcomes[pairings - 1]++;
        }
}

/* ---- three runners ---- */

/* The steps that a pairing allows, as a set; runner_of: which runner is in a column and can move,
 * -1: none. */
static unsigned steps_of(struct race_pairing p, const int8_t runner_of[], int forced) {
    static const int both[3][3] = {
        {STEP_AA, STEP_AB, STEP_AC}, {STEP_AB, STEP_BB, STEP_BC}, {STEP_AC, STEP_BC, STEP_CC}};
    const int low = runner_of[p.low], high = runner_of[p.high];
    unsigned steps = 0;
    if (low >= 0 && high >= 0) steps |= 1U << both[low][high];
    if (p.low == p.high || (forced && steps != 0)) return steps;
    if (low >= 0) steps |= 1U << low;
    if (high >= 0) steps |= 1U << high;
    return steps;
}

/* The step in column c alone, [c] or [c, c], is kept apart in step[3]. */
static struct race_choice choice_of(unsigned steps, double chance) {
    struct race_choice choice = {.chance = chance};
    const unsigned apart = steps & (1U << STEP_C | 1U << STEP_CC);
    int n = 0;
    for (unsigned i = 0; i < 9; i++)
        if ((steps & ~apart) >> i & 1) choice.step[n++] = (uint8_t)i;
    /* Pairings of a roll share no column, so three columns give at most four choices. */
    for (; n < 4; n++) choice.step[n] = choice.step[n - 1];
    if (apart != 0) choice.step[3] = apart >> STEP_C & 1 ? STEP_C : STEP_CC;
    return choice;
}

/* Which group of the choices of a triple these steps belong to, -1: none. */
enum { GROUP_ONE, GROUP_TWO, GROUP_MORE, GROUP_WITH_C, GROUP_WITH_CC, GROUPS };
static int group_of(unsigned steps) {
    const unsigned c = 1U << STEP_C, cc = 1U << STEP_CC;
    if (steps == 0 || steps == c || steps == cc) return -1;
    if (steps & c) return GROUP_WITH_C;
    if (steps & cc) return GROUP_WITH_CC;
    const unsigned second = steps & (steps - 1);
    return second == 0 ? GROUP_ONE : (second & (second - 1)) == 0 ? GROUP_TWO : GROUP_MORE;
}

static int compare_sets(const void *a, const void *b) {
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/* Adds the choices of one triple to the list at *n; `open`: which runners can move. */
static void make_triple(const struct cantstop_race *r, struct race_triple *t, const int column[3],
                        unsigned open, struct race_choice *choices, int *n) {
    double chance[512] = {0};
    int8_t runner_of[RACE_COLUMNS_MAX];
    unsigned set[RACE_ROLLS_MAX];
    int size[GROUPS], sets = 0;
    memset(runner_of, -1, sizeof runner_of);
    for (int i = 0; i < 3; i++)
        if (open >> i & 1) runner_of[column[i]] = (int8_t)i;
    for (int i = 0; i < r->rolls; i++) {
        unsigned steps = 0;
        for (int k = 0; k < 3; k++)
            steps |= steps_of(r->pairing[r->roll[i].pairing[k]], runner_of, r->forced);
        if (!(chance[steps] > 0)) set[sets++] = steps;
        chance[steps] += r->roll[i].chance;
    }
    qsort(set, (size_t)sets, sizeof *set, compare_sets);
    t->first = *n;
    t->bust = chance[0];
    t->only_c = chance[1U << STEP_C];
    t->only_cc = chance[1U << STEP_CC];
    t->single = 0;
    for (unsigned steps = 1; steps < 1U << (STEP_C + 1); steps++) t->single += chance[steps];
    for (int group = 0; group < GROUPS; group++) {
        const int first = *n;
        for (int i = 0; i < sets; i++)
            if (group_of(set[i]) == group) choices[(*n)++] = choice_of(set[i], chance[set[i]]);
        size[group] = *n - first;
    }
    t->one = size[GROUP_ONE];
    t->two = size[GROUP_TWO];
    t->more = size[GROUP_MORE];
    t->with_c = size[GROUP_WITH_C];
    t->with_cc = size[GROUP_WITH_CC];
    assert(t->with_c + t->with_cc <= RACE_WITH_MAX);
}

static bool make_triples(struct cantstop_race *r) {
    enum { ROOM = RACE_TRIPLES_MAX * 3 * 8 * 64 };
    struct race_choice *room = malloc(ROOM * sizeof *room);
    if (room == NULL) return false;
    int n = 0, triples = 0;
    for (int a = 0; a < r->columns; a++)
        for (int b = a + 1; b < r->columns; b++)
            for (int c = b + 1; c < r->columns; c++, triples++) {
                const int order[3][3] = {{b, c, a}, {a, c, b}, {a, b, c}};
                for (int last = 0; last < 3; last++)
                    for (unsigned top = 0; top < 8; top++)
                        make_triple(r, &r->triple[triples][last][top], order[last], ~top & 7U, room,
                                    &n);
            }
    r->choices = realloc(room, (size_t)n * sizeof *room);
    if (r->choices == NULL) r->choices = room;
    return true;
}

struct cantstop_race *cantstop_race_new(int sides, int shortest, int forced, struct th_error *e) {
    struct cantstop_race *r = calloc(1, sizeof *r);
    if (r != NULL) {
        r->sides = sides;
        r->shortest = shortest;
        r->forced = forced;
        r->columns = 2 * sides - 1;
        for (int c = 0; c < r->columns; c++)
            r->height[c] = shortest + 2 * (c < sides ? c : r->columns - 1 - c);
        make_pairings(r);
        make_rolls(r);
        make_outcomes(r);
        if (make_triples(r)) return r;
    }
    free(r);
    th_fail(e, "out of memory");
    return NULL;
}

void cantstop_race_drop(struct cantstop_race *r) {
    if (r != NULL) free(r->choices);
    free(r);
}

int cantstop_race_roll_of(const struct cantstop_race *r, const int dice[4]) {
    for (int i = 0; i < r->rolls; i++) {
        int wanted[RACE_SIDES_MAX + 1] = {0};
        for (int k = 0; k < 4; k++) {
            if (dice[k] < 1 || dice[k] > r->sides) return -1;
            wanted[dice[k]]++;
            wanted[r->roll[i].dice[k]]--;
        }
        bool same = true;
        for (int d = 1; d <= r->sides; d++) same = same && wanted[d] == 0;
        if (same) return i;
    }
    return -1;
}

/* ---- how large ---- */

/* A column is completed, or has no runner, or has one; what can be in all columns is what can be in
 * the first, times what can be in the others, sorted by columns completed and runners. */
struct race_size cantstop_race_size(const struct cantstop_race *r, const int from[]) {
    double ways[RACE_TO_WIN][RACE_RUNNERS + 1] = {{1}}, mirrored[RACE_TO_WIN] = {1};
    struct race_size size = {.vectors = 1};
    bool symmetric = true;
    for (int c = 0; c < r->columns; c++) {
        const double room = r->height[c] - from[c];
        const bool middle = c == r->sides - 1;
        size.vectors *= room + 1;
        symmetric = symmetric && from[c] == from[r->columns - 1 - c];
        for (int done = RACE_TO_WIN - 1; done >= 0; done--)
            for (int runners = RACE_RUNNERS; runners >= 0; runners--)
                ways[done][runners] =
                    ways[done][runners] * room + (done > 0 ? ways[done - 1][runners] : 0) +
                    (runners > 0 ? ways[done][runners - 1] * room * (room + 1) / 2 : 0);
        const int step = middle ? 1 : 2; /* a column and its mirror image are completed together */
        for (int done = RACE_TO_WIN - 1; done >= 0 && c < r->sides; done--)
            mirrored[done] = mirrored[done] * room + (done >= step ? mirrored[done - step] : 0);
    }
    for (int done = 0; done < RACE_TO_WIN; done++) {
        size.starts += ways[done][0];
        if (symmetric) size.mirrored += mirrored[done];
        for (int runners = 1; runners <= RACE_RUNNERS; runners++)
            size.within[runners] += ways[done][runners];
    }
    return size;
}

static int column_name(int column) {
    return column + CANTSTOP_FIRST_COLUMN;
}

/* ---- reading ---- */

/* "2:3,7:5" or "-". `what` names it in messages. */
static bool read_progress(const struct cantstop_race *r, const char *word, const char *what,
                          int progress[], struct th_error *e) {
    if (strcmp(word, "-") == 0) return true;
    int before = 0;
    for (const char *p = word; *p != 0;) {
        char left[4], right[4];
        int used = 0;
        if (sscanf(p, "%3[0-9]:%3[0-9]%n", left, right, &used) != 2)
            return th_fail(e, "%s is written COLUMN:STEPS,… or -, not '%.20s'", what, p);
        const int name = atoi(left), steps = atoi(right), c = name - CANTSTOP_FIRST_COLUMN;
        if (c < 0 || c >= r->columns)
            return th_fail(e, "with dice of %d sides there are columns 2 to %d, not %d", r->sides,
                           2 * r->sides, name);
        if (name <= before)
            return th_fail(e, "column %d stands twice or out of order in %s", name, what);
        if (steps < 1 || steps > r->height[c])
            return th_fail(e, "%s in column %d is 1 to %d steps, not %d", what, name, r->height[c],
                           steps);
        progress[c] = steps;
        before = name;
        p += used;
        if (*p != 0 && (*p++ != ',' || *p == 0))
            return th_fail(e, "%s goes on with '%.20s' where ',' or a space is due", what, p - 1);
    }
    return true;
}

static bool read_roll(const struct cantstop_race *r, const char **p, int *roll) {
    int dice[4];
    for (int i = 0; i < 4; i++) {
        char word[4];
        if (!text_word(p, word, sizeof word) || word[0] < '1' || word[0] > '9' || word[1] != 0)
            return false;
        dice[i] = word[0] - '0';
    }
    *roll = cantstop_race_roll_of(r, dice);
    return *roll >= 0;
}

/* Where runners stand, and what the position waits for. */
static bool check(const struct cantstop_race *r, const struct race_position *p,
                  struct th_error *e) {
    int completed = 0, runners = 0;
    for (int c = 0; c < r->columns; c++) {
        completed += p->progress[c] == r->height[c];
        runners += p->steps[c] > 0;
        if (p->progress[c] + p->steps[c] > r->height[c])
            return th_fail(e,
                           "column %d has %d steps, but %d are made there already and temp has %d",
                           column_name(c), r->height[c], p->progress[c], p->steps[c]);
    }
    if (completed >= RACE_TO_WIN)
        return th_fail(e, "the race is over: %d columns are completed", completed);
    if (runners > RACE_RUNNERS)
        return th_fail(e, "at most three columns can be active, but temp has %d", runners);
    if (runners == 0 && p->phase == CANTSTOP_DECIDE)
        return th_fail(e, "before the first move of a turn there is nothing to decide");
    return true;
}

bool cantstop_race_parse(const struct cantstop_race *r, const char *text, struct race_position *p,
                         struct th_error *e) {
    char word[128];
    *p = (struct race_position){.phase = CANTSTOP_ROLL};
    if (!text_word(&text, word, sizeof word))
        return th_fail(e,
                       "a position begins with the progress in the columns, as in 2:1,5:3, or -");
    if (!read_progress(r, word, "the progress", p->progress, e)) return false;
    bool more = text_word(&text, word, sizeof word);
    if (more && strcmp(word, "temp") == 0) {
        if (!text_word(&text, word, sizeof word))
            return th_fail(e, "'temp' is followed by the steps of this turn, as in 6:2,8:1, or -");
        if (!read_progress(r, word, "the temporary progress", p->steps, e)) return false;
        for (int c = 0; c < r->columns; c++)
            if (p->steps[c] > 0) p->phase = CANTSTOP_DECIDE;
        more = text_word(&text, word, sizeof word);
    }
    if (more && strcmp(word, "move") == 0) {
        p->phase = CANTSTOP_MOVE;
        if (!read_roll(r, &text, &p->roll))
            return th_fail(e, "'move' is followed by four dice from 1 to %d, as in 'move 1 2 2 1'",
                           r->sides);
    } else if (more && (strcmp(word, "roll") == 0 || strcmp(word, "decide") == 0)) {
        p->phase = word[0] == 'r' ? CANTSTOP_ROLL : CANTSTOP_DECIDE;
    } else if (more) {
        return th_fail(e,
                       "'%.20s' is not understood; the progress may be followed by 'temp' with the "
                       "steps of this turn, then 'roll', 'decide' or 'move' with four dice",
                       word);
    }
    if (text[strspn(text, " ")] != 0)
        return th_fail(e, "'%.20s' is too much at the end of a position", text);
    return check(r, p, e);
}

/* ---- writing ---- */

static void add_progress(struct text *t, const struct cantstop_race *r, const int progress[]) {
    bool any = false;
    for (int c = 0; c < r->columns; c++) {
        if (progress[c] == 0) continue;
        text_add(t, "%s%d:%d", any ? "," : "", column_name(c), progress[c]);
        any = true;
    }
    if (!any) text_add(t, "-");
}

const char *cantstop_race_text(const struct cantstop_race *r, const struct race_position *p,
                               char *out, size_t size) {
    struct text t = text_in(out, size);
    const uint8_t *d = r->roll[p->roll].dice;
    add_progress(&t, r, p->progress);
    text_add(&t, " temp ");
    add_progress(&t, r, p->steps);
    text_add(&t, p->phase == CANTSTOP_ROLL     ? " roll"
                 : p->phase == CANTSTOP_DECIDE ? " decide"
                                               : "");
    if (p->phase == CANTSTOP_MOVE) text_add(&t, " move %d %d %d %d", d[0], d[1], d[2], d[3]);
    return out;
}

const char *cantstop_race_move_text(struct turn_move move, char out[16]) {
    struct text t = text_in(out, 16);
    text_add(&t, "%d", column_name(move.low));
    if (move.high >= 0) text_add(&t, "+%d", column_name(move.high));
    return out;
}
