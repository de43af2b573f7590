/* Can't Stop, slow and obvious; see plain.h. */
#include "plain.h"

/* ---- Board ---- */

/* "Board": columns 2..12 and their heights. */
static int plain_height(int column) {
    static const int height[13] = {0, 0, 3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3};
    return height[column];
}

void plain_start(struct plain_board *b, int players, int forced) {
    b->players = players;
    b->forced = forced;
    for (int column = 0; column <= 12; column++) {
        for (int player = 0; player < 4; player++) b->permanent[player][column] = 0;
        b->temporary[column] = 0;
    }
    b->player = 0;
    b->rolls = 0;
    b->turns = 0;
    b->winner = -1;
}

/* Where the player to move stands in this column, this turn's steps included. */
static int plain_reached(const struct plain_board *b, int column) {
    return b->permanent[b->player][column] + b->temporary[column];
}

static int plain_is_at_top(const struct plain_board *b, int column) {
    return plain_reached(b, column) >= plain_height(column);
}

/* "Board": only the player's own completed columns count, and only permanent progress completes. */
static int plain_is_completed(const struct plain_board *b, int column) {
    return b->permanent[b->player][column] >= plain_height(column);
}

/* "Runners": an active column has temporary progress this turn, at its top or not. */
static int plain_is_active(const struct plain_board *b, int column) {
    return b->temporary[column] > 0;
}

static int plain_count_active(const struct plain_board *b) {
    int count = 0;
    for (int column = 2; column <= 12; column++) {
        if (plain_is_active(b, column)) count++;
    }
    return count;
}

/* ---- Legal moves ---- */

/* "Runners": the column is not completed and has room. Runners are not looked at here. */
static int plain_has_room(const struct plain_board *b, int column) {
    return !plain_is_completed(b, column) && plain_reached(b, column) < plain_height(column);
}

/* "Runners": when a single step in this column is legal. */
static int plain_can_step(const struct plain_board *b, int column) {
    if (!plain_has_room(b, column)) return 0;
    return plain_is_active(b, column) || plain_count_active(b) < 3;
}

/* "Runners": when one step in each of two different columns is legal. The first step may take the
 * runner that the second needs, so the new columns are counted together. */
static int plain_can_step_both(const struct plain_board *b, int a, int c) {
    int active = plain_count_active(b);
    if (!plain_has_room(b, a) || !plain_has_room(b, c)) return 0;
    if (!plain_is_active(b, a)) active++;
    if (!plain_is_active(b, c)) active++;
    return active <= 3;
}

static struct plain_move plain_move_one(int a) {
    struct plain_move m = {1, {a, 0}};
    return m;
}

/* "Moves as data": the columns ascend. */
static struct plain_move plain_move_two(int a, int c) {
    struct plain_move m = {2, {a, c}};
    if (a > c) {
        m.column[0] = c;
        m.column[1] = a;
    }
    return m;
}

/* "Moves as data": lexicographic order of the lists, [2] < [2,12] < [3].
 * Negative when a comes before c, 0 when they are the same move, positive when a comes after c. */
static int plain_compare_moves(struct plain_move a, struct plain_move c) {
    if (a.column[0] != c.column[0]) return a.column[0] - c.column[0];
    if (a.count != c.count) return a.count - c.count;
    if (a.count == 2) return a.column[1] - c.column[1];
    return 0;
}

/* "Moves as data": keeps the list in order; a move that is there already is the same one move. */
static int plain_add_move(struct plain_move list[9], int count, struct plain_move m) {
    int place = 0;
    while (place < count && plain_compare_moves(list[place], m) < 0) place++;
    if (place < count && plain_compare_moves(list[place], m) == 0) return count;
    for (int i = count; i > place; i--) list[i] = list[i - 1];
    list[place] = m;
    return count + 1;
}

/* "Turn" 2, equal sums: two steps, or one step when only one is left. Never one by choice. */
static int plain_add_equal_sums(const struct plain_board *b, int x, struct plain_move list[9],
                                int count) {
    if (!plain_can_step(b, x)) return count;
    if (plain_reached(b, x) + 1 == plain_height(x))
        return plain_add_move(list, count, plain_move_one(x));
    return plain_add_move(list, count, plain_move_two(x, x));
}

/* "Turn" 2, different sums: one or the other or both, each where legal. With `forced` both must be
 * taken where both can be taken together; where they cannot, either single step remains. */
static int plain_add_different_sums(const struct plain_board *b, int forced, int x, int y,
                                    struct plain_move list[9], int count) {
    int both = plain_can_step_both(b, x, y);
    if (both) count = plain_add_move(list, count, plain_move_two(x, y));
    if (both && forced) return count;
    if (plain_can_step(b, x)) count = plain_add_move(list, count, plain_move_one(x));
    if (plain_can_step(b, y)) count = plain_add_move(list, count, plain_move_one(y));
    return count;
}

static int plain_add_pairing(const struct plain_board *b, int forced, int x, int y,
                             struct plain_move list[9], int count) {
    if (x == y) return plain_add_equal_sums(b, x, list, count);
    return plain_add_different_sums(b, forced, x, y, list, count);
}

/* "Turn" 1: the three ways to pair the dice. `forced` is apart from b->forced because the bots from
 * the literature always play by the official rule. */
static int plain_list_moves(const struct plain_board *b, int forced, const int dice[4],
                            struct plain_move out[9]) {
    int count = 0;
    count = plain_add_pairing(b, forced, dice[0] + dice[1], dice[2] + dice[3], out, count);
    count = plain_add_pairing(b, forced, dice[0] + dice[2], dice[1] + dice[3], out, count);
    count = plain_add_pairing(b, forced, dice[0] + dice[3], dice[1] + dice[2], out, count);
    return count;
}

int plain_legal_moves(const struct plain_board *b, const int dice[4], struct plain_move out[9]) {
    return plain_list_moves(b, b->forced, dice, out);
}

/* "Bust probability": every ordered roll, one after the other. */
int plain_successes(const struct plain_board *b) {
    int successes = 0;
    for (int d1 = 1; d1 <= 6; d1++) {
        for (int d2 = 1; d2 <= 6; d2++) {
            for (int d3 = 1; d3 <= 6; d3++) {
                for (int d4 = 1; d4 <= 6; d4++) {
                    const int dice[4] = {d1, d2, d3, d4};
                    struct plain_move moves[9];
                    if (plain_legal_moves(b, dice, moves) > 0) successes++;
                }
            }
        }
    }
    return successes;
}

/* ---- Turn ---- */

void plain_make_move(struct plain_board *b, struct plain_move m) {
    for (int i = 0; i < m.count; i++) b->temporary[m.column[i]]++;
    b->rolls++;
}

/* "Runners": a column at its top is completed by the bank and not before. */
int plain_bank_completes(const struct plain_board *b) {
    int count = 0;
    for (int column = 2; column <= 12; column++) {
        if (plain_is_at_top(b, column)) count++;
    }
    return count;
}

/* "Board": three completed columns win. */
static int plain_bank_wins(const struct plain_board *b) {
    return plain_bank_completes(b) >= 3;
}

/* What the end of a turn is, however it ends. */
static void plain_end_turn(struct plain_board *b) {
    for (int column = 2; column <= 12; column++) b->temporary[column] = 0;
    b->rolls = 0;
    b->turns++;
    if (b->winner < 0) b->player = (b->player + 1) % b->players;
}

/* "Turn" 4. */
void plain_bank(struct plain_board *b) {
    if (plain_bank_wins(b)) b->winner = b->player;
    for (int column = 2; column <= 12; column++)
        b->permanent[b->player][column] += b->temporary[column];
    plain_end_turn(b);
}

/* "Turn" 3. */
void plain_bust(struct plain_board *b) {
    plain_end_turn(b);
}

/* ---- Bots: what the greedy scores are made of ---- */

/* "Bots": all scores times this are integers, so that they are compared exactly. */
static int plain_scale(void) {
    return 90090;
}

static int plain_is_double(struct plain_move m) {
    return m.count == 2 && m.column[0] == m.column[1];
}

/* The distinct columns a move touches are the first this many of its list: [x, x] touches one. */
static int plain_count_distinct(struct plain_move m) {
    return plain_is_double(m) ? 1 : m.count;
}

/* The touched columns that were not active before the move. */
static int plain_count_opened(const struct plain_board *before, struct plain_move m) {
    int count = 0;
    for (int i = 0; i < plain_count_distinct(m); i++) {
        if (!plain_is_active(before, m.column[i])) count++;
    }
    return count;
}

/* The touched columns that the move brought to their height. */
static int plain_count_topped(const struct plain_board *after, struct plain_move m) {
    int count = 0;
    for (int i = 0; i < plain_count_distinct(m); i++) {
        if (plain_is_at_top(after, m.column[i])) count++;
    }
    return count;
}

/* The sum over the distinct columns touched of (permanent + temporary after the move) / height. */
static int plain_score_base(const struct plain_board *after, struct plain_move m) {
    int score = 0;
    for (int i = 0; i < plain_count_distinct(m); i++) {
        int column = m.column[i];
        score += plain_reached(after, column) * (plain_scale() / plain_height(column));
    }
    return score;
}

static int plain_sum_columns(struct plain_move m) {
    int sum = 0;
    for (int i = 0; i < m.count; i++) sum += m.column[i];
    return sum;
}

/* ---- Bots: greedy-aggressive ---- */

static int plain_score_aggressive(const struct plain_board *b, struct plain_move m) {
    struct plain_board after = *b;
    int score;
    plain_make_move(&after, m);
    score = plain_score_base(&after, m);
    score += plain_count_topped(&after, m) * 2 * plain_scale(); /* B = 2.0 each */
    if (plain_bank_wins(&after)) {
        score += 4 * plain_scale(); /* W = 4.0 once */
    }
    return score;
}

/* Whether m is strictly better than best. A full tie says no: the earlier, which is the
 * lexicographically smaller, stays. */
static int plain_better_aggressive(const struct plain_board *b, struct plain_move m,
                                   struct plain_move best) {
    int score = plain_score_aggressive(b, m);
    int best_score = plain_score_aggressive(b, best);
    if (score != best_score) return score > best_score;
    if (plain_is_double(m) != plain_is_double(best)) return plain_is_double(m);
    return plain_sum_columns(m) > plain_sum_columns(best);
}

/* ---- Bots: greedy-conservative ---- */

static int plain_score_conservative(const struct plain_board *b, int per_move,
                                    struct plain_move m) {
    struct plain_board after = *b;
    int opened = plain_count_opened(b, m);
    int active_already = plain_count_distinct(m) - opened;
    int penalties = opened;
    int score;

    if (per_move && penalties > 1) penalties = 1;
    plain_make_move(&after, m);
    score = plain_score_base(&after, m);
    score -= penalties * plain_scale() / 2;                 /* P = 0.5 each */
    score += active_already * plain_scale() / 10;           /* A = 0.1 each */
    score += plain_count_topped(&after, m) * plain_scale(); /* B = 1.0 each */
    return score;
}

/* Whether m is strictly better than best; a full tie leaves the lexicographically smaller. The tie
 * on newly opened columns counts the columns themselves, whatever the penalty counts. */
static int plain_better_conservative(const struct plain_board *b, int per_move, struct plain_move m,
                                     struct plain_move best) {
    int score = plain_score_conservative(b, per_move, m);
    int best_score = plain_score_conservative(b, per_move, best);
    if (score != best_score) return score > best_score;
    if (plain_count_opened(b, m) != plain_count_opened(b, best))
        return plain_count_opened(b, m) < plain_count_opened(b, best);
    return plain_count_distinct(m) < plain_count_distinct(best);
}

/* ---- Reference opponents from the literature ---- */

/* One row of the table in "Reference opponents from the literature". */
struct plain_numbers {
    int progress[13];
    int move[13];
    int odd;
    int even;
    int high;
    int low;
    int marker;
    int threshold;
};

static struct plain_numbers plain_numbers_of_28(void) {
    struct plain_numbers n = {
        .progress = {0, 0, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6},
        .move = {0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1},
        .odd = 2,
        .even = -2,
        .high = 4,
        .low = 4,
        .marker = 6,
        .threshold = 28,
    };

    return n;
}

static struct plain_numbers plain_numbers_of_glenn_aloi(void) {
    struct plain_numbers n = {
        .progress = {0, 0, 7, 7, 3, 2, 2, 1, 2, 2, 3, 7, 7},
        .move = {0, 0, 7, 0, 2, 0, 4, 3, 4, 0, 2, 0, 7},
        .odd = 7,
        .even = 1,
        .high = 6,
        .low = 5,
        .marker = 6,
        .threshold = 29,
    };

    return n;
}

/* "adjustment": only with three active columns. Low and high cannot both hold, because the three
 * are never all 7. */
static int plain_adjustment(const struct plain_numbers *n, const struct plain_board *b) {
    int all_even = 1;
    int all_odd = 1;
    int all_low = 1;
    int all_high = 1;
    int adjustment = 0;

    if (plain_count_active(b) < 3) return 0;
    for (int column = 2; column <= 12; column++) {
        if (plain_is_active(b, column)) {
            all_even = all_even && column % 2 == 0;
            all_odd = all_odd && column % 2 == 1;
            all_low = all_low && column <= 7;
            all_high = all_high && column >= 7;
        }
    }
    adjustment += all_even ? n->even : 0;
    adjustment += all_odd ? n->odd : 0;
    adjustment += all_low ? n->low : 0;
    adjustment += all_high ? n->high : 0;
    return adjustment;
}

/* "move": how the position after the move scores. */
static int plain_score_literature(const struct plain_numbers *n, const struct plain_board *b,
                                  struct plain_move m) {
    struct plain_board after = *b;
    int score = 0;
    plain_make_move(&after, m);
    for (int column = 2; column <= 12; column++) {
        if (plain_is_active(&after, column))
            score += n->move[column] * (after.temporary[column] + 1) - n->marker;
    }
    return score - plain_adjustment(n, &after);
}

static int plain_better_literature(const struct plain_numbers *n, const struct plain_board *b,
                                   struct plain_move m, struct plain_move best) {
    return plain_score_literature(n, b, m) > plain_score_literature(n, b, best);
}

/* "stop". */
static int plain_stop_literature(const struct plain_numbers *n, const struct plain_board *b) {
    int with_room = 0;
    int sum = 0;
    if (plain_bank_wins(b)) return 1;
    for (int column = 2; column <= 12; column++) {
        if (plain_has_room(b, column)) with_room++;
        if (plain_is_active(b, column)) sum += n->progress[column] * (b->temporary[column] + 1);
    }
    if (plain_count_active(b) < 3 && with_room > plain_count_active(b)) return 0;
    return sum + plain_adjustment(n, b) >= n->threshold;
}

/* ---- Bots: the two questions ---- */

/* Whether the bot likes m strictly better than best. */
static int plain_better_move(enum plain_moves moves, const struct plain_board *b,
                             struct plain_move m, struct plain_move best) {
    struct plain_numbers of_28 = plain_numbers_of_28();
    struct plain_numbers of_glenn_aloi = plain_numbers_of_glenn_aloi();
    switch (moves) {
    case PLAIN_FIRST:
        return 0;
    case PLAIN_AGGRESSIVE:
        return plain_better_aggressive(b, m, best);
    case PLAIN_CONSERVATIVE:
        return plain_better_conservative(b, 0, m, best);
    case PLAIN_CONSERVATIVE_PER_MOVE:
        return plain_better_conservative(b, 1, m, best);
    case PLAIN_RULE_OF_28:
        return plain_better_literature(&of_28, b, m, best);
    case PLAIN_GLENN_ALOI:
        return plain_better_literature(&of_glenn_aloi, b, m, best);
    }
    return 0;
}

/* The list is in lexicographic order and only a strictly better move replaces the best one so far,
 * so the last tie-break of every bot, the lexicographically smallest, needs no words of its own. */
struct plain_move plain_choose_move(const struct plain_bot *bot, const struct plain_board *b,
                                    const int dice[4]) {
    struct plain_move moves[9];
    struct plain_move best;
    int forced = b->forced;
    int count;
    if (bot->moves == PLAIN_RULE_OF_28 || bot->moves == PLAIN_GLENN_ALOI) forced = 1;
    count = plain_list_moves(b, forced, dice, moves);
    best = moves[0];
    for (int i = 1; i < count; i++) {
        if (plain_better_move(bot->moves, b, moves[i], best)) best = moves[i];
    }
    return best;
}

/* "Bust probability": P(bust) >= hundredths / 100, both sides times 100 * 1296. */
static int plain_is_risky(const struct plain_board *b, int hundredths) {
    int busts = 1296 - plain_successes(b);
    return busts * 100 >= hundredths * 1296;
}

int plain_decide_stop(const struct plain_bot *bot, const struct plain_board *b) {
    struct plain_numbers of_28 = plain_numbers_of_28();
    struct plain_numbers of_glenn_aloi = plain_numbers_of_glenn_aloi();
    switch (bot->stops) {
    case PLAIN_NEVER:
        return 0;
    case PLAIN_ON_WIN:
        return plain_bank_wins(b);
    case PLAIN_MAX_ROLLS:
        return plain_bank_wins(b) || b->rolls >= bot->number;
    case PLAIN_MAX_ROLLS_LITERAL:
        return b->rolls >= bot->number;
    case PLAIN_RISK:
        return plain_bank_wins(b) || plain_is_risky(b, bot->number);
    case PLAIN_STOP_28:
        return plain_stop_literature(&of_28, b);
    case PLAIN_STOP_GLENN_ALOI:
        return plain_stop_literature(&of_glenn_aloi, b);
    }
    return 0;
}

/* ---- One whole game ---- */

static void plain_clear_counts(struct plain_counts counts[4]) {
    const struct plain_counts nothing = {0, 0, 0, 0, 0};
    for (int player = 0; player < 4; player++) counts[player] = nothing;
}

static int plain_count_temporary(const struct plain_board *b) {
    int steps = 0;
    for (int column = 2; column <= 12; column++) steps += b->temporary[column];
    return steps;
}

/* "Turn" from its first roll to the bust or the bank. counts is that of the player to move; its
 * finished turns number this turn. */
static void plain_play_turn(struct plain_board *b, const struct plain_bot *bot,
                            plain_roll_function *roll, void *context, struct plain_counts *counts) {
    int turn = (int)counts->turns;
    for (;;) {
        int dice[4];
        struct plain_move moves[9];
        roll(context, b->player, turn, b->rolls, dice);
        counts->rolls++;
        if (plain_legal_moves(b, dice, moves) == 0) {
            plain_bust(b);
            counts->busts++;
            break;
        }
        plain_make_move(b, plain_choose_move(bot, b, dice));
        if (plain_decide_stop(bot, b)) {
            counts->banked_steps += plain_count_temporary(b);
            counts->banked_turns++;
            plain_bank(b);
            break;
        }
    }
    counts->turns++;
}

void plain_play_game(struct plain_board *b, const struct plain_bot bots[4], int max_turns,
                     plain_roll_function *roll, void *context, struct plain_counts counts[4]) {
    plain_clear_counts(counts);
    while (b->winner < 0 && b->turns < max_turns)
        plain_play_turn(b, &bots[b->player], roll, context, &counts[b->player]);
}
