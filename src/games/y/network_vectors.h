/* Vectors of LANES floats for the layers of the network and their gradients. Included by
 * network_layers.h and network_back.h, which describe LANES, TARGET and NAME and undefine all
 * macros at their end. */

#define lanes   NAME(lanes_of)
#define VECTORS (UNITS / LANES)
#define INLINE  TARGET static inline __attribute__((always_inline))

typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4)));

INLINE lanes NAME(load)(const float *from) {
    return *(const lanes *)(const void *)from;
}
INLINE void NAME(store)(float *to, lanes x) {
    *(lanes *)(void *)to = x;
}
