#include "plain_kittens.h"

#include <assert.h>
#include <string.h>

enum { DEFUSED = 9, NONE = 10 };

void plain_begin(struct plain_kittens *p, bool classic, const int deck[], int deck_size,
                 const int start[PLAIN_CARD_TYPES]) {
    memset(p, 0, sizeof *p);
    p->classic = classic;
    p->deck_size = deck_size;
    for (int i = 0; i < deck_size; i++) p->deck[i] = deck[i];
    for (int seat = 0; seat < 2; seat++) {
        memcpy(p->hand[seat], start, sizeof p->hand[seat]);
        p->last[seat] = NONE;
    }
    p->pending = 1;
    p->loser = -1;
}

int plain_bombs(const struct plain_kittens *p) {
    int bombs = 0;
    for (int i = 0; i < p->deck_size; i++) bombs += p->deck[i] == PLAIN_BOMB;
    return bombs;
}

int plain_hand_size(const struct plain_kittens *p, int seat) {
    int size = 0;
    for (int c = 0; c < PLAIN_CARD_TYPES; c++) size += p->hand[seat][c];
    return size;
}

/* "A card action is legal only with the card in hand; 3–5 are legal only, and are the only legal
 * ones, right after defusing." */
int plain_legal(const struct plain_kittens *p, int out[9]) {
    const int *hand = p->hand[p->seat];
    int n = 0;
    if (p->placing) {
        for (int place = 3; place <= 5; place++) out[n++] = place;
        return n;
    }
    out[n++] = 0;
    if (hand[PLAIN_SKIP] > 0) out[n++] = 1;
    if (hand[PLAIN_ATTACK] > 0) out[n++] = 2;
    if (hand[PLAIN_SEE_FUTURE] > 0) out[n++] = 6;
    if (hand[PLAIN_DRAW_BOTTOM] > 0) out[n++] = 7;
    if (hand[PLAIN_SHUFFLE] > 0) out[n++] = 8;
    return n;
}

/* ---- the deck ---- */

static int remove_at(struct plain_kittens *p, int place) {
    const int card = p->deck[place];
    p->deck_size--;
    for (int i = place; i < p->deck_size; i++) {
        p->deck[i] = p->deck[i + 1];
        for (int seat = 0; seat < 2; seat++) p->known[seat][i] = p->known[seat][i + 1];
    }
    return card;
}

static void insert_at(struct plain_kittens *p, int place, int card) {
    for (int i = p->deck_size; i > place; i--) {
        p->deck[i] = p->deck[i - 1];
        for (int seat = 0; seat < 2; seat++) p->known[seat][i] = p->known[seat][i - 1];
    }
    p->deck[place] = card;
    p->known[0][place] = p->known[1][place] = false;
    p->deck_size++;
}

static void shuffle(struct plain_kittens *p, plain_dice dice, void *context) {
    for (int i = p->deck_size - 1; i > 0; i--) {
        const int j = dice(context, i + 1), card = p->deck[i];
        p->deck[i] = p->deck[j];
        p->deck[j] = card;
    }
    memset(p->known, 0, sizeof p->known);
}

static void see_future(struct plain_kittens *p) {
    for (int i = 0; i < 3 && i < p->deck_size; i++) {
        p->known[p->seat][i] = true;
        p->seen[p->seen_count++] = p->deck[i];
    }
}

/* ---- turns ---- */

static void play_card(struct plain_kittens *p, int card) {
    assert(p->hand[p->seat][card] > 0);
    p->hand[p->seat][card]--;
    p->played[p->seat][card]++;
}

static void pass_turn(struct plain_kittens *p, int pending) {
    p->turns++;
    p->seat = 1 - p->seat;
    p->pending = pending;
    p->drawing_all = false;
}

/* "Without a Defuse the player loses at once. With one it is spent and the player puts the bomb
 * back." */
static void draw(struct plain_kittens *p, bool from_bottom) {
    const int card = remove_at(p, from_bottom ? p->deck_size - 1 : 0);
    p->drawn[p->drawn_count++] = card;
    p->pending--;
    if (card != PLAIN_BOMB) {
        p->hand[p->seat][card]++;
    } else if (p->hand[p->seat][PLAIN_DEFUSE] == 0) {
        p->loser = p->seat;
        p->turns++;
    } else {
        play_card(p, PLAIN_DEFUSE);
        p->placing = true;
    }
}

/* Classic: all owed draws follow. Both: the turn passes when nothing is owed. */
static void go_on(struct plain_kittens *p) {
    while (p->drawing_all && p->pending > 0 && !p->placing && p->loser < 0) draw(p, false);
    if (p->pending == 0 && !p->placing && p->loser < 0) pass_turn(p, 1);
}

/* "top = the next card drawn; bottom = the last; middle = with floor(n/2) cards below it". */
static void put_back(struct plain_kittens *p, int action) {
    const int n = p->deck_size, below = n / 2, other = 1 - p->seat;
    const int place = action == 3 ? 0 : action == 4 ? n - below : n;
    p->placing = false;
    insert_at(p, place, PLAIN_BOMB);
    p->known[p->seat][place] = true;
    memset(p->known[other], 0, sizeof p->known[other]);
}

void plain_act(struct plain_kittens *p, int action, plain_dice dice, void *context) {
    p->drawn_count = p->seen_count = 0;
    p->last[p->seat] = p->placing ? DEFUSED : action;
    if (action >= 3 && action <= 5) {
        put_back(p, action);
        go_on(p);
        return;
    }
    p->drawing_all = p->classic;
    if (action == 0) {
        draw(p, false);
    } else if (action == 1) {
        play_card(p, PLAIN_SKIP);
        p->pending--;
    } else if (action == 2) {
        play_card(p, PLAIN_ATTACK);
        pass_turn(p, 2);
        return;
    } else if (action == 6) {
        play_card(p, PLAIN_SEE_FUTURE);
        see_future(p);
    } else if (action == 7) {
        play_card(p, PLAIN_DRAW_BOTTOM);
        draw(p, true);
    } else {
        play_card(p, PLAIN_SHUFFLE);
        shuffle(p, dice, context);
    }
    go_on(p);
}
