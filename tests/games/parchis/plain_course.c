/* Parchís of rules=course, slow and obvious: docs/rules/parchis-course.md told again in C, section
 * by section. Nothing is kept between calls and every question is answered by a loop over the
 * twelve pieces. Squares are those of FORMAT.md; a square above 100 (corridor, goal) and home
 * belong to one colour, so a place on the board is a colour and a square. */
#include "plain_parchis.h"

enum { HOME = 0, TRACK_END = 68, CORRIDOR = 100, GOAL = 108 };
enum { NORMAL, BANANED, MINI, GHOST, STAR, MEGA };
enum { DIE_STAR = 101, DIE_BOO, DIE_BULLET, DIE_RED_SHELL, DIE_BLUE_SHELL };
enum { DIE_MUSHROOM = 106, DIE_MEGA, DIE_LIGHTNING, DIE_HORN, DIE_BANANA };
enum { HAND_MAX = 2, BOUNCES_MAX = 30, HOME_DISTANCE = 74 };

static const int EXIT_SQUARE[4] = {4, 21, 38, 55};
static const int ENTRY_SQUARE[4] = {68, 17, 34, 51};
static const int SAFE_SQUARES[12] = {4, 13, 17, 21, 30, 34, 38, 47, 51, 55, 64, 68};
static const int NORMAL_DICE[5] = {1, 2, 4, 5, 6};
static const int LOOK_UP_ORDER[4] = {1, 2, 3, 0}; /* B, R, G, Y: sections 4.8 and 5e */

/* Section 1: geometry. */

static bool is_track(int square) {
    return square >= 1 && square <= TRACK_END;
}

static bool is_safe(int square) {
    for (int i = 0; i < 12; i++) {
        if (SAFE_SQUARES[i] == square) return true;
    }
    return false;
}

static int next_on_track(int square) {
    return square == TRACK_END ? 1 : square + 1;
}

/* Steps forward on the track from one square to another, 0..67. */
static int track_steps(int from, int to) {
    return (to - from + TRACK_END) % TRACK_END;
}

/* The square after this one for a colour; after home comes the exit square, after the goal square
 * 1 (section 4.8). */
static int next_square(int colour, int square) {
    if (square == HOME) return EXIT_SQUARE[colour];
    if (square == ENTRY_SQUARE[colour]) return CORRIDOR + 1;
    if (square == GOAL) return 1;
    return is_track(square) ? next_on_track(square) : square + 1;
}

static int distance_to_goal(int colour, int square) {
    if (square == HOME) return HOME_DISTANCE;
    if (is_track(square)) return track_steps(square, ENTRY_SQUARE[colour]) + 8;
    return GOAL - square;
}

struct landing {
    int square;
    bool bounced;
};

/* Section 1, overshoot. The square is on the track or in the corridor. */
static struct landing advance(int colour, int square, int steps) {
    const int beyond_entry = steps + 8 - distance_to_goal(colour, square);
    const bool bounced = beyond_entry > 8;
    const int position = bounced ? 16 - beyond_entry : beyond_entry;
    if (position > 0) return (struct landing){CORRIDOR + position, bounced};
    int on_track = ENTRY_SQUARE[colour] + position;
    if (on_track < 1) on_track += TRACK_END;
    return (struct landing){on_track, bounced};
}

/* Who stands where. */

struct occupants {
    int count;
    int colour[12], id[12];
};

/* In the order in which the program looks them up. */
static struct occupants occupants_of(const struct plain_parchis *s, int owner, int square) {
    struct occupants here = {.count = 0};
    for (int i = 0; i < 12; i++) {
        const int colour = LOOK_UP_ORDER[i / 3], id = i % 3;
        if (s->piece[colour][id].square != square) continue;
        if (!is_track(square) && colour != owner) continue;
        here.colour[here.count] = colour;
        here.id[here.count] = id;
        here.count++;
    }
    return here;
}

static int state_of(const struct plain_parchis *s, const struct occupants *here, int i) {
    return s->piece[here->colour[i]][here->id[i]].state;
}

/* Section 4.6: the colour whose two pieces, with nobody else there, bar the square; or -1. */
static int barrier_colour(const struct plain_parchis *s, int owner, int square) {
    const struct occupants here = occupants_of(s, owner, square);
    if (square == HOME || square == GOAL || here.count != 2) return -1;
    if (here.colour[0] != here.colour[1]) return -1;
    for (int i = 0; i < 2; i++) {
        if (state_of(s, &here, i) == GHOST || state_of(s, &here, i) == MINI) return -1;
    }
    return here.colour[0];
}

/* Section 4.7: the colour of the mega that stands alone on the square; or -1. */
static int mega_barrier_colour(const struct plain_parchis *s, int owner, int square) {
    const struct occupants here = occupants_of(s, owner, square);
    return here.count == 1 && state_of(s, &here, 0) == MEGA ? here.colour[0] : -1;
}

enum scan { FOR_BARRIERS_AND_TRAPS, FOR_STARS };

struct way {
    int count;
    int square[TRACK_END];
};

/* Section 4.10: the squares that a move looks at, in order; to a destination behind the origin
 * they lead round the board. For stars there is the "68 bug" of section 5: from 68 the way begins
 * with 2, so that square 1 is left out, or is met only after the whole board. */
static struct way way_between(int colour, int origin, int destination, enum scan scan) {
    struct way way = {.count = 0};
    const int last = is_track(destination) ? destination : ENTRY_SQUARE[colour];
    if (!is_track(origin) || origin == last) return way;
    int square = scan == FOR_STARS && origin == TRACK_END ? 2 : next_on_track(origin);
    way.square[way.count++] = square;
    while (square != last) {
        square = next_on_track(square);
        way.square[way.count++] = square;
    }
    return way;
}

/* Section 4: legality. */

/* "Moved distance" at the end of section 4. */
static int moved_distance(const struct plain_parchis *s, int die, int colour, int id) {
    const bool nobody_at_home = occupants_of(s, colour, HOME).count == 0;
    const int distance = die == 6 && nobody_at_home ? 7 : die;
    const int state = s->piece[colour][id].state;
    if (state == BANANED) return 0;
    if (state == MINI) return distance / 2;
    return state == STAR ? distance + 2 : distance;
}

/* Where a normal or forced die would lead the piece if no trap stopped it. */
static struct landing destination_of(const struct plain_parchis *s, int die, int colour, int id) {
    const int square = s->piece[colour][id].square;
    if (square == HOME) return (struct landing){EXIT_SQUARE[colour], false};
    return advance(colour, square, moved_distance(s, die, colour, id));
}

/* Section 4.5: whether the destination has room for the piece. */
static bool has_room(const struct plain_parchis *s, int colour, int id, int destination) {
    const struct occupants here = occupants_of(s, colour, destination);
    if (destination == GOAL || destination == s->piece[colour][id].square) return true;
    if (here.count == 1) return state_of(s, &here, 0) != MEGA;
    if (here.count != 2) return true;
    if (s->piece[colour][id].state != STAR) return false;
    return state_of(s, &here, 0) != STAR || state_of(s, &here, 1) != STAR;
}

/* Sections 4.6 and 4.7. */
static bool way_is_open(const struct plain_parchis *s, int colour, int id, int destination) {
    const int from = s->piece[colour][id].square, state = s->piece[colour][id].state;
    const struct way way = way_between(colour, from, destination, FOR_BARRIERS_AND_TRAPS);
    const bool stopped_by_barriers = state != GHOST && state != STAR && state != MEGA;
    for (int i = 0; i < way.count; i++) {
        const int barrier = barrier_colour(s, colour, way.square[i]);
        const int mega = mega_barrier_colour(s, colour, way.square[i]);
        if (stopped_by_barriers && barrier != -1 && barrier != colour) return false;
        if (state != GHOST && mega != -1 && mega != colour) return false;
    }
    return true;
}

/* A piece of the own colour, which may be the acting one itself, or a star of any colour. */
static bool has_own_or_star(const struct plain_parchis *s, int colour, int square) {
    const struct occupants here = occupants_of(s, colour, square);
    for (int i = 0; i < here.count; i++) {
        if (here.colour[i] == colour || state_of(s, &here, i) == STAR) return true;
    }
    return false;
}

/* Section 4.8, N: for a mega that moves or uses a special die, and for the mega mushroom. */
static bool front_is_free(const struct plain_parchis *s, int colour, int rear) {
    const int front = next_square(colour, rear);
    return mega_barrier_colour(s, colour, front) == -1 && !has_own_or_star(s, colour, front);
}

/* Section 4.8, the die. */
static bool may_grow(const struct plain_parchis *s, int colour, int id) {
    const int square = s->piece[colour][id].square;
    const struct occupants here = occupants_of(s, colour, square);
    if (!front_is_free(s, colour, square)) return false;
    if (here.count < 2) return true;
    const bool first_own = here.colour[0] == colour, second_own = here.colour[1] == colour;
    if (first_own && second_own) return false;
    if (first_own && state_of(s, &here, 1) == STAR) return false;
    return !second_own || state_of(s, &here, 0) != STAR;
}

static bool is_in_barrier(const struct plain_parchis *s, int colour, int id) {
    return barrier_colour(s, colour, s->piece[colour][id].square) != -1;
}

/* Section 4.9: who may use a 6. */
static bool barriers_allow_six(const struct plain_parchis *s, int colour, int id) {
    const int partner = (colour + 2) % 4;
    bool any = false;
    for (int i = 0; i < 3; i++) {
        any = any || is_in_barrier(s, colour, i) || is_in_barrier(s, partner, i);
    }
    return !any || is_in_barrier(s, colour, id);
}

static bool may_move(const struct plain_parchis *s, int die, int colour, int id) {
    if (s->piece[colour][id].square == HOME && die != 5) return false;
    const int destination = destination_of(s, die, colour, id).square;
    if (die == 6 && !barriers_allow_six(s, colour, id)) return false;
    if (!has_room(s, colour, id, destination)) return false;
    if (!way_is_open(s, colour, id, destination)) return false;
    if (s->piece[colour][id].state != MEGA) return true;
    return !has_own_or_star(s, colour, destination) && front_is_free(s, colour, destination);
}

static bool may_use_special(const struct plain_parchis *s, int die, int colour, int id) {
    const int square = s->piece[colour][id].square;
    const bool from_home =
        die == DIE_BULLET || die == DIE_RED_SHELL || die == DIE_BLUE_SHELL || die == DIE_LIGHTNING;
    if (square == HOME && !from_home) return false;
    if (die == DIE_BANANA && !is_track(square)) return false;
    if (die == DIE_MEGA) return may_grow(s, colour, id);
    return s->piece[colour][id].state != MEGA || front_is_free(s, colour, square);
}

static bool may_use(const struct plain_parchis *s, int die, int colour, int id) {
    if (s->piece[colour][id].square == GOAL) return false;
    return die > 100 ? may_use_special(s, die, colour, id) : may_move(s, die, colour, id);
}

/* Section 3, usable dice. */
static bool is_usable(const struct plain_parchis *s, int die) {
    const int player = s->colour & 1;
    if (s->forced != 0) return die == s->forced;
    if (die <= 6) return s->pool[player][die];
    for (int i = 0; i < s->held[player]; i++) {
        if (s->hand[player][i] == die) return true;
    }
    return false;
}

/* All actions with one die: every piece that may use it, or else the skip. */
static int add_actions(const struct plain_parchis *s, int die, struct plain_action *out) {
    const int player = s->colour & 1;
    int count = 0;
    for (int colour = player; colour < 4; colour += 2) {
        for (int id = 0; id < 3; id++) {
            if (may_use(s, die, colour, id)) out[count++] = (struct plain_action){die, colour, id};
        }
    }
    if (count == 0) out[count++] = (struct plain_action){die, player, -1};
    return count;
}

int plain_course_legal(const struct plain_parchis *s, struct plain_action out[PLAIN_LEGAL_MAX]) {
    int count = 0;
    if (s->winner != -1) return 0;
    for (int die = 1; die <= DIE_BANANA; die++) {
        if (is_usable(s, die)) count += add_actions(s, die, out + count);
    }
    return count;
}

/* A piece sent home keeps its state and counter (end of section 5). */
static void send_home(struct plain_parchis *s, int colour, int id) {
    s->piece[colour][id].square = HOME;
}

static void set_state(struct plain_parchis *s, int colour, int id, int state, int left) {
    s->piece[colour][id].state = state;
    s->piece[colour][id].left = left;
}

static void collect_item(struct plain_parchis *s, int square) {
    const int player = s->colour & 1;
    if (!is_track(square) || s->item[square] == 0 || s->held[player] >= HAND_MAX) return;
    s->hand[player][s->held[player]++] = s->item[square];
    s->item[square] = 0;
}

/* Takes the die at a place of the hand, and gives it back. */
static int take_from_hand(struct plain_parchis *s, int player, int place) {
    const int die = s->hand[player][place];
    s->held[player]--;
    for (int i = place; i < s->held[player]; i++) s->hand[player][i] = s->hand[player][i + 1];
    s->hand[player][s->held[player]] = 0;
    return die;
}

/* Removes one die of a kind from the hand; false if there is none. */
static bool drop_from_hand(struct plain_parchis *s, int player, int die) {
    for (int i = 0; i < s->held[player]; i++) {
        if (s->hand[player][i] == die) return take_from_hand(s, player, i) == die;
    }
    return false;
}

static void spend_normal(struct plain_parchis *s, int die) {
    bool *pool = s->pool[s->colour & 1];
    pool[die] = false;
    for (int i = 0; i < 5; i++) {
        if (pool[NORMAL_DICE[i]]) return;
    }
    for (int i = 0; i < 5; i++) pool[NORMAL_DICE[i]] = true;
}

static void spend(struct plain_parchis *s, int die) {
    if (die <= 6) spend_normal(s, die);
    if (die == 10 || die == 20) s->forced = 0;
    if (die > 100) drop_from_hand(s, s->colour & 1, die);
}

/* Section 3, remember6. */
static void update_remember6(struct plain_parchis *s, int die) {
    if (die != 10 && die != 20) s->run6 = die == 6;
}

/* What stars (5c) and megas (5d, 6) do to other colours; `spared` is a state besides ghosts. */
static void send_others_home(struct plain_parchis *s, int colour, int square, int spared) {
    const struct occupants here = occupants_of(s, colour, square);
    for (int i = 0; i < here.count; i++) {
        const int state = state_of(s, &here, i);
        if (here.colour[i] == colour || state == GHOST || state == spared) continue;
        send_home(s, here.colour[i], here.id[i]);
    }
}

/* A mega comes to stand on two squares (5d, 6). */
static void occupy(struct plain_parchis *s, int colour, int rear, int front) {
    send_others_home(s, colour, rear, GHOST);
    send_others_home(s, colour, front, GHOST);
    collect_item(s, rear);
    collect_item(s, front);
}

/* Sections 3 and 5g. Only the player who acts can win by pieces or lose by bounces. */
static void decide_winner(struct plain_parchis *s) {
    const int player = s->colour & 1;
    for (int colour = player; colour < 4; colour += 2) {
        if (s->bounces[colour] > BOUNCES_MAX) s->winner = 1 - player;
        if (occupants_of(s, colour, GOAL).count == 3) {
            s->winner = player;
            s->win_colour = colour;
        }
    }
}

/* Section 5: a normal or forced die. */

/* 5b: where a piece that is neither star nor mega stops: at a trap or at the destination. */
static int stop_at_trap(struct plain_parchis *s, int colour, int id, int destination) {
    const int from = s->piece[colour][id].square;
    const struct way way = way_between(colour, from, destination, FOR_BARRIERS_AND_TRAPS);
    if (s->piece[colour][id].state == GHOST) return destination;
    for (int i = 0; i < way.count; i++) {
        if (s->traps[way.square[i]] == 0) continue;
        s->traps[way.square[i]]--;
        set_state(s, colour, id, BANANED, 2);
        s->ban = true;
        s->run6 = false;
        return way.square[i];
    }
    return destination;
}

/* 5c. */
static void move_star(struct plain_parchis *s, int colour, int id, int destination) {
    const int from = s->piece[colour][id].square;
    const struct way way = way_between(colour, from, destination, FOR_STARS);
    for (int i = 0; i < way.count; i++) send_others_home(s, colour, way.square[i], STAR);
    s->piece[colour][id].square = destination;
    collect_item(s, destination);
}

/* 5d. The square after the goal is square 1, also when the piece came by way of corridor 7. */
static void move_mega(struct plain_parchis *s, int colour, int id, struct landing landing) {
    const bool at_the_door = next_square(colour, landing.square) == GOAL;
    const int rear = at_the_door ? GOAL : landing.square, front = next_square(colour, rear);
    occupy(s, colour, rear, front);
    s->piece[colour][id].square = rear;
    if (landing.bounced) s->bounces[colour]++;
    if (rear == GOAL) s->piece[colour][id].state = NORMAL;
    if (rear != GOAL && s->piece[colour][id].left == 1) s->piece[colour][id].square = front;
}

/* 5e, the danger: a star of another colour on the way. */
static bool meets_star(const struct plain_parchis *s, int colour, int id, int stop) {
    const int from = s->piece[colour][id].square;
    const struct way way = way_between(colour, from, stop, FOR_STARS);
    if (s->piece[colour][id].state == GHOST) return false;
    for (int i = 0; i < way.count; i++) {
        const struct occupants here = occupants_of(s, colour, way.square[i]);
        for (int k = 0; k < here.count; k++) {
            if (here.colour[k] != colour && state_of(s, &here, k) == STAR) return true;
        }
    }
    return false;
}

/* 5e, eating: the first occupant only. */
static void eat_on(struct plain_parchis *s, int colour, int id, int stop) {
    const int state = s->piece[colour][id].state;
    const struct occupants here = occupants_of(s, colour, stop);
    if (state == GHOST || state == MINI || state == BANANED) return;
    if (!is_track(stop) || is_safe(stop)) return;
    if (here.count == 0 || here.colour[0] == colour || state_of(s, &here, 0) == GHOST) return;
    send_home(s, here.colour[0], here.id[0]);
    s->eat = true;
}

/* 5e for a piece that is neither star nor mega; `stop` may be a trap's square. */
static void move_other(struct plain_parchis *s, int colour, int id, int stop, bool bounced) {
    if (meets_star(s, colour, id, stop)) {
        send_home(s, colour, id);
        return;
    }
    eat_on(s, colour, id, stop);
    s->piece[colour][id].square = stop;
    if (bounced) s->bounces[colour]++;
    collect_item(s, stop);
}

static void play_die(struct plain_parchis *s, int die, int colour, int id) {
    const struct landing landing = destination_of(s, die, colour, id);
    const int state = s->piece[colour][id].state;
    s->ban = false;
    update_remember6(s, die);
    if (state == STAR) {
        move_star(s, colour, id, landing.square);
    } else if (state == MEGA) {
        move_mega(s, colour, id, landing);
    } else {
        const int stop = stop_at_trap(s, colour, id, landing.square);
        move_other(s, colour, id, stop, landing.bounced);
    }
    spend(s, die);
    decide_winner(s);
    s->goal = s->piece[colour][id].square == GOAL && s->winner == -1;
    if (s->eat) s->forced = 20;
    if (s->goal) s->forced = 10;
}

/* Section 6, mushroom and bullet: the first empty square at least so far away, or the goal. */
static void fly(struct plain_parchis *s, int colour, int id, int steps) {
    int square = s->piece[colour][id].square;
    if (square == HOME) square = EXIT_SQUARE[colour];
    int landing = GOAL;
    if (distance_to_goal(colour, square) > steps) {
        while (occupants_of(s, colour, advance(colour, square, steps).square).count > 0) steps++;
        landing = advance(colour, square, steps).square;
    }
    s->piece[colour][id].square = landing;
    collect_item(s, landing);
}

/* How far ahead a target is for the red shell; 0 if it is none. */
static int red_shell_distance(const struct plain_parchis *s, int colour, int id, int target) {
    const int square = s->piece[colour][id].square;
    const int start = EXIT_SQUARE[colour], entry = ENTRY_SQUARE[colour];
    if (!is_track(target) || square > CORRIDOR) return 0;
    if (square != HOME) {
        const int steps = track_steps(square, target);
        return steps <= track_steps(square, entry) ? steps : 0;
    }
    if (track_steps(start, target) > track_steps(start, entry)) return 0;
    return target >= start ? 1 + target - start : 69 + target;
}

/* How far a piece is for the shell of this action; 0 if it is no target. */
static int shell_steps(const struct plain_parchis *s, struct plain_action a, int colour, int id) {
    if (colour == a.colour || s->piece[colour][id].state == GHOST) return 0;
    const int square = s->piece[colour][id].square;
    if (a.die == DIE_BLUE_SHELL) return distance_to_goal(colour, square);
    return red_shell_distance(s, a.colour, a.piece, square);
}

/* One target of a shell: a horn of its owner saves it, else its state may. */
static void hit_by_shell(struct plain_parchis *s, int die, int colour, int id) {
    const int state = s->piece[colour][id].state;
    if (drop_from_hand(s, colour & 1, DIE_HORN)) return;
    if (state == STAR || (state == MEGA && die == DIE_RED_SHELL)) return;
    send_home(s, colour, id);
}

static void throw_shell(struct plain_parchis *s, struct plain_action a) {
    int distance[12], nearest = 0;
    for (int i = 0; i < 12; i++) {
        distance[i] = shell_steps(s, a, i / 3, i % 3);
        if (distance[i] > 0 && (nearest == 0 || distance[i] < nearest)) nearest = distance[i];
    }
    for (int i = 0; i < 12; i++) {
        if (nearest > 0 && distance[i] == nearest) hit_by_shell(s, a.die, i / 3, i % 3);
    }
}

/* Whether a piece on `from` has at most two steps to `to` along its colour's route. */
static bool is_close_ahead(int colour, int from, int to) {
    if (!is_track(from) || !is_track(to)) return false;
    const int steps = track_steps(from, to);
    return steps <= 2 && steps <= track_steps(from, ENTRY_SQUARE[colour]);
}

static void blow_horn(struct plain_parchis *s, int acting_colour, int square) {
    for (int i = 0; i < 12; i++) {
        const int colour = i / 3, id = i % 3;
        const int target = s->piece[colour][id].square, state = s->piece[colour][id].state;
        if (colour == acting_colour) continue;
        if (state == GHOST || state == MEGA || state == STAR) continue;
        if (is_close_ahead(acting_colour, square, target)) send_home(s, colour, id);
        if (is_close_ahead(colour, target, square)) send_home(s, colour, id);
    }
}

/* The opponent's most recent special die leaves his hand; 0 if he has none. */
static int take_from_opponent(struct plain_parchis *s) {
    const int opponent = 1 - (s->colour & 1);
    return s->held[opponent] == 0 ? 0 : take_from_hand(s, opponent, s->held[opponent] - 1);
}

static void play_boo(struct plain_parchis *s, int colour, int id) {
    const int player = s->colour & 1, stolen = take_from_opponent(s);
    set_state(s, colour, id, GHOST, 6);
    if (stolen != 0) s->hand[player][s->held[player]++] = stolen;
}

static void grow(struct plain_parchis *s, int colour, int id) {
    const int square = s->piece[colour][id].square;
    set_state(s, colour, id, MEGA, 4);
    occupy(s, colour, square, next_square(colour, square));
}

/* Lightning. A mega becomes normal with the counter of a mini: so the recorded games. */
static void strike(struct plain_parchis *s, int acting_colour) {
    take_from_opponent(s);
    for (int i = 0; i < 12; i++) {
        const int colour = i / 3, id = i % 3, state = s->piece[colour][id].state;
        if (colour == acting_colour || state == STAR || state == GHOST) continue;
        set_state(s, colour, id, state == MEGA ? NORMAL : MINI, 4);
    }
}

static void play_special(struct plain_parchis *s, struct plain_action a) {
    const int square = s->piece[a.colour][a.piece].square;
    update_remember6(s, a.die);
    spend(s, a.die);
    if (a.die == DIE_STAR) set_state(s, a.colour, a.piece, STAR, 4);
    if (a.die == DIE_BOO) play_boo(s, a.colour, a.piece);
    if (a.die == DIE_BULLET) fly(s, a.colour, a.piece, 40);
    if (a.die == DIE_BULLET) s->piece[a.colour][a.piece].state = NORMAL;
    if (a.die == DIE_RED_SHELL || a.die == DIE_BLUE_SHELL) throw_shell(s, a);
    if (a.die == DIE_MUSHROOM) fly(s, a.colour, a.piece, 8);
    if (a.die == DIE_MEGA) grow(s, a.colour, a.piece);
    if (a.die == DIE_LIGHTNING) strike(s, a.colour);
    if (a.die == DIE_HORN) blow_horn(s, a.colour, square);
    if (a.die == DIE_BANANA) s->traps[square]++;
    decide_winner(s);
}

/* Section 3: what follows every action. */
static void count_down(struct plain_parchis *s) {
    for (int colour = s->colour & 1; colour < 4; colour += 2) {
        for (int id = 0; id < 3; id++) {
            if (s->piece[colour][id].left > 0) s->piece[colour][id].left--;
            if (s->piece[colour][id].left == 0) s->piece[colour][id].state = NORMAL;
        }
    }
}

void plain_course_apply(struct plain_parchis *s, struct plain_action a) {
    s->eat = s->goal = false;
    if (a.piece < 0) {
        update_remember6(s, a.die);
        spend(s, a.die);
    } else if (a.die > 100) {
        play_special(s, a);
    } else {
        play_die(s, a.die, a.colour, a.piece);
    }
    count_down(s);
    s->last_die = a.die;
    s->turn++;
    const bool again = a.die == 6 || s->eat || s->goal || s->run6;
    if (!again || s->ban) s->colour = 1 - s->colour;
}
