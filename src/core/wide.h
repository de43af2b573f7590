/* WIDE before a function: on x86 it is also compiled for AVX2, and the loader selects the version
 * for the processor. The results do not depend on the width of vectors: sums are not reordered and
 * products not fused (-ffp-contract=off). */
#ifndef CORE_WIDE_H
#define CORE_WIDE_H

#if defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) &&                 \
    !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define WIDE         __attribute__((target_clones("avx2", "default")))
#define WIDE_VECTORS "AVX2 if the processor has it"
#else
#define WIDE
#define WIDE_VECTORS "no choice of vectors"
#endif

#endif
