/* Shortages: the program itself lacks memory, file descriptors, threads or processes. That is no
 * fault of a bot: whatever is under way ends with the reason as its error, and no result. */
#ifndef CORE_SHORTAGE_H
#define CORE_SHORTAGE_H

#include "tahur/bot.h"

/* Keeps the reason, of any thread; returns TH_SHORTAGE, for a bot to answer. */
int shortage(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Hands over the reason that was kept last; returns false, as th_fail does. */
bool shortage_fail(struct th_error *e);
/* Whether there has been one since the program began. */
bool shortage_happened(void);

/* A bot's answer that is no place in the list, as what it is: a fault, or TH_SHORTAGE. */
static inline enum th_fault fault_of_answer(int answer) {
    const bool known = answer == TH_SHORTAGE || (answer < 0 && answer >= TH_FAULT_MEMORY);
    return known ? (enum th_fault)answer : TH_FAULT_ILLEGAL;
}

/* jansson reports a failed allocation as a mistake in the text, or not at all. From the first call
 * of json_memory_watch on, allocations of jansson that fail are noticed. */
void json_memory_watch(void);
/* Whether one has failed in this thread since it was last asked. */
bool json_memory_lacked(void);

#endif
