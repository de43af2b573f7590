/* Huber's loss: the square of small errors, halved, and the size of large ones, so that a single
 * surprise does not tear the network apart. Beyond the knee it goes on straight. */
#ifndef LEARN_LOSS_H
#define LEARN_LOSS_H

static inline float huber_loss(float error, float knee) {
    const float size = error < 0 ? -error : error;
    return size <= knee ? 0.5F * error * error : knee * (size - 0.5F * knee);
}

/* Its slope by the error. */
static inline float huber_slope(float error, float knee) {
    return error > knee ? knee : error < -knee ? -knee : error;
}

#endif
