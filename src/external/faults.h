/* What bots outside of the program did wrong, to be told when all is over: of each bot and each
 * fault how often it happened, and the first one in words. For any number of threads. */
#ifndef EXTERNAL_FAULTS_H
#define EXTERNAL_FAULTS_H

#include "child.h"
#include "tahur/bot.h"
#include <stdio.h>

enum { FAULT_WHAT_BYTES = 400 };
struct fault {
    enum th_fault fault;
    char what[FAULT_WHAT_BYTES];       /* one sentence, without its full stop */
    char words[CHILD_WORDS_BYTES + 1]; /* the last lines of its standard error; "": none */
};

void faults_note(const char *bot, const struct fault *f);
/* Tells of all, if there are any, and forgets them; NULL: only forgets them. */
void faults_print(FILE *out);

#endif
