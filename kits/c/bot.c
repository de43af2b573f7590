/* A bot for tahur. Make `choose` better!
 *
 * A message is one line of JSON. What a bot needs of it is easy to find without a library: tahur
 * writes no field twice that is read here, and no quote or escape inside a text. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_MAX = 1024, MOVE_BYTES = 64 };

struct question {
    const char *message;
    char move[MOVES_MAX][MOVE_BYTES]; /* the legal moves */
    int moves;
};

/* What stands after "name": in a text; NULL if there is no such field. */
static inline const char *field(const char *text, const char *name) {
    char key[64];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(text, key);
    return at != NULL ? at + strlen(key) + strspn(at + strlen(key), " ") : NULL;
}

/* Whether a field is this text. */
static inline bool is(const char *text, const char *name, const char *value) {
    const char *at = field(text, name);
    const size_t length = strlen(value);
    return at != NULL && *at == '"' && strncmp(at + 1, value, length) == 0 && at[1 + length] == '"';
}

/* A number; 0 if there is no such field. */
static inline long number(const char *text, const char *name) {
    const char *at = field(text, name);
    return at != NULL ? strtol(at, NULL, 10) : 0;
}

/* All numbers of a list, also of lists in it, one after the other; or all counts of an object.
 * Returns how many there are, at most `most`. */
static inline int numbers(const char *text, const char *name, int out[], int most) {
    int n = 0, depth = 0;
    for (const char *at = field(text, name); at != NULL && *at != 0 && n < most;) {
        if (*at == '[' || *at == '{') depth++;
        if ((*at == ']' || *at == '}') && --depth == 0) break;
        if ((*at >= '0' && *at <= '9') || *at == '-')
            out[n++] = (int)strtol(at, (char **)&at, 10);
        else if (*at == '"')
            at += 2 + strcspn(at + 1, "\"");
        else
            at++;
    }
    return n;
}

static void read_moves(struct question *q) {
    const char *at = field(q->message, "moves");
    for (q->moves = 0; at != NULL && q->moves < MOVES_MAX; q->moves++) {
        at += strcspn(at, "\"]");
        if (*at != '"') break;
        const size_t length = strcspn(at + 1, "\"");
        snprintf(q->move[q->moves], MOVE_BYTES, "%.*s", (int)length, at + 1);
        at += length + 2;
    }
}

/* The place of a move in the list; -1 if it is not legal. */
static inline int place_of(const struct question *q, const char *move) {
    for (int i = 0; i < q->moves; i++)
        if (strcmp(q->move[i], move) == 0) return i;
    return -1;
}

/* The place of the move that is worth most; the first of equal ones. */
static inline int best(const struct question *q,
                       double (*worth)(const struct question *, const char *)) {
    int found = 0;
    double most = worth(q, q->move[0]);
    for (int i = 1; i < q->moves; i++) {
        const double value = worth(q, q->move[i]);
        if (value > most) most = value, found = i;
    }
    return found;
}

@policy@

int main(void) {
    static char line[1 << 17];
    static struct question q;
    while (fgets(line, sizeof line, stdin) != NULL && !is(line, "type", "quit")) {
        if (is(line, "type", "hello")) puts("{\"name\":\"my-bot\",\"version\":\"1.0\"}");
        if (is(line, "type", "choose")) {
            q.message = line;
            read_moves(&q);
            printf("{\"id\":%ld,\"move\":\"%s\"}\n", number(line, "id"), q.move[choose(&q)]);
        }
        fflush(stdout); /* or the answer stays in a buffer */
    }
    return 0;
}
