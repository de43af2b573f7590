enum { ROLLS = 3 }; /* it stops after so many */

/* Steps of a column: 3 in column 2, 13 in column 7, 3 in column 12. */
static int height(int column) {
    return 13 - 2 * abs(7 - column);
}

/* How far up its columns a move such as "6+8" leads, each as a share of its height. */
static double worth(const struct question *q, const char *move) {
    int progress[44] = {0}, temporary[11] = {0};
    double sum = 0;
    numbers(q->message, "progress", progress, 44); /* eleven columns for each seat */
    numbers(q->message, "temporary", temporary, 11);
    const int *own = progress + 11 * number(q->message, "seat");
    for (char *at = (char *)move; *at != 0; at += *at == '+') {
        const int column = (int)strtol(at, &at, 10);
        sum += (double)(own[column - 2] + temporary[column - 2] + 1) / height(column);
    }
    return sum;
}

static int choose(const struct question *q) {
    if (is(q->message, "waits", "decide"))
        return place_of(q, number(q->message, "rolls") >= ROLLS ? "stop" : "roll");
    return best(q, worth);
}
