static int smaller(int a, int b) {
    return a < b ? a : b;
}

static bool is_next(int left, int bottom, int x, int y) {
    const int dx = abs(left - x), dy = abs(bottom - y), both = abs(left + bottom - x - y);
    return dx <= 1 && dy <= 1 && both <= 1 && dx + dy > 0;
}

/* A cell such as "c3" next to our stones that brings them nearer to the sides; else the centre. */
static double worth(const struct question *q, const char *move) {
    const int size = (int)number(q->message, "size");
    const char own = number(q->message, "turn") == 0 ? 'B' : 'R';
    const int left = move[0] - 'a', bottom = atoi(move + 1) - 1, right = size - 1 - left - bottom;
    int to_left = left, to_bottom = bottom, to_right = right;
    bool touches = false;
    /* The first row is the top: x counts from the left side, y from the bottom. */
    int x = 0, y = size - 1;
    for (const char *at = field(q->message, "layout") + 1; *at != '"'; at++) {
        if (*at == own) {
            to_left = smaller(to_left, x);
            to_bottom = smaller(to_bottom, y);
            to_right = smaller(to_right, size - 1 - x - y);
            touches = touches || is_next(left, bottom, x, y);
        }
        if (*at == '/')
            x = 0, y--;
        else
            x++;
    }
    const int inside = smaller(left, smaller(bottom, right));
    return (touches ? 1000 : 0) - 10 * (to_left + to_bottom + to_right) + inside;
}

static int choose(const struct question *q) {
    const int swap = place_of(q, "swap");
    return swap >= 0 ? swap : best(q, worth);
}
