/* The public functions of tahur/bot.h: names of faults, empty thoughts. */
#include "tahur/bot.h"

#include <math.h>

const char *th_fault_name(int fault) {
    static const char *const names[] = {"none",  "illegal",  "timeout",
                                        "crash", "protocol", "memory"};
    const int count = (int)(sizeof names / sizeof *names);
    return fault <= 0 && fault > -count ? names[-fault] : NULL;
}

void th_thoughts_clear(struct th_thoughts *t, int n) {
    if (t == NULL) return;
    t->own = NULL;
    t->depth = 0;
    t->reach = NULL;
    t->of_answer = false;
    for (int i = 0; i < n && i < TH_LEGAL_MAX; i++)
        t->of[i] = (struct th_thought){.value = NAN, .error = NAN, .own = NAN};
}
