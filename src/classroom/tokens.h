/* Programs as tokens, for comparing them: comments and layout are left out, and a name, a number or
 * a string is the same token whichever it is. Keywords and operators are kept. */
#ifndef CLASSROOM_TOKENS_H
#define CLASSROOM_TOKENS_H

#include "tahur/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum language { NO_LANGUAGE, PYTHON, C_OR_CPP, JAVASCRIPT, JAVA, RUST };

/* By the ending of the name; NO_LANGUAGE if it is none of these. C and C++ are one: a program of
 * one is often copied into the other. */
enum language language_of(const char *file_name);

struct token {
    uint32_t code; /* the same for tokens that count as the same */
    int32_t line;  /* from 1 on */
};

struct tokens {
    struct token *list;
    size_t count, room;
};

/* Adds the tokens of a text, which need not be a correct program nor end with 0. Linear in its
 * size. False, with *e set, only for lack of memory. The caller calls tokens_drop in any case. */
bool tokens_read(struct tokens *t, const char *text, size_t size, enum language language,
                 struct th_error *e);
void tokens_drop(struct tokens *t);

#endif
