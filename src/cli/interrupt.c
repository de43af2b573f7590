#include "interrupt.h"

#include "command.h"
#include "external/child.h"
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

static atomic_bool asked;

static void on_interrupt(int signal_number) {
    atomic_store(&asked, true);
    signal(signal_number, child_end_all);
}

const atomic_bool *interrupt_watch(void) {
    if (signal(SIGINT, on_interrupt) == SIG_IGN) signal(SIGINT, SIG_IGN);
    return &asked;
}

int thread_count(const struct th_options *flags) {
    if (th_options_given(flags, "threads")) return (int)th_options_number(flags, "threads");
    const long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > 1024 ? 1024 : (int)n;
}

int interrupt_stopped(const char *command) {
    fprintf(stderr, "tahur %s: stopped before it was finished\n", command);
    return STATUS_INTERRUPTED;
}
