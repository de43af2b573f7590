/* Can't Stop once more, slow and obvious: the judge of the fast implementation.
 *
 * Written from the rules page (docs/rules/cantstop.md) alone; the section names in the comments are
 * those of that page. Nothing here is shared with the fast implementation, nothing is cached and
 * nothing is precomputed, so that reading it next to the rules page is enough to believe it.
 *
 * Columns are indexed by their own number, 2..12; the entries 0 and 1 of such an array stay 0.
 */
#ifndef CANTSTOP_PLAIN_H
#define CANTSTOP_PLAIN_H

/* One entry per effective step, ascending: [x], [x, y] or [x, x]. With count 1, column[1] is 0. */
struct plain_move {
    int count;
    int column[2];
};

struct plain_board {
    int players;          /* 1..4 */
    int forced;           /* 1: when both sums of a pairing can move, both must */
    int permanent[4][13]; /* by seat and column */
    int temporary[13];    /* of the player to move; a column is active when this is not 0 */
    int player;           /* the seat to move; after a win the winner */
    int rolls;            /* this turn, the current one counts; see plain_make_move */
    int turns;            /* finished player turns, the winning one included */
    int winner;           /* the seat, or -1 while nobody has won */
};

/* An empty board, seat 0 to move. For another starter set b->player afterwards. */
void plain_start(struct plain_board *b, int players, int forced);

/* The legal moves for these dice (1..6 each), without duplicates and in lexicographic order.
 * Obeys b->forced. Returns their number; 0 is a bust. */
int plain_legal_moves(const struct plain_board *b, const int dice[4], struct plain_move out[9]);

/* How many of the 1296 ordered rolls have a legal move now; P(bust) is 1 minus this over 1296. */
int plain_successes(const struct plain_board *b);

/* Makes a legal move. Every move answers exactly one roll, so this is where b->rolls grows by one:
 * after the first move of a turn it is 1. */
void plain_make_move(struct plain_board *b, struct plain_move m);

/* How many completed columns the player to move would have if it banked now. */
int plain_bank_completes(const struct plain_board *b);

/* Temporary becomes permanent progress and the turn is over: it is counted, and the next seat is to
 * move with b->rolls 0. With three completed columns the player wins and stays b->player. */
void plain_bank(struct plain_board *b);

/* Temporary progress is lost and the turn is over: it is counted, and the next seat is to move with
 * b->rolls 0. The busting roll made no move, so it never shows in b->rolls. */
void plain_bust(struct plain_board *b);

/* How to choose a move. */
enum plain_moves {
    PLAIN_FIRST,
    PLAIN_AGGRESSIVE,
    PLAIN_CONSERVATIVE,          /* the penalty for each newly opened column */
    PLAIN_CONSERVATIVE_PER_MOVE, /* the penalty once, however many columns the move opens */
    PLAIN_RULE_OF_28,
    PLAIN_GLENN_ALOI
};

/* When to stop. */
enum plain_stops {
    PLAIN_NEVER,
    PLAIN_ON_WIN,            /* when a bank now wins */
    PLAIN_MAX_ROLLS,         /* when rolls >= number, or when a bank now wins */
    PLAIN_MAX_ROLLS_LITERAL, /* when rolls >= number, whatever a bank would do */
    PLAIN_RISK,              /* when P(bust) >= number / 100, or when a bank now wins */
    PLAIN_STOP_28,
    PLAIN_STOP_GLENN_ALOI
};

struct plain_bot {
    enum plain_moves moves;
    enum plain_stops stops;
    int number; /* n of max-rolls, t of risk-stop in hundredths, else not looked at */
};

/* The move the bot chooses. The dice must not be a bust. The two bots from the literature choose
 * out of the forced list whatever b->forced says; the others out of plain_legal_moves. */
struct plain_move plain_choose_move(const struct plain_bot *bot, const struct plain_board *b,
                                    const int dice[4]);

/* Asked after a move: 1 to stop (bank), 0 to roll again. */
int plain_decide_stop(const struct plain_bot *bot, const struct plain_board *b);

struct plain_counts {
    long turns;        /* finished turns, the winning one included */
    long busts;        /* those that ended in a bust */
    long rolls;        /* all rolls, the busting ones included */
    long banked_steps; /* steps that became permanent */
    long banked_turns; /* turns that ended in a bank */
};

/* Fills the dice for this player, in this turn of that player (0, 1, ...) and this roll of that
 * turn (0, 1, ...). */
typedef void plain_roll_function(void *context, int player, int turn, int roll, int dice[4]);

/* Plays a started board, at the beginning of a turn, until somebody wins or b->turns == max_turns
 * (then b->winner is still -1). b->player starts. bots and counts are by seat; all four counts are
 * set to 0 at the beginning. */
void plain_play_game(struct plain_board *b, const struct plain_bot bots[4], int max_turns,
                     plain_roll_function *roll, void *context, struct plain_counts counts[4]);

#endif
