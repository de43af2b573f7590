/* Arbitrary bytes as a position of Parchís, then as an action in it. What is accepted must read
 * back exactly and be good to play on from, whatever the bytes behind it choose. */
#include "games/parchis/notation.h"
#include "games/parchis/switches.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct th_state *state_of(struct parchis *s) {
    return (struct th_state *)(void *)s;
}

enum { MOST_PLIES = 8 };

static void check(struct parchis *s) {
    char text[1000];
    struct th_error e;
    struct parchis back;
    if (!parchis_valid(s, &e) || s->key != parchis_key(s)) abort();
    parchis_start(&back, s->course, true);
    parchis_position_text(state_of(s), text, sizeof text);
    if (!parchis_parse_position(state_of(&back), text, &e)) abort();
    if (memcmp(s, &back, sizeof back) != 0) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char picture[16384];
    char text[700];
    if (size < 1 || size >= sizeof text) return 0;
    memcpy(text, data + 1, size - 1);
    text[size - 1] = 0;
    /* The action stands behind a line break, and further plies behind another. */
    char *action = strchr(text, '\n'), *plies = NULL;
    if (action != NULL) *action++ = 0;
    if (action != NULL && (plies = strchr(action, '\n')) != NULL) *plies++ = 0;

    struct parchis s;
    struct th_error e;
    th_action legal[PARCHIS_LEGAL_MAX], a;
    parchis_start(&s, data[0] % 2 == 0 ? PARCHIS_TEXT : PARCHIS_COURSE, true);
    const struct parchis before = s;
    if (!parchis_parse_position(state_of(&s), text, &e)) {
        if (memcmp(&s, &before, sizeof s) != 0) abort();
        return 0;
    }
    check(&s);
    if (size % 16 == 0) { /* takes more than all the rest */
        parchis_draw(state_of(&s), NULL, picture, sizeof picture);
        if (strlen(picture) >= sizeof picture - 1) abort();
    }
    if (action != NULL && parchis_parse_action(state_of(&s), action, &a, &e)) {
        parchis_apply(&s, a);
        check(&s);
    }
    for (int i = 0; i < MOST_PLIES && plies != NULL && plies[i] != 0; i++) {
        if (s.winner != PARCHIS_NOBODY) break;
        const int n = parchis_legal(&s, legal);
        if (n < 1 || n > PARCHIS_LEGAL_MAX) abort();
        parchis_apply(&s, legal[(unsigned char)plies[i] % n]);
        if (!parchis_valid(&s, &e) || s.key != parchis_key(&s)) abort();
    }
    if (plies != NULL) check(&s);
    return 0;
}
