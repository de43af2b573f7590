/* Questions that take time, seen from the room they are about. */
#ifndef SERVE_QUESTION_H
#define SERVE_QUESTION_H

#include "queue.h"

/* The room goes, or the game has changed: nobody needs the review that is under way. */
void question_forget_review(struct job *job);

#endif
