/* A bot that does one thing wrong, named by its first argument, at its third question or as it
 * starts. Otherwise it always takes the first move. It finds its way in messages without a JSON
 * reader, as only a test may: by where words stand. */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_BYTES = 1 << 17, FLOOD = 1 << 16 };

static const char *way, *file; /* what it does wrong; a file that it locks, if any */
static long id;
static char first_move[100];

static bool is_way(const char *name) {
    return strcmp(way, name) == 0;
}

static void say(const char *text) {
    fputs(text, stdout);
    fflush(stdout);
}

static void answer(long number, const char *move, const char *end) {
    printf("{\"id\":%ld,\"move\":\"%s\"}%s", number, move, end);
    fflush(stdout);
}

static void flood(const char *text) {
    for (;;)
        if (fputs(text, stdout) == EOF) exit(1);
}

/* As long as this process lives, the file is locked. */
static void lock_file(void) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    const int fd = file != NULL ? open(file, O_RDWR | O_CREAT, 0600) : -1;
    if (fd >= 0) fcntl(fd, F_SETLK, &lock);
}

/* Starts a process that outlives this one, unless the arena kills it. */
static void have_child(void) {
    int ready[2];
    char byte;
    if (pipe(ready) != 0) exit(1);
    if (fork() == 0) {
        lock_file();
        if (write(ready[1], "", 1) != 1) _exit(1);
        for (;;) pause();
    }
    if (read(ready[0], &byte, 1) != 1) exit(1);
}

static void eat_memory(void) {
    static char *volatile last; /* volatile, or the compiler would remove the loop */
    for (;;) {
        char *more = malloc(1 << 20);
        if (more == NULL) exit(1);
        memset(more, 1, 1 << 20);
        last = more;
        (void)last;
    }
}

static void be_wrong(void) {
    static char many[FLOOD];
    memset(many, is_way("deep") ? '[' : 'x', sizeof many - 1);
    if (is_way("silence"))
        for (;;) pause();
    if (is_way("loop"))
        for (volatile unsigned i = 0;; i++) {
        }
    if (is_way("flood")) flood(many);
    if (is_way("lines")) flood("{}\n");
    if (is_way("no-newline")) {
        answer(id, first_move, "");
        for (;;) pause();
    }
    if (is_way("not-json")) say("move a1\n");
    if (is_way("no-object")) say("[1]\n");
    if (is_way("empty-line")) say("\n");
    if (is_way("zero-byte")) (void)!write(1, "\0\n", 2);
    if (is_way("deep")) {
        many[60000] = 0;
        say(many);
        say("\n");
    }
    if (is_way("field-twice")) {
        printf("{\"id\":%ld,\"id\":%ld,\"move\":\"%s\"}\n", id, id, first_move);
        fflush(stdout);
    }
    if (is_way("wrong-id")) answer(id + 1, first_move, "\n");
    if (is_way("two-answers")) {
        answer(id, first_move, "\n");
        answer(id, first_move, "\n");
    }
    if (is_way("no-move")) say("{\"id\":3}\n");
    if (is_way("number")) say("{\"id\":3,\"move\":7}\n");
    if (is_way("long-move")) {
        many[5000] = 0;
        answer(id, many, "\n");
    }
    if (is_way("unknown-move")) answer(id, "castle", "\n");
    if (is_way("exit") || is_way("exit-once")) {
        fputs("first line\nI have had enough\n", stderr);
        exit(3);
    }
    if (is_way("exit-well")) exit(0);
    if (is_way("signal")) raise(SIGKILL);
    if (is_way("close-output")) {
        close(1);
        for (;;) pause();
    }
    if (is_way("close-input")) {
        close(0);
        answer(id, first_move, "\n");
        for (;;) pause();
    }
    if (is_way("memory")) eat_memory();
    if (is_way("noise"))
        for (;;) fputs("noise\n", stderr);
    if (is_way("child")) {
        have_child();
        exit(4);
    }
    if (is_way("late")) { /* another bot waits meanwhile, and is stopped */
        nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
        answer(id, first_move, "\n");
    }
    if (is_way("nothing") || is_way("deaf")) answer(id, first_move, "\n");
}

/* In one game of four, told by its seed alone: crashes at its first question, as Python does, or
 * makes an illegal move. */
static void be_wrong_sometimes(long seed) {
    if (seed % 8 == 0) {
        fputs("Traceback (most recent call last):\n  File \"bot.py\", line 3, in <module>\n"
              "\tmove()\nKeyError: 'view'\n",
              stderr);
        exit(1);
    }
    answer(id, seed % 8 == 4 ? "castle" : first_move, "\n");
}

static void obey(char *line) {
    static int asked;
    static long seed;
    if (strstr(line, "\"hello\"") != NULL) {
        say(is_way("rude") ? "{}\n" : "{\"name\":\"hostile\",\"version\":\"1\"}\n");
    } else if (strstr(line, "\"choose\"") != NULL) {
        id = strtol(strstr(line, "\"id\":") + 5, NULL, 10);
        const char *move = strstr(line, "\"moves\":[\"") + 10;
        snprintf(first_move, sizeof first_move, "%.*s", (int)strcspn(move, "\""), move);
        if (is_way("sometimes"))
            be_wrong_sometimes(seed);
        else if (++asked < 3)
            answer(id, first_move, "\n");
        else
            be_wrong();
    } else if (strstr(line, "\"start\"") != NULL) {
        seed = strtol(strstr(line, "\"seed\":") + 7, NULL, 10);
    } else if (strstr(line, "\"quit\"") != NULL && !is_way("deaf")) {
        exit(0);
    }
}

int main(int argc, char **argv) {
    static char line[LINE_BYTES];
    way = argc > 1 ? argv[1] : "nothing";
    file = argc > 2 ? argv[2] : NULL;
    if (!is_way("child")) lock_file();
    if (is_way("no-hello"))
        for (;;) pause();
    if (is_way("chatty")) say("welcome\n");
    while (fgets(line, sizeof line, stdin) != NULL) obey(line);
    while (is_way("deaf")) pause();
    return 0;
}
