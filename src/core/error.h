/* Keys and arguments of messages; shortages: the program itself lacks memory, file descriptors,
 * threads or processes. That is not a fault of a bot: the run ends with an error and without a
 * result. */
#ifndef CORE_ERROR_H
#define CORE_ERROR_H

#include "tahur/bot.h"

/* ---- keys of messages ---- */

/* A message as data, for clients with words of their own. */
enum { ERROR_ARGUMENTS = 4, ERROR_ARGUMENT_BYTES = 120 };
struct error_detail {
    const char *key;
    int n;
    char argument[ERROR_ARGUMENTS][ERROR_ARGUMENT_BYTES];
};

/* Gives the message in *e a key and its arguments, texts up to a NULL; returns false, as th_fail
 * does. They are kept for the last message of the thread. */
bool error_attach(struct th_error *e, const char *key, ...) __attribute__((sentinel));
/* What was attached to this message in this thread; NULL: nothing, or another message since. */
const struct error_detail *error_detail(const char *message);

/* ---- shortages ---- */

/* Records the reason, from any thread. Returns TH_SHORTAGE, the answer of a bot. */
int shortage(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Sets *e to the last recorded reason; returns false, as th_fail does. */
bool shortage_fail(struct th_error *e);
/* Whether there has been a shortage since the program started, or since shortage_forget. */
bool shortage_happened(void);
void shortage_forget(void);

/* The meaning of an answer that is not an index of a legal action: a fault, or TH_SHORTAGE. */
static inline enum th_fault fault_of_answer(int answer) {
    const bool known = answer == TH_SHORTAGE || (answer < 0 && answer >= TH_FAULT_MEMORY);
    return known ? (enum th_fault)answer : TH_FAULT_ILLEGAL;
}

#endif
