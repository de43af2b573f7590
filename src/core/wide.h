/* WIDE before a function: on x86 it is compiled for wide vectors too, and the better one is chosen
 * when the program starts. The results are the same, however wide the machine's vectors are: sums
 * are not reordered and products not fused (-ffp-contract=off). */
#ifndef CORE_WIDE_H
#define CORE_WIDE_H

#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) &&                 \
    !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

#endif
