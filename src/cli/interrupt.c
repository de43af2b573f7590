/* The signals that ask a command to end; or, in another program (call.h), a flag of that program.
 */
#include "command.h"
#include "external/child.h"
#include "terminal.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

/* The flag of the caller of command_call, whose signals are left alone; NULL: the program is tahur.
 */
static _Thread_local const th_flag *flag_of_caller;

void interrupt_use(const th_flag *flag) {
    flag_of_caller = flag;
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof *signals };

/* One request to end often arrives as several signals: timeout(1) signals the process and then its
 * group, systemd adds a SIGHUP, mpirun repeats what the terminal sent. Within this time they count
 * as one. */
static const int64_t SAME_REQUEST = INT64_C(1000000000); /* nanoseconds */

static pthread_t main_thread; /* the one that calls interrupt_watch */
static atomic_bool forwarded; /* a signal is on its way to it */
static atomic_bool asked;
static atomic_int asked_by;        /* the signal; set before the flag */
static _Atomic int64_t asked_when; /* by the monotonic clock; 0: never */

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec + 1; /* never 0 */
}

void interrupt_ask(int signal_number) {
    int64_t first = 0;
    const int64_t when = now();
    if (atomic_compare_exchange_strong(&asked_when, &first, when)) {
        atomic_store(&asked_by, signal_number);
        atomic_store(&asked, true);
    } else if (when - first >= SAME_REQUEST) {
        child_end_all(signal_number);
    }
}

/* A signal to the process may reach a thread of a library, such as OpenBLAS: it goes on to the main
 * thread, which may be waiting for it in pselect. */
static void on_signal(int signal_number) {
    if (pthread_equal(pthread_self(), main_thread)) {
        if (!atomic_exchange(&forwarded, false)) interrupt_ask(signal_number);
        return;
    }
    interrupt_ask(signal_number);
    atomic_store(&forwarded, true); /* however late it comes, it is not another request */
    pthread_kill(main_thread, signal_number);
}

const atomic_bool *interrupt_watch(void) {
    if (flag_of_caller != NULL) return flag_of_caller;
    main_thread = pthread_self();
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action = (struct sigaction){.sa_handler = on_signal, .sa_flags = SA_RESTART};
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], &action, NULL);
    }
    return &asked;
}

int interrupt_signal(void) {
    return atomic_load(&asked) ? atomic_load(&asked_by) : 0;
}

int interrupt_stopped(const char *command) {
    if (flag_of_caller == NULL)
        fprintf(stderr, "tahur %s: stopped before it was finished\n", command);
    return STATUS_INTERRUPTED;
}
