#define BOMB_CHANCE 0.1 /* above this it would rather not draw */

/* Of the top card, which this seat may know: "?", or a card with the seats that know it. */
static double chance_of_bomb(const struct question *q) {
    const char *deck = field(q->message, "deck");
    if (strncmp(deck, "[\"bomb", 6) == 0) return 1;
    if (deck[1] == '"' && deck[2] != '?') return 0;
    const char *rest = field(q->message, "rest"); /* the cards that this seat does not know */
    int count[16], hidden = 0;
    const int kinds = numbers(q->message, "rest", count, 16);
    for (int i = 0; i < kinds; i++) hidden += count[i];
    const char *bombs = field(rest, "bomb");
    const bool any = bombs != NULL && bombs < strchr(rest, '}');
    return any ? strtod(bombs, NULL) / hidden : 0;
}

static int choose(const struct question *q) {
    static const char *const escapes[] = {"attack", "skip", "shuffle", "draw-bottom"};
    /* A bomb to put back: away from us if we draw next, else for the other. */
    if (place_of(q, "bottom") >= 0)
        return place_of(q, number(q->message, "owes") > 1 ? "bottom" : "top");
    for (int i = 0; i < 4 && chance_of_bomb(q) > BOMB_CHANCE; i++)
        if (place_of(q, escapes[i]) >= 0) return place_of(q, escapes[i]);
    return place_of(q, "draw") >= 0 ? place_of(q, "draw") : 0;
}
