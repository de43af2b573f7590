/* What every public header needs: names that the shared library exports, and C for C++. */
#ifndef TAHUR_PUBLIC_H
#define TAHUR_PUBLIC_H

/* Everything else is hidden in the shared library. */
#define TH_PUBLIC __attribute__((visibility("default")))

#ifdef __cplusplus
#define TH_BEGIN_C extern "C" {
#define TH_END_C   }
#else
#define TH_BEGIN_C
#define TH_END_C
#endif

#endif
