/* The options of the bot exec, and the limits that follow from them. */
#include "bots.h"

enum {
    DEFAULT_CPU = 10000,
    WALL_FACTOR = 5,
    SANDBOX_MEMORY = 1024, /* MB */
    SANDBOX_PROCESSES = 16,
};

const struct th_option exec_bot_options[] = {
    {"cpu", TH_INTEGER, 1, 3600000, NULL, NULL,
     "milliseconds of CPU time for a move, of all its processes together; a program that needs "
     "more "
     "loses the game. It is by default time if that is given, otherwise 10000"},
    {"time", TH_INTEGER, 1, 18000000, NULL, NULL,
     "milliseconds for a move by the clock, a guard against programs that sleep; on a busy machine "
     "results may depend on it; by default 5 times cpu"},
    {"clock", TH_DECIMAL, TH_MILLION / 1000, INT64_C(86400) * TH_MILLION, NULL, NULL,
     "seconds of CPU time for all moves of a game together, next to cpu, of all its processes; by "
     "default no limit"},
    {"start-time", TH_INTEGER, 1, 3600000, "10000", NULL,
     "milliseconds to start and to answer hello"},
    {"memory", TH_INTEGER, 1, 1048576, NULL, NULL,
     "MB that all its processes together may have in use; by default 1024 in a sandbox, "
     "otherwise no limit"},
    {"processes", TH_INTEGER, 1, 4096, NULL, NULL,
     "that it may have at once, with up to 16 times as many threads; by default 16 in a "
     "sandbox, otherwise no limit"},
    {"sandbox", TH_SWITCH, 0, 1, "0", NULL,
     "1: under bubblewrap. It sees the system's programs, its interpreter and its own folder, all "
     "read-only, and no network, no other process and no environment"},
    {"folder", TH_TEXT, 0, 0, NULL, NULL,
     "its own folder, where it runs; by default it runs where you are, and sees in a sandbox "
     "the folder of the file that its command names. folder=- is none"},
    {"fresh", TH_SWITCH, 0, 1, "0", NULL, "1: a process of its own for each game"},
    {"restart", TH_SWITCH, 0, 1, "0", NULL,
     "1: after a fault it is started again and asked once more; only then the game is lost"},
    {"command", TH_REST, 0, 0, NULL, NULL,
     "must be given: the program with its arguments, as the shell understands it. It takes the "
     "rest of the spec, commas included. docs/write-a-bot.md is the guide"},
    {0},
};

static int64_t given_or(const struct th_options *o, const char *name, int64_t otherwise) {
    return th_options_given(o, name) ? th_options_number(o, name) : otherwise;
}

struct exec_limits exec_bot_limits(const struct th_options *o) {
    const bool sandbox = th_options_number(o, "sandbox") != 0;
    const int64_t cpu = given_or(o, "cpu", given_or(o, "time", DEFAULT_CPU));
    return (struct exec_limits){
        .cpu = cpu,
        .time = given_or(o, "time", WALL_FACTOR * cpu),
        .clock = given_or(o, "clock", 0) / (TH_MILLION / 1000),
        .start_time = th_options_number(o, "start-time"),
        .child = {.memory = given_or(o, "memory", sandbox ? SANDBOX_MEMORY : 0),
                  .processes = given_or(o, "processes", sandbox ? SANDBOX_PROCESSES : 0),
                  .sandbox = sandbox,
                  .folder = th_options_text(o, "folder")}};
}

int64_t exec_bot_announced(const struct exec_limits *l) {
    return l->cpu < l->time ? l->cpu : l->time;
}
