/* A bot for any game of tahur, in C without a library: it takes a move at random.
 *
 *     cc -O2 -o any examples/any.c
 *     tahur arena parchis exec:command=./any random --games 10
 *
 * A message is one line, and what this bot needs of it is easy to find: "id" is a number, "moves" a
 * list of texts without a quote in them. For more, take a JSON library such as jansson. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What stands behind "name": in the message; NULL if it has no such field. */
static const char *field(const char *message, const char *name) {
    char key[32];
    snprintf(key, sizeof key, "\"%s\":", name);
    const char *at = strstr(message, key);
    return at != NULL ? at + strlen(key) : NULL;
}

/* The beginning of the n-th text in a list ["a","b"]; NULL behind the last. */
static const char *text_at(const char *list, int n) {
    const char *end = strchr(list, ']'), *quote = strchr(list, '"');
    for (; quote != NULL && quote < end && n > 0; n--)
        quote = strchr(strchr(quote + 1, '"') + 1, '"');
    return quote != NULL && quote < end ? quote + 1 : NULL;
}

static void choose(const char *message) {
    const char *moves = field(message, "moves");
    int count = 0;
    while (text_at(moves, count) != NULL) count++;
    const char *move = text_at(moves, rand() % count);
    printf("{\"id\":%ld,\"move\":\"%.*s\"}\n", atol(field(message, "id")), (int)strcspn(move, "\""),
           move);
}

int main(void) {
    static char line[1 << 17];
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *type = field(line, "type");
        if (type == NULL || strncmp(type, "\"quit\"", 6) == 0) break;
        if (strncmp(type, "\"hello\"", 7) == 0) puts("{\"name\":\"any\",\"version\":\"1.0\"}");
        if (strncmp(type, "\"start\"", 7) == 0) srand((unsigned)atol(field(line, "seed")));
        if (strncmp(type, "\"choose\"", 8) == 0) choose(line);
        fflush(stdout); /* or the answer stays here, and time runs out */
    }
    return 0;
}
