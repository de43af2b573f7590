/* A flag that one thread sets to stop the work of others. */
#ifndef TAHUR_FLAG_H
#define TAHUR_FLAG_H

#include <stddef.h>

#ifdef __cplusplus
#include <atomic>
typedef std::atomic<bool> th_flag;
#else
#include <stdatomic.h>
#include <stdbool.h>
typedef atomic_bool th_flag;
#endif

/* Whether it is set; false for NULL. Relaxed: it does not synchronize other memory. */
static inline bool th_is_set(const th_flag *flag) {
#ifdef __cplusplus
    return flag != NULL && flag->load(std::memory_order_relaxed);
#else
    return flag != NULL && atomic_load_explicit(flag, memory_order_relaxed);
#endif
}

#endif
