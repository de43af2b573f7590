/* Prints the signature of the program, and nothing else: for machines on which only the library is
 * built. */
#include "contest/contest.h"
#include <inttypes.h>
#include <stdio.h>

int main(void) {
    uint64_t signature;
    struct th_error e;
    if (!signature_of_all(&signature, &e)) {
        fprintf(stderr, "%s\n", e.text);
        return 1;
    }
    printf("%016" PRIx64 "\n", signature);
    return 0;
}
