#include "call.h"

#include "command.h"
#include "core/error.h"
#include "core/json.h"
#include "external/bots.h"
#include "tahur/registry.h"
#include "terminal.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct command *const callable[] = {
    &arena_command,   &league_command, &compare_command, &grade_command,
    &analyze_command, &review_command, &solve_command,   &odds_command,
};
enum { CALLABLE = sizeof callable / sizeof *callable };

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

const struct command *command_callable(const char *name) {
    for (int i = 0; i < CALLABLE; i++)
        if (strcmp(callable[i]->name, name) == 0) return callable[i];
    return NULL;
}

/* The arguments with --json before them, since a "--" may be among them; the caller frees the list.
 */
static char **arguments_of(const struct command_call *call) {
    static char json[] = "--json";
    char **argv = calloc((size_t)call->argc + 1, sizeof *argv);
    if (argv == NULL) return NULL;
    argv[0] = json;
    for (int i = 0; i < call->argc; i++) argv[i + 1] = call->argv[i];
    return argv;
}

/* Called with the mutex held. */
static void run(const struct command *c, struct command_call *call) {
    static th_flag never; /* of callers without a flag: signals are left alone in any case */
    char **argv = arguments_of(call);
    faults_print(NULL);
    shortage_forget();
    json_memory_watch();
    if (argv == NULL) {
        call->status = STATUS_FAILED;
        th_fail(&call->error, "out of memory");
        return;
    }
    print_json_into(&call->json);
    interrupt_use(call->stop != NULL ? call->stop : &never);
    call->status = command_run(c, call->argc + 1, argv, &call->error);
    interrupt_use(NULL);
    print_json_into(NULL);
    free(argv);
    if (call->status == STATUS_OK && call->json == NULL) {
        call->status = STATUS_FAILED;
        th_fail(&call->error, "out of memory");
    }
    call->faults = faults_json();
    faults_print(NULL);
}

/* Whether it is this call's turn; false: it is to end before that. */
static bool await_turn(const th_flag *stop) {
    const struct timespec moment = {.tv_nsec = 5000000};
    while (pthread_mutex_trylock(&one_at_a_time) != 0) {
        if (th_is_set(stop)) return false;
        nanosleep(&moment, NULL);
    }
    return true;
}

int command_call(struct command_call *call) {
    const struct command *c = command_callable(call->name);
    call->json = NULL;
    call->faults = NULL;
    call->error.text[0] = 0;
    call->status = STATUS_USAGE;
    if (c == NULL) {
        th_fail(&call->error, "there is no command '%s' that can be called", call->name);
        return call->status;
    }
    if (!await_turn(call->stop)) return call->status = STATUS_INTERRUPTED;
    if (th_bots_register(call->bots, &call->error)) run(c, call);
    th_bots_register(NULL, NULL);
    pthread_mutex_unlock(&one_at_a_time);
    return call->status;
}
