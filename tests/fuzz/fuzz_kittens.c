/* Arbitrary bytes as a position of Kittens, then as an action in it. What is accepted must read
 * back exactly and be good to play on from, to be looked at and to be guessed, whatever the bytes
 * behind it choose. */
#include "games/kittens/board.h"
#include "games/kittens/notation.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A check of all views takes most of the time: further steps are few, and only the last is
 * checked. */
enum { MOST_STEPS = 12 };

static struct th_state *state_of(struct kittens *s) {
    return (struct th_state *)(void *)s;
}

static void check_text(const struct kittens *s) {
    char text[1024];
    struct th_error e;
    struct kittens back = *s, copy = *s;
    if (!kittens_valid(s, &e)) abort();
    kittens_position_text(state_of(&copy), text, sizeof text);
    if (!kittens_parse_position(state_of(&back), text, &e)) abort();
    if (memcmp(s, &back, sizeof back) != 0) abort();
}

static void check_picture(struct kittens *s) {
    static char picture[16384];
    kittens_draw(state_of(s), NULL, picture, sizeof picture);
    if (strlen(picture) >= sizeof picture - 1) abort();
}

/* What a seat sees, and a world behind it that looks the same. */
static void check_seat(const struct kittens *s, int seat) {
    struct kittens view, world, again;
    float numbers[2][KITTENS_OBSERVATION];
    struct th_rng rng = th_rng_seeded(s->turns);
    kittens_view(s, seat, &view);
    check_text(&view);
    kittens_guess(&view, seat, &rng, &world);
    check_text(&world);
    kittens_view(&world, seat, &again);
    if (memcmp(&view, &again, sizeof view) != 0) abort();
    kittens_observe(s, seat, numbers[0]);
    kittens_observe(&view, seat, numbers[1]);
    if (memcmp(numbers[0], numbers[1], sizeof numbers[0]) != 0) abort();
}

static void check(const struct kittens *s) {
    check_text(s);
    for (int seat = 0; seat < 2; seat++)
        if (s->viewer == KITTENS_SEES_ALL || s->viewer == seat) check_seat(s, seat);
    if (s->viewer == KITTENS_SEES_ALL) {
        struct kittens stranger;
        kittens_view(s, TH_STRANGER, &stranger);
        check_text(&stranger);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[700];
    if (size < 1 || size >= sizeof text) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    /* The action stands behind a line break, and further steps behind another. */
    char *action = strchr(text, '\n'), *steps = NULL;
    if (action != NULL) *action++ = 0;
    if (action != NULL && (steps = strchr(action, '\n')) != NULL) *steps++ = 0;

    struct kittens s;
    struct th_error e;
    th_action a, legal[KITTENS_ACTIONS];
    kittens_begin(&s, &kittens_decks[data[0] / 2 % 3], (enum kittens_rules)(data[0] % 2));
    const struct kittens before = s;
    if (!kittens_parse_position(state_of(&s), text, &e)) {
        if (memcmp(&s, &before, sizeof s) != 0) abort();
        return 0;
    }
    check(&s);
    if (s.viewer != KITTENS_SEES_ALL) {
        check_picture(&s);
        return 0;
    }
    if (action != NULL && kittens_parse_action(state_of(&s), action, &a, &e)) {
        kittens_game.apply(state_of(&s), a);
        check(&s);
    }
    for (int i = 0; i < MOST_STEPS && steps != NULL && steps[i] != 0; i++) {
        const int mover = kittens_game.mover(state_of(&s));
        if (mover == TH_OVER) break;
        const unsigned char byte = (unsigned char)steps[i];
        const int n = mover == TH_CHANCE ? 1 : kittens_game.legal(state_of(&s), legal);
        kittens_game.apply(state_of(&s), mover == TH_CHANCE
                                             ? kittens_game.pick(state_of(&s), (uint64_t)byte << 56)
                                             : legal[byte % n]);
    }
    if (steps != NULL) check(&s);
    check_picture(&s);
    return 0;
}
