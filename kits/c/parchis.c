/* Of a move such as "5 yellow 2": the steps, and more if another player's piece is there. */
static double worth(const struct question *q, const char *move) {
    static const char *const colours[] = {"yellow", "blue", "red", "green"};
    int pieces[36] = {0}; /* of each colour three: square, state, turns left */
    int die, piece, colour = 0;
    char name[16];
    if (sscanf(move, "%d %15s %d", &die, name, &piece) != 3) return 7; /* special dice and others */
    while (colour < 4 && strcmp(colours[colour], name) != 0) colour++;
    if (colour == 4 || piece < 0 || piece > 2) return 7;
    numbers(q->message, "pieces", pieces, 36);
    const int square = pieces[3 * (3 * colour + piece)], target = (square + die - 1) % 68 + 1;
    if (square == 0) return 8; /* it leaves its home */
    bool captures = false;
    for (int i = 0; i < 12; i++)
        if (i / 3 % 2 != number(q->message, "player") && pieces[3 * i] == target) captures = true;
    return die + (captures && square <= 68 ? 20 : 0);
}

static int choose(const struct question *q) {
    return best(q, worth);
}
