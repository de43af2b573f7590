/* Labels in little room. A label that is cut at its end looks like every other label that begins
 * in the same way; these are cut where the labels have least to say. */
#ifndef CORE_LABELS_H
#define CORE_LABELS_H

/* Returns `count` texts of at most `width` characters each (at least 1), or NULL if there is no
 * memory. A label that fits is kept as it is. Of any other, a middle part becomes `ellipsis`, which
 * is one character: where labels would then look the same, what they have in common at their
 * beginning and end is left out first. Labels that cannot be told apart in this way get their
 * number in the list, "mcts#3": different labels stay different wherever `width` has room for that.
 * The caller frees the result with one free(). The labels are clean UTF-8 (text_clean). */
char **labels_shorten(const char *const label[], int count, int width, const char *ellipsis);

#endif
