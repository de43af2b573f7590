/* Parchís by the written rules (rules=text), slow and obvious: docs/rules/parchis.md read line by
 * line. Rule numbers in the comments are those of that page. A move is played by writing down the
 * whole way of the piece, square after square, and asking each square what it does to the piece. */
#include "plain_parchis.h"

#include <assert.h>
#include <stdlib.h>

enum { HOME = 0, TRACK_LENGTH = 68, CORRIDOR = 100, GOAL = 108 };
enum { NORMAL, BANANED, MINI, GHOST, STAR, MEGA };
enum { DIE_STAR = 101, DIE_BOO, DIE_BULLET, DIE_RED_SHELL, DIE_BLUE_SHELL };
enum { DIE_MUSHROOM = 106, DIE_MEGA_MUSHROOM, DIE_LIGHTNING, DIE_HORN, DIE_BANANA };
enum { COLOURS = 4, PIECES = 3, MOST_BOUNCES = 30, MOST_HELD = 2, HOME_DISTANCE = 74, FAR = 1000 };

static const int exit_square[COLOURS] = {4, 21, 38, 55};
static const int entry_square[COLOURS] = {68, 17, 34, 51};
static const bool is_safe[TRACK_LENGTH + 1] = {
    [4] = true,  [13] = true, [17] = true, [21] = true, [30] = true, [34] = true,
    [38] = true, [47] = true, [51] = true, [55] = true, [64] = true, [68] = true};
static const int pool_dice[5] = {1, 2, 4, 5, 6};

/* One ply being played: what it earned, and which states it gave (rule 47 does not count those). */
struct ply {
    struct plain_parchis *s;
    struct plain_action action;
    int owed;     /* 0, 10 or 20 for the colour of the moved piece */
    bool stopped; /* by a trap, or a bananed piece spent its die on 0 squares: the turn is lost */
    bool given[COLOURS][PIECES];
};

enum meeting { GOES_ON, BARRED, HIT_BY_STAR, TRAPPED };

/* How far a piece gets on the way of its move: the origin is not in it, the destination is. */
struct walk {
    enum meeting end; /* GOES_ON: it reaches its destination */
    int length;
    int square[20];
    bool bounced; /* it has really passed the goal */
};

/* ---- squares ---- */

static bool on_track(int square) {
    return square >= 1 && square <= TRACK_LENGTH;
}

/* Rule 4: after home comes the exit square. */
static int next_square(int colour, int square) {
    if (square == HOME) return exit_square[colour];
    if (square == entry_square[colour]) return CORRIDOR + 1;
    return square == TRACK_LENGTH ? 1 : square + 1;
}

static int previous_square(int colour, int square) {
    if (square == CORRIDOR + 1) return entry_square[colour];
    return square == 1 ? TRACK_LENGTH : square - 1;
}

static int distance_to_goal(int colour, int square) {
    if (square == HOME) return HOME_DISTANCE;
    if (square > CORRIDOR) return GOAL - square;
    return (entry_square[colour] - square + TRACK_LENGTH) % TRACK_LENGTH + 8;
}

/* ---- who stands where ---- */

static int square_of(const struct plain_parchis *s, int colour, int piece) {
    return s->piece[colour][piece].square;
}

static int state_of(const struct plain_parchis *s, int colour, int piece) {
    return s->piece[colour][piece].state;
}

/* Does the piece stand on this square as a piece of colour `viewer` sees it? Corridors are
 * private, at home and in the goal nobody stands on a square. A mega stands on two (rule 42). */
static bool stands_on(const struct plain_parchis *s, int colour, int piece, int viewer,
                      int square) {
    const int at = square_of(s, colour, piece);
    if (square == HOME || square == GOAL || at == HOME || at == GOAL) return false;
    if (!on_track(square) && colour != viewer) return false;
    if (at == square) return true;
    return state_of(s, colour, piece) == MEGA && next_square(colour, at) == square;
}

/* Does this piece help to make a barrier (rule 8)? */
static bool makes_barriers(const struct plain_parchis *s, int colour, int piece) {
    return state_of(s, colour, piece) != GHOST && state_of(s, colour, piece) != MINI;
}

/* Rule 8: two pieces of that colour, neither ghost nor mini. */
static bool barrier_of(const struct plain_parchis *s, int colour, int viewer, int square) {
    int count = 0;
    for (int piece = 0; piece < PIECES; piece++)
        if (makes_barriers(s, colour, piece) && stands_on(s, colour, piece, viewer, square))
            count++;
    return count >= 2;
}

/* A barrier of a colour that is not `colour`. */
static bool foreign_barrier(const struct plain_parchis *s, int colour, int square) {
    for (int other = 0; other < COLOURS; other++)
        if (other != colour && barrier_of(s, other, colour, square)) return true;
    return false;
}

/* A piece of a colour that is not `colour`, in this state. */
static bool foreign_in_state(const struct plain_parchis *s, int colour, int state, int square) {
    for (int other = 0; other < COLOURS; other++)
        for (int piece = 0; piece < PIECES; piece++)
            if (other != colour && state_of(s, other, piece) == state &&
                stands_on(s, other, piece, colour, square))
                return true;
    return false;
}

/* A mushroom or a bullet needs a square without any piece (rules 25 and 31). */
static bool is_empty(const struct plain_parchis *s, int colour, int square) {
    for (int other = 0; other < COLOURS; other++)
        for (int piece = 0; piece < PIECES; piece++)
            if (stands_on(s, other, piece, colour, square)) return false;
    return true;
}

/* ---- may a piece end its move here? ---- */

/* Rules 42-46: may the mega, or the piece that grows, stand with its rear on this square? */
static bool mega_fits_on(const struct plain_parchis *s, int colour, int piece, int square) {
    if (square == GOAL || next_square(colour, square) == GOAL) return true; /* it is in the goal */
    for (int other = 0; other < COLOURS; other++)
        for (int p = 0; p < PIECES; p++) {
            if (other == colour && p == piece) continue;
            const int state = state_of(s, other, p);
            if (other != colour && state != STAR && state != MEGA) continue;
            if (stands_on(s, other, p, colour, square)) return false;
            if (stands_on(s, other, p, colour, next_square(colour, square))) return false;
        }
    return true;
}

/* Does a star on the move send this piece home when it comes over it (rules 38-41)? A mega treats
 * the pieces that it lands on alike, since it cannot land on stars and megas. */
static bool is_swept(const struct plain_parchis *s, int mover_colour, int colour, int piece) {
    const int state = state_of(s, colour, piece);
    return colour != mover_colour && state != GHOST && state != STAR && state != MEGA;
}

/* Rule 7, and: its own colour cannot land on a mega. Foreign megas and barriers were met before. */
static bool has_room(const struct plain_parchis *s, int colour, int piece, int square) {
    const int mover = state_of(s, colour, piece);
    if (mover == GHOST) return true;
    if (mover == MEGA) return mega_fits_on(s, colour, piece, square);
    int count = 0;
    for (int other = 0; other < COLOURS; other++)
        for (int p = 0; p < PIECES; p++) {
            if (other == colour && p == piece) continue;
            if (!stands_on(s, other, p, colour, square)) continue;
            if (state_of(s, other, p) == MEGA) return false;
            if (state_of(s, other, p) == GHOST) continue;
            if (mover == STAR && is_swept(s, colour, other, p)) continue;
            count++;
        }
    return count < 2;
}

/* ---- the way ---- */

/* What one square of the way does to the piece, in the page's order: foreign mega or barrier,
 * star, trap, rule 7. No barrier bars a star on the move, not even one of stars. */
static enum meeting meet(const struct plain_parchis *s, int colour, int piece, int square,
                         bool is_destination) {
    const int mover = state_of(s, colour, piece);
    const bool small = mover == NORMAL || mover == MINI || mover == BANANED;
    if (mover != GHOST && foreign_in_state(s, colour, MEGA, square)) return BARRED;
    if (small && foreign_barrier(s, colour, square)) return BARRED;
    if (mover == MEGA && !is_destination && foreign_barrier(s, colour, square)) return BARRED;
    if (small && foreign_in_state(s, colour, STAR, square)) return HIT_BY_STAR;
    if (small && on_track(square) && s->traps[square] > 0) return TRAPPED;
    if (is_destination && !has_room(s, colour, piece, square)) return BARRED;
    return GOES_ON;
}

/* How many squares a die 1-6, 10 or 20 moves the piece; from home always to the exit square. */
static int squares_moved(const struct plain_parchis *s, int die, int colour, int piece) {
    if (square_of(s, colour, piece) == HOME) return 1;
    if (die == 10 || die == 20) return die;
    int squares = die;
    if (die == 6) { /* rule 6 */
        squares = 7;
        for (int p = 0; p < PIECES; p++)
            if (square_of(s, colour, p) == HOME) squares = 6;
    }
    if (state_of(s, colour, piece) == BANANED) return 0;
    if (state_of(s, colour, piece) == MINI) return squares / 2;
    if (state_of(s, colour, piece) == STAR) return squares + 2;
    return squares;
}

/* Forward along the route and, from the goal, back again (rule 13), until something is met. */
static struct walk walk(const struct plain_parchis *s, int die, int colour, int piece) {
    struct walk done = {.end = GOES_ON};
    const int squares = squares_moved(s, die, colour, piece);
    int square = square_of(s, colour, piece);
    while (done.end == GOES_ON && done.length < squares) {
        if (square == GOAL) done.bounced = true;
        square = done.bounced ? previous_square(colour, square) : next_square(colour, square);
        done.square[done.length++] = square;
        done.end = meet(s, colour, piece, square, done.length == squares);
    }
    return done;
}

/* ---- legal actions ---- */

/* Rule 9: does the piece stand in a barrier of its colour? A mega may do so on either square. */
static bool is_in_barrier(const struct plain_parchis *s, int colour, int piece) {
    const int square = square_of(s, colour, piece);
    if (!makes_barriers(s, colour, piece)) return false;
    if (barrier_of(s, colour, colour, square)) return true;
    return state_of(s, colour, piece) == MEGA &&
           barrier_of(s, colour, colour, next_square(colour, square));
}

/* Rule 9: a 6 must break a barrier of the colour in turn, if it has one. */
static bool six_is_refused(const struct plain_parchis *s, int colour, int piece) {
    bool has_barrier = false;
    for (int p = 0; p < PIECES; p++)
        if (is_in_barrier(s, s->colour, p)) has_barrier = true;
    if (!has_barrier) return false;
    return colour != s->colour || !is_in_barrier(s, colour, piece);
}

static bool can_use_plain_die(const struct plain_parchis *s, int die, int colour, int piece) {
    if (square_of(s, colour, piece) == HOME && die != 5) return false;
    if (die == 6 && six_is_refused(s, colour, piece)) return false;
    return walk(s, die, colour, piece).end != BARRED;
}

static bool can_use(const struct plain_parchis *s, int die, int colour, int piece) {
    const int square = square_of(s, colour, piece);
    if (square == GOAL) return false;
    if (die <= 20) return can_use_plain_die(s, die, colour, piece);
    if (die == DIE_BULLET || die == DIE_LIGHTNING) return true;
    if (die == DIE_RED_SHELL || die == DIE_BLUE_SHELL) return true;
    if (square == HOME) return false;
    if (die == DIE_BANANA) return on_track(square);
    if (die == DIE_MEGA_MUSHROOM) return mega_fits_on(s, colour, piece, square);
    return true;
}

/* Rule 3, or the die of rules 10 and 15, which is the only one then. */
static bool has_die(const struct plain_parchis *s, int die) {
    if (s->forced != 0) return die == s->forced;
    if (die <= 6) return s->pool[s->colour][die];
    const int player = s->colour & 1;
    for (int i = 0; i < s->held[player]; i++)
        if (s->hand[player][i] == die) return true;
    return false;
}

int plain_text_legal(const struct plain_parchis *s, struct plain_action out[PLAIN_LEGAL_MAX]) {
    int count = 0;
    if (s->winner != -1) return 0;
    for (int die = 1; die <= DIE_BANANA; die++) {
        if (!has_die(s, die)) continue;
        const int before = count;
        for (int colour = s->colour & 1; colour < COLOURS; colour += 2) {
            if (s->forced != 0 && colour != s->forced_colour) continue;
            for (int piece = 0; piece < PIECES; piece++)
                if (can_use(s, die, colour, piece))
                    out[count++] = (struct plain_action){die, colour, piece};
        }
        if (count == before) out[count++] = (struct plain_action){die, -1, -1}; /* rule 16 */
    }
    return count;
}

/* ---- what happens to pieces and hands ---- */

static void set_state(struct ply *ply, int colour, int piece, int state, int left) {
    struct plain_parchis *s = ply->s;
    if (s->piece[colour][piece].state == MEGA && state != MEGA) /* small: on the front square */
        s->piece[colour][piece].square = next_square(colour, square_of(s, colour, piece));
    s->piece[colour][piece].state = state;
    s->piece[colour][piece].left = left;
    ply->given[colour][piece] = true;
}

static void put_normal(struct plain_parchis *s, int colour, int piece, int square) {
    s->piece[colour][piece].square = square;
    s->piece[colour][piece].state = NORMAL;
    s->piece[colour][piece].left = 0;
}

static void send_home(struct plain_parchis *s, int colour, int piece) {
    put_normal(s, colour, piece, HOME);
}

/* Takes this die out of the hand; false if it is not there. */
static bool drop_special(struct plain_parchis *s, int player, int die) {
    for (int i = 0; i < s->held[player]; i++) {
        if (s->hand[player][i] != die) continue;
        for (int k = i + 1; k < s->held[player]; k++) s->hand[player][k - 1] = s->hand[player][k];
        s->held[player]--;
        return true;
    }
    return false;
}

/* The last acquired special die leaves the hand; 0 if there is none. */
static int lose_last_special(struct plain_parchis *s, int player) {
    if (s->held[player] == 0) return 0;
    s->held[player]--;
    return s->hand[player][s->held[player]];
}

/* Rules 18-19. */
static void take_item(struct plain_parchis *s, int player, int square) {
    if (!on_track(square) || s->item[square] == 0) return;
    if (s->held[player] >= MOST_HELD) return;
    s->hand[player][s->held[player]++] = s->item[square];
    s->item[square] = 0;
}

/* The end of every move: items, or the goal. A mega has two squares (rules 42-46). */
static void arrive(struct ply *ply, int square) {
    struct plain_parchis *s = ply->s;
    const int colour = ply->action.colour, piece = ply->action.piece;
    const bool mega = state_of(s, colour, piece) == MEGA;
    s->piece[colour][piece].square = square;
    if (square == GOAL || (mega && next_square(colour, square) == GOAL)) {
        if (mega) put_normal(s, colour, piece, GOAL); /* rule 20: other states stay */
        s->piece[colour][piece].square = GOAL;
        ply->owed = 10; /* rule 15 */
        return;
    }
    take_item(s, colour & 1, square);
    if (mega) take_item(s, colour & 1, next_square(colour, square));
}

/* ---- moves by the dice 1-6, 10 and 20 ---- */

/* Stars on their way, megas on their two squares. */
static void sweep(struct plain_parchis *s, int mover_colour, int square) {
    for (int colour = 0; colour < COLOURS; colour++)
        for (int piece = 0; piece < PIECES; piece++)
            if (is_swept(s, mover_colour, colour, piece) &&
                stands_on(s, colour, piece, mover_colour, square))
                send_home(s, colour, piece);
}

/* Rule 10: only a normal piece eats, on a common square that is not safe. Stars and megas have
 * swept; rule 7 left one piece there at most, and none of another colour that is star or mega. */
static void eat(struct ply *ply, int square) {
    struct plain_parchis *s = ply->s;
    if (!on_track(square) || is_safe[square]) return;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int piece = 0; piece < PIECES; piece++) {
            if (colour == ply->action.colour || state_of(s, colour, piece) == GHOST) continue;
            if (!stands_on(s, colour, piece, ply->action.colour, square)) continue;
            send_home(s, colour, piece);
            ply->owed = 20;
        }
}

/* Rules 21-24: the piece stops on the trap. */
static void stop_on_trap(struct ply *ply, int square) {
    ply->s->traps[square]--;
    ply->stopped = true;
    arrive(ply, square);
    set_state(ply, ply->action.colour, ply->action.piece, BANANED, 1);
}

static void move_by_plain_die(struct ply *ply) {
    struct plain_parchis *s = ply->s;
    const int colour = ply->action.colour, piece = ply->action.piece;
    const int mover = state_of(s, colour, piece);
    const struct walk done = walk(s, ply->action.die, colour, piece);
    assert(done.end != BARRED);
    if (done.length == 0) { /* no landing; a bananed piece loses the turn of a 6 */
        if (mover == BANANED) ply->stopped = true;
        return;
    }
    const int square = done.square[done.length - 1];
    if (done.bounced) s->bounces[colour]++; /* rule 14 */
    if (done.end == HIT_BY_STAR) send_home(s, colour, piece);
    if (done.end == TRAPPED) stop_on_trap(ply, square);
    if (done.end != GOES_ON) return;
    for (int i = 0; mover == STAR && i < done.length; i++) sweep(s, colour, done.square[i]);
    if (mover == MEGA) sweep(s, colour, square);
    if (mover == MEGA) sweep(s, colour, next_square(colour, square));
    if (mover == NORMAL) eat(ply, square);
    arrive(ply, square);
}

/* ---- special dice ---- */

/* Rules 25 and 31: at least so many squares, on to the first with room, the goal at the latest. */
static void fly(struct ply *ply, int at_least) {
    struct plain_parchis *s = ply->s;
    const int colour = ply->action.colour, piece = ply->action.piece;
    const bool mega = state_of(s, colour, piece) == MEGA;
    int square = square_of(s, colour, piece);
    for (int i = 0; i < at_least && square != GOAL; i++) square = next_square(colour, square);
    while (square != GOAL) {
        const int front = next_square(colour, square);
        if (is_empty(s, colour, square) && (!mega || is_empty(s, colour, front))) break;
        square = next_square(colour, square);
    }
    arrive(ply, square);
}

static void use_bullet(struct ply *ply) {
    const int colour = ply->action.colour, piece = ply->action.piece;
    int from = square_of(ply->s, colour, piece);
    if (from == HOME) from = exit_square[colour];
    put_normal(ply->s, colour, piece, from);
    fly(ply, 40);
}

/* Rules 26-30: what a shell does to one of its targets. A horn guards against it. */
static void hit_by_shell(struct plain_parchis *s, int colour, int piece) {
    const int state = state_of(s, colour, piece);
    if (state == STAR || state == MEGA || square_of(s, colour, piece) == HOME) return;
    if (drop_special(s, colour & 1, DIE_HORN)) return;
    send_home(s, colour, piece);
}

/* Rule 26: the nearest square ahead, along the route on the common track, where the shell hits. */
static void use_red_shell(struct ply *ply) {
    struct plain_parchis *s = ply->s;
    const int mine = ply->action.colour;
    int square = square_of(s, mine, ply->action.piece);
    if (square == HOME) square = previous_square(mine, exit_square[mine]);
    bool hit = false;
    while (!hit && on_track(square)) {
        square = next_square(mine, square);
        for (int colour = 0; colour < COLOURS; colour++)
            for (int piece = 0; piece < PIECES; piece++) {
                if (colour == mine || state_of(s, colour, piece) == GHOST) continue;
                if (!on_track(square) || square_of(s, colour, piece) != square) continue;
                hit = true;
                hit_by_shell(s, colour, piece);
            }
    }
}

/* Rule 27: how near to its own goal the piece is, FAR if the blue shell looks through it. */
static int blue_shell_distance(const struct plain_parchis *s, int mine, int colour, int piece) {
    const int square = square_of(s, colour, piece);
    if (colour == mine || square == GOAL || state_of(s, colour, piece) == GHOST) return FAR;
    return distance_to_goal(colour, square);
}

static void use_blue_shell(struct ply *ply) {
    const struct plain_parchis before = *ply->s;
    const int mine = ply->action.colour;
    int nearest = FAR;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int piece = 0; piece < PIECES; piece++) {
            const int distance = blue_shell_distance(&before, mine, colour, piece);
            if (distance < nearest) nearest = distance;
        }
    if (nearest == FAR) return;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int piece = 0; piece < PIECES; piece++)
            if (blue_shell_distance(&before, mine, colour, piece) == nearest)
                hit_by_shell(ply->s, colour, piece);
}

/* Rules 28-29: two squares either way round the common track. */
static void use_horn(struct ply *ply) {
    struct plain_parchis *s = ply->s;
    const int mine = ply->action.colour;
    const int centre = square_of(s, mine, ply->action.piece);
    if (!on_track(centre)) return;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int piece = 0; piece < PIECES; piece++) {
            const int square = square_of(s, colour, piece);
            if (!on_track(square) || !is_swept(s, mine, colour, piece)) continue;
            const int apart = abs(square - centre);
            if (apart <= 2 || apart >= TRACK_LENGTH - 2) send_home(s, colour, piece);
        }
}

/* Rules 33-35. */
static void use_lightning(struct ply *ply) {
    struct plain_parchis *s = ply->s;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int piece = 0; piece < PIECES; piece++) {
            if (colour == ply->action.colour || square_of(s, colour, piece) == GOAL) continue;
            const int state = state_of(s, colour, piece);
            if (state == MEGA) set_state(ply, colour, piece, NORMAL, 0);
            if (state == NORMAL || state == BANANED || state == MINI)
                set_state(ply, colour, piece, MINI, 5);
        }
    lose_last_special(s, 1 - (s->colour & 1));
}

/* Rules 36-37. The boo itself was spent, so there is room for the stolen die. */
static void use_boo(struct ply *ply) {
    struct plain_parchis *s = ply->s;
    const int player = s->colour & 1;
    set_state(ply, ply->action.colour, ply->action.piece, GHOST, 5);
    const int stolen = lose_last_special(s, 1 - player);
    if (stolen != 0) s->hand[player][s->held[player]++] = stolen;
}

/* Rules 42-46: growing. */
static void use_mega_mushroom(struct ply *ply) {
    struct plain_parchis *s = ply->s;
    const int colour = ply->action.colour, piece = ply->action.piece;
    const int rear = square_of(s, colour, piece);
    sweep(s, colour, rear);
    sweep(s, colour, next_square(colour, rear));
    set_state(ply, colour, piece, MEGA, 3);
    arrive(ply, rear);
}

static void play(struct ply *ply) {
    const int die = ply->action.die, colour = ply->action.colour, piece = ply->action.piece;
    if (die <= 20) move_by_plain_die(ply);
    if (die == DIE_STAR) set_state(ply, colour, piece, STAR, 3);
    if (die == DIE_BOO) use_boo(ply);
    if (die == DIE_BULLET) use_bullet(ply);
    if (die == DIE_RED_SHELL) use_red_shell(ply);
    if (die == DIE_BLUE_SHELL) use_blue_shell(ply);
    if (die == DIE_MUSHROOM) fly(ply, 8);
    if (die == DIE_MEGA_MUSHROOM) use_mega_mushroom(ply);
    if (die == DIE_LIGHTNING) use_lightning(ply);
    if (die == DIE_HORN) use_horn(ply);
    if (die == DIE_BANANA) ply->s->traps[square_of(ply->s, colour, piece)]++;
}

/* ---- the ply around the move ---- */

/* Rule 3: a pool is whole again the moment its last die is spent. */
static void spend(struct plain_parchis *s, int die) {
    if (die == 10 || die == 20) return;
    if (die > 20) {
        drop_special(s, s->colour & 1, die);
        return;
    }
    s->pool[s->colour][die] = false;
    for (int i = 0; i < 5; i++)
        if (s->pool[s->colour][pool_dice[i]]) return;
    for (int i = 0; i < 5; i++) s->pool[s->colour][pool_dice[i]] = true;
}

/* Rule 47: the states of the player who made this ply, except those it gave. */
static void count_states_down(struct ply *ply) {
    struct plain_parchis *s = ply->s;
    for (int colour = s->colour & 1; colour < COLOURS; colour += 2)
        for (int piece = 0; piece < PIECES; piece++) {
            if (ply->given[colour][piece] || s->piece[colour][piece].left == 0) continue;
            s->piece[colour][piece].left--;
            if (s->piece[colour][piece].left == 0) set_state(ply, colour, piece, NORMAL, 0);
        }
}

/* Rules 1 and 14. */
static void judge(struct plain_parchis *s) {
    for (int colour = 0; colour < COLOURS; colour++) {
        int in_goal = 0;
        for (int piece = 0; piece < PIECES; piece++)
            if (square_of(s, colour, piece) == GOAL) in_goal++;
        if (in_goal < PIECES) continue;
        s->winner = colour & 1;
        s->win_colour = colour;
    }
    for (int colour = 0; colour < COLOURS; colour++) {
        if (s->bounces[colour] <= MOST_BOUNCES) continue;
        s->winner = 1 - (colour & 1);
        s->win_colour = -1;
    }
}

/* Rules 2, 5, 10, 15: a 20 or 10 owed first, then the turn of a 6, then the next colour. */
static void pass_the_turn(struct ply *ply) {
    struct plain_parchis *s = ply->s;
    const int die = ply->action.die;
    bool run = die == 6 || ((die == 10 || die == 20) && s->run6);
    if (ply->stopped || ply->action.piece == -1 || s->winner != -1) run = false;
    if (s->winner != -1) ply->owed = 0; /* rule 15 */
    s->forced = ply->owed;
    s->forced_colour = ply->owed != 0 ? ply->action.colour : 0;
    s->run6 = ply->owed != 0 && run;
    if (ply->owed == 0 && !run) s->colour = (s->colour + 1) % COLOURS;
}

void plain_text_apply(struct plain_parchis *s, struct plain_action a) {
    struct ply ply = {.s = s, .action = a};
    spend(s, a.die);
    if (a.piece != -1) play(&ply);
    count_states_down(&ply);
    judge(s);
    pass_the_turn(&ply);
    s->turn++;
    s->last_die = a.die;
}
